"""Tracks as scales: what would move is drawn with its thresholds, and said in a sentence."""

import re
from types import SimpleNamespace

import pytest

from campaigns.selectors.phase.records import Boards
from frontend import scales
from frontend.books.world_at_war.templatetags.world_at_war import result_track, track_scale
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


def country(*rows: str) -> SimpleNamespace:
    cells = [
        SimpleNamespace(row=row, side="", chance=None, present=False, meaning="") for row in rows
    ]
    return SimpleNamespace(track=cells, side="")


COMMON = country("-3", "-2", "-1", "0", "1-2", "3-4", "5-6", "7", "8", "9", "10")


@pytest.mark.parametrize(
    ("rows", "alike"),
    [
        (COMMON, {row: row for row in ("-3", "1-2", "10")}),
        (country("2", "3-4", "5-6", "7", "8+"), {"3-4": "3-4", "5-6": "5-6", "7": "7"}),
        (country("0", "1-4", "5", "6", "7", "8", "9", "10"), {"7": "7", "10": "10"}),
    ],
)
def test_a_country_with_rows_of_its_own_stands_under_the_common_scale(
    rows: SimpleNamespace, alike: dict[str, str]
) -> None:
    def cells(card: SimpleNamespace) -> dict[str, tuple[float, float]]:
        found = re.findall(
            r'class="cell \w+" x="([\d.]+)%" y="\d+" width="([\d.]+)%"', result_track(card)
        )
        return {
            cell.row: (float(at), float(width))
            for cell, (at, width) in zip(card.track, found, strict=True)
        }

    own, common = cells(rows), cells(COMMON)
    assert {row: own[row] for row in alike} == {row: common[of] for row, of in alike.items()}
    first, *_, last = own.values()
    assert (first[0], sum(last)) == (0, 100)


def test_the_common_scale_is_that_of_the_country_with_most_rows() -> None:
    assert track_scale([country("2", "3-4", "8+"), COMMON]) == track_scale([COMMON])
    assert re.findall(r">([^<]+)</text>", track_scale([COMMON]))[4:7] == ["1–2", "3–4", "5–6"]
