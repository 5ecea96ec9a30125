"""Scenarios: opening positions as data (``data/scenarios.yaml``)."""

import msgspec

from rules.kernel import tables
from rules.kernel.facts import FactValue
from rules.kernel.setup import Scenario
from rules.world_at_war.model.citations import PACKAGE
from rules.world_at_war.model.powers import SEATS


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """An opening position as data: when it starts, how long it runs, tracks and changed facts.

    ``opening`` is ``basic`` when the first allotment counts the basic lines only. ``tracks`` are
    levels that differ from those of the tension tables. ``attacked`` names areas that are fought
    for as it opens, for the suggestions of a dispatch.
    """

    title: str
    summary: str
    first: tuple[int, int]
    turns: int
    opening: str
    tracks: dict[str, int] = {}
    facts: dict[str, FactValue] = {}
    attacked: tuple[str, ...] = ()


SETUPS = tables.load(PACKAGE, "scenarios.yaml", dict[str, Setup])


SCENARIOS = {
    key: Scenario(key=key, title=setup.title, summary=setup.summary, seats=SEATS, turns=setup.turns)
    for key, setup in SETUPS.items()
}
