"""The turn: declare, look, roll for Italy where it may be, and on to the next.

The Conquest Step itself awaits nobody: isolated hexes, then Italy, then Japan (F-18). Whether
somebody is asked follows from declared facts alone, which everybody can see.
"""

from collections.abc import Mapping

import msgspec

from rules.kernel.orders import Order
from rules.kernel.phases import AskedPower, Phase, PhaseStep
from rules.kernel.serial import gathered
from rules.kernel.state import Ending
from rules.world_in_flames.model.adjudication import Adjudication
from rules.world_in_flames.model.calendar import turn_title
from rules.world_in_flames.model.citations import R
from rules.world_in_flames.model.events import CampaignEnded, TurnBegan
from rules.world_in_flames.model.orders import RollItaly
from rules.world_in_flames.model.powers import SEATS
from rules.world_in_flames.model.scenarios import SETUPS
from rules.world_in_flames.model.state import HouseState
from rules.world_in_flames.turn import conquest_step

ALLIES = "allied"


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a turn: its heading, what the strip calls it, its kind, its rule, and what happens
    ``then``, in words.
    """

    key: str
    title: str
    strip: str
    family: str
    rule: str
    then: str


_JUDGED = (
    "Isolated hexes change hands, and the surrenders of Italy and Japan are judged. "
    "The next turn follows."
)
_ROLLED = "The die is rolled, or not. Then the surrender of Japan is judged."
SEQUENCE = tuple(
    Stage(key=key, title=title, strip=strip, family=family, rule=rule, then=then)
    for key, title, strip, family, rule, then in (
        ("declare", "Declare the map", "Declare", "facts", R("F-21"), _JUDGED),
        ("check", "A look before the Conquest Step", "Check", "check", R("F-21"), _JUDGED),
        ("roll", "The roll for Italy", "Italy", "roll", R("Italian Surrender: roll"), _ROLLED),
    )
)
STAGES = {stage.key: stage for stage in SEQUENCE}


def asked(state: HouseState) -> tuple[AskedPower, ...]:
    """Whom the step in play awaits."""
    if state.ending is not None or state.step not in STAGES:
        return ()
    if state.step == "roll":
        what = "Say whether you roll for the surrender of Italy"
        return (AskedPower(power=ALLIES, manner="reply", what=what, silence="you do not roll"),)
    if state.step == "check":
        what = "Look at the facts and maps; correct them or agree"
        return tuple(AskedPower(power=seat, what=what, silence="you agree") for seat in SEATS)
    what = "Declare what the map says, and isolated hexes if there are any"
    return tuple(
        AskedPower(
            power=seat, manner="at_once", what=what, silence="you have nothing more to declare"
        )
        for seat in SEATS
    )


def phase(state: HouseState) -> Phase:
    """The step in play, in words."""
    stage = STAGES.get(state.step, SEQUENCE[0])
    turn = turn_title(state.scenario, state.turn)
    return gathered(
        Phase,
        stage,
        turn=state.turn,
        turn_title=turn,
        asked=asked(state),
        steps=tuple(
            PhaseStep(each.key, each.strip)
            for each in SEQUENCE
            if (each.key != "check" or state.switch("fact_check") != "none")
            and (each.key != "roll" or state.used("italian_surrender"))
        ),
    )


def begin(course: Adjudication) -> None:
    """Open a turn."""
    course.change(step="declare")
    title = turn_title(course.state.scenario, course.state.turn)
    course.tell(TurnBegan(title=title, rule=R("Isolated Control: step")))


def run(course: Adjudication, orders: Mapping[str, Order]) -> None:
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
