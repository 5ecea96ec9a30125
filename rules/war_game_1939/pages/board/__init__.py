"""The board as data for its page: the ladder of war status, the ledger of income, the land, Vichy.

Everything is built from a view. Nothing of this book is secret between phases, so every reader
gets the same board; ``power`` only says whose lines are ``mine``. Chances are exact: ``parts`` of
``whole``.
"""

from fractions import Fraction

import msgspec

from rules.kernel.serial import gathered
from rules.kernel.tally import Tally
from rules.war_game_1939.model.calendar import turn_title
from rules.war_game_1939.model.powers import ALLIES, POWERS
from rules.war_game_1939.model.state import WarGameState
from rules.war_game_1939.model.tables import Tables, tables_of
from rules.war_game_1939.money import land
from rules.war_game_1939.neutrals.influence import chance, target_tally
from rules.war_game_1939.pages.board.france import FranceBoard, france_board
from rules.war_game_1939.pages.board.money import CommerceCard, Ledger, commerce_cards, ledger
from rules.war_game_1939.pages.board.status import LadderRow, ladder
from rules.war_game_1939.turn.menus import report_label
from rules.war_game_1939.turn.steps import heading, parts
from rules.war_game_1939.war import soviet_japanese_pact as pact
from rules.war_game_1939.war import status


class TerritoryCard(msgspec.Struct, frozen=True, kw_only=True):
    """One territory.

    ``original`` is the nation whose original land it is (empty: a neutral), ``holder`` who has total
    control (empty: nobody), ``patron`` and ``level`` what it leans to otherwise (``level_title`` in
    words), ``side`` axis, allies or nothing by holder or patron. ``lists``: balkan, colony,
    contiguous, vichy, watched, capital. ``first_in`` had total control of a neutral first. ``vichy``
    is the ally of Vichy land. ``facts`` are the fact keys that the card hangs on.
    """

    key: str
    name: str
    value: int
    source: str
    original: str
    holder: str
    patron: str
    level: str
    level_title: str
    side: str
    lists: tuple[str, ...]
    first_in: str
    vichy: str
    facts: tuple[str, ...]


class AttemptCard(msgspec.Struct, frozen=True, kw_only=True):
    """An attempt of influence in this turn; ``die`` is 0 before the roll."""

    key: str
    nation: str
    place: str
    name: str
    tally: Tally
    parts: int
    whole: int
    die: int
    made: bool
    before: str
    after: str


class ReportCard(msgspec.Struct, frozen=True, kw_only=True):
    """An attack that was reported in this player turn and counts at its end."""

    number: int
    nation: str
    sort: str
    label: str
    helpers: tuple[str, ...]
    how: str
    won: bool
    against: tuple[str, ...]
    losses: tuple[str, ...]
    contested: tuple[str, ...]
    mine: bool


class GroupCard(msgspec.Struct, frozen=True, kw_only=True):
    """A player turn of this half-year: ``past``, ``now`` or ``to_come``."""

    key: str
    title: str
    nations: tuple[str, ...]
    when: str


class ThreatCard(msgspec.Struct, frozen=True, kw_only=True):
    """A watched Japanese territory of the pact, with strength on both sides."""

    place: str
    name: str
    ussr: Tally
    japan: Tally
    superior: bool


class PactBoard(msgspec.Struct, frozen=True, kw_only=True):
    """The Soviet-Japanese pact: the turn Sakhalin was ceded in (0: not yet), and the threats now."""

    turn: int
    turn_title: str
    threats: tuple[ThreatCard, ...]


class Struck(msgspec.Struct, frozen=True, kw_only=True):
    """Who attacked whose ships first, and in which turn."""

    by: str
    against: str
    turn_title: str


class Rise(msgspec.Struct, frozen=True, kw_only=True):
    """A rise of a war status, for a chart: ``status`` 0, 10, 20, 40 or 100."""

    turn: int
    turn_title: str
    nation: str
    status: int
    title: str
    rule: str


class Debt(msgspec.Struct, frozen=True, kw_only=True):
    """Borrowed money that was spent when it had to go back."""

    nation: str
    to: str
    amount: int


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """The whole board.

    ``ladder`` has a row for each Ally, ``ledgers`` one for each nation, ``commerce`` a
    card for each nation with dice in this half-year (empty outside the commerce step). ``sums`` are
    the tallies that rolls are made under: neutral, balkan, french, chinese, dominance.
    ``zone`` is Roosevelt's security zone, ``retreated`` names of sea zones out of bounds.
    ``axis_struck_land``: the Axis attacked original Allied land, so that no Allied attack on land is
    unprovoked any more.
    """

    turn: int
    turn_title: str
    step: str
    step_title: str
    power: str
    groups: tuple[GroupCard, ...]
    ladder: tuple[LadderRow, ...]
    ledgers: tuple[Ledger, ...]
    commerce: tuple[CommerceCard, ...]
    sums: dict[str, Tally]
    territories: tuple[TerritoryCard, ...]
    attempts: tuple[AttemptCard, ...]
    reports: tuple[ReportCard, ...]
    france: FranceBoard
    pact: PactBoard
    struck: tuple[Struck, ...]
    rises: tuple[Rise, ...]
    debts: tuple[Debt, ...]
    zone: bool
    retreated: tuple[str, ...]
    axis_struck_land: bool
    colonies_passed: bool


def build(state: WarGameState, power: str | None) -> Board:
    """The board from a view (``power``: whose it is; nobody for a spectator)."""
    tables = tables_of(state)
    mine = power if power in state.nations else ""
    playing = parts(state.step)[0].key == "commerce" and state.ending is None
    return Board(
        turn=state.turn,
        turn_title=turn_title(state.turn),
        step=state.step,
        step_title=heading(state),
        power=mine or "",
        groups=_groups(state, tables),
        ladder=tuple(ladder(state, tables, nation) for nation in state.seats if nation in ALLIES),
        ledgers=tuple(ledger(state, tables, nation, mine or "") for nation in state.seats),
        commerce=commerce_cards(state, tables, mine or "") if playing else (),
        sums={key: make(state, tables) for key, make in land.SUMS.items()},
        territories=tuple(_territory(state, tables, key) for key in tables.land.territories),
        attempts=tuple(_attempts(state, tables)),
        reports=tuple(_reports(state, tables, mine or "")),
        france=france_board(state, tables),
        pact=_pact(state, tables),
        struck=tuple(
            Struck(by=by, against=against, turn_title=turn_title(turn))
            for pair, turn in state.struck.items()
            for by, _, against in (pair.partition(">"),)
        ),
        rises=tuple(
            gathered(
                Rise,
                mark,
                turn_title=turn_title(mark.turn),
                title=status.level_title(tables, mark.status),
            )
            for mark in state.marks
        ),
        debts=tuple(Debt(nation=d.to, to=d.by, amount=d.amount) for d in state.debts),
        zone=state.nation("usa").zone,
        retreated=tuple(tables.sea.zones[zone].name for zone in state.retreated),
        axis_struck_land=state.axis_struck_land,
        colonies_passed=state.colonies_passed,
    )


def _groups(state: WarGameState, tables: Tables) -> tuple[GroupCard, ...]:
    now = parts(state.step)[1]
    order = tables.turns.order
    at = order.index(now) if now in order else -1
    return tuple(
        GroupCard(
            key=key,
            title=tables.turns.groups[key].title,
            nations=tables.turns.groups[key].nations,
            when="past" if place < at else "now" if place == at else "to_come",
        )
        for place, key in enumerate(order)
    )


def _lists(tables: Tables, key: str) -> tuple[str, ...]:
    rows = tables.land
    named = {
        "balkan": rows.lists.balkan,
        "colony": rows.lists.colonies,
        "contiguous": rows.lists.contiguous,
        "vichy": tuple(tables.vichy.territories),
        "watched": rows.pact.watched,
        "capital": (rows.capital,),
    }
    return tuple(name for name, keys in named.items() if key in keys)


def _territory(state: WarGameState, tables: Tables, key: str) -> TerritoryCard:
    row = tables.place(key)
    holder = state.holder(key)
    patron, level = state.lean(key)
    if holder in POWERS:
        patron, level = "", ""
    whose = holder if holder in POWERS else patron
    return gathered(
        TerritoryCard,
        row,
        key=key,
        holder=holder if holder in POWERS else "",
        patron=patron,
        level=level,
        level_title=tables.diplomacy.titles.get(level, ""),
        side=POWERS[whose].faction if whose else "",
        lists=_lists(tables, key),
        first_in=state.first_in.get(key, ""),
        vichy=state.vichy.get(key, ""),
        facts=tuple(
            fact
            for fact in (f"control.{key}", f"lean.{key}", f"occupied.{key}")
            if fact in state.facts
        ),
    )


def _attempts(state: WarGameState, tables: Tables) -> list[AttemptCard]:
    found = []
    for attempt in state.attempts:
        target = attempt.tally or target_tally(
            tables, attempt.number, attempt.money, attempt.counter
        )
        odds: Fraction = chance(tables, target.net)
        found.append(
            gathered(
                AttemptCard,
                attempt,
                name=tables.place(attempt.place).name,
                tally=target,
                parts=odds.numerator,
                whole=odds.denominator,
            )
        )
    return found


def _reports(state: WarGameState, tables: Tables, mine: str) -> list[ReportCard]:
    return [
        gathered(
            ReportCard,
            report,
            nation=report.by,
            label=report_label(tables, report.sort, report.what),
            mine=report.by == mine,
        )
        for report in state.lodged
    ]


def _pact(state: WarGameState, tables: Tables) -> PactBoard:
    return PactBoard(
        turn=state.pact,
        turn_title=turn_title(state.pact) if state.pact else "",
        threats=tuple(
            gathered(ThreatCard, threat, name=tables.place(threat.place).name)
            for threat in pact.threats(state, tables)
        ),
    )
