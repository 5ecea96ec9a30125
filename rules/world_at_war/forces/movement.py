"""Where units of minor countries may go, base, sail and strike (84.46, 85.46, 85.63, 86.5).

The map knows which hex lies where. A question names an area or a region of the table and a deed;
where only a part of an area is open (a front), the answer says which.
"""

from typing import Literal

import msgspec

from rules.kernel.errors import NotUnderstood
from rules.world_at_war.forces import volunteers
from rules.world_at_war.forces.construction import idle
from rules.world_at_war.forces.strength import bearing_of
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.conditions import Situation
from rules.world_at_war.model.conditions.sides import attackers_of, is_conquered
from rules.world_at_war.model.names import counted
from rules.world_at_war.model.powers import faction_of, side_of
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.model.tables.forces import Range
from rules.world_at_war.status.status import standing

Unit = Literal["ground", "air", "naval"]
UNITS: tuple[Unit, ...] = ("ground", "air", "naval")
DEEDS = ("enter", "advance", "base", "redeploy", "attack", "fly", "sail", "raid")
VLASOV = "vlasov"
"""Russian volunteers under German command: no country, but moved like a German minor ally (85.46I)."""
EAST = ("eastern_front", "russia")
LENT_DEEDS = ("enter", "redeploy", "attack")
WEST = ("western", "britain", "france", "united_states")


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """Whether units may do something somewhere; ``only`` says which part of it is meant."""

    may: bool
    only: str = ""
    why: str = ""
    rule: str


def may(state: WarState, key: str, to: str, unit: str = "ground", deed: str = "enter") -> Answer:
    """Whether units of an area may do a deed in another area, region or against a power.

    Raises :class:`NotUnderstood` for an unknown area, region, unit or deed.
    """
    _check(state, key, to, unit, deed)
    bearing, power = ("ally", "germany") if key == VLASOV else bearing_of(state, key)
    special = _special(state, key, to, unit, deed)
    if special is not None:
        return special
    barred = idle(state, key) if key != VLASOV else None
    if barred is not None or not bearing:
        assert barred is not None
        return Answer(may=False, why=barred.why, rule=barred.rule)
    if bearing == "commonwealth":
        only = "as British units, within the bounds of this dominion's own rules"
        return Answer(may=True, only=only, rule=R("82.13A"))
    if deed in ("fly", "sail", "raid"):
        return _mission(state, key, to, deed, bearing)
    if deed == "attack":
        return _attack(key, to, unit, bearing)
    open_ = territory(state, key, to, bearing, power)
    if open_.may:
        return open_
    if deed == "redeploy":
        return _passing(state, key, unit, open_)
    if deed == "base" and bearing in ("ally", "associate"):
        rule = R("85.461") if bearing == "ally" else open_.rule
        return Answer(may=False, why=open_.why, rule=rule)
    if deed == "advance":
        rule = R("85.462") if bearing == "ally" else open_.rule
        return Answer(may=False, why="They attack across the border without advancing.", rule=rule)
    return open_


def _special(state: WarState, key: str, to: str, unit: str, deed: str) -> Answer | None:
    """What a rule of its own answers: lent units on the eastern front, ships kept to one sea."""
    bearing = bearing_of(state, key)[0] if key != VLASOV else "ally"
    if bearing in ("", "associate") and unit == "ground" and to in EAST and deed in LENT_DEEDS:
        volunteers = lent(state, key)
        if volunteers:
            only = f"{counted(volunteers, 'unit')} lent by a result, on the eastern front"
            rule = R("84.45E") if deed == "redeploy" else R("84.46A")
            return Answer(may=True, only=only, rule=rule)
    if key != VLASOV and bearing and idle(state, key) is None and (deed, unit) == ("base", "naval"):
        return _port(state, key, to)
    return None


def lent(state: WarState, key: str) -> int:
    """How many infantry units of a country a result lends to the eastern front now (84.45E, 84.46A):
    none before Germany and Russia are at war, and none that were lost since the last roll.
    """
    country = tables_of(state).areas[key].diplomacy if key != VLASOV else ""
    return volunteers.volunteers(state, country).may if country in volunteers.COUNTRIES else 0


def _check(state: WarState, key: str, to: str, unit: str, deed: str) -> None:
    tables = tables_of(state)
    places = [*tables.areas, *tables.roaming.regions, *WEST]
    for name, value, known in (
        ("area", key, [*tables.areas, VLASOV]), ("place", to, places),
        ("sort of unit", unit, list(UNITS)), ("deed", deed, list(DEEDS)),
    ):  # fmt: skip
        if value not in known:
            raise NotUnderstood(
                f"There is no {name} {value!r}.", remedy=f"There are {', '.join(known)}."
            )


def territory(state: WarState, key: str, to: str, bearing: str, power: str) -> Answer:
    """Whether units may enter a place; home is always open, a bar goes before a row."""
    roaming = tables_of(state).roaming
    stay = _home_rule(state, key, bearing)
    if to == key or to in roaming.home.get(key, ()):
        return Answer(may=True, why="It is home.", rule=stay)
    faction = faction_of(power) if power else ""
    at = Situation(state, country=key, faction=faction)
    for bar in roaming.bars:
        if key in bar.of and to in bar.to and not (bar.unless and bar.unless.holds(at)):
            return Answer(may=False, why=bar.why, rule=bar.rule)
    row = range_of(state, key)
    if row is None:
        return Answer(may=False, why="They stay in their home country.", rule=stay)
    return _in_range(state, row, to, faction)


def range_of(state: WarState, key: str) -> Range | None:
    """The row of the table that holds for an area's units now; ``None``: they stay at home."""
    bearing, power = ("ally", "germany") if key == VLASOV else bearing_of(state, key)
    side = side_of(faction_of(power)) if power else ""
    for row in tables_of(state).roaming.rows:
        if key in row.of and bearing in row.bearings and row.side in ("", side):
            return row
    return None


def _home_rule(state: WarState, key: str, bearing: str) -> str:
    if bearing == "ally":
        row = range_of(state, key)
        return row.rule if row else R("85.46")
    if key != VLASOV and tables_of(state).areas[key].theatre == "pacific":
        return R("82.83C") if bearing == "independent" else R("84.46B")
    return R("82.83C") if bearing == "independent" else R("84.46A")


def _in_range(state: WarState, row: Range, to: str, faction: str) -> Answer:
    roaming = tables_of(state).roaming
    if row.anywhere:
        return Answer(may=True, why="Nothing limits them.", rule=row.rule)
    if to in row.to or to in row.fronts:
        return Answer(may=True, rule=row.rule)
    area = tables_of(state).areas.get(to)
    balkan = area.within if area is not None and area.within in roaming.balkans else to
    if row.balkans and balkan in roaming.balkans:
        return _balkan(state, balkan, faction, row.rule)
    fronts = [roaming.regions[front] for front in row.fronts]
    if fronts and not to.endswith("_front"):
        only = f"as far as it lies on {' or '.join(fronts)}"
        return Answer(may=True, only=only, rule=row.rule)
    return Answer(may=False, why="It is outside the area they are kept to.", rule=row.rule)


def _balkan(state: WarState, country: str, faction: str, rule: str) -> Answer:
    """A Balkan country is open while it is conquered or hostile, never while on the same side."""
    if is_conquered(state, country):
        return Answer(may=True, why="It is conquered.", rule=rule)
    friend = standing(state, country, "allied", "associated")
    if friend is not None and _same_side(friend.faction, faction):
        return Answer(may=False, why="It stands on the same side.", rule=rule)
    if friend is not None or faction in attackers_of(state, country):
        return Answer(may=True, why="It is hostile.", rule=rule)
    return Answer(may=False, why="It is neither conquered nor hostile.", rule=rule)


def _same_side(one: str, other: str) -> bool:
    return side_of(one) == side_of(other)


def _mission(state: WarState, key: str, to: str, deed: str, bearing: str) -> Answer:
    """Air and naval units act freely from their bases, but for a few navies."""
    free = R("84.46A") if bearing != "ally" else R("85.461")
    for row in tables_of(state).roaming.ships:
        sails = key in row.of and deed in ("sail", "raid")
        if sails and (row.barred == deed or (row.only and row.only != to)):
            return Answer(may=False, why=row.why, rule=row.rule)
    return Answer(may=True, why="From their bases they may.", rule=free)


def _port(state: WarState, key: str, to: str) -> Answer | None:
    """Ships that are kept to one sea base in its ports alone; ``None`` for all others."""
    for row in tables_of(state).roaming.ships:
        if key in row.of and row.only:
            may = to in (key, row.only)
            sea = tables_of(state).roaming.regions[row.only]
            return Answer(
                may=may, only=f"in ports on {sea}" if may else "", why=row.why, rule=row.rule
            )
    return None


def _attack(key: str, to: str, unit: str, bearing: str) -> Answer:
    """Ground units may attack what stands next to where they may be."""
    if key == "thailand" and to in WEST:
        return Answer(may=False, why="Thais do not attack the Western Allies.", rule=R("84.46B"))
    if unit != "ground":
        rule = R("84.46A") if bearing != "ally" else R("85.461")
        return Answer(may=True, why="From their bases they may.", rule=rule)
    rule = R("85.462") if bearing == "ally" else R("84.46A")
    return Answer(may=True, only="enemy units next to where they may be", rule=rule)


def _passing(state: WarState, key: str, unit: str, closed: Answer) -> Answer:
    """Whether units may pass what they may not enter: aircraft do, others by a way of their own."""
    if unit == "air":
        return Answer(may=True, only="without landing there", rule=R("85.461"))
    bearing, _ = bearing_of(state, key) if key != VLASOV else ("ally", "")
    for row in tables_of(state).roaming.passages:
        if key in row.of and unit == "ground" and bearing == "ally":
            return Answer(may=True, only=row.why, rule=row.rule)
    rule = R("85.461") if bearing == "ally" else closed.rule
    return Answer(may=False, why=closed.why, rule=rule)
