"""A resolution under way: the one place where a phase or an act changes anything.

States are frozen. What carries out a phase holds an :class:`Adjudication`, reads its ``state`` and
changes it through the verbs here, and tells what happened as it goes. A rulebook derives a class of
its own with the verbs that only its game has.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from rules.kernel import audience
from rules.kernel.dice import Dice, NoDice
from rules.kernel.events import Event, FactDeclared
from rules.kernel.facts import FactRegistry, FactValue
from rules.kernel.orders import Order
from rules.kernel.state import State

S = TypeVar("S", bound=State)
O = TypeVar("O", bound=Order)  # noqa: E741 (an order)


class Adjudication(Generic[S]):
    """The state as it changes, the events so far, the dice, and what powers left as standing orders.

    ``opening`` is the state in which it began. A book names its declared facts in ``registry``.
    """

    registry: ClassVar[FactRegistry]
    agrees_at_once: ClassVar[bool] = False
    """Whether each fact that is entered puts right what contradicts it there and then; else that is
    done once, when all is carried out.
    """

    def __init__(
        self, state: S, dice: Dice | None = None, standing: Mapping[str, Order] | None = None
    ) -> None:
        self.state = state
        self.opening = state
        self.dice: Dice = dice or NoDice()
        self.events: list[Event] = []
        self.standing_orders = dict(standing or {})

    def tell(self, event: Event) -> None:
        """Record that something happened."""
        self.events.append(event)

    def change(self, **parts: Any) -> None:
        """Replace parts of the state."""
        self.state = msgspec.structs.replace(self.state, **parts)

    def enter(self, key: str, value: FactValue, rule: str, by: str = "") -> bool:
        """Enter a fact and tell it, by a rule or by a power that declares it; nothing where it is so
        already. Whether it was not.
        """
        spec = self.registry[key]
        before = self.state.facts.get(key, spec.default)
        if before == value:
            return False
        self.change(facts={**self.state.facts, key: value})
        self.tell(
            FactDeclared(key=key, label=spec.label, before=before, after=value, by=by, rule=rule)
        )
        return True

    def left_by(self, power: str, kind: type[O]) -> O | None:
        """What a power left as standing orders of this kind, if anything."""
        order = self.standing_orders.get(power)
        return order if isinstance(order, kind) else None

    def view(self, power: str) -> S:
        """The state as a power knows it."""
        return audience.view(self.state, audience.viewer(power))
