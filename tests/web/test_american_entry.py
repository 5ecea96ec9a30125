"""American entry against each power as a track: what it comes to, what it is short of, and where war begins."""

import re

import pytest
from django.template.loader import render_to_string
from msgspec.structs import replace

from rules.days_of_decision import BOOK
from rules.kernel.audience import SPECTATOR

HUES = [(key, faction.hue) for key, faction in BOOK.factions.items()]


def page(own: int) -> str:
    """What is said where Germany has so many entry points, and nobody else has any."""
    state = BOOK.start("1936", {}, {}).state
    germany = replace(state.nation("germany"), entry=own)
    state = replace(state, nations={**state.nations, "germany": germany})
    board = BOOK.board(BOOK.view(state, SPECTATOR), None)
    shown = {"board": board, "cited_book": ("days_of_decision", ""), "hues": HUES}
    return " ".join(render_to_string("days_of_decision/_beside.html", shown).split())


def told(own: int) -> str:
    """What is said of the track against Germany."""
    (track,) = (one for one in re.findall("<li>.*?</li>", page(own)) if "Germany" in one)
    return track


@pytest.mark.parametrize(
    ("own", "level", "says"),
    [
        (2, "3", "own 2; 57 short"),
        (20, "30", "own 20; 30 short"),
        (40, "60", "own 40; <b>war level reached</b>"),
    ],
)
def test_a_track_says_its_level_and_how_far_it_is_from_war(own: int, level: str, says: str) -> None:
    track = told(own)
    assert f"level <b>{level}</b>" in track
    assert says in track


def test_a_bar_has_its_own_part_what_the_ideology_adds_and_the_named_level_of_war() -> None:
    short, over = told(20), told(80)
    assert 'class="entry side-axis"' in short
    assert 'class="own" y="3" width="33.3%"' in short
    assert 'class="with" x="33.3%" y="3" width="16.7%"' in short
    assert re.findall(r'<text x="([\d.]+%)"[^>]*>([^<]*)<', short) == [("100.0%", "60 war")]
    # Beyond it the stroke stands where it belongs.
    assert re.findall(r'<text x="([\d.]+%)"[^>]*>([^<]*)<', over) == [("50.0%", "60 war")]


def test_what_stands_at_nothing_or_below_is_one_line_without_tracks() -> None:
    for own, level in ((0, "0"), (-2, "\N{MINUS SIGN}3")):
        said = page(own)
        assert (
            "<svg" not in re.sub(r'<svg class="mark.*?</svg>', "", said).partition("Objective")[0]
        )
        line = re.sub(
            "<[^>]+>", "", said.partition("At 0 or below, of 60:")[2].partition("</p>")[0]
        )
        assert re.findall(r"[A-Za-z]+ (\S+)", line)[0].rstrip(",") == level
        assert len(line.split(",")) == 7
