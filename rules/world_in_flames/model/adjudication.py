"""The course of a resolution: the state as it changes, the events so far, the dice."""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.kernel.dice import Dice
from rules.kernel.events import Event, FactDeclared
from rules.kernel.facts import FactValue
from rules.kernel.orders import Order
from rules.world_in_flames.model.facts import FACTS
from rules.world_in_flames.model.orders import Standing
from rules.world_in_flames.model.state import HouseState
from rules.world_in_flames.model.tables import Tables, build


class Course:
    """One resolution under way. Phases read ``state`` and change it through the verbs here."""

    def __init__(
        self, state: HouseState, dice: Dice, standing: Mapping[str, Order] | None = None
    ) -> None:
        self.state = state
        self.dice = dice
        self.events: list[Event] = []
        self._standing = dict(standing or {})

    @property
    def tables(self) -> Tables:
        """The tables of this campaign."""
        return build(self.state.tables)

    def tell(self, event: Event) -> None:
        """Record that something happened."""
        self.events.append(event)

    def change(self, **parts: Any) -> None:
        """Replace parts of the state."""
        self.state = msgspec.structs.replace(self.state, **parts)

    def standing(self, power: str) -> Standing:
        """What a side left as standing orders (blank when nothing)."""
        order = self._standing.get(power)
        return order if isinstance(order, Standing) else Standing()

    def set_fact(self, key: str, value: FactValue, rule: str) -> None:
        """Change a fact as a consequence of a rule, when it is not so already."""
        before = self.state.facts.get(key, FACTS[key].default)
        if before != value:
            self.change(facts={**self.state.facts, key: value})
            label = FACTS[key].label
            self.tell(
                FactDeclared(key=key, label=label, before=before, after=value, by="", rule=rule)
            )
