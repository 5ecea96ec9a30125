"""Scenarios: opening positions as data (``data/scenarios.yaml``)."""

import msgspec

from rules.kernel import tables
from rules.kernel.facts import FactValue
from rules.kernel.setup import Scenario
from rules.world_in_flames.model.citations import PACKAGE
from rules.world_in_flames.model.powers import SEATS


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """An opening position as data."""

    title: str
    summary: str
    first: tuple[int, int]
    turns: int
    facts: dict[str, FactValue] = {}


SETUPS = tables.load(PACKAGE, "scenarios.yaml", dict[str, Setup])

SCENARIOS = {
    key: Scenario(key=key, title=setup.title, summary=setup.summary, seats=SEATS, turns=setup.turns)
    for key, setup in SETUPS.items()
}
