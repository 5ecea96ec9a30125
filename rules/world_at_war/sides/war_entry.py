"""The war that a new ally needs: its power fights who fights it, or the alliance is void (85.34)."""

from rules.kernel.grammar import capital
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.conditions import status_of
from rules.world_at_war.model.events.sides import AllianceVoid
from rules.world_at_war.model.powers import faction_of, side_of
from rules.world_at_war.model.state import WarState
from rules.world_at_war.sides import ties
from rules.world_at_war.sides.alignment import own_foes
from rules.world_at_war.status import clocks, status
from rules.world_at_war.status.belligerents import at_war
from rules.world_at_war.status.status import power_name

DECLARATION = "declaration"


def missing(state: WarState, key: str, power: str) -> tuple[str, ...]:
    """The powers on which an ally's power has still to declare war."""
    mine = faction_of(power)
    foes = (foe for foe in own_foes(state, key) if faction_of(foe) != mine)
    return tuple(foe for foe in foes if not at_war(state, power, foe))


def settle(course: Adjudication, was: WarState) -> None:
    """A country that has just become an ally may bring its power a war to declare."""
    if course.state.countries is not was.countries:
        for country, record in course.state.countries.items():
            if record != was.countries.get(country) and record.result:
                _new_ally(course, was, country)
    for clock in course.state.clocks:
        if clock.kind == DECLARATION and not missing(course.state, clock.area, clock.power):
            text = f"{capital(power_name(clock.power))} is at war with the enemies of its new ally"
            clocks.end(course, clock, "stopped", text, R("85.34"))


def _new_ally(course: Adjudication, was: WarState, country: str) -> None:
    now, holder = status_of(course.state, country)
    if now != "ally" or status_of(was, country) == (now, holder):
        return
    power = status.diplomatic_power(course.state, country)
    for key in status.areas_of(course.state, country):
        owed = missing(course.state, key, power)
        if not owed:
            continue
        stage = f"{side_of(faction_of(power))}.facts"
        due = (clocks.next_ending(course.state, stage), stage)
        names = " and ".join(power_name(foe) for foe in owed)
        text = (
            f"{capital(power_name(power))} has to declare war on {names}, or the alliance of "
            f"{course.tables.areas[key].name} is void"
        )
        on = {"on": " ".join(owed)}
        clocks.start(course, DECLARATION, key, power, due, text, R("85.34"), on)


def leave(course: Adjudication, stage: str) -> None:
    """At the end of the opportunity an alliance without its war is void (85.341)."""
    for clock in clocks.striking(course.state, DECLARATION, stage):
        owed = missing(course.state, clock.area, clock.power)
        clocks.end(course, clock, "struck", "", R("85.341"))
        country = course.tables.areas[clock.area].diplomacy
        if not owed or status_of(course.state, country)[0] != "ally":
            continue
        ties.end(course, course.tables.minors[country], "negated", R("85.341"))
        if course.state.area(clock.area).attacker:
            course.set_area(clock.area, independent=True)
        course.tell(AllianceVoid(country=country, power=clock.power, on=owed[0], rule=R("85.341")))
