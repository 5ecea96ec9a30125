"""Seats, sides, opening positions and game time."""

from functools import cache

import msgspec

from rules.kernel import tables
from rules.kernel.calendar import Calendar, Date
from rules.kernel.facts import FactValue
from rules.kernel.rulebook import Power, Scenario
from rules.world_in_flames.citations import PACKAGE

FACTIONS = {"axis": "Axis", "allied": "Allies"}

POWERS = {
    "axis": Power(
        key="axis", name="The Axis", code="AX", faction="axis", mark="square", adjective="Axis"
    ),
    "allied": Power(
        key="allied",
        name="The Allies",
        code="AL",
        faction="allied",
        mark="disc",
        adjective="Allied",
    ),
}
"""The seats: every decision of these rules is one side's (F-19)."""

SEATS = tuple(POWERS)

MONTHS = (
    "January/February",
    "March/April",
    "May/June",
    "July/August",
    "September/October",
    "November/December",
)


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


@cache
def calendar_of(scenario: str) -> Calendar:
    """The calendar of a scenario; turn 1 is its first."""
    return Calendar(MONTHS, Date(*SETUPS[scenario].first))


def turn_title(scenario: str, turn: int) -> str:
    """The turn in words, as ``July/August 1944``."""
    return calendar_of(scenario).name(turn)
