"""The country board as data, built from a view: countries, closed files and tension tracks."""

import msgspec

from rules.kernel.grammar import capital
from rules.kernel.menus import Barred
from rules.kernel.pages import Chance
from rules.kernel.serial import gathered
from rules.kernel.tally import Tally
from rules.world_at_war.diplomacy.eligibility import existence_bar, gone, naming_bar
from rules.world_at_war.diplomacy.modifiers import Attempt, tally_of
from rules.world_at_war.diplomacy.points import allotted, share, target_name
from rules.world_at_war.forces.limits import limit_of
from rules.world_at_war.model.calendar import turn_title, year_of
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.conditions import ALLIED, foreign_in, status_of
from rules.world_at_war.model.names import row_words
from rules.world_at_war.model.powers import MARKS, POWERS, SEATS, faction_of
from rules.world_at_war.model.state import Points, WarState
from rules.world_at_war.model.tables.campaign import Tables, tables_of
from rules.world_at_war.model.tables.countries import Minor
from rules.world_at_war.pages.board.tensions import Tensions, tensions
from rules.world_at_war.pages.previews import ROLL_OF, may_name, panel
from rules.world_at_war.status.belligerents import out

FILLS = {"ally": "full", "associate": "half", "hexes": "open"}


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """One position of a result track: its row, meaning and side, whether it is the one in effect,
    and its chance where the viewer could name the country.
    """

    row: str
    meaning: str
    side: str
    present: bool
    chance: Chance | None = None


class Lying(msgspec.Struct, frozen=True, kw_only=True):
    """Points that the viewer can see in a target. ``shown`` when everybody can."""

    power: str
    code: str
    amount: int
    spent: bool
    shown: bool


class SideRoll(msgspec.Struct, frozen=True, kw_only=True):
    """What is added to the die, without anybody's points, when a side rolls: ``Axis``, ``Western Allied`` or
    ``Russian``, and ``Allied`` where it is the same for both of these.
    """

    whose: str
    tally: Tally


class Dossier(msgspec.Struct, frozen=True, kw_only=True):
    """One country as its card shows it.

    ``mark`` is the shape of the side it stands with and ``fill`` how firmly (``full`` ally,
    ``half`` associate, ``open`` hex control, empty otherwise). ``now`` is the tally without
    anybody's points of the viewer's side, ``rolls`` that of each side that may roll for it. ``naming`` is ``yes``, ``named``, ``no_point``, ``rolled`` or ``barred``
    for the viewer's power (empty for a spectator), with ``note`` and ``note_rule``.
    """

    key: str
    name: str
    side: str
    mark: str
    fill: str
    status: str
    base: int
    now: Tally
    rolls: tuple[SideRoll, ...]
    result: str
    words: str
    power: str
    naming: str
    note: str
    note_rule: str
    track: tuple[Cell, ...]
    assumption: str
    points: tuple[Lying, ...]
    rolled: bool
    rolled_by: tuple[str, ...]
    facts: tuple[str, ...]
    limit: int | None
    foreign: int
    pending: bool


class Closed(msgspec.Struct, frozen=True, kw_only=True):
    """A country that diplomacy cannot reach (any more), why, and how it stands."""

    key: str
    name: str
    why: str
    rule: str
    words: str


class Purse(msgspec.Struct, frozen=True, kw_only=True):
    """A power's points of the year: its allotment (public) and where the viewer sees them lie."""

    power: str
    name: str
    code: str
    mark: str
    side: str
    allotment: Tally
    elsewhere: tuple[tuple[str, Lying], ...]
    out: bool


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """The whole board for one viewer; ``drafted`` are the countries that the viewer's own orders name."""

    turn_title: str
    year: int
    step: str
    power: str
    countries: tuple[Dossier, ...]
    closed: tuple[Closed, ...]
    tensions: Tensions
    purses: tuple[Purse, ...]
    named: tuple[str, ...]
    drafted: tuple[str, ...] = ()


def build(state: WarState, power: str | None) -> Board:
    """The board from a view; ``power`` is whose eyes it is drawn for, if anybody's."""
    tables = tables_of(state)
    countries: list[Dossier] = []
    closed: list[Closed] = []
    for minor in tables.minors.values():
        bar = existence_bar(state, minor)
        if bar is None:
            countries.append(dossier(state, tables, minor, power))
        else:
            closed.append(shut(state, minor, bar))
    return Board(
        turn_title=turn_title(state.scenario, state.turn),
        year=year_of(state.scenario, state.turn),
        step=state.step,
        power=power or "",
        countries=tuple(countries),
        closed=tuple(closed),
        tensions=tensions(state, power),
        purses=tuple(purse(state, seat) for seat in SEATS),
        named=tuple(target.country for target in state.named),
    )


def shut(state: WarState, minor: Minor, bar: Barred) -> Closed:
    """A country's line among the closed files."""
    status, side = status_of(state, minor.key)
    record = state.country(minor.key)
    key = record.result or record.closed
    meaning = minor.row(key).meaning if key else ""
    words = in_words(minor, status, side, meaning, land_of(tables_of(state), minor))
    if record.closed:
        why = f"closed for good by row {row_words(record.closed)}"
    elif state.area(minor.key).locked:
        why = bar.why
    else:
        why = gone(state, minor)
    return Closed(key=minor.key, name=capital(minor.name), why=why, rule=bar.rule, words=words)


def dossier(state: WarState, tables: Tables, minor: Minor, power: str | None) -> Dossier:
    """One country's card."""
    status, side = status_of(state, minor.key)
    record = state.country(minor.key)
    lost = patron_gone(state, side, record.power) if status in FILLS else ""
    roller = (
        faction_of(power) if power and faction_of(power) in minor.lists else next(iter(minor.lists))
    )
    now = tally_of(state, tables, Attempt(country=minor.key, faction=roller))
    naming, bar = standing_of(state, power, minor)
    manner = may_name(state, power, minor.key) if power in SEATS and power else ""
    odds = panel(state, power, minor.key, manner) if power and manner and naming == "yes" else None
    present = record.result or next(
        (row.key for row in minor.rows if row.least <= 3 <= row.most), ""
    )
    chance = {c.row: c for c in odds.chances} if odds else {}
    row = minor.row(present) if present else None
    return Dossier(
        key=minor.key,
        name=capital(minor.name),
        side="" if lost else side,
        mark="ring" if lost else MARKS.get(side, "ring"),
        fill="" if lost else FILLS.get(status, ""),
        status=status,
        base=minor.base,
        now=now,
        rolls=side_rolls(state, tables, minor),
        result=present,
        words=in_words(
            minor,
            status,
            side,
            row.meaning if row and record.result else "",
            land_of(tables, minor),
            lost,
        ),
        power=record.power,
        naming=naming,
        note=bar.why if bar else "",
        note_rule=bar.rule if bar else "",
        track=tuple(
            Cell(
                row=r.key,
                meaning=r.meaning,
                side=r.favours,
                present=r.key == present,
                chance=chance.get(r.key),
            )
            for r in minor.rows
        ),
        assumption=odds.assumption if odds else "",
        points=tuple(_lying(p) for p in state.points if p.target == minor.key),
        rolled=record.rolled_year == year_of(state.scenario, state.turn),
        rolled_by=record.rolled_by
        if record.rolled_year == year_of(state.scenario, state.turn)
        else (),
        facts=now.reads(),
        limit=limit_of(state, minor.key),
        foreign=foreign_in(state, minor.key),
        pending=record.pending,
    )


def side_rolls(state: WarState, tables: Tables, minor: Minor) -> tuple[SideRoll, ...]:
    """The modifier of each side's roll; the Allies stand together where theirs is the same."""
    told = {
        faction: tally_of(state, tables, Attempt(country=minor.key, faction=faction))
        for faction in minor.lists
    }
    names = {faction: ROLL_OF[faction] for faction in told}
    both = [told[faction].net for faction in ALLIED if faction in told]
    if len(both) == len(ALLIED) and len(set(both)) == 1:
        names |= dict.fromkeys(ALLIED, "Allied")
    found: dict[str, Tally] = {}
    for faction, each in told.items():
        found.setdefault(names[faction], each)
    return tuple(SideRoll(whose=whose, tally=each) for whose, each in found.items())


def standing_of(state: WarState, power: str | None, minor: Minor) -> tuple[str, Barred | None]:
    """Whether and why the viewer's power may name the country."""
    if power is None or power not in SEATS:
        return "", None
    if any(target.country == minor.key for target in state.named) and not state.step.endswith(
        ".targets"
    ):
        return "named", None
    if may_name(state, power, minor.key):
        return "yes", None
    bar = naming_bar(state, power, minor.key)
    if bar is None:
        return "yes", None
    kind = {R("Ruling 10"): "rolled"}.get(bar.rule, "barred")
    return ("no_point" if bar.rule == R("49.4") else kind), bar


def patron_gone(state: WarState, side: str, patron: str) -> str:
    """Who surrendered of those with whom a country stands, within a sentence: the power with whom it does, or the whole
    Axis; empty while they are in the war.
    """
    if patron in POWERS:
        return POWERS[patron].name if out(state, patron) else ""
    return "the Axis" if side == "axis" and out(state, "germany") and out(state, "italy") else ""


def land_of(tables: Tables, minor: Minor) -> str:
    """The power to which a country belongs from the beginning, by its name; empty for one that is its own."""
    area = tables.areas.get(minor.key)
    return POWERS[area.owner].name if area is not None and area.owner in POWERS else ""


def in_words(
    minor: Minor, status: str, side: str, meaning: str, land: str = "", gone: str = ""
) -> str:
    """The present standing of a country in a few words. It is ``land`` of a power from the beginning, and ``gone`` is
    who has surrendered of those with whom it stood: its marker stays on the result, and nobody gains by that.
    """
    whose = {"axis": "Axis", "western": "Western Allied", "russia": "Russian"}.get(side, "")
    if gone:
        was = {"ally": "Minor ally", "associate": "Associate"}.get(status, "In its hands")
        return f"{was} until {gone} surrendered; the marker stays"
    match status:
        case "ally":
            return f"{whose} minor ally"
        case "associate":
            return f"{whose} associate"
        case "hexes":
            return f"{whose} hex control"
    if land and not meaning:
        return f"Land of {land}"
    return meaning or "Neutral"


def _lying(record: Points) -> Lying:
    code, shown = POWERS[record.power].code, record.audience.everybody
    return gathered(Lying, record, code=code, shown=shown)


def purse(state: WarState, seat: str) -> Purse:
    """A power's points; what lies in countries that have a card stands there."""
    minors = tables_of(state).minors

    def has_card(target: str) -> bool:
        return target in minors and existence_bar(state, minors[target]) is None

    elsewhere = tuple(
        (target_name(state, record.target), _lying(record))
        for record in state.points
        if record.power == seat and not has_card(record.target)
    )
    allotment = share(state, seat) if out(state, seat) else allotted(state, seat)
    return Purse(
        power=seat, name=POWERS[seat].name, code=POWERS[seat].code, mark=POWERS[seat].mark, side=faction_of(seat), allotment=allotment, elsewhere=elsewhere,
        out=allotment.row("surrendered") is not None,
    )  # fmt: skip
