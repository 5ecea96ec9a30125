"""What the conditions of the house rules are asked about: declared facts and switches."""

from collections.abc import Mapping

from rules.kernel.facts import FactValue
from rules.kernel.tally import Tally, tally, weigh
from rules.world_in_flames.model.facts import FACTS
from rules.world_in_flames.model.state import HouseState
from rules.world_in_flames.model.tables import Tables, build, tables_of
from rules.world_in_flames.model.variants import SWITCHES


class At:
    """Facts, switches and tables together. What is not given stands at its default."""

    subject: Mapping[str, str] = {}

    def __init__(
        self,
        facts: Mapping[str, FactValue],
        switches: Mapping[str, str],
        tables: Tables | None = None,
    ) -> None:
        self.facts, self.switches = facts, switches
        self.tables = tables or build({})

    def fact(self, key: str) -> FactValue:
        """The value of a fact."""
        return self.facts.get(key, FACTS[key].default)

    def number(self, key: str) -> int:
        """The value of a fact that is a number."""
        return int(self.fact(key))

    def switch(self, key: str) -> str:
        """The choice made for a switch."""
        return self.switches.get(key, SWITCHES[key].default)

    def lost(self) -> Tally:
        """Original Japanese factories lost, line by line; what does not count is ``passed``."""
        rows, passed = weigh(self.tables.lost, self)
        return tally("Original factories lost", rows, passed=passed)


def situation(state: HouseState) -> At:
    """What the rules are asked about in a campaign."""
    return At(state.facts, state.variants, tables_of(state))
