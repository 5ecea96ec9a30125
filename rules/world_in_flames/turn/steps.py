"""The turn: declare, look, roll for Italy where it may be, and on to the next.

The Conquest Step itself awaits nobody: isolated hexes, then Italy, then Japan (F-18). Whether
somebody is asked follows from declared facts alone, which everybody can see.
"""

from collections.abc import Mapping

import msgspec

from rules.kernel.menus import Choice, Flag, Menu, Pick
from rules.kernel.orders import Order, Problem
from rules.kernel.phases import Asked, Phase, PhaseStep
from rules.kernel.state import Ending
from rules.world_in_flames.model.adjudication import Adjudication
from rules.world_in_flames.model.calendar import turn_title
from rules.world_in_flames.model.citations import R
from rules.world_in_flames.model.events import CampaignEnded, TurnBegan
from rules.world_in_flames.model.orders import RollItaly, Standing
from rules.world_in_flames.model.powers import SEATS
from rules.world_in_flames.model.scenarios import SETUPS
from rules.world_in_flames.model.state import HouseState
from rules.world_in_flames.model.tables import build
from rules.world_in_flames.surrender import italy
from rules.world_in_flames.turn import conquest_step

ALLIES = "allied"


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a turn: its heading, what the strip calls it, its kind, its rule."""

    key: str
    title: str
    strip: str
    family: str
    rule: str


SEQUENCE = (
    Stage(key="declare", title="Declare the map", strip="Declare", family="facts", rule=R("F-21")),
    Stage(
        key="check",
        title="A look before the Conquest Step",
        strip="Check",
        family="check",
        rule=R("F-21"),
    ),
    Stage(
        key="roll",
        title="The roll for Italy",
        strip="Italy",
        family="roll",
        rule=R("Italian Surrender: roll"),
    ),
)
STAGES = {stage.key: stage for stage in SEQUENCE}


def asked(state: HouseState) -> tuple[Asked, ...]:
    """Whom the step in play awaits."""
    if state.ending is not None or state.step not in STAGES:
        return ()
    if state.step == "roll":
        what = "Say whether you roll for the surrender of Italy"
        return (Asked(power=ALLIES, manner="reply", what=what, silence="you do not roll"),)
    if state.step == "check":
        what = "Look at the facts and maps; correct them or agree"
        return tuple(Asked(power=seat, what=what, silence="you agree") for seat in SEATS)
    what = "Declare what the map says, and isolated hexes if there are any"
    return tuple(
        Asked(power=seat, manner="at_once", what=what, silence="you have nothing more to declare")
        for seat in SEATS
    )


def phase(state: HouseState) -> Phase:
    """The step in play, in words."""
    stage = STAGES.get(state.step, SEQUENCE[0])
    turn = turn_title(state.scenario, state.turn)
    return Phase(
        key=stage.key,
        title=stage.title,
        turn=state.turn,
        turn_title=turn,
        asked=asked(state),
        steps=tuple(
            PhaseStep(each.key, each.strip)
            for each in SEQUENCE
            if (each.key != "check" or state.switch("fact_check") != "none")
            and (each.key != "roll" or state.used("italian_surrender"))
        ),
        family=stage.family,
        rule=stage.rule,
    )


def sheet(state: HouseState, power: str) -> Menu:
    """The sheet of a side that the step in play awaits."""
    if state.step == "declare":
        note = "Declare facts and maps first, then say that you are done."
        return Menu(power=power, order="done", title="Declared", fields=(), notes=(note,))
    if state.step == "check":
        return Menu(power=power, order="agree", title="Agree", fields=(), notes=_notes(state))
    tables = build(state.tables)
    told = italy.garrison(state.facts, state.variants, tables)
    label = "Roll for the surrender of Italy"
    field = Flag(
        key="roll",
        label=label,
        rule=R("Italian Surrender: roll"),
        help="A failed roll costs nothing; it may be made again next turn.",
    )
    return Menu(power=power, order="roll_italy", title=label, fields=(field,), tallies=(told,))


def _notes(state: HouseState) -> tuple[str, ...]:
    """What the Conquest Step is going to do, for those who look at the facts before it."""
    said = []
    if state.used("isolated_control"):
        count = len(state.maps)
        said.append(f"{count} map{'' if count == 1 else 's'} of isolated hexes will be judged.")
    tables = build(state.tables)
    if state.used("italian_surrender") and "italy" not in state.conquered:
        found = italy.criteria(state.facts, state.variants, tables)
        tail = "the Allies may roll" if found.may_roll else f"no roll: {found.why_not}"
        said.append(f"Italy: {found.count} of {len(found.criteria)} criteria met; {tail}.")
    if state.used("japanese_surrender") and "japan" not in state.conquered:
        due = conquest_step.japan_due(state)
        said.append(f"Japan: {'the roll is due' if due else 'no roll'}.")
    return tuple(said)


def standing_menu(state: HouseState, power: str) -> Menu | None:
    """The Allies may decide about the Italian roll beforehand."""
    if power != ALLIES or state.ending is not None or not state.used("italian_surrender"):
        return None
    choices = (
        Choice(value="roll", label="Roll", note="whenever the rules allow it"),
        Choice(value="wait", label="Do not roll"),
    )
    field = Pick(
        key="italy",
        label="When a roll for Italy may be made",
        rule=R("F-19"),
        choices=choices,
        help="used when you are silent",
    )
    return Menu(power=power, order="standing", title="Standing orders", fields=(field,))


def warnings(state: HouseState, order: Order) -> tuple[Problem, ...]:
    """What of a standing order can never count."""
    if not isinstance(order, Standing) or not order.italy or "italy" not in state.conquered:
        return ()
    why = "Italy is conquered: no roll for its surrender comes any more."
    return (Problem("italy", why, R("F-19")),)


def decided(standing: Order) -> bool:
    """Whether a standing order says anything about the Italian roll."""
    return isinstance(standing, Standing) and standing.italy != ""


def begin(course: Adjudication) -> None:
    """Open a turn."""
    course.change(step="declare")
    title = turn_title(course.state.scenario, course.state.turn)
    course.tell(TurnBegan(title=title, rule=R("Isolated Control: step")))


def resolve(course: Adjudication, orders: Mapping[str, Order]) -> None:
    """Carry the step in play out, and go on to the next that awaits somebody."""
    state = course.state
    if state.step == "declare" and state.switch("fact_check") != "none":
        course.change(step="check")
        return
    if state.step in ("declare", "check"):
        conquest_step.isolated_hexes(course)
        if conquest_step.italy_first(course):
            course.change(step="roll")
            return
    else:
        conquest_step.italian_roll(course, wanted=_wanted(course, orders))
    conquest_step.japan(course)
    _close(course)


def _wanted(course: Adjudication, orders: Mapping[str, Order]) -> bool:
    order = orders.get(ALLIES)
    if isinstance(order, RollItaly):
        return order.roll
    return course.standing(ALLIES).italy == "roll"


def _close(course: Adjudication) -> None:
    """The end of a turn (F-20), and of the campaign with the last one."""
    course.enter("japanese_surrender.blockade", False, R("F-20"))
    course.change(maps=())
    setup = SETUPS[course.state.scenario]
    if course.state.turn >= setup.turns:
        title = turn_title(course.state.scenario, course.state.turn)
        course.tell(CampaignEnded(title=setup.title, rule=R("Isolated Control: step")))
        course.change(ending=Ending(key="turns", text=f"The last turn, {title}, is over."))
        return
    course.change(turn=course.state.turn + 1)
    begin(course)
