"""The steps of a turn (rule 1)."""

from collections.abc import Mapping

from examples.three_harbors.envoys.arriving import arrive
from examples.three_harbors.model.adjudication import Adjudication
from examples.three_harbors.model.citations import R
from examples.three_harbors.model.events import EnvoySent, GameEnded, TurnBegan
from examples.three_harbors.model.orders import Give, Send
from examples.three_harbors.model.powers import SEATS
from examples.three_harbors.model.scenarios import SETUPS
from examples.three_harbors.model.state import Envoy, HarborState
from rules.kernel.audience import only
from rules.kernel.events import OrdersReleased
from rules.kernel.orders import Order
from rules.kernel.phases import AskedPower, Phase, PhaseStep
from rules.kernel.state import Ending

STEPS = (PhaseStep("send", "Envoys"), PhaseStep("give", "Gifts"))


def asked(state: HarborState) -> tuple[AskedPower, ...]:
    """Every port, in both steps: to ask only those with an envoy would tell who sent one."""
    if state.ending is not None:
        return ()
    if state.step == "send":
        what, silence = "Send an envoy, if you like", "you send none"
    else:
        what, silence = "Give your envoy coins, if you sent one", "you give none"
    return tuple(AskedPower(power=power, what=what, silence=silence) for power in SEATS)


def phase(state: HarborState) -> Phase:
    """The step in play, in words."""
    send = state.step == "send"
    return Phase(
        key=state.step,
        title="Envoys leave" if send else "Gifts, and envoys arrive",
        turn=state.turn,
        turn_title=f"Turn {state.turn}",
        asked=asked(state),
        steps=STEPS,
        release="later" if send else "resolution",
        family=state.step,
        rule=R("2") if send else R("3"),
        then="Gifts are given." if send else "The envoys arrive, and the next turn begins.",
    )


def begin(course: Adjudication) -> None:
    """Open a turn."""
    course.change(step="send")
    course.tell(TurnBegan(turn=course.state.turn, rule=R("1")))


def run(course: Adjudication, orders: Mapping[str, Order]) -> None:
    """Carry the step in play out, and go on to the next."""
    if course.state.step == "send":
        _leave(course, {p: o.island for p, o in orders.items() if isinstance(o, Send)})
        course.change(step="give")
        return
    arrive(course, {p: o.coins for p, o in orders.items() if isinstance(o, Give)})
    turn = course.state.turn
    course.tell(OrdersReleased(phases=(f"send@{turn}",)))
    if turn < SETUPS[course.state.scenario].turns:
        course.change(turn=turn + 1)
        begin(course)
    else:
        course.tell(GameEnded(turn=turn, rule=R("6")))
        course.change(ending=Ending(key="turns", text="The last turn is over."))


def _leave(course: Adjudication, chosen: Mapping[str, str]) -> None:
    for power, island in sorted(chosen.items()):
        if island:
            envoy = Envoy(audience=only(power), power=power, island=island)
            course.change(envoys=(*course.state.envoys, envoy))
            course.tell(EnvoySent(power=power, island=island, audience=only(power), rule=R("2")))
