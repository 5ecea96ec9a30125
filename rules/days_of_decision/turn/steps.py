"""The sequence of a turn, as one literal, and the loop that walks it.

Each step says whom it awaits and what closing it does; closing names the step that follows. A
step that awaits nobody closes at once, so every resolution ends where somebody is awaited, or at
an ending. Who is awaited depends on public things only.
"""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass

from rules.days_of_decision.economy.bids import note_order, open_bids, set_order, yield_places
from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.calendar import turn_title
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.geometry import democracies
from rules.days_of_decision.model.orders.war import Initiative
from rules.days_of_decision.model.powers import SEATS, name, title
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.tables import tables_of
from rules.days_of_decision.turn.closing import close_phase, finish_turn, produce, upkeep
from rules.days_of_decision.turn.resolution import (
    give,
    resolve_position,
    seal,
    take_activation,
    take_answer,
)
from rules.days_of_decision.war.declarations import first_impulse
from rules.days_of_decision.war.impulses import decider, open_impulses, settle, side_of
from rules.kernel.orders import Order
from rules.kernel.phases import AskedPower, Manner, Phase, PhaseStep

Orders = Mapping[str, Order]


@dataclass(frozen=True)
class Stage:
    """A step of the turn: its heading, its rule, whom it asks, what closing it does, and what happens
    then, in words.
    """

    key: str
    title: str
    rule: str
    asks: Callable[[DecisionState], tuple[AskedPower, ...]]
    close: Callable[[Adjudication, Orders], str]
    shown: bool = True
    then: str = ""


def _nobody(state: DecisionState) -> tuple[AskedPower, ...]:
    return ()


def _ask(
    state: DecisionState, powers: Container[str], what: str, silence: str, manner: Manner = "sealed"
) -> tuple[AskedPower, ...]:
    """The same asked of each of these powers that still plays."""
    return tuple(
        AskedPower(power=power, manner=manner, what=what, silence=silence)
        for power in state.playing
        if power in powers
    )


def _bidders(state: DecisionState) -> tuple[AskedPower, ...]:
    most = tables_of(state).limits["options"]
    what = f"Bid for 1 to {most} options, in secret."
    return _ask(state, state.powers, what, "you bid nothing for one option")


def _choosers(state: DecisionState) -> tuple[AskedPower, ...]:
    return tuple(
        AskedPower(
            power=power,
            what="Choose 1 option, face down."
            if (most := state.nation(power).options) == 1
            else f"Choose {most} options, face down.",
            silence="you play no option",
        )
        for power in state.playing
    )


def _yielders(state: DecisionState) -> tuple[AskedPower, ...]:
    what = "Say whether you yield your place to another democracy."
    return _ask(state, democracies(state, tables_of(state)), what, "you keep your place")


def _mover(state: DecisionState) -> tuple[AskedPower, ...]:
    what = "Play your options; each takes effect at once."
    return _ask(state, (state.mover,), what, "you play no option")


def _replier(state: DecisionState) -> tuple[AskedPower, ...]:
    what = "Accept or refuse what was proposed to you."
    return _ask(state, (state.awaited,), what, "you refuse", "reply")


def _mapped(state: DecisionState) -> tuple[AskedPower, ...]:
    powers = () if state.switch("map") == "none" else state.powers
    what = "Play the map, declare its facts, and say how many build points you spend."
    return _ask(state, powers, what, "your build points are saved")


def _after_upkeep(course: Adjudication, orders: Orders) -> str:
    upkeep(course)
    if course.state.turn > 1:
        return "bid"
    set_order(course, [power for power in SEATS if power in course.state.nations])
    for power in course.state.powers:
        course.nation(power, options=course.tables.limits["first_options"])
    note_order(course)
    return _to_plays(course)


def _to_plays(course: Adjudication) -> str:
    if course.state.switch("plays") != "open":
        return "select"
    seal(course, {})
    _pass_on(course)
    return "play"


def _pass_on(course: Adjudication) -> None:
    """In the open game: the power whose turn it is to play."""
    order = course.state.order_of_play()
    course.change(mover=order[course.state.at - 1] if course.state.at <= len(order) else "")


def _after_bids(course: Adjudication, orders: Orders) -> str:
    open_bids(course, orders)
    return "yield" if course.state.switch("yielding") == "step" else _to_plays(course)


def _after_yielding(course: Adjudication, orders: Orders) -> str:
    yield_places(course, orders)
    return _to_plays(course)


def _after_selection(course: Adjudication, orders: Orders) -> str:
    seal(course, orders)
    return "resolve"


def _after_play(course: Adjudication, orders: Orders) -> str:
    power = course.state.mover
    give(course, power, orders.get(power))
    course.change(mover="")
    return "resolve"


def _resolved(course: Adjudication, orders: Orders) -> str:
    """Turn options over until an answer is awaited, or (in the open game) another power plays."""
    order = course.state.order_of_play()
    while course.state.at <= len(order):
        if step := resolve_position(course, order[course.state.at - 1]):
            return step
        course.change(at=course.state.at + 1)
        if course.state.switch("plays") == "open" and course.state.at <= len(order):
            _pass_on(course)
            return "play"
    return "end"


def _answered(course: Adjudication, orders: Orders) -> str:
    take_answer(course, orders)
    return "resolve"


def _activator(state: DecisionState) -> tuple[AskedPower, ...]:
    what = "Activate a minor after your option, or none."
    return _ask(state, (state.activating,), what, "you activate none")


def _activated(course: Adjudication, orders: Orders) -> str:
    take_activation(course, orders)
    return "resolve"


def _ended(course: Adjudication, orders: Orders) -> str:
    close_phase(course)
    if not course.state.on("impulses"):
        first_impulse(course)
        return "map"
    open_impulses(course)
    return "initiative"


_INITIATIVE = {
    "again": ("Say whether you call for new dice.", "the dice stand"),
    "behind": ("Say whether you go behind the lowest.", "your ideology keeps its place"),
    "place": ("Say where your ideology goes.", "it goes first"),
}
"""What is asked about the dice, and what silence means."""


def _deciders(state: DecisionState) -> tuple[AskedPower, ...]:
    """Who decides for the ideologies that are asked; one that is gone leaves the dice as they fell."""
    now = state.impulses
    deciders = [decider(tables_of(state), side) for side in now.awaited]
    what, silence = _INITIATIVE.get(now.asks, ("", ""))
    return _ask(state, deciders, what, silence)


def _initiative(course: Adjudication, orders: Orders) -> str:
    said = {
        side_of(course.tables, power): order
        for power, order in orders.items()
        if isinstance(order, Initiative)
    }
    settle(course, said)
    if not course.state.impulses.order:
        return "initiative"
    first_impulse(course)
    return "map"


def _produced(course: Adjudication, orders: Orders) -> str:
    produce(course, orders)
    finish_turn(course)
    return "over" if course.state.ending else "upkeep"


SEQUENCE = (
    Stage("upkeep", "Upkeep", R("8.7.2 Option 5 Debt"), _nobody, _after_upkeep),
    Stage(
        "bid",
        "Bid",
        R("6"),
        _bidders,
        _after_bids,
        then="A die is rolled for each power and the bids are opened: the highest score acts first. "
        "Then everybody chooses options.",
    ),
    Stage(
        "yield",
        "Yield",
        R("Ruling 51"),
        _yielders,
        _after_yielding,
        then="Places are changed, and everybody chooses options.",
    ),
    Stage(
        "select",
        "Select",
        R("14.1"),
        _choosers,
        _after_selection,
        then="The cards are turned over one after another, in the order of play, and take effect. "
        "Whoever must answer one is asked. The map comes last.",
    ),
    Stage(
        "play",
        "Play",
        R("14.1"),
        _mover,
        _after_play,
        then="The options take effect, and the next power in the order of play plays.",
    ),
    Stage("resolve", "Resolve", R("14.1"), _nobody, _resolved),
    Stage(
        "answer",
        "Answer",
        R("8.7.2 Option 0(f)"),
        _replier,
        _answered,
        shown=False,
        then="The card takes effect or fails, and the next one is turned over.",
    ),
    Stage(
        "activate",
        "Activate",
        R("8.5"),
        _activator,
        _activated,
        shown=False,
        then="The minor moves, and the next card is turned over.",
    ),
    Stage("end", "End", R("6"), _nobody, _ended),
    Stage(
        "initiative",
        "Initiative",
        R("15.6.1"),
        _deciders,
        _initiative,
        then="The ideologies play their impulses on the map, in this order.",
    ),
    Stage(
        "map",
        "Map",
        R("10.1"),
        _mapped,
        _produced,
        then="Factories work, and build points and money come in. "
        "The next turn begins: everybody bids for options.",
    ),
    Stage("over", "Over", R("4"), _nobody, lambda course, orders: "over", shown=False),
)
"""In the order of a turn."""

STAGES = {stage.key: stage for stage in SEQUENCE}


def run(course: Adjudication, orders: Orders) -> None:
    """Close the step in play, and every one after it that awaits nobody."""
    step = STAGES[course.state.step].close(course, orders)
    while True:
        course.change(step=step)
        if course.state.ending or STAGES[step].asks(course.state):
            return
        step = STAGES[step].close(course, {})


def begin(course: Adjudication) -> None:
    """Go on from the opening to the first step that awaits somebody."""
    run(course, {})


def asked(state: DecisionState) -> tuple[AskedPower, ...]:
    """Whom the step in play awaits."""
    return () if state.ending else STAGES[state.step].asks(state)


def phase(state: DecisionState) -> Phase:
    """The step in play, in words."""
    stage = STAGES[state.step]
    return Phase(
        key=state.step,
        title=heading(state),
        turn=state.turn,
        turn_title=turn_title(state.turn),
        asked=asked(state),
        steps=steps_of(state),
        release="in_turn" if state.step == "select" else "resolution",
        family={"answer": "replies", "activate": "replies", "map": "map"}.get(state.step, "orders"),
        rule=stage.rule,
        then=stage.then,
    )


def steps_of(state: DecisionState) -> tuple[PhaseStep, ...]:
    """The steps as the phase strip lists them under this campaign's switches."""
    left_out = {"play"} if state.switch("plays") != "open" else {"select", "resolve"}
    if state.switch("yielding") != "step":
        left_out.add("yield")
    if state.switch("map") == "none":
        left_out.add("map")
    if not state.on("impulses"):
        left_out.add("initiative")
    if state.turn == 1:
        left_out |= {"bid", "yield"}
    return tuple(
        PhaseStep(stage.key, stage.title)
        for stage in SEQUENCE
        if (stage.shown and stage.key not in left_out) or stage.key == state.step
    )


def heading(state: DecisionState) -> str:
    """The heading of the step in play."""
    stage = STAGES[state.step] if state.step in STAGES else SEQUENCE[0]
    if state.step == "answer":
        return f"Answer of {name(state.awaited)}"
    if state.step == "activate":
        return f"Activation by {name(state.activating)}"
    if state.step == "play":
        return f"{title(state.mover)} plays"
    return stage.title
