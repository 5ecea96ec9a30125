"""Names on the political status display: each beside its counter or at the end of a leader."""

from collections import Counter
from itertools import combinations
from math import dist
from typing import Any

import pytest

from frontend.books.days_of_decision import label_layout
from frontend.books.days_of_decision.label_layout import Name, cross, enters, meet
from frontend.books.days_of_decision.templatetags.days_of_decision import political_display
from rules.days_of_decision import BOOK
from rules.kernel.audience import SPECTATOR
from tests.rules.days_of_decision.playing import mixed, play

# The two years are played once.
pytestmark = pytest.mark.xdist_group("displays")

FIELD = (-400.0, -400.0, 400.0, 400.0)


def board(state: Any) -> Any:
    return BOOK.board(BOOK.view(state, SPECTATOR), None)


@pytest.fixture(scope="module")
def displays() -> list[tuple[tuple[Any, ...], tuple[Name, ...]]]:
    """What was asked for and placed on the displays of two years."""
    asked: list[tuple[tuple[Any, ...], tuple[Name, ...]]] = []
    place = label_layout.placed

    def watched(*wish: Any) -> tuple[Name, ...]:
        asked.append((wish, place(*wish)))
        return asked[-1][1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "frontend.books.days_of_decision.templatetags.days_of_decision.placed", watched
        )
        political_display({}, board(BOOK.start("1936", {}, {}).state))
        for seed in (1, 2):
            play(
                mixed,
                seed=seed,
                turns=6,
                watch=lambda _s, _o, result, _n: political_display({}, board(result.state)),
            )
    return asked


def test_no_name_lies_on_another_or_on_a_counter(displays: Any) -> None:
    for (_, counters, *_), names in displays:
        for one, other in combinations(names, 2):
            assert not meet(one.box, other.box), (one, other)
        for name in names:
            assert not any(meet(name.box, counter) for counter in counters), name


def test_no_leader_crosses_another_or_runs_through_names_in_a_column(displays: Any) -> None:
    for _, names in displays:
        led = [name for name in names if name.leader]
        for one, other in combinations(led, 2):
            assert not cross(one.leader, other.leader), (one, other)
            assert not enters(one.leader, other.box)
            assert not enters(other.leader, one.box)


def test_columns_stand_at_both_sides_and_clear_of_the_ideologies(displays: Any) -> None:
    for (_, _, closed, *_), names in displays:
        led = [name for name in names if name.leader]
        assert {name.anchor for name in led} == {"start", "end"}
        columns = {
            x for x, names_there in Counter(name.x for name in led).items() if names_there > 1
        }
        assert 1 <= len(columns) <= 2
        for name in (name for name in led if name.x in columns):
            assert not any(meet(name.box, ground) for ground in closed), name


def test_no_leader_runs_across_the_display(displays: Any) -> None:
    for _, names in displays:
        for name in names:
            assert name.leader is None or dist(*name.leader) <= label_layout.LONGEST, name


def test_every_minor_is_named_once(displays: Any) -> None:
    for (stacks, *_), names in displays:
        for (_, wanted), name in zip(stacks, names, strict=True):
            assert " ".join(name.lines) == ", ".join(wanted)


def test_a_name_goes_to_the_nearer_column() -> None:
    crowd = ("Argentina", "Bolivia", "Chile")
    stacks = (((-60.0, 0.0), crowd), ((60.0, 0.0), crowd))
    left, right = label_layout.placed(stacks, (), (), (), FIELD)
    assert (left.anchor, right.anchor) == ("end", "start")
    assert left.x < -60
    assert right.x > 60


def test_crowded_counters_still_get_leaders_that_do_not_cross() -> None:
    spots = [(float(40 * (n % 4)), float(30 * (n // 4))) for n in range(16)]
    stacks = tuple((at, (f"First of {n}", f"Second of {n}", "Third")) for n, at in enumerate(spots))
    counters = tuple((x - 9, y - 9, x + 9, y + 9) for x, y in spots)
    names = label_layout.placed(stacks, counters, (), (), FIELD)
    for one, other in combinations(names, 2):
        assert one.leader
        assert other.leader
        assert not cross(one.leader, other.leader)
        assert not meet(one.box, other.box)
