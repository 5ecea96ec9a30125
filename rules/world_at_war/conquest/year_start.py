"""The start of a year, and of a campaign: who is paid for which area (83.31A, 83.32, 83.43)."""

from rules.world_at_war.conquest.recapture import GAIN
from rules.world_at_war.ledger import postings
from rules.world_at_war.ledger.control import conqueror, contested, held_by, holder_of, pays, titled
from rules.world_at_war.ledger.income import book, pay_results, slot, worth
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.calendar import SPRING, calendar_of
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.events.ledger import YearPosted
from rules.world_at_war.model.names import country_name
from rules.world_at_war.model.powers import FACTIONS, POWERS, faction_of
from rules.world_at_war.model.tables.areas import Area
from rules.world_at_war.status.belligerents import out
from rules.world_at_war.status.clocks import end, running
from rules.world_at_war.status.status import is_colony

BORDERLANDS = ("bessarabia", "finnish_border")
"""Places that Russia may hold from the outset without any conquest."""


def open_year(course: Adjudication, stage: str) -> None:
    """At the start, colonies pay; at the start of every year whoever has an area is paid for it
    in full, and so are results and associates (83.31A, 83.43).
    """
    state = course.state
    if stage != "place":
        return
    opening = state.turn == 1
    if not opening and calendar_of(state.scenario).at(state.turn).period != SPRING:
        return
    course.change(received=())
    paid: dict[str, dict[str, int]] = {}
    for area in contested(state):
        if not pays(area):
            continue
        power = _yearly(course, area, opening=opening)
        now = worth(state, area.key) if power else None
        if now is None or not now.net:
            continue
        book(course, power, slot(area), now.net)
        rule = R("83.43") if is_colony(state, area) else R("83.31A")
        reason = f"{country_name(area.key)}, for the new year"
        if opening:
            reason = f"{country_name(area.key)}, at the start"
        postings.post(
            course, power, area.key, now.net, reason, rule, prorated=False, key="year", tell=False
        )
        paid.setdefault(power, {})[area.key] = now.net
    for power in POWERS:
        if power in paid:
            amounts = paid[power]
            course.tell(
                YearPosted(
                    power=power, amounts=amounts, sum=sum(amounts.values()),
                    rule=R("83.43") if opening else R("83.31A"),
                )
            )  # fmt: skip
    if not opening:
        pay_results(course)


def _yearly(course: Adjudication, area: Area, *, opening: bool) -> str:
    """The power that is paid for an area now; in its own base an area is not paid beside it."""
    state = course.state
    if opening:
        _found_conquered(course, area)
    holder = holder_of(course.state, area)
    clock = running(state, GAIN, area.key)
    if not holder and titled(state, area):
        return ""  # an ally or associate pays as such
    if not holder and clock is not None:
        end(course, clock, "struck", "", R("83.31A"))
        if held_by(state, area.income) == faction_of(clock.power):
            holder = clock.power
            course.set_area(area.key, holder=holder)
    if not holder or out(state, holder):
        return ""
    in_base = area.key_area and holder == area.owner
    in_total = opening and holder == area.home
    return "" if in_base or in_total else holder


def _found_conquered(course: Adjudication, area: Area) -> None:
    """In the opening position a country may be conquered already."""
    state = course.state
    taken = area.diplomacy and state.yes(f"conquered.{area.diplomacy}")
    faction = held_by(state, area.income)
    if faction in FACTIONS and (taken or area.key in BORDERLANDS):
        power = conqueror(state, area, faction)
        course.set_area(area.key, holder=power, conqueror=power, conquered=state.turn)
