"""The opening position of a scenario."""

from collections.abc import Mapping
from typing import Any

from rules.kernel.facts import FactValue
from rules.world_in_flames.model.facts import FACTS
from rules.world_in_flames.model.scenarios import SETUPS
from rules.world_in_flames.model.state import HouseState
from rules.world_in_flames.model.tables import build


def opening(
    scenario: str,
    variants: Mapping[str, str],
    tables: Mapping[str, Any],
    facts: Mapping[str, FactValue],
) -> HouseState:
    """The state before the first turn begins."""
    build(tables)
    return HouseState(
        scenario=scenario,
        variants=dict(variants),
        facts=FACTS.defaults({**SETUPS[scenario].facts, **facts}),
        tables=dict(tables),
    )
