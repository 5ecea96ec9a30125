"""Conquest: as a side's combat ends, whatever capital or key places its factions hold (83.1, 83.2)."""

from rules.world_at_war.ledger.control import (
    FREE,
    PARTISANS,
    conqueror,
    control,
    held_by,
    is_country,
    master_of,
    may_conquer,
    owner_now,
)
from rules.world_at_war.ledger.income import keep
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.events.ledger import AreaConquered
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.names import listed
from rules.world_at_war.model.powers import SIDES, faction_of, side_of
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.areas import Area
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.sides import ties
from rules.world_at_war.sides.surrender import CAPITAL, remove_own
from rules.world_at_war.status.clocks import running
from rules.world_at_war.status.status import power_name, standing

OWN_RULES = {"philippines": "89.43", "dutch_east_indies": "89.23B"}
"""Whose hexes pass by rules of their own (83.22C)."""
NAMED_BY_CITY = {"yugoslavia": "conquest.yugoslavia.by"}
"""Conquests whose author decides which Axis power is allotted the point of the capital."""
MOVING = {
    side: (*factions, "japan") if side == "axis" else factions for side, factions in SIDES.items()
}
"""The factions that move in each player turn."""


def judge(course: Adjudication, area: Area, side: str) -> None:
    """Find out whether the side whose combat ends has conquered an area."""
    state = course.state
    if running(state, CAPITAL, area.key) is not None:
        return  # it changed sides: its new power has until its own combat ends (85.53A)
    holder = held_by(state, area.conquest)
    if holder in MOVING[side]:
        if may_conquer(state, area, holder):
            fall(course, area, holder)
    elif holder == PARTISANS and _fights_for(state, area, side):
        fall(course, area, "")


def _fights_for(state: WarState, area: Area, side: str) -> bool:
    """Whether an area stands as ally or associate on the other side than the one that moved."""
    found = standing(state, area.key, "allied", "associated")
    return found is not None and bool(found.faction) and side_of(found.faction) != side


def fall(course: Adjudication, area: Area, faction: str) -> None:
    """An area is conquered by a faction, or by partisans (empty): its ties end, its units go."""
    state = course.state
    record = state.area(area.key)
    before = master_of(state, area)
    power = conqueror(state, area, faction) if faction else ""
    rescued = faction == "axis" and record.conqueror == "russia" and may_be_ally(state, area)
    country = is_country(state, area)
    colony = area.kind == "colony" and not country
    first = not record.conquered and not colony
    attacked_now = record.attacked == state.turn and bool(record.attacker)
    at_once = first and attacked_now and faction_of(record.attacker) == faction
    home = (
        area.kind == "area" and area.within and master_of(state, course.tables.areas[area.within])
    )
    back = (bool(power) and power == owner_now(state, area)) or bool(
        home and faction_of(home) == faction
    )
    _end_ties(course, area, faction)
    course.set_area(
        area.key, conqueror="" if back else power, conquered=course.state.turn,
        attacker="", attacked_at="", associated="", allied="", independent=False, surrendered="",
    )  # fmt: skip
    said = f"conquest.{area.key}.by"
    named = str(state.facts.get(said, "none"))
    if named != "none" and faction and faction_of(named) != faction:
        course.set_default(said, R("Ruling 49"))
    if area.key in NAMED_BY_CITY and faction == "axis":
        course.set_fact(NAMED_BY_CITY[area.key], power, rule_of(area))
    if rescued:
        _rescue(course, area, power)
    if first and country and area.forces != "none":
        remove_own(course, area.key)
    if power and at_once and country:
        _pass_on(course, area, faction)
    course.tell(
        AreaConquered(
            area=area.key,
            power=power,
            faction=faction,
            before=before,
            first=first,
            rescued=rescued,
            effects=effects(
                area, power, first=first and country, at_once=at_once and country, rescued=rescued
            ),
            rule=R("83.211") if rescued else R("83.41") if colony else rule_of(area),
        )
    )


def _pass_on(course: Adjudication, area: Area, faction: str) -> None:
    """What fell in the turn of the attack passes whole, but for places where other enemies stand."""
    for place in area.cities if area.key not in OWN_RULES else ():
        if control(course.state, place) == FREE:
            course.set_fact(f"control.{place}", faction, R("83.22A"))


def rule_of(area: Area) -> str:
    """The rule that says what must be held to conquer an area."""
    if area.key == "spain":
        return R("83.13")
    return R("83.11") if area.capitals or not area.rule.startswith("83.12") else R(area.rule)


def _end_ties(course: Adjudication, area: Area, faction: str) -> None:
    """What diplomacy had brought about ends; an ally's BRPs wait for the turn to retake it."""
    keep_holder(course, area)
    if not area.diplomacy or area.key == "luxembourg":
        return
    if area.key != "ukraine":
        course.set_fact(f"conquered.{area.diplomacy}", True, R("83.11"))
        if (fact := f"{faction}.conquered.{area.diplomacy}") in FACTS:
            course.set_fact(fact, True, R("83.11"))
        ties.conquer(course, course.tables.minors[area.diplomacy])
    elif faction != "axis":
        ties.conquer(course, course.tables.minors[area.diplomacy])


def keep_holder(course: Adjudication, area: Area) -> None:
    """Whoever had an associate's BRPs without diplomacy has one turn to retake it as well."""
    record = course.state.area(area.key)
    joined = record.allied or record.associated
    if joined and not record.holder and not area.diplomacy:
        course.set_area(area.key, holder=joined)
    elif joined and area.key == "luxembourg":
        keep(course, area.diplomacy)


def may_be_ally(state: WarState, area: Area) -> bool:
    """Whether an area is a country that Germany's list of possible allies names (ruling 51)."""
    lists = tables_of(state).minors[area.diplomacy].lists if area.diplomacy else {}
    return is_country(state, area) and lists.get("axis") == "85.211"


def _rescue(course: Adjudication, area: Area, power: str) -> None:
    """What Russia had conquered becomes the ally of the Axis power that retook it, for good (83.211)."""
    rule = R("83.211")
    course.set_area(area.key, conqueror="", allied=power, locked=True)
    course.set_fact(f"conquered.{area.diplomacy}", False, rule)
    course.set_country(
        area.diplomacy, result="10", faction="axis", power=power, pending=False,
        turn=course.state.turn,
    )  # fmt: skip


def effects(
    area: Area, power: str, *, first: bool, at_once: bool, rescued: bool
) -> tuple[str, ...]:
    """What a conquest means on the map, in sentences (83.21 to 83.23); ``first`` is that of a country
    that nobody conquered before, ``at_once`` in the turn of the attack.
    """
    told = []
    name = area.name
    if first and area.forces != "none":
        told.append(f"All units of {name} are removed for good, wherever they stand.")
    if rescued:
        told.append("Its forces may be rebuilt; it can neither surrender nor change sides.")
    if not power:
        return tuple(told)
    who = power_name(power)
    if area.key in OWN_RULES:
        told.append(f"Who has its hexes is told by rule {OWN_RULES[area.key]}.")
    elif at_once:
        told.append(
            f"After its redeployment {who} controls every hex except where enemy units "
            "other than the country's own stand."
        )
    else:
        told.append("No other hex changes hands by itself.")
    if first and area.islands:
        each = "each by itself; one" if len(area.islands) > 1 else "but one"
        told.append(
            f"{listed(list(area.islands))} {'go' if len(area.islands) > 1 else 'goes'} to {who} too, "
            f"{each} hex of an island with other enemy units keeps the whole island."
        )
    return tuple(told)
