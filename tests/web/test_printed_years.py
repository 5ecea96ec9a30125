"""A chronicle prints whole, or the years that a reader chooses; every turn keeps its head."""

from types import SimpleNamespace
from typing import Any

import pytest

from campaigns.selectors.history.chronicle_parts.records import YearRow
from frontend.chronicle_pages import PAGE_LINES, year_pages, years_between

TURNS = 4
"""In each year of the game that is told here; the last two years bring no news."""


def row(year: str, *events: tuple[int, str], phase: int = 1) -> YearRow:
    return YearRow(year=year, headline="", text="", events=events, count=None, phase=phase, more=0)


def story(news: int = 3) -> Any:
    """Three years of four turns with so many pieces of news in each."""
    rows = [
        row(
            str(1936 + year),
            *(
                (1 + year * TURNS + turn, f"News {n} of turn {turn}")
                for turn in range(TURNS)
                for n in range(news)
            ),
        )
        for year in range(3)
    ]
    places = tuple(f"Turn {n % TURNS} of {1936 + n // TURNS}" for n in range(5 * TURNS))
    return SimpleNamespace(
        years=(*rows, row("1939\N{EN DASH}1940", phase=13)), first=1, places=places
    )


def test_years_are_chosen_from_one_to_another_whichever_is_named_first() -> None:
    told = story()
    for since, until in (("1937", "1938"), ("1938", "1937")):
        assert [one.year for one in years_between(told, since, until)] == ["1937", "1938"]
    assert [one.year for one in years_between(told, "1938", "")] == ["1938", "1939\N{EN DASH}1940"]
    assert years_between(told, "", "") == years_between(told, "1936", "1939") == ()
    assert years_between(told, "nonsense", "2001") == ()


@pytest.mark.parametrize("news", [1, 3, 9, 40])
def test_a_turn_has_its_head_where_it_begins_and_on_every_page_that_goes_on_with_it(
    news: int,
) -> None:
    told = story(news)
    pages = year_pages(told)
    before = ("", "")
    for page in pages:
        assert page[0].year
        assert page[0].turn or page[0].words == "No news."
        for line in page:
            year, turn = line.year or before[0], line.turn or before[1]
            if line.words != "No news.":
                assert told.places[line.phase - 1] == turn
                assert line.continued == (line is page[0] and (year, turn) == before)
            before = year, turn
        heads = sum(bool(line.year) + bool(line.turn) for line in page)
        assert len(page) + heads <= PAGE_LINES + 2
    assert sum(len(page) for page in pages) == 3 * TURNS * news + 1
    assert any(line.continued for page in pages for line in page) == (news > 1)


def test_chosen_years_are_laid_out_without_the_others() -> None:
    told = story()
    (page,) = year_pages(told, years_between(told, "1937", "1937"))
    assert {line.phase for line in page} == {5, 6, 7, 8}
