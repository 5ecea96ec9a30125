"""Public holidays of a country, to be taken over into a campaign's own list.

The library `holidays` knows them. It is asked once, when somebody chooses a country: a campaign keeps what it
was given, whatever a later release of the library says.
"""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import cache
from itertools import pairwise

from holidays import country_holidays
from holidays.registry import COUNTRIES

from campaigns.domain.clock_policy import LONGEST_NAME, Holiday

AHEAD = timedelta(days=365)
"""So far ahead they are taken over."""


@cache
def countries() -> tuple[tuple[str, str], ...]:
    """The countries whose public holidays are known: code and name, by the name."""
    found = {codes[1]: name.replace("_", " ").title() for name, codes in COUNTRIES.items()}
    return tuple(sorted(found.items(), key=lambda one: one[1]))


def of(country: str, first: date) -> tuple[Holiday, ...]:
    """The public holidays of a whole country in the year from a day on, with English names where there are
    any. Days of one name that follow each other are one holiday. Raises ``KeyError``.
    """
    if country not in dict(countries()):
        raise KeyError(country)
    last = first + AHEAD
    known = country_holidays(country, years=range(first.year, last.year + 1), language="en_US")
    days = sorted((day, name) for day, name in known.items() if first <= day <= last)
    return tuple(
        Holiday(
            name=together[0][1][:LONGEST_NAME],
            first=together[0][0].isoformat(),
            last=together[-1][0].isoformat() if len(together) > 1 else "",
        )
        for together in _together(days)
    )


def _together(days: Sequence[tuple[date, str]]) -> Iterator[list[tuple[date, str]]]:
    """Days of one name that follow each other."""
    found: list[tuple[date, str]] = list(days[:1])
    for (before, name), (day, other) in pairwise(days):
        if other != name or day - before != timedelta(days=1):
            yield found
            found = []
        found.append((day, other))
    if found:
        yield found
