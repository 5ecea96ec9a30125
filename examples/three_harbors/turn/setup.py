"""The opening position of a scenario."""

from collections.abc import Mapping
from typing import Any

from examples.three_harbors.model.facts import FACTS
from examples.three_harbors.model.state import HarborState
from examples.three_harbors.model.tables import build
from rules.kernel.facts import FactValue


def opening(
    scenario: str,
    variants: Mapping[str, str],
    tables: Mapping[str, Any],
    facts: Mapping[str, FactValue],
) -> HarborState:
    """The state before the first turn. Raises :class:`TableError` for an override that does not fit."""
    build(tables)
    return HarborState(
        scenario=scenario,
        variants=dict(variants),
        facts=FACTS.defaults(facts),
        tables=dict(tables),
    )
