"""BRPs that change hands with places: one turn to retake, gains a turn later (83.3).

Everything is looked at as player turns begin and end. As a turn ends, whoever lost all the places
of an area gets until the end of his next turn, and whoever holds them all is to have its BRPs as
his next turn begins; each of the two waits is a clock of the state.
"""

import msgspec

from rules.world_at_war.conquest import conquest
from rules.world_at_war.ledger import postings
from rules.world_at_war.ledger.control import (
    any_held,
    conqueror,
    contested,
    free_troops_hold,
    held_by,
    holder_of,
    lost,
    master_of,
    opposed,
    owner_now,
    pays,
    place_name,
    quiet,
    titled,
)
from rules.world_at_war.ledger.income import NOBODY, RETAKE, book, received, slot, worth
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.calendar import WINTER, calendar_of, turn_title
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.events.diplomacy import BrpsDue
from rules.world_at_war.model.names import country_name, listed
from rules.world_at_war.model.powers import FACTIONS, POWERS, faction_of, side_of
from rules.world_at_war.model.sequence import ORDER
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.state.areas import Clock, Judged
from rules.world_at_war.model.tables.areas import Area
from rules.world_at_war.status.belligerents import out
from rules.world_at_war.status.clocks import end, running, start
from rules.world_at_war.status.status import attackers, is_colony

GAIN = "income"
KINDS = (RETAKE, GAIN)
LOSS = R("83.31B")


# -- clocks ---------------------------------------------------------------------------------------


def next_time(state: WarState, stage: str, here: str) -> int:
    """The turn in which a stage comes next, seen from the stage ``here`` of this turn."""
    return state.turn + (ORDER[stage] <= ORDER[here])


def places(area: Area) -> str:
    """The places that decide over an area's BRPs, in words."""
    return listed([place_name(place) for place in area.income])


# -- as a player turn ends -------------------------------------------------------------------------


def end_turn(course: Adjudication, stage: str) -> None:
    """As combat ends: conquests, then who has lost an area and who is to have it."""
    side, _, what = stage.partition(".")
    if what != "facts":
        return
    waiting = {clock.area for clock in course.state.clocks if clock.kind in KINDS}
    for area in contested(course.state):
        before = course.state
        if area.key not in waiting and quiet(before, area):
            continue
        judge(course, area, side, stage)
        remember(course, area, before)


def remember(course: Adjudication, area: Area, before: WarState) -> None:
    """Keep how an area stood before the first judgement of the turn that changed it."""
    now = course.state
    if now is before:
        return
    kept = now.judged.get(area.key)
    record, clocks = before.area(area.key), clocks_of(before, area)
    same = (record, clocks) == (now.area(area.key), clocks_of(now, area))
    if same or (kept is not None and kept.turn == now.turn):
        return
    judged = {key: one for key, one in now.judged.items() if one.turn == now.turn}
    judged[area.key] = Judged(
        turn=now.turn, record=record, clocks=clocks, ties=ties_of(before, area)
    )
    course.change(judged=dict(sorted(judged.items())))


def ties_of(state: WarState, area: Area) -> dict[str, str]:
    """What diplomacy and attacks have made of an area's country; nothing for one without either."""
    if not area.diplomacy:
        return {}
    country = state.country(area.diplomacy)
    joined = str(state.facts.get(f"joined.{area.diplomacy}", "none"))
    found = {"result": country.result, "faction": country.faction, "power": country.power}
    return {**found, "joined": joined} if country.result or joined != "none" else {}


def clocks_of(state: WarState, area: Area) -> tuple[Clock, ...]:
    """The clocks of an area that wait for its places."""
    return tuple(c for c in state.clocks if c.area == area.key and c.kind in KINDS)


def judge(course: Adjudication, area: Area, side: str, stage: str) -> None:
    """What the end of a side's player turn means for one area."""
    conquest.judge(course, area, side)
    if not pays(area):
        return
    _close_window(course, area, stage)
    _open_window(course, area, stage)
    _expect(course, area, stage)


def _close_window(course: Adjudication, area: Area, stage: str) -> None:
    """A holder that has retaken the area keeps its BRPs; one whose turn is over loses them."""
    state = course.state
    clock = running(state, RETAKE, area.key)
    if clock is None:
        return
    faction = faction_of(clock.power)
    new = state.area(area.key).conqueror
    passed_on = bool(new) and new != clock.power and faction_of(new) == faction
    kept = any_held(state, area.income, faction) and not passed_on
    if kept or titled(state, area) != clock.power:
        text = f"{POWERS[clock.power].name} keeps the BRPs of {area.name}" if kept else ""
        end(course, clock, "stopped", text, LOSS)
    elif (clock.due, clock.stage) == (state.turn, stage):
        end(course, clock, "struck", "", LOSS)
        lose(course, area, clock.power)


def lose(course: Adjudication, area: Area, power: str) -> None:
    """A power loses the prorated BRPs of an area that it has failed to retake (83.31B, 83.33A): what
    diplomacy has brought it in this year, else the worth of the area.
    """
    rule = R("83.33A") if is_colony(course.state, area) else LOSS
    by_diplomacy = not holder_of(course.state, area)
    course.set_area(area.key, holder=NOBODY)
    now = worth(course.state, area.key)
    if now is None:
        course.tell(
            BrpsDue(power=power, country=slot(area), amount=0, whole=True, lost=True, rule=rule)
        )
        return
    had = received(course.state, power, slot(area))
    brought = min(had, now.net)
    gone = brought if by_diplomacy and had else now.net
    book(course, power, slot(area), -brought)
    postings.post(
        course, power, area.key, -gone, f"{country_name(area.key)} is lost", rule, key="lost"
    )


def _open_window(course: Adjudication, area: Area, stage: str) -> None:
    """A holder without any place of the area has his next player turn to retake one."""
    state = course.state
    holder = _to_be_held(state, area)
    if not holder or running(state, RETAKE, area.key) is not None:
        return
    faction = faction_of(holder)
    if any_held(state, area.income, faction) or free_troops_hold(state, area):
        return
    by_diplomacy = holder == titled(state, area) != holder_of(state, area)
    if by_diplomacy and not opposed(state, area, holder):
        return
    if out(state, holder):
        course.set_area(area.key, holder=NOBODY)
        return
    if not by_diplomacy:
        course.set_area(area.key, holder=holder)
    ending = f"{side_of(faction)}.facts"
    due = next_time(state, ending, stage)
    when = turn_title(state.scenario, due)
    text = (
        f"{POWERS[holder].name} keeps the BRPs of {area.name} only if it retakes {places(area)} "
        f"by the end of its {when} turn"
    )
    to = held_by(state, area.income)
    start(course, RETAKE, area.key, holder, (due, ending), text, R("83.31"), {"to": to})


def _to_be_held(state: WarState, area: Area) -> str:
    """The power that has an area's BRPs, or that would have been paid for it in the new year but
    for what the Allies took in the very winter (83.32).
    """
    holder = titled(state, area)
    if holder:
        return holder
    clock = running(state, GAIN, area.key)
    winter = calendar_of(state.scenario).at(state.turn).period == WINTER
    if clock is None or not winter or side_of(faction_of(clock.power)) != "axis":
        return ""
    return clock.power


def _expect(course: Adjudication, area: Area, stage: str) -> None:
    """Whoever holds all the places is to have the BRPs as his next player turn begins."""
    state = course.state
    faction = held_by(state, area.income)
    clock = running(state, GAIN, area.key)
    if clock is not None and faction_of(clock.power) != faction:
        end(course, clock, "stopped", "", LOSS)
        clock = None
    if faction not in FACTIONS:
        return
    power = entitled(state, area, faction)
    if not power or power == titled(state, area) or out(state, power):
        return
    if clock is not None:
        if clock.power == power:
            return
        end(course, clock, "stopped", "", LOSS)
    begin = f"{side_of(faction)}.targets"
    due = next_time(state, begin, stage)
    text = (
        f"{POWERS[power].name} gains the BRPs of {area.name} "
        "as its next turn begins, if it still holds it"
    )
    start(course, GAIN, area.key, power, (due, begin), text, R("83.31A"))


def entitled(state: WarState, area: Area, faction: str) -> str:
    """The power of a faction that has a right to an area's BRPs when the faction holds its places:
    its conqueror or owner, or whom it was liberated by, also from a Russia that had nothing of it
    yet (83.211); in Spain the attacker (83.13).
    """
    record = state.area(area.key)
    title = titled(state, area)
    master = master_of(state, area) if title or lost(state, area) else ""
    rescuer = record.allied if record.locked else ""
    for power in (record.conqueror, rescuer, master, owner_now(state, area), area.home):
        if power in POWERS and faction_of(power) == faction:
            return "" if out(state, power) else power
    if record.conqueror or record.locked or area.kind == "area":
        return ""
    ours = any(faction_of(p) == faction for p in attackers(state, area.key))
    if ours or lost(state, area) or (master and title and opposed(state, area, title)):
        return conqueror(state, area, faction)
    return ""


# -- as a player turn begins -----------------------------------------------------------------------


def open_turn(course: Adjudication, stage: str) -> None:
    """As a player turn begins its powers have the BRPs that they were to have (83.31A)."""
    for clock in course.state.clocks:
        if clock.kind == GAIN and clock.stage == stage:
            open_area(course, course.tables.areas[clock.area], stage)


def open_area(course: Adjudication, area: Area, stage: str) -> None:
    """What the beginning of a player turn means for one area."""
    before = course.state
    clock = running(before, GAIN, area.key)
    if clock is not None and clock.stage == stage and clock.due <= before.turn:
        gain(course, area, clock)
        remember(course, area, before)


def gain(course: Adjudication, area: Area, clock: Clock) -> None:
    """A power gains the prorated BRPs of an area that it still holds."""
    end(course, clock, "struck", "", LOSS)
    power = clock.power
    if power == holder_of(course.state, area):
        return
    window = running(course.state, RETAKE, area.key)
    if window is not None and window.power != power:
        later = msgspec.structs.replace(clock, due=course.state.turn + 1)
        course.change(clocks=(*course.state.clocks, later))
        return
    if held_by(course.state, area.income) != faction_of(power) or out(course.state, power):
        return
    course.set_area(area.key, holder=power)
    rule = R("83.33B") if is_colony(course.state, area) else R("83.31A")
    now = worth(course.state, area.key)
    if now is None:
        course.tell(BrpsDue(power=power, country=slot(area), amount=0, whole=True, rule=rule))
        return
    book(course, power, slot(area), now.net - received(course.state, power, slot(area)))
    reason = f"{country_name(area.key)} is in its hands"
    postings.post(course, power, area.key, now.net, reason, rule, key="gained")
