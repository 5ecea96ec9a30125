"""Turns and dates."""

import pytest

from rules.kernel.calendar import Calendar, Date

SEASONS = Calendar(periods=("Spring", "Summer", "Fall", "Winter"), first=Date(1939, 2))


@pytest.mark.parametrize(
    ("turn", "name"),
    [
        (1, "Fall 1939"),
        (2, "Winter 1939"),
        (3, "Spring 1940"),
        (6, "Winter 1940"),
        (27, "Spring 1946"),
    ],
)
def test_turns_are_named_by_season_and_year(turn, name):
    assert SEASONS.name(turn) == name


@pytest.mark.parametrize("turn", range(1, 60))
def test_turn_and_date_are_inverses(turn):
    assert SEASONS.turn(SEASONS.at(turn)) == turn


def test_dates_run_on_without_a_gap():
    dates = [SEASONS.at(turn) for turn in range(1, 30)]
    assert dates == sorted(set(dates))


def test_a_year_opens_with_its_first_period():
    assert [turn for turn in range(1, 8) if SEASONS.opens_year(turn)] == [3, 7]


def test_a_year_of_one_period_opens_with_it():
    years = Calendar(periods=("year",), first=Date(1900, 0))
    assert years.opens_year(5)
