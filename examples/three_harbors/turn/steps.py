"""The steps of a turn (rule 1)."""

from collections.abc import Mapping

from examples.three_harbors.model.adjudication import Adjudication
from examples.three_harbors.model.citations import R
from examples.three_harbors.model.events import Placed
from examples.three_harbors.model.orders import Name, Place
from examples.three_harbors.model.powers import POWERS
from examples.three_harbors.model.scenarios import SCENARIOS
from examples.three_harbors.model.state import HarborState, Purse
from examples.three_harbors.valleys.naming import roll
from rules.kernel.audience import only
from rules.kernel.events import OrdersReleased
from rules.kernel.orders import Order
from rules.kernel.phases import AskedPower, Phase, PhaseStep
from rules.kernel.state import Ending

STEPS = (PhaseStep("place", "Place"), PhaseStep("name", "Name"))


def asked(state: HarborState) -> tuple[AskedPower, ...]:
    """Every harbor, in both steps: to ask only those with points would tell who placed some."""
    if state.ending is not None:
        return ()
    what = "Place your points" if state.step == "place" else "Name a valley"
    return tuple(
        AskedPower(power=key, what=what, silence=f"{power.name} does nothing")
        for key, power in POWERS.items()
    )


def phase(state: HarborState) -> Phase:
    """The step in play, in words."""
    place = state.step == "place"
    return Phase(
        key=state.step,
        title="Placing" if place else "Naming",
        turn=state.turn,
        turn_title=f"Turn {state.turn}",
        asked=asked(state),
        steps=STEPS,
        release="later" if place else "resolution",
        family=state.step,
        rule=R("1.1") if place else R("1.2"),
        then="Valleys are named." if place else "The die decides, and the next turn begins.",
    )


def begin(course: Adjudication) -> None:
    """Open a turn: nothing is placed yet."""
    course.change(step="place", purses={})


def run(course: Adjudication, orders: Mapping[str, Order]) -> None:
    """Carry the step in play out, and go on to the next."""
    if course.state.step == "place":
        _place(course, {p: o.points for p, o in orders.items() if isinstance(o, Place)})
        course.change(step="name")
        return
    for valley in sorted({o.valley for o in orders.values() if isinstance(o, Name) and o.valley}):
        roll(course, valley)
    turn = course.state.turn
    course.tell(OrdersReleased(phases=(f"place@{turn}",)))
    begin(course)
    if turn < SCENARIOS[course.state.scenario].turns:
        course.change(turn=turn + 1)
    else:
        course.change(ending=Ending(key="done", text="All turns are played."))


def _place(course: Adjudication, placed: Mapping[str, dict[str, int]]) -> None:
    for power, points in sorted(placed.items()):
        if any(points.values()):
            purse = Purse(audience=only(power), points=points)
            course.change(purses={**course.state.purses, power: purse})
            course.tell(Placed(power=power, points=points, audience=only(power), rule=R("1.1")))
