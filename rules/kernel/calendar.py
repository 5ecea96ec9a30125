"""Game time: turns counted from one, and what they are called."""

import msgspec

TWO_MONTHS = (
    "January/February",
    "March/April",
    "May/June",
    "July/August",
    "September/October",
    "November/December",
)
"""The periods of a year with turns of two months."""


class Date(msgspec.Struct, frozen=True, order=True):
    """A turn on the calendar: the year, and which period of the year (counted from 0)."""

    year: int
    period: int


class Calendar(msgspec.Struct, frozen=True):
    """The year of a game.

    ``periods`` are the names of its parts in order (seasons, two-month turns, half-years);
    ``first`` is the date of turn 1.
    """

    periods: tuple[str, ...]
    first: Date

    def at(self, turn: int) -> Date:
        """The date of a turn (turns count from 1)."""
        index = self.first.year * len(self.periods) + self.first.period + turn - 1
        return Date(index // len(self.periods), index % len(self.periods))

    def turn(self, date: Date) -> int:
        """The turn of a date; the inverse of :meth:`at`."""
        length = len(self.periods)
        return (date.year - self.first.year) * length + date.period - self.first.period + 1

    def name(self, turn: int) -> str:
        """The turn in words, as ``Spring 1940``."""
        date = self.at(turn)
        return f"{self.periods[date.period]} {date.year}"

    def opens_year(self, turn: int) -> bool:
        """Whether a turn is the first of its year."""
        return self.at(turn).period == 0
