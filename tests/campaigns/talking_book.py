"""The tiny rulebook with what it lacks: whispers that two powers alone know of, which an outcome
can hang on, and a bridge whose correction has consequences.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

import msgspec

from rules.kernel.adjudication import Adjudication
from rules.kernel.audience import PUBLIC, Audience, only
from rules.kernel.events import Event, Line
from rules.kernel.menus import Choice, Menu, Pick
from rules.kernel.orders import Order
from tests.support.books import tiny_book as tiny
from tests.support.books.tiny_book import TinyState


class Whisper(Order, frozen=True, kw_only=True, tag="whisper"):
    """Say something to another power."""

    to: str = ""


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


class TalkingState(TinyState, frozen=True, kw_only=True):
    """The state."""

    shown: ClassVar[frozenset[str]] = TinyState.shown | {"said"}

    said: tuple[Said, ...] = ()


def opening(
    scenario: str, variants: Mapping[str, str], tables: Any, facts: Mapping[str, Any]
) -> TalkingState:
    """The state in which a campaign begins."""
    state = tiny.opening(scenario, variants, tables, facts)
    return TalkingState(**{name: getattr(state, name) for name in state.__struct_fields__})


def acts(state: TinyState, power: str) -> tuple[Menu, ...]:
    """What a power may do at once."""
    others = tuple(
        Choice(value=key, label=each.name) for key, each in tiny.POWERS.items() if key != power
    )
    to = Pick(key="to", label="To", rule="1.1", choices=others, optional=False)
    whisper = Menu(power=power, order="whisper", title="Whisper", fields=(to,))
    return (*tiny.acts(state, power), whisper)


def perform(course: Adjudication[Any], power: str, act: Order) -> None:
    """Carry an act out."""
    if not isinstance(act, Whisper):
        tiny.perform(course, power, act)
        return
    seen = only(power, act.to)
    course.change(said=(*course.state.said, Said(power=power, to=act.to, audience=seen)))
    course.tell(Whispered(power=power, to=act.to, audience=seen))


def corrected(course: Adjudication[Any], before: TalkingState) -> None:
    """Without the bridge nobody holds the east."""
    stands = course.state.facts["bridge"]
    if stands != before.facts["bridge"]:
        holders = {valley: who for valley, who in course.state.holders.items() if valley != "east"}
        course.change(holders=holders, placed_by=("bridge",))
        course.tell(BridgeChanged(stands=stands))


def run(course: Adjudication[Any], orders: Mapping[str, Order]) -> None:
    """Carry the step out, and tell how much was whispered."""
    said = len(course.state.said) + len(course.standing_orders)
    tiny.run(course, orders)
    course.change(said=())
    if said:
        course.tell(Overheard(whispers=said))


def line(event: Event) -> Line:
    """An event in words."""
    match event:
        case Whispered():
            return Line(head=f"{event.power} whispers to {event.to}", actor=event.power)
        case Overheard():
            return Line(head=f"{event.whispers} whispers were heard")
        case BridgeChanged():
            return Line(head="The bridge is otherwise")
    return tiny.line(event)


BOOK = replace(
    tiny.BOOK,
    key="talking",
    title="Talking Valleys",
    state_type=TalkingState,
    orders={**tiny.BOOK.orders, "whisper": Whisper},
    event_types=tiny.BOOK.event_types | Whispered | Overheard | BridgeChanged,
    turn=replace(
        tiny.BOOK.turn, opening=opening, acts=acts, perform=perform, corrected=corrected, run=run
    ),
    tell=line,
)
