"""Tracks as scales: what would move is drawn with its thresholds, and said in a sentence."""

import re
from types import SimpleNamespace

import pytest

from campaigns.selectors.phase.records import Boards
from frontend import scales
from frontend.templatetags.scales import besides, scale_drawing


def boards(before: int, after: int) -> Boards:
    def board(level: int) -> SimpleNamespace:
        marks = [SimpleNamespace(level=at, short=f"event {at}") for at in (10, 15, 50)]
        track = SimpleNamespace(key="rgt", title="Tension", level=level, marks=marks)
        return SimpleNamespace(tensions=SimpleNamespace(tracks=[track]))

    return Boards(before=board(before), after=board(after))


@pytest.mark.parametrize(
    ("before", "after", "sentences"),
    [
        (6, 8, ("No threshold. 2 more to 10: event 10.",)),
        (6, 10, ("Reaches 10: event 10.",)),
        (6, 16, ("Reaches 10: event 10.", "Reaches 15: event 15.")),
        (15, 14, ("Falls below 15: event 15.",)),
        (60, 61, ("No threshold.",)),
    ],
)
def test_a_scale_says_what_it_would_cross(
    before: int, after: int, sentences: tuple[str, ...]
) -> None:
    (one,) = scales.moved("world_at_war", boards(before, after))
    told = (one.title, one.before, one.after, one.sentences)
    assert told == ("Tension", before, after, sentences)
    drawn = str(scale_drawing(one))
    assert f"{before}, then {after}. {' '.join(sentences)}" in drawn
    assert drawn.count("circle") == 3
    # Nothing lies outside of the drawing.
    assert all(0 <= float(at) <= 100 for at in re.findall(r'(?:x|cx|x1|x2)="([\d.]+)%"', drawn))


def test_what_does_not_move_or_cannot_be_known_has_no_scale() -> None:
    assert scales.moved("world_at_war", boards(6, 6)) == ()
    assert scales.moved("world_at_war", None) == ()
    assert scales.moved("no such book", boards(6, 8)) == ()


def test_what_a_scale_shows_is_not_said_again_below_it() -> None:
    (one,) = scales.moved("world_at_war", boards(6, 8))
    rows = [SimpleNamespace(label="Tension"), SimpleNamespace(label="BRPs")]
    assert [row.label for row in besides(rows, [one])] == ["BRPs"]
