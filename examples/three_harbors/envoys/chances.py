"""What an envoy adds to its die, and what that is worth."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from examples.three_harbors.model.facts import FACTS
from examples.three_harbors.model.state import HarborState
from examples.three_harbors.model.tables import modifiers_of, tables_of
from rules.kernel.facts import FactValue
from rules.kernel.tally import Tally, tally, weigh


@dataclass(frozen=True, slots=True)
class At:
    """What the modifiers are asked about."""

    facts: Mapping[str, FactValue]
    coins: int
    rivals: int
    subject: Mapping[str, str] = field(default_factory=dict)

    def fact(self, key: str) -> FactValue:
        """What a fact says."""
        return FACTS.value(self.facts, key)


def added(state: HarborState, coins: int, rivals: int) -> Tally:
    """What is added to the die of an envoy."""
    rows, passed = weigh(modifiers_of(state), At(state.facts, coins, rivals))
    return tally("Asking an island", rows, passed=passed)


def faces(state: HarborState, net: int) -> int:
    """How many faces of the die are enough."""
    tables = tables_of(state)
    return max(0, min(tables.die, tables.die + net - tables.needed + 1))
