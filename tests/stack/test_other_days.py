"""The quick tests pass on other days too.

All of them run a year on; on the other days those that look at a clock most, `accounts` and `campaigns`.
Each day is a run of its own (`tests.other_days`) with one process, since `make test-all` has other tests
for the other processors.
"""

import re
import subprocess
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import count, pairwise
from zoneinfo import ZoneInfo

import pytest

from tests.other_days import run

QUICK = ("accounts", "campaigns", "conformance", "rules", "web")
LOOK_AT_A_CLOCK = ("accounts", "campaigns")
BERLIN = ZoneInfo("Europe/Berlin")
WITHOUT_A_MIDNIGHT = ("America/Santiago", "Africa/Cairo", "Asia/Beirut", "America/Havana")
"""Zones whose summer time begins at midnight."""
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def a_year_on() -> datetime:
    return datetime.now(UTC) + 365 * DAY


def a_leap_day() -> datetime:
    today = datetime.now(UTC).date()
    return next(noon(day) for year in count(today.year) for day in leap_days(year) if day > today)


def leap_days(year: int) -> Iterator[date]:
    day = date(year, 3, 1) - DAY
    if day.day == 29:
        yield day


def noon(day: date) -> datetime:
    return datetime.combine(day, time(12), UTC)


def the_last_minute_of_a_year() -> datetime:
    return datetime(datetime.now(UTC).year + 1, 1, 1, tzinfo=UTC) - MINUTE


def changes_of(zone: ZoneInfo) -> Iterator[tuple[datetime, timedelta]]:
    """From tomorrow on, each moment at which the clocks of a zone change, and by how much."""
    tomorrow = datetime.combine(datetime.now(UTC).date() + DAY, time(0), UTC)
    hours = (tomorrow + number * HOUR for number in range(24 * 400))
    for before, after in pairwise(hours):
        by = after.astimezone(zone).utcoffset() - before.astimezone(zone).utcoffset()
        if by:
            yield after, by


def before_the_hour_that_is_skipped() -> datetime:
    return next(at for at, by in changes_of(BERLIN) if by > timedelta()) - 2 * MINUTE


def the_hour_that_comes_twice() -> datetime:
    return next(at for at, by in changes_of(BERLIN) if by < timedelta()) - HOUR


def the_hour_that_came_already() -> datetime:
    return the_hour_that_comes_twice() + HOUR


def a_day_without_a_midnight() -> tuple[datetime, str]:
    """A few minutes before it, and in which zone."""
    return min(
        (at - 5 * MINUTE, name)
        for name in WITHOUT_A_MIDNIGHT
        for at, by in changes_of(ZoneInfo(name))
        if by > timedelta() and at.astimezone(ZoneInfo(name)).time() == time(1)
    )


def passes(moment: datetime, folders: list[str], **options: object) -> None:
    arguments = ["-n", "0", "-q", "-m", "not long and not hypothesis", *folders]
    done = run(
        moment,
        *arguments,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        **options,
    )
    assert done.returncode == 0, (
        f"at {moment.isoformat()} {options or ''}:\n{done.stdout[-20_000:]}"
    )
    assert re.search(r"^\d{2,} passed", done.stdout, re.MULTILINE), done.stdout[-2_000:]


def in_folders(names: object) -> list[str]:
    return [f"tests/{name}" for name in names]


def test_there_are_such_days_ahead() -> None:
    """A rule of a zone may be given up; then another zone is named here."""
    now = datetime.now(UTC)
    days = [*ON_A_DAY, lambda: a_day_without_a_midnight()[0], a_year_on]
    assert all(now < day() for day in days)
    first, second = the_hour_that_comes_twice(), the_hour_that_came_already()
    assert f"{first.astimezone(BERLIN):%H:%M}" == f"{second.astimezone(BERLIN):%H:%M}" == "02:00"
    skipped = before_the_hour_that_is_skipped().astimezone(BERLIN)
    assert (f"{skipped:%H:%M}", skipped.dst()) == ("01:58", timedelta())


ON_A_DAY: list[Callable[[], datetime]] = [
    a_leap_day,
    before_the_hour_that_is_skipped,
    the_hour_that_comes_twice,
    the_hour_that_came_already,
]


@pytest.mark.long
def test_all_quick_tests_pass_a_year_on() -> None:
    passes(a_year_on(), in_folders(QUICK))


@pytest.mark.long
@pytest.mark.parametrize("day", ON_A_DAY, ids=lambda day: day.__name__)
def test_what_looks_at_a_clock_passes_on(day: Callable[[], datetime]) -> None:
    passes(day(), in_folders(LOOK_AT_A_CLOCK))


@pytest.mark.long
def test_what_looks_at_a_clock_passes_in_the_last_minute_of_a_year() -> None:
    """Every test begins there."""
    passes(the_last_minute_of_a_year(), in_folders(LOOK_AT_A_CLOCK), each=True)


@pytest.mark.long
def test_what_looks_at_a_clock_passes_where_a_day_has_no_midnight() -> None:
    moment, zone = a_day_without_a_midnight()
    passes(moment, in_folders(LOOK_AT_A_CLOCK), people_in=zone)
