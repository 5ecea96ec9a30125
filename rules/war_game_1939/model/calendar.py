"""Game time: half-years from July 1939, two a year."""

from rules.kernel.calendar import Calendar, Date

CALENDAR = Calendar(("January to June", "July to December"), Date(1939, 1))


def turn_title(turn: int) -> str:
    """The turn in words, as ``July to December 1939``."""
    return CALENDAR.name(turn)
