"""What is added to the die of a valley, and what that is worth."""

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
    points: int
    rivals: int
    fog: bool
    subject: Mapping[str, str] = field(default_factory=dict)

    def fact(self, key: str) -> FactValue:
        """What a fact says."""
        return FACTS.value(self.facts, key)


def added(state: HarborState, points: int, rivals: int) -> Tally:
    """What is added to the die of a valley."""
    at = At(state.facts, points, rivals, fog=state.variants.get("fog") == "on")
    rows, passed = weigh(modifiers_of(state), at)
    return tally("Naming", rows, passed=passed)


def faces(state: HarborState, net: int) -> int:
    """How many faces of the die are enough."""
    tables = tables_of(state)
    return max(0, min(tables.die, tables.die + net - tables.needed + 1))
