"""Surrender and changing sides (85.5), the rows an aggressor cannot have, and leaving in time (82.33)."""

from rules.kernel.grammar import capital
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.conditions import friend_of, status_of, units_in
from rules.world_at_war.model.events import sides as e
from rules.world_at_war.model.powers import faction_of, side_of
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.state.areas import Clock
from rules.world_at_war.model.tables.countries import Minor, ResultRow
from rules.world_at_war.sides.alignment import barred
from rules.world_at_war.status import clocks, status
from rules.world_at_war.status.status import power_name

EVICTION, CAPITAL = "eviction", "capital"
JOINED = ("associate", "ally")


# -- surrender and changing sides ----------------------------------------------------------------


def friends(state: WarState, country: str) -> dict[str, str]:
    """The areas of a country that are somebody's associates or allies, and whose."""
    found = {
        key: status.standing(state, key, "associated", "allied")
        for key in status.areas_of(state, country)
    }
    return {key: one.power for key, one in found.items() if one is not None}


def surrender(course: Adjudication, before: dict[str, str], row: ResultRow, winner: str) -> None:
    """Areas that stood by these powers surrender on a row; ``winner`` has the benefit of it (85.52)."""
    handed = row.status == "hexes"
    for key, power in before.items():
        course.set_area(
            key, associated="", allied="", independent=False, disarmed=True,
            surrendered="" if handed else power,
        )  # fmt: skip
        remove_own(course, key)
        effects = course.tables.sides.told(
            "handed" if handed else "surrendered",
            country=course.tables.areas[key].name,
            power=power_name(power),
            winner=power_name(winner),
        )
        course.tell(
            e.AreaSurrendered(
                area=key, power=power, row=row.key, hexes=winner if handed else power,
                effects=effects, rule=R("85.51A"),
            )
        )  # fmt: skip


def remove_own(course: Adjudication, key: str) -> None:
    """A country's own units are gone, and none of them counts on its rolls any more (85.52A, 83.21)."""
    country = status.area_of(course.state, key).diplomacy
    if course.state.facts.get(f"factors.{country}.own"):
        course.set_default(f"factors.{country}.own", R("85.52A"))


def switch(course: Adjudication, before: dict[str, str], row: ResultRow, to: str) -> None:
    """Areas that stood by these powers go over to another one, which has to hold the capital as its
    next combat phase ends (85.53).
    """
    for key, power in before.items():
        course.set_area(key, associated="", allied="", independent=False, surrendered="")
        name = course.tables.areas[key].name
        effects = course.tables.sides.told("switched", country=name, winner=power_name(to))
        course.tell(
            e.AreaSwitched(
                area=key, power=power, to=to, row=row.key, effects=effects, rule=R("85.51B")
            )
        )
        stage = f"{side_of(faction_of(to))}.facts"
        due = (clocks.next_ending(course.state, stage), stage)
        text = f"{capital(power_name(to))} has to hold the capital of {name}, or its units are lost"
        if course.tables.areas[key].capitals:
            clocks.start(course, CAPITAL, key, to, due, text, R("85.53A"))


def holds_capital(state: WarState, key: str, faction: str) -> bool:
    """Whether nobody else, partisans included, holds a capital of an area on this faction's side."""
    own = (faction, "neutral")
    places = status.area_of(state, key).capitals
    return all(str(state.facts.get(f"control.{place}", "neutral")) in own for place in places)


def _check_capital(course: Adjudication, clock: Clock) -> None:
    """The capital as the combat phase ends: held, or the country's units are gone (85.53A)."""
    rule, name = R("85.53A"), course.tables.areas[clock.area].name
    one = status.standing(course.state, clock.area, "associated", "allied")
    if one is None or one.power != clock.power:
        clocks.end(course, clock, "stopped", f"{capital(name)} stands elsewhere by now", rule)
    elif holds_capital(course.state, clock.area, faction_of(clock.power)):
        text = f"{capital(power_name(clock.power))} holds the capital of {name}"
        clocks.end(course, clock, "stopped", text, rule)
    else:
        clocks.end(course, clock, "struck", "", rule)
        course.set_area(clock.area, disarmed=True)
        remove_own(course, clock.area)
        why = f"{power_name(clock.power)} does not hold the capital"
        course.tell(e.UnitsDisbanded(area=clock.area, power=clock.power, why=why, rule=rule))


def open_row(state: WarState, minor: Minor, row: ResultRow, faction: str) -> ResultRow:
    """The row itself, or the next lower one when it would join the country to its aggressor's side
    (82.351); of Belgium and Luxembourg, where one was attacked alone, the other one is free.
    """
    areas = status.concerned(state, minor.key)
    closed = any(faction in barred(state, key) for key in areas)
    if row.status not in JOINED or not closed:
        return row
    return next((lesser for lesser in minor.lesser(row) if lesser.status not in JOINED), row)


# -- leaving a country ---------------------------------------------------------------------------


def settle(course: Adjudication, was: WarState) -> None:
    """Units must leave where control of hexes ended; who has left, or need not, is let go (82.33)."""
    if course.state.countries is not was.countries:
        for country in sorted({*was.countries, *course.state.countries}):
            if was.countries.get(country) != course.state.countries.get(country):
                _lost_control(course, was, country)
                _give_up(course, was, country)
    for clock in course.state.clocks:
        if clock.kind == EVICTION:
            _let_go(course, clock)


def _lost_control(course: Adjudication, was: WarState, country: str) -> None:
    before, faction = status_of(was, country)
    if before != "hexes" or not faction:
        return
    key = status.areas_of(course.state, country)[0]
    units = foreigners(course.state, key, faction)
    if not units or _may_stay(course.state, key, faction):
        return
    power = status.diplomatic_power(was, country)
    if not status.is_neutral(course.state, key):
        _caught(course, key, power, units)
        return
    stage = f"{side_of(faction)}.facts"
    due = (clocks.next_ending(course.state, stage), stage)
    text = (
        f"Units of {power_name(power)} must leave {course.tables.areas[key].name}; they may not "
        "attack out of it and are partly supplied, and hexes without them are its own again"
    )
    clocks.start(course, EVICTION, key, power, due, text, R("82.33"))


def _give_up(course: Adjudication, was: WarState, country: str) -> None:
    """Places that a side was declared to hold while it controlled a country are not its own any more
    once that ended otherwise than by conquest, if it has no units there (82.33). Who changes sides has
    to win such places (85.53A).
    """
    if status_of(was, country)[0] in JOINED and status_of(course.state, country)[0] in JOINED:
        return
    for key in status.areas_of(course.state, country):
        area = course.tables.areas[key]
        before = friend_of(was, area)
        conquered = status.is_conquered(course.state, area)
        if before and not conquered and before != friend_of(course.state, area):
            _hand_in(course, key, before)


def _hand_in(course: Adjudication, key: str, faction: str) -> None:
    area = course.tables.areas[key]
    if foreigners(course.state, key, faction):
        return
    for place in (*area.capitals, *area.cities):
        if course.state.facts.get(f"control.{place}") == faction:
            course.set_fact(f"control.{place}", "neutral", R("82.33"))


def _caught(course: Adjudication, key: str, power: str, units: int) -> None:
    """Units in a country that joins their enemy are in at least partial supply (82.33, 82.56)."""
    if status.standing(course.state, key, "associated", "allied") is None:
        return
    effects = course.tables.sides.told("caught", power=power_name(power))
    course.tell(
        e.UnitsCaught(area=key, power=power, factors=units, effects=effects, rule=R("82.33"))
    )


def foreigners(state: WarState, key: str, faction: str) -> int:
    """A faction's factors in an area, by the declared number of its country."""
    country = status.area_of(state, key).diplomacy
    return units_in(state, country, faction) if country else 0


def _may_stay(state: WarState, key: str, faction: str) -> bool:
    one = status.standing(state, key, "hexes", "associated", "allied", "conquered")
    return one is not None and one.faction == faction


def _let_go(course: Adjudication, clock: Clock) -> None:
    faction, name = faction_of(clock.power), course.tables.areas[clock.area].name
    if not foreigners(course.state, clock.area, faction):
        text = f"Units of {power_name(clock.power)} have left {name}"
        if not _may_stay(course.state, clock.area, faction):
            _hand_in(course, clock.area, faction)
    elif _may_stay(course.state, clock.area, faction):
        text = f"Units of {power_name(clock.power)} may stay in {name}"
    elif not status.is_neutral(course.state, clock.area):
        text = f"{capital(name)} is neutral no more"
    else:
        return
    clocks.end(course, clock, "stopped", text, R("82.33"))


def leave(course: Adjudication, stage: str) -> None:
    """As a player turn ends, capitals are looked at and foreign units that stayed are lost."""
    for clock in clocks.striking(course.state, CAPITAL, stage):
        _check_capital(course, clock)
    for clock in clocks.striking(course.state, EVICTION, stage):
        faction = faction_of(clock.power)
        factors = foreigners(course.state, clock.area, faction)
        country = course.tables.areas[clock.area].diplomacy
        clocks.end(course, clock, "struck", "", R("82.33"))
        for key in (f"factors.{country}.{faction}", f"naval.{country}.{faction}"):
            if key in course.state.facts:
                course.set_fact(key, 0, R("82.33"))
        _hand_in(course, clock.area, faction)
        course.tell(
            e.ForeignersLost(area=clock.area, power=clock.power, factors=factors, rule=R("82.33"))
        )
