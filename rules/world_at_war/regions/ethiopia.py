"""Ethiopia: the clock of its conquest, and who has it when Italy surrenders (88.43)."""

import msgspec

from rules.world_at_war.conquest import conquest
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.events.regions import EthiopiaDecided, EthiopiaFell, ReconquestRefused
from rules.world_at_war.model.state import WarState
from rules.world_at_war.status import clocks, status

HOLDER = "control.ethiopia"
ITALIAN, GERMAN, WESTERN = (f"factors.ethiopia.{key}" for key in ("italy", "germany", "western"))
KIND = "ethiopia"
RATIO = 2
"""Western factors for each Axis one that conquer Ethiopia in time."""
TURNS = 2
"""Game turns from the one in which the clock starts to the one whose Axis player turn it ends with."""


def _count(state: WarState, *facts: str) -> int:
    return sum(int(state.facts.get(fact, 0)) for fact in facts)


def outnumbered(state: WarState) -> bool:
    """Whether an Axis Ethiopia holds Western ground factors, twice as many as Axis ones (ruling 71)."""
    western, axis = _count(state, WESTERN), _count(state, ITALIAN, GERMAN)
    return state.facts.get(HOLDER) == "axis" and western > 0 and western >= RATIO * axis


def leave(course: Adjudication, stage: str) -> None:
    """As a player turn ends the factors are compared: the clock starts, stops or strikes."""
    if stage not in ("axis.facts", "allied.facts"):
        return
    clock = clocks.running(course.state, KIND, KIND)
    if not outnumbered(course.state):
        if clock is not None:
            text = "Ethiopia is no longer outnumbered two to one"
            clocks.end(course, clock, "stopped", text, R("88.43"))
        return
    if clock is None:
        due = (course.state.turn + TURNS, "axis.facts")
        text = "Ethiopia is outnumbered two to one, and falls unless that changes in time"
        clocks.start(course, KIND, KIND, "italy", due, text, R("88.43"))
    elif stage == clock.stage and clock.due <= course.state.turn:
        clocks.end(course, clock, "struck", "", R("88.43"))
        why = "It was outnumbered two to one for a game turn and an Axis player turn"
        fall(course, why, R("88.43"))


def fall(course: Adjudication, why: str, rule: str) -> None:
    """The Allies conquer Ethiopia; what the Axis have there leaves the map (88.43A)."""
    state = course.state
    clock = clocks.running(state, KIND, KIND)
    if clock is not None:
        clocks.end(course, clock, "struck", "", rule)
    factors = _count(state, ITALIAN, GERMAN)
    rebuilt = state.yes("ethiopia.supplied")
    _remember(course, fallen={**state.regions.fallen, KIND: state.turn})
    course.tell(EthiopiaFell(why=why, factors=factors, rebuilt=rebuilt, rule=rule))
    course.set_fact(HOLDER, "western", rule)
    if status.standing(course.state, KIND, "conquered") is None:
        conquest.fall(course, course.tables.areas[KIND], "western")
    for fact in (ITALIAN, GERMAN):
        course.set_fact(fact, 0, R("88.43A"))


def _remember(course: Adjudication, **parts: object) -> None:
    course.change(regions=msgspec.structs.replace(course.state.regions, **parts))


def settle(course: Adjudication, was: WarState) -> None:
    """Italy's surrender decides about Ethiopia; an empty box goes to who enters; what fell stays so."""
    if course.state.facts is was.facts:
        return
    _stays_fallen(course, was)
    now = course.state
    surrendered = now.yes("italy.surrendered") and not was.yes("italy.surrendered")
    if surrendered and now.facts.get(HOLDER) == "axis":
        _without_italy(course)
    elif now.yes("italy.surrendered") and now.facts.get(HOLDER) == "none":
        _first_in(course)


def _without_italy(course: Adjudication) -> None:
    """Italian factors go, and the greater part of what is left holds the country (88.431)."""
    rule = R("88.431")
    course.set_fact(ITALIAN, 0, rule)
    german, western = _count(course.state, GERMAN), _count(course.state, WESTERN)
    holder = "none" if not german and not western else "axis" if german >= western else "western"
    course.tell(EthiopiaDecided(holder=holder, german=german, western=western, rule=rule))
    if holder == "western":
        fall(course, "Italy surrendered, and the Allies were more", rule)
    else:
        course.set_fact(HOLDER, holder, rule)


def _first_in(course: Adjudication) -> None:
    rule = R("88.431")
    german, western = _count(course.state, GERMAN), _count(course.state, WESTERN)
    if western and not german:
        fall(course, "The Allies entered a country that was nobody's", rule)
    elif german and not western:
        course.set_fact(HOLDER, "axis", rule)


def _stays_fallen(course: Adjudication, was: WarState) -> None:
    """Who declares Ethiopia Western declares it conquered; it does not become Axis again (88.432).

    Only in the turn of its fall that is a correction, and undone.
    """
    now, turn = course.state, course.state.regions.fallen.get(KIND)
    held, before = now.facts.get(HOLDER), was.facts.get(HOLDER)
    if held == before:
        return
    if held == "western" and turn is None and before in ("axis", "none"):
        fall(course, "The Allies hold the country", R("88.43"))
    elif held in ("axis", "none") and turn == now.turn:
        _remember(course, fallen={k: v for k, v in now.regions.fallen.items() if k != KIND})
        course.set_area(KIND, conqueror="", conquered=0)
    elif held == "axis" and turn is not None:
        course.set_fact(HOLDER, "western", R("88.432"))
        course.tell(ReconquestRefused(rule=R("88.432")))
