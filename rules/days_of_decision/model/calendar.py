"""Game time: six turns of two months a year, from January and February 1936."""

from rules.kernel.calendar import TWO_MONTHS, Calendar, Date

CALENDAR = Calendar(TWO_MONTHS, Date(1936, 0))


def turn_title(turn: int) -> str:
    """The turn in words, as ``March/April 1936``."""
    return CALENDAR.name(turn)


def year_of(turn: int) -> int:
    """The year a turn lies in."""
    return CALENDAR.at(turn).year


def first_turn(year: int) -> int:
    """The January and February turn of a year."""
    return CALENDAR.turn(Date(year, 0))
