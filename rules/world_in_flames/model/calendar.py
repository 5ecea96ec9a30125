"""Game time: turns of two months."""

from functools import cache

from rules.kernel.calendar import TWO_MONTHS, Calendar, Date
from rules.world_in_flames.model.scenarios import SETUPS


@cache
def calendar_of(scenario: str) -> Calendar:
    """The calendar of a scenario; turn 1 is its first."""
    return Calendar(TWO_MONTHS, Date(*SETUPS[scenario].first))


def turn_title(scenario: str, turn: int) -> str:
    """The turn in words, as ``July/August 1944``."""
    return calendar_of(scenario).name(turn)
