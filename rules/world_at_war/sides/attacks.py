"""Who may attack a minor country, whether that takes a declaration of war, and at what price.

What tension forbids Russia is the affair of ``tensions.wars``, which asks here first.
"""

from collections.abc import Callable

import msgspec

from rules.kernel.menus import NEVER_AGAIN, Barred
from rules.kernel.tally import Row, Tally, tally
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.conditions import units_in
from rules.world_at_war.model.powers import POWERS, faction_of
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.status import status
from rules.world_at_war.status.belligerents import at_war, at_war_with_faction
from rules.world_at_war.status.local_rules import permitted
from rules.world_at_war.status.status import power_name


class Attack(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a power may attack an area.

    ``declaration`` tells that it has to declare war on the area first. ``first`` names powers on
    which it has to declare war before that. ``why`` says why not, or what the right rests on,
    ``opens`` what would let it attack.
    """

    may: bool
    declaration: bool = False
    first: tuple[str, ...] = ()
    why: str = ""
    rule: str
    opens: str = ""


UNBORN = "Opens if it comes to exist."
DEFECTS = "Opens if it leaves your side."

Exception_ = Callable[[WarState, str, str], Attack | None]


def judge(state: WarState, power: str, key: str) -> Attack:
    """Whether a power may attack an area now. Raises :class:`NotUnderstood` for an unknown area."""
    area = status.area_of(state, key)
    if area.within and area.kind != "minor" and not state.area(key).conqueror:
        return judge(state, power, area.within)
    if not status.statuses(state, key):
        return Attack(
            may=False, why="There is no such country now.", rule=R("Ruling 9"), opens=UNBORN
        )
    for exception in EXCEPTIONS:
        found = exception(state, power, key)
        if found is not None:
            return found
    if status.standing(state, key, "neutral", "independent") is not None:
        return _free_country(state, power, key)
    return _somebodys(state, power, key)


def _somebodys(state: WarState, power: str, key: str) -> Attack:
    """An area on somebody's side: friends may not attack it, enemies need no declaration."""
    area, holder = status.area_of(state, key), status.controller(state, key)
    if holder in tables_of(state).areas:
        return judge(state, power, holder)
    if holder and faction_of(holder) == faction_of(power):
        return Attack(may=False, why="It stands on your side.", rule=R("82.41"), opens=DEFECTS)
    if not holder or at_war(state, power, holder):
        return Attack(may=True, why="It is enemy territory.", rule=R("82.42"))
    if at_war_with_faction(state, power, faction_of(holder)) and area.kind != "dominion":
        return Attack(may=True, why="It is enemy territory.", rule=R("82.42"))
    return Attack(
        may=False,
        first=(holder,),
        why=f"It stands by {power_name(holder)}, with whom you are at peace.",
        rule=R("82.42"),
        opens=f"Opens when you are at war with {power_name(holder)}.",
    )


def _free_country(state: WarState, power: str, key: str) -> Attack:
    """A neutral country, or one that fights alone: the attacker's own declaration comes first."""
    if declared(state, power, key):
        return Attack(may=True, why="War is declared.", rule=R("82.41"))
    guards = garrisons(state, power, key)
    strange = tuple(guard for guard in guards if not at_war(state, power, guard))
    if strange:
        names = " and ".join(power_name(guard) for guard in strange)
        why = f"Units of {names} stand there: declare war on {names} as well, and first."
        opens = f"Opens when you are at war with {names}."
        return Attack(
            may=False, declaration=True, first=strange, why=why, rule=R("82.34"), opens=opens
        )
    return Attack(may=True, declaration=True, why="Declare war on it first.", rule=R("82.41"))


def declared(state: WarState, power: str, key: str) -> bool:
    """Whether a power has declared war on an area; the Western Allies declare as one."""
    return declarer(power) in status.declarers(state, key)


def declarer(power: str) -> str:
    """By which name a power's declarations are entered: the Western Allies declare as one."""
    return "western" if faction_of(power) == "western" else power


def garrisons(state: WarState, power: str, key: str) -> tuple[str, ...]:
    """The powers of other factions whose factors stand in an area (Ruling 56)."""
    country = status.area_of(state, key).diplomacy
    if not country:
        return ()
    found = []
    for faction in ("axis", "western", "russia"):
        units = units_in(state, country, faction)
        if units > 0 and faction != faction_of(power):
            friendly = state.country(country).faction == faction
            found.append(
                status.diplomatic_power(state, country) if friendly else status.SENIOR[faction]
            )
    return tuple(found)


def _vichy_colony(state: WarState, power: str, key: str) -> Attack | None:
    """Colonies of Vichy France: open to Britain and America, else as Vichy France itself."""
    area = status.area_of(state, key)
    vichys = area.kind == "colony" and status.colonist(state, area) == "vichy"
    if not vichys or state.area(key).conqueror:
        return None
    if power in ("britain", "united_states"):
        return Attack(
            may=True, why="A colony of Vichy France needs no declaration.", rule=R("82.41")
        )
    return judge(state, power, "vichy")


def _cooperation(state: WarState, power: str, key: str) -> Attack | None:
    """Belgian cooperation with France forbids the Western Allies a declaration of war as long as the
    result lasts; Spring 1941 opens its borders alone.
    """
    record = state.country("belux")
    if status.area_of(state, key).diplomacy != "belux" or faction_of(power) != "western":
        return None
    joined = status.standing(state, key, "associated", "allied", "conquered")
    if record.result != "-1" or joined is not None:
        return None
    why = "Its defensive cooperation with France forbids it as long as that result lasts."
    opens = "Opens when that result lasts no longer."
    return Attack(may=False, why=why, rule=R("Belgium/Luxembourg: results"), opens=opens)


def _regional(state: WarState, power: str, key: str) -> Attack | None:
    """What the rules of single countries say of entering one that stands on another side."""
    rows = {entry.row: entry for entry in tables_of(state).sides.entries if key in entry.areas}
    friend = status.controller(state, key) if rows else ""
    if not rows or (friend in POWERS and faction_of(friend) == faction_of(power)):
        return None
    for one in permitted(state, key, power):
        if one.key in rows and one.in_force:
            return Attack(may=True, why=one.why, rule=one.rule)
        if one.key in rows and rows[one.key].forbids:
            first = rows[one.key].first
            names = " and ".join(power_name(power) for power in first)
            opens = (
                f"Opens when you are at war with {names}."
                if first
                else "Opens when that rule no longer holds."
            )
            return Attack(may=False, first=first, why=one.why, rule=one.rule, opens=opens)
    return None


EXCEPTIONS: tuple[Exception_, ...] = (_vichy_colony, _cooperation, _regional)
"""Rules of single areas, asked first: they answer for an area and power, or leave it to the rest."""


# -- the price -----------------------------------------------------------------------------------


def price(state: WarState, power: str, key: str) -> Tally:
    """What a declaration of war on an area costs a power now, with its reasons (50.22)."""
    tables = tables_of(state)
    name = tables.areas[key].name
    rows = [
        Row("declaration", tables.prewar.costs.minor, f"Declaration of war on {name}", R("82.41"))
    ]
    for other, (reason, rule) in partners(state, key).items():
        if len(rows) == 1 and _declared_now(state, power, other):
            rows.append(Row("pair", -rows[0].amount, reason, rule))
    return tally(f"War on {name}, in BRPs", rows)


def partners(state: WarState, key: str) -> dict[str, tuple[str, str]]:
    """The areas that one declaration of war can meet together with this one, with the reason and the
    rule.
    """
    tables = tables_of(state)
    country = status.declared_names(tables.areas[key])[0]
    found = {
        other: ("One declaration meets all parts of the country", R("82.41"))
        for other, area in tables.areas.items()
        if other != key and status.declared_names(area)[0] == country
    }
    for pair in tables.sides.pairs:
        if key in pair.areas:
            other = next(one for one in pair.areas if one != key)
            found[other] = (f"{pair.title} share the price of one declaration", R(pair.rule))
    return found


def _declared_now(state: WarState, power: str, key: str) -> bool:
    """Whether the same side declared war on this area in the turn in play."""
    return state.area(key).declared.get(declarer(power)) == state.turn


def bar(state: WarState, power: str, key: str) -> Barred | None:
    """Why a power may not declare war on an area; tension is not looked at here."""
    if declared(state, power, key):
        return Barred("War was declared on it already.", R("82.41"), NEVER_AGAIN)
    if status.is_conquered(state, status.area_of(state, key)):
        return Barred("It is conquered.", R("82.42"), "Opens if it is liberated.")
    said = status.said_to_fall(state, key)
    taken = {state.facts.get(f"control.{place}") for place in status.area_of(state, key).conquest}
    if said and faction_of(said) == faction_of(power) and taken == {faction_of(said)}:
        why = f"{power_name(said)} is entered as its conqueror."
        return Barred(why, R("82.42"), "Opens if that is corrected.")
    found = judge(state, power, key)
    if found.may and not found.declaration:
        opens = "Opens when it is enemy territory no longer; until then no declaration is needed."
        return Barred(f"No declaration of war is needed: {found.why}", found.rule, opens)
    return None if found.may else Barred(found.why, found.rule, found.opens)
