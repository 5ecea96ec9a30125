"""The book of the tests: Three Harbors (``examples/three_harbors``) with what the guide does not need of a book.

A power sends a spy for its own eyes, calls on others, whispers to one of them and leaves a standing order; a
correction of the bridge has a consequence.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

import msgspec

from examples import three_harbors
from examples.three_harbors.model.state import HarborState
from examples.three_harbors.model.tables import VALLEYS
from examples.three_harbors.pages import log
from examples.three_harbors.turn import acts as harbor_acts
from examples.three_harbors.turn import setup, steps
from rules.kernel.adjudication import Adjudication
from rules.kernel.audience import PUBLIC, Audience, only
from rules.kernel.events import Event, Line
from rules.kernel.menus import Choice, Menu, Pick
from rules.kernel.orders import Order
from rules.kernel.wording import Words


class Answer(Order, frozen=True, kw_only=True, tag="answer"):
    """Standing: which valley to fall back to."""

    valley: str = ""


class Spy(Order, frozen=True, kw_only=True, tag="spy"):
    """Roll a die at once, for one's own eyes."""


class Call(Order, frozen=True, kw_only=True, tag="call"):
    """Call on everybody else."""


class Reply(Order, frozen=True, kw_only=True, tag="reply"):
    """Reply to a call."""


class Whisper(Order, frozen=True, kw_only=True, tag="whisper"):
    """Say something to another power."""

    to: str = ""


class Spied(Event, frozen=True, kw_only=True, tag="spied"):
    """A spy came back."""

    power: str
    die: int


class Whispered(Event, frozen=True, kw_only=True, tag="whispered"):
    """Something was said between two powers."""

    power: str
    to: str


class Overheard(Event, frozen=True, kw_only=True, tag="overheard"):
    """How many whispers there were comes out when a phase ends."""

    whispers: int
    audience: Audience = PUBLIC


class BridgeChanged(Event, frozen=True, kw_only=True, tag="bridge_changed"):
    """Without the bridge nobody holds the east."""

    stands: bool
    audience: Audience = PUBLIC


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """A whisper."""

    power: str
    to: str
    audience: Audience


class TinyState(HarborState, frozen=True, kw_only=True):
    """The state."""

    shown: ClassVar[frozenset[str]] = HarborState.shown | {"placed_by", "caller", "said"}

    placed_by: tuple[str, ...] = ()
    caller: str = ""
    said: tuple[Said, ...] = ()


def opening(*given: Any) -> TinyState:
    """The state in which a campaign begins."""
    return TinyState(**msgspec.structs.asdict(setup.opening(*given)))


def standing(state: TinyState, power: str) -> Menu:
    """What a power may leave."""
    choices = tuple(Choice(value=valley, label=name) for valley, name in VALLEYS.items())
    valley = Pick(key="valley", label="Valley", choices=choices)
    return Menu(power=power, order="answer", title="Fall back", fields=(valley,))


def acts(state: TinyState, power: str) -> tuple[Menu, ...]:
    """What a power may do at once."""
    menus = [
        Menu(power=power, order="spy", title="Spy", fields=()),
        Menu(power=power, order="call", title="Call", fields=()),
    ]
    if state.caller not in ("", power):
        menus.append(Menu(power=power, order="reply", title="Reply", fields=(), urgent=True))
    others = tuple(
        Choice(value=key, label=each.name)
        for key, each in three_harbors.BOOK.powers.items()
        if key != power
    )
    to = Pick(key="to", label="To", rule="1.1", choices=others, optional=False)
    whisper = Menu(power=power, order="whisper", title="Whisper", fields=(to,))
    return (*menus, *harbor_acts.menus(state, power), whisper)


def perform(course: Adjudication[Any], power: str, act: Order) -> None:
    """Carry an act out."""
    match act:
        case Call():
            course.change(caller=power)
        case Reply():
            course.change(caller="")
        case Whisper():
            seen = only(power, act.to)
            said = Said(power=power, to=act.to, audience=seen)
            course.change(said=(*course.state.said, said))
            course.tell(Whispered(power=power, to=act.to, audience=seen))
        case Spy():
            die = course.dice.roll(f"spy of {power}")
            course.tell(Spied(power=power, die=die, audience=only(power)))
        case _:
            harbor_acts.perform(course, power, act)


def corrected(course: Adjudication[Any], before: TinyState) -> None:
    """Without the bridge nobody holds the east."""
    stands, holders = course.state.facts["bridge"], dict(course.state.holders)
    if stands != before.facts["bridge"]:
        holders.pop("east", None)
        course.change(holders=holders, placed_by=("bridge",))
        course.tell(BridgeChanged(stands=stands))


def run(course: Adjudication[Any], orders: Mapping[str, Order]) -> None:
    """Carry the step out. Where somebody whispered, everybody hears how much was left in secret."""
    whispers = len(course.state.said)
    steps.run(course, orders)
    if whispers:
        course.change(said=())
        course.tell(Overheard(whispers=whispers + len(course.standing_orders)))


WORDS = Words(
    dict.fromkeys(log.WORDS.kinds, log.line),
    {
        Spied: lambda event: Line(
            head="Your spy is back", rest=f"Die {event.die}.", actor=event.power
        ),
        Whispered: lambda event: Line(
            head=f"{event.power} whispers to {event.to}", actor=event.power
        ),
        Overheard: lambda event: Line(head=f"{event.whispers} whispers were heard"),
        BridgeChanged: lambda event: Line(head="The bridge is otherwise"),
    },
)

BOOK = replace(
    three_harbors.BOOK,
    key="tiny",
    state_type=TinyState,
    orders={
        **three_harbors.BOOK.orders,
        **{str(kind.__struct_config__.tag): kind for kind in (Answer, Spy, Call, Reply, Whisper)},
    },
    event_types=three_harbors.BOOK.event_types | Spied | Whispered | Overheard | BridgeChanged,
    turn=replace(
        three_harbors.BOOK.turn,
        opening=opening,
        run=run,
        acts=acts,
        perform=perform,
        corrected=corrected,
        standing=standing,
    ),
    tell=WORDS.line,
)

PLACE = {"kind": "place", "points": {"east": 2, "west": 1}}

NAME = {"kind": "name", "valley": "east"}

NORTH = {"kind": "place", "points": {"east": 2}}

SPY = {"kind": "spy"}
