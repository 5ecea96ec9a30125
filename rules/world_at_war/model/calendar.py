"""Game time: four seasons a year, counted from the scenario's first turn."""

from functools import cache

from rules.kernel.calendar import Calendar, Date
from rules.world_at_war.model.scenarios import SETUPS

SEASONS = ("Spring", "Summer", "Fall", "Winter")
SPRING, WINTER = 0, 3


@cache
def calendar_of(scenario: str) -> Calendar:
    """The calendar of a scenario; turn 1 is its first season."""
    year, season = SETUPS[scenario].first
    return Calendar(SEASONS, Date(year, season))


def turn_title(scenario: str, turn: int) -> str:
    """The turn in words, as ``Spring 1940``."""
    return calendar_of(scenario).name(turn)


def year_of(scenario: str, turn: int) -> int:
    """The year a turn lies in."""
    return calendar_of(scenario).at(turn).year
