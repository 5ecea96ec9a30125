"""Tracks as scales: what would move is drawn with its thresholds, and said in a sentence."""

import re
from itertools import pairwise
from types import SimpleNamespace

import pytest

from campaigns.selectors.phase.records import Boards
from frontend import scales
from frontend.books.world_at_war.templatetags.world_at_war import (
    NARROW_WIDTH,
    TRACK_WIDTH,
    label_spots,
    result_track,
    track_scale,
)
from frontend.scales import Moved, Threshold
from frontend.templatetags.scales import (
    FIRST,
    NARROW,
    ROOMY,
    WIDE,
    besides,
    labels,
    not_of,
    reasons_of,
    scale_drawing,
)
from rules.kernel.dispatch.effects import ForetoldEvent


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


STEPS = (
    (5, "grant"),
    (8, "Fleet"),
    (10, "first"),
    (15, "grant 3"),
    (20, "embargo, second"),
    (37, "+3"),
    (50, "war on Japan"),
)


@pytest.mark.parametrize("pixels", [ROOMY, NARROW])
@pytest.mark.parametrize(("before", "after"), [(0, 2), (4, 9), (16, 37), (50, 49)])
def test_labels_name_what_counts_and_never_touch(before: int, after: int, pixels: int) -> None:
    thresholds = tuple(Threshold(at, name, before < at <= after) for at, name in STEPS)
    one = Moved("Tension", before, after, 0, 50, thresholds)
    placed = labels(one, pixels)
    named = {each.level for each in placed if each.name}
    # The end has its name, and so has what is crossed, or else what comes next, as far as there is room.
    crossed = [each.level for each in thresholds if each.crossed]
    assert 50 in named
    assert named & {*crossed} if crossed else min(at for at, _name in STEPS if at > after) in named
    spots = [each.spot for each in placed]
    assert all(spot.left >= 0 and spot.right <= 100 for spot in spots)
    for row in (0, 1):
        beside = sorted(spot for spot in spots if spot.row == row)
        assert all(one.right < then.left for one, then in pairwise(beside))
    for low in (each for each in placed if each.spot.row):
        stem = FIRST + WIDE * low.level / 50
        over = (spot for spot in spots if not spot.row)
        assert not any(spot.left < stem < spot.right for spot in over)
    if pixels == ROOMY:
        assert {each.level for each in placed} >= {at for at, _name in STEPS}


@pytest.mark.parametrize("low", [0, -10])
@pytest.mark.parametrize("wide", [TRACK_WIDTH, NARROW_WIDTH])
def test_no_stem_of_a_track_goes_through_a_label(low: int, wide: int) -> None:
    steps = (*STEPS[:-1], (40, "alert"), (45, "no limits"), STEPS[-1])
    marks = tuple(
        (8 + (at - low) * wide / (50 - low), f"{at} {name if wide == TRACK_WIDTH else ''}")
        for at, name in steps
    )
    spots = label_spots(marks, wide)
    placed = [spot for spot in spots if spot]
    assert spots[-1] is not None
    assert low or len(placed) == len(steps)
    assert all(spot.left >= 0 and spot.right <= wide + 16 for spot in placed)
    for one in placed:
        beside = [other for other in placed if other.row == one.row and other.left > one.left]
        assert all(one.right < other.left for other in beside)
        over = [other for other in placed if other.row < one.row]
        assert not any(other.left < one.x < other.right for other in over)


def test_a_scale_says_where_it_begins_unless_it_stands_there() -> None:
    def begins(before: int) -> bool:
        one = Moved("Tension", before, before + 1, 0, 50, (Threshold(50, "war", False),))
        return 0 in {each.level for each in labels(one, ROOMY)}

    assert begins(6)
    assert not begins(0)


def test_why_a_scale_moves_stands_below_it_and_nowhere_else() -> None:
    (one,) = scales.moved("world_at_war", boards(6, 8))
    paris = ForetoldEvent(text="Tension +2, to 8", rest="The Axis took Paris.", rule="events")
    other = ForetoldEvent(text="Tensions run high +3", rest="Somewhere else.")
    without = ForetoldEvent(text="Tension +2, to 8")
    assert reasons_of([paris, without], one) == [(paris, "+2")]
    assert not_of([paris, without, other], [one]) == [without, other]


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
