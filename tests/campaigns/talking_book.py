"""The tiny rulebook with what it lacks: whispers that two powers alone know of, which an outcome
can hang on, and a bridge whose correction has consequences.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from rules.kernel.audience import PUBLIC, Audience, only
from rules.kernel.contract import Resolution
from rules.kernel.dice import Dice
from rules.kernel.events import Event, Line
from rules.kernel.menus import Choice, Menu, Pick
from rules.kernel.orders import Order
from tests.campaigns.tiny_book import TinyBook, TinyState
from tests.toy_books import record


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


class TalkingBook(TinyBook):
    """The book."""

    key = "talking"
    title = "Talking Valleys"
    state_type = TalkingState
    orders: ClassVar[Mapping[str, type[Order]]] = {**TinyBook.orders, "whisper": Whisper}
    event_types = TinyBook.event_types | Whispered | Overheard | BridgeChanged

    def start(
        self,
        scenario: str,
        variants: Mapping[str, str],
        tables: Mapping[str, Any],
        facts: Mapping[str, Any],
    ) -> Resolution[Any]:
        tiny = super().start(scenario, variants, tables, facts).state
        fields = {name: getattr(tiny, name) for name in tiny.__struct_fields__}
        return Resolution(state=TalkingState(**fields))

    def acts(self, state: TinyState, power: str) -> tuple[Menu, ...]:
        others = tuple(
            Choice(value=key, label=each.name) for key, each in self.powers.items() if key != power
        )
        field = Pick(key="to", label="To", rule="1.1", choices=others, optional=False)
        whisper = Menu(power=power, order="whisper", title="Whisper", fields=(field,))
        return (*super().acts(state, power), whisper)

    def perform(self, state: Any, power: str, act: Order, dice: Dice) -> Resolution[Any]:
        if not isinstance(act, Whisper):
            return super().perform(state, power, act, dice)
        seen = only(power, act.to)
        said = (*state.said, Said(power=power, to=act.to, audience=seen))
        told = Whispered(power=power, to=act.to, audience=seen)
        return Resolution(state=msgspec.structs.replace(state, said=said), events=(told,))

    def corrected(self, before: Any, after: Any) -> Resolution[Any]:
        stands = after.facts["bridge"]
        if stands == before.facts["bridge"]:
            return Resolution(state=after)
        holders = {valley: who for valley, who in after.holders.items() if valley != "east"}
        changed = msgspec.structs.replace(after, holders=holders, placed_by=("bridge",))
        return Resolution(state=changed, events=(BridgeChanged(stands=stands),))

    def resolve(
        self,
        state: Any,
        orders: Mapping[str, Order],
        standing: Mapping[str, Order],
        dice: Dice,
    ) -> Resolution[Any]:
        made = super().resolve(state, orders, standing, dice)
        said = len(state.said) + len(standing)
        heard: Sequence[Event] = (Overheard(whispers=said),) if said else ()
        return Resolution(
            state=msgspec.structs.replace(made.state, said=()), events=(*made.events, *heard)
        )

    def tell(self, event: Event) -> Line:
        match event:
            case Whispered():
                return Line(head=f"{event.power} whispers to {event.to}", actor=event.power)
            case Overheard():
                return Line(head=f"{event.whispers} whispers were heard")
            case BridgeChanged():
                return Line(head="The bridge is otherwise")
        return super().tell(event)


BOOK = record(TalkingBook())
