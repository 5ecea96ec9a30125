"""The board as data: Italy, Japan, the Italian factories, and this turn's maps."""

import msgspec

from rules.kernel.facts import Claim
from rules.kernel.pages import Chance
from rules.kernel.serial import gathered
from rules.kernel.tally import Tally
from rules.world_in_flames.isolation.documents import CAMPAIGN, Document, judged, read
from rules.world_in_flames.isolation.explanations import Answer, explained
from rules.world_in_flames.isolation.picture import Picture, drawn
from rules.world_in_flames.model.calendar import turn_title
from rules.world_in_flames.model.conditions import situation
from rules.world_in_flames.model.state import DeclaredMap, HouseState, JudgedMap, LastRoll
from rules.world_in_flames.model.tables import tables_of
from rules.world_in_flames.surrender import italy
from rules.world_in_flames.surrender import japan as japanese
from rules.world_in_flames.surrender.italy import Criterion, Factory
from rules.world_in_flames.turn import conquest_step


class Basis(msgspec.Struct, frozen=True, kw_only=True):
    """Who declared what a line hangs on: side, and whether the other side agreed."""

    by: str
    confirmed: bool


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A criterion with what it rests on (``None``: as the scenario has it)."""

    criterion: Criterion
    basis: Basis | None


class ItalyDossier(msgspec.Struct, frozen=True, kw_only=True):
    """Italy: criteria, garrison, chance, the last roll; ``conquered`` names the turn."""

    lines: tuple[Line, ...]
    unit: Line
    count: int
    needed: int
    may_roll: bool
    why_not: str
    garrison: Tally
    value: str
    faces: int
    good: int
    chances: tuple[Chance, ...]
    last: LastRoll | None
    last_title: str
    conquered: str


class JapanDossier(msgspec.Struct, frozen=True, kw_only=True):
    """Japan: factories lost of those needed, modifiers, chance, the last roll."""

    lost: Tally
    needed: int
    due: bool
    modifiers: Tally
    least: int
    surrender: int
    faces: int
    good: int
    chances: tuple[Chance, ...]
    last: LastRoll | None
    last_title: str
    surrendered: str


class MapCard(msgspec.Struct, frozen=True, kw_only=True):
    """A map on the board: what it would come to now (``pending``), or what came of it."""

    title: str
    by: str
    turn_title: str
    pending: bool
    picture: Picture
    answer: Answer
    text: str


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the board shows; a part is ``None`` where its house rule is not used."""

    italy: ItalyDossier | None
    japan: JapanDossier | None
    production: tuple[Factory, ...]
    factories: Tally | None
    maps: tuple[MapCard, ...]
    isolation: bool
    turn_title: str


def build(state: HouseState, power: str | None = None) -> Board:
    """The board; nothing in this game is secret."""
    tables = tables_of(state)
    used = state.used("italian_production")
    return Board(
        italy=_italy(state) if state.used("italian_surrender") else None,
        japan=_japan(state) if state.used("japanese_surrender") else None,
        production=italy.factories(tables.italy.printed, tables.italy.barren) if used else (),
        factories=italy.production(situation(state)) if used else None,
        maps=cards(state),
        isolation=state.used("isolated_control"),
        turn_title=turn_title(state.scenario, state.turn) if state.scenario else "",
    )


def _basis(state: HouseState, reads: tuple[str, ...]) -> Basis | None:
    claims: list[Claim] = [state.claims[key] for key in reads if key in state.claims]
    if not claims:
        return None
    return Basis(by=claims[-1].by, confirmed=all(claim.confirmed_by for claim in claims))


def _line(state: HouseState, criterion: Criterion) -> Line:
    return Line(criterion=criterion, basis=_basis(state, criterion.reads))


def _italy(state: HouseState) -> ItalyDossier:
    at = situation(state)
    found = conquest_step.italian_criteria(state)
    faces, last = at.tables.italy.die, state.last.get("italy")
    return gathered(
        ItalyDossier,
        found,
        lines=tuple(_line(state, row) for row in found.criteria),
        unit=_line(state, found.unit),
        garrison=italy.garrison(at),
        value=italy.in_points(italy.exact_garrison(at)),
        faces=faces,
        good=int(italy.chance(at) * faces),
        chances=italy.chances(at),
        last=last,
        last_title=turn_title(state.scenario, last.turn) if last else "",
        conquered=_when(state, "italy"),
    )


def _japan(state: HouseState) -> JapanDossier:
    at = situation(state)
    faces, last = at.tables.japan.die, state.last.get("japan")
    return JapanDossier(
        lost=japanese.factories_lost(at),
        needed=at.tables.japan.factories,
        due=conquest_step.japan_due(state),
        modifiers=japanese.modifiers(at),
        least=japanese.needed(at),
        surrender=at.tables.japan.surrender,
        faces=faces,
        good=int(japanese.chance(at) * faces),
        chances=japanese.chances(at),
        last=last,
        last_title=turn_title(state.scenario, last.turn) if last else "",
        surrendered=_when(state, "japan"),
    )


def _when(state: HouseState, country: str) -> str:
    turn = state.conquered.get(country)
    return turn_title(state.scenario, turn) if turn else ""


def cards(state: HouseState) -> tuple[MapCard, ...]:
    """The maps declared for this turn; without any, those that were judged last."""
    if not state.used("isolated_control"):
        return ()
    if state.maps:
        return tuple(_pending(state, declared) for declared in state.maps)
    return tuple(_settled(state, done) for done in state.judged)


def _pending(state: HouseState, declared: DeclaredMap) -> MapCard:
    document = read(declared.text, CAMPAIGN)
    answer = explained(judged(document, conquest_step.map_switches(state)))
    return _card(declared, document, answer, turn_title(state.scenario, state.turn), pending=True)


def _settled(state: HouseState, done: JudgedMap) -> MapCard:
    document = msgspec.structs.replace(read(done.text, CAMPAIGN), dice=list(done.dice))
    answer = explained(judged(document, done.switches))
    return _card(done, document, answer, turn_title(state.scenario, done.turn), pending=False)


def _card(
    source: DeclaredMap | JudgedMap, document: Document, answer: Answer, when: str, *, pending: bool
) -> MapCard:
    return gathered(
        MapCard,
        source,
        turn_title=when,
        pending=pending,
        picture=drawn(document, answer),
        answer=answer,
    )
