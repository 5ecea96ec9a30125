"""Names on the political status display: each beside its counter or at the end of a leader; and the free
ground for the inspector.
"""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import dist
from typing import Any

import pytest
from msgspec.structs import replace as replaced

from frontend.books.days_of_decision import free_ground, label_layout
from frontend.books.days_of_decision.free_ground import LEAST, PARTS, Ground
from frontend.books.days_of_decision.label_layout import Name, cross, enters, meet
from frontend.books.days_of_decision.templatetags.days_of_decision import political_display
from rules.days_of_decision import BOOK
from rules.kernel.audience import SPECTATOR, viewer
from tests.rules.days_of_decision.playing import mixed, play

# The two years are played once.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("displays")]

FIELD = (-400.0, -400.0, 400.0, 400.0)


def board(state: Any, power: str | None = None) -> Any:
    """What a power sees, or a spectator."""
    return BOOK.board(BOOK.view(state, viewer(power) if power else SPECTATOR), power)


Asked = list[tuple[tuple[Any, ...], Any]]


@pytest.fixture(scope="module")
def drawn() -> tuple[Asked, Asked]:
    """What was asked for and placed on the displays of two years: names, and ground for inspectors."""
    names: Asked = []
    grounds: Asked = []
    place, largest = label_layout.placed, free_ground.largest

    def watched(*wish: Any) -> tuple[Name, ...]:
        names.append((wish, place(*wish)))
        return names[-1][1]

    def looked(*wish: Any) -> Ground:
        grounds.append((wish, largest(*wish)))
        return grounds[-1][1]

    tags = "frontend.books.days_of_decision.templatetags.days_of_decision"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(f"{tags}.placed", watched)
        patch.setattr(f"{tags}.largest", looked)
        political_display({}, board(BOOK.start("1936", {}, {}).state))
        for seed in (1, 2):
            play(
                mixed,
                seed=seed,
                turns=6,
                watch=lambda _s, _o, result, n: political_display(
                    {}, board(result.state, tuple(BOOK.powers)[n % len(BOOK.powers)])
                ),
            )
    return names, grounds


@pytest.fixture(scope="module")
def displays(drawn: tuple[Asked, Asked]) -> Asked:
    return drawn[0]


def test_the_inspector_has_free_ground_on_every_display(drawn: tuple[Asked, Asked]) -> None:
    names, grounds = drawn
    assert len(names) == len(grounds) > 20
    for (_, found), ((field, taken, lines, _), ground) in zip(names, grounds, strict=True):
        box = ground.box(field)
        assert not any(meet(box, other) for other in taken)
        assert not any(enters(line, box) for line in lines)
        assert not any(meet(box, name.box) for name in found)
        assert ground.right - ground.left >= LEAST[0]
        assert ground.bottom - ground.top >= LEAST[1]


def test_the_largest_ground_is_taken_and_a_full_display_leaves_a_corner() -> None:
    left = (FIELD[0], FIELD[1], 0.0, FIELD[3])
    assert free_ground.largest(FIELD, (left,), ()) == Ground(PARTS // 2, 0, PARTS, PARTS)
    assert free_ground.largest(FIELD, (), (), (left,)) == Ground(PARTS // 2, 0, PARTS, PARTS)
    corner = free_ground.largest(FIELD, (FIELD,), ())
    assert (corner.right, corner.bottom) == (PARTS, PARTS)


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


def test_something_is_added_to_a_name_only_where_there_is_room() -> None:
    one = Name(("Siam",), 0.0, 0.0, "start")
    two = Name(("Turkey",), 40.0, 0.0, "start")
    longer = (("Siam +3",), ("Turkey +3",))
    assert label_layout.roomy((one, two), longer, (), (), FIELD) == (False, True)
    apart = replace(two, x=60.0)
    assert label_layout.roomy((one, apart), longer, (), (), FIELD) == (True, True)
    counter = (35.0, -10.0, 50.0, 5.0)
    assert label_layout.roomy((one, apart), longer, (counter,), (), FIELD) == (False, True)


def test_a_reader_sees_the_values_of_his_own_power_beside_the_names() -> None:
    start = BOOK.start("1936", {}, {}).state
    values = {"turkey": 3, "siam": -2}
    minors = {
        key: replaced(minor, values={"germany": values[key], "usa": 4} if key in values else {})
        for key, minor in start.minors.items()
    }
    state = replaced(start, minors=minors)
    mine = political_display({}, board(state, "germany")).svg
    assert "Turkey +3" in mine
    assert "Siam \N{MINUS SIGN}2" in mine
    others = political_display({}, board(state)).svg
    assert "Turkey</text>" in others
    assert "Turkey +" not in others


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
