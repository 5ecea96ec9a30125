"""From stage to stage: who is asked, what is on the sheet, and what comes next.

Whether a stage is passed through follows from public knowledge only, so that neither a pause
nor its absence tells a secret.
"""

from collections.abc import Mapping

from rules.kernel.orders import Order
from rules.kernel.phases import AskedPower, Phase, PhaseStep
from rules.kernel.serial import gathered
from rules.kernel.state import Ending
from rules.world_at_war import obligations
from rules.world_at_war.conquest import cooperation
from rules.world_at_war.diplomacy import results
from rules.world_at_war.forces import delayed_units
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.calendar import turn_title, year_of
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.events.diplomacy import WarEnded, WarOwed
from rules.world_at_war.model.events.tensions import PacificHandedOver
from rules.world_at_war.model.powers import SEATS, faction_of, side_of
from rules.world_at_war.model.scenarios import SETUPS
from rules.world_at_war.model.sequence import ORDER, SEQUENCE, STAGES, Stage
from rules.world_at_war.model.state import WarState
from rules.world_at_war.status import aging
from rules.world_at_war.tensions import declarations, levels, mobilization
from rules.world_at_war.turn import (
    activation,
    covert,
    facts,
    placement,
    roll_stage,
    subversion,
    targets,
    triggers,
)

SIDE_TITLES = {"axis": "Axis diplomatic phase", "allied": "Allied diplomatic phase"}


def due(state: WarState) -> tuple[AskedPower, ...]:
    """Whom the stage in play has reason to await; nobody when it is to be passed through."""
    stage = STAGES[state.step]
    match stage.key.rpartition(".")[2]:
        case "place":
            return placement.asked(state)
        case "targets":
            return targets.asked(state, stage.side)
        case "subversion":
            return subversion.asked(state)
        case "covert":
            return covert.asked(state)
        case "check":
            return facts.asked_check(state)
        case "rolls":
            return roll_stage.asked(state)
        case "facts":
            return facts.asked_done(state, stage.side)
    return ()


def asked(state: WarState) -> tuple[AskedPower, ...]:
    """Whom the stage in play awaits.

    A stage that has begun always awaits somebody: when a fact declared meanwhile takes away the
    last reason to ask (the surrender of a whole side), its powers are still asked to let it pass.
    """
    found = due(state)
    if found or state.ending is not None:
        return found
    side = STAGES[state.step].side
    seats = [s for s in SEATS if not side or side_of(faction_of(s)) == side]
    if state.step.endswith(".subversion"):
        seats = ["russia"]
    return tuple(AskedPower(power=s, what="Skip this step", silence="it passes") for s in seats)


def phase(state: WarState) -> Phase:
    """The phase in play, in words."""
    stage = STAGES[state.step]
    turn = turn_title(state.scenario, state.turn)
    if stage.side:
        heading = (
            SIDE_TITLES[stage.side]
            if stage.strip != "Facts"
            else f"{SIDE_TITLES[stage.side].split()[0]} facts"
        )
        title = f"{heading}, {turn}"
    else:
        title = f"Placement of points, {year_of(state.scenario, state.turn)}"
    return gathered(
        Phase,
        stage,
        title=title,
        turn=state.turn,
        turn_title=turn,
        asked=asked(state),
        steps=strip(state, stage),
        release="later" if stage.key == "place" else "resolution",
    )


def strip(state: WarState, stage: Stage) -> tuple[PhaseStep, ...]:
    """The steps of this part of the turn, as the phase strip lists them."""
    shown = []
    for other in SEQUENCE:
        if other.side != stage.side or not other.strip:
            continue
        if other.key.endswith(".covert") and state.variant("intelligence") != "simple":
            continue
        if other.key.endswith(".check") and state.variant("fact_check") != "step":
            continue
        shown.append(PhaseStep(other.key, other.strip))
    return tuple(shown)


def enter(course: Adjudication, stage: Stage) -> None:
    """What happens by itself when a stage begins."""
    course.change(step=stage.key)
    match stage.key.rpartition(".")[2]:
        case "place":
            placement.enter(course)
        case "open":
            levels.open_turn(course)
            mobilization.factories(course)
            mobilization.arrive(course)
            delayed_units.arrive(course)
            results.join_deferred(course)
        case "targets":
            if stage.side == "allied":
                levels.german_war(course)
                hand_over(course)
            targets.enter(course)
        case "rolls":
            roll_stage.enter(course)
        case "tension":
            if course.is_winter:
                activation.spend_rest(course)
            levels.roll_effective(course)
            mobilization.mobilize(course)
        case "close":
            close_turn(course)
    triggers.enter(course, stage.key)
    triggers.settle(course)
    levels.settle(course)


def leave(course: Adjudication) -> None:
    """What happens by itself when a stage ends: the tracks move, and so does what they set off."""
    triggers.settle(course)
    triggers.leave(course, course.state.step)
    levels.settle(course)
    if course.state.step == "axis.facts":
        levels.end_side(course, "axis")
    elif course.state.step == "allied.facts":
        _first_russian(course)
        levels.end_side(course, "allied")
        if _first_russian(course):
            levels.end_side(course, "allied")


def _first_russian(course: Adjudication) -> bool:
    """Russia's first mobilization also comes about later in the Allied player turn; its center is
    counted as that turn ends. Whether it came now.
    """
    if mobilization.begun(course.state, "russia"):
        return False
    mobilization.russians(course)
    return bool(mobilization.begun(course.state, "russia"))


def hand_over(course: Adjudication) -> None:
    """After an attack on Britain alone its Pacific territories come under American control."""
    if course.state.alone_turn == course.state.turn and not course.state.yes("war.japan.us"):
        told = course.tables.prewar.handover
        course.tell(PacificHandedOver(effect=told.text, rule=R(told.rule)))


def close_turn(course: Adjudication) -> None:
    """The end of a game turn: what nobody answered, tension, in winter the year's points, at last
    the end.
    """
    declarations.close(course)
    mobilization.close(course)
    levels.close_turn(course)
    if course.state.bound_turn == course.state.turn and not course.state.yes("war.germany.russia"):
        course.tell(WarOwed(rule=R("Ruling 25")))
    cooperation.forget(course)
    setup = SETUPS[course.state.scenario]
    over = course.state.turn >= setup.turns
    if course.is_winter:
        aging.age(course, "year")
    if course.is_winter or over:
        placement.close_year(course)
    if over:
        course.tell(WarEnded(title=setup.title, rule=R("Ruling 28")))
        course.change(
            ending=Ending(
                key="turns",
                text=f"The last turn, {turn_title(course.state.scenario, course.state.turn)}, is over.",
            )
        )


def begin(course: Adjudication) -> None:
    """Go on to the next stage that awaits somebody, or to the end."""
    before = course.opening
    _advance(course)
    obligations.tell(course, before)


def _advance(course: Adjudication) -> None:
    while course.state.ending is None:
        leave(course)
        index = ORDER[course.state.step] + 1 if course.state.step else 0
        if index == len(SEQUENCE):
            index = 0
            course.change(turn=course.state.turn + 1)
        enter(course, SEQUENCE[index])
        if due(course.state):
            return


def run(course: Adjudication, orders: Mapping[str, Order]) -> None:
    """Carry the stage in play out and go on."""
    awaited = {ask.power for ask in asked(course.state)}
    given = {power: orders[power] for power in sorted(orders) if power in awaited}
    stage = STAGES[course.state.step]
    match stage.key.rpartition(".")[2]:
        case "place":
            placement.resolve(course, given)
        case "targets":
            targets.resolve(course, stage.side, given)
        case "subversion":
            subversion.resolve(course, given)
        case "covert":
            covert.resolve(course, given)
        case "rolls":
            roll_stage.resolve(course, given)
            if course.state.awaited is not None:
                triggers.settle(course)
                levels.settle(course)
                return
    begin(course)
