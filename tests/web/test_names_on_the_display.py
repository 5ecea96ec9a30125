"""Names on the political status display: each beside its counter or at the end of a leader; and the free
ground for the inspector.
"""

import re
from dataclasses import replace
from itertools import permutations
from math import dist
from typing import Any

import pytest
from msgspec.structs import replace as replaced

from campaigns import rulebooks
from campaigns.recordings.recording import steps_again
from frontend.books.days_of_decision import free_ground, label_layout
from frontend.books.days_of_decision.drawn_lines import cross, enters, holds, meet
from frontend.books.days_of_decision.free_ground import LEAST, PARTS, Ground
from frontend.books.days_of_decision.label_places import RINGS, WIDEST, Name, drawn_width, in_lines
from frontend.books.days_of_decision.templatetags import days_of_decision
from frontend.books.days_of_decision.templatetags.days_of_decision import political_display
from rules.days_of_decision import BOOK
from rules.kernel.audience import SPECTATOR, viewer
from tests.support.books import recordings
from tests.support.books.days_of_decision import mixed, play
from tests.support.books.watched import Watched
from tests.web.support import an_arrow

# The two years are played once.
pytestmark = [pytest.mark.long, pytest.mark.xdist_group("displays")]

EACH = 9
"""Of a recording each so many-th position is drawn."""
FIELD = (-400.0, -400.0, 400.0, 400.0)


def board(state: Any, power: str | None = None) -> Any:
    """What a power sees, or a spectator."""
    return BOOK.board(BOOK.view(state, viewer(power) if power else SPECTATOR), power)


Asked = list[tuple[tuple[Any, ...], Any]]


def watched(patch: pytest.MonkeyPatch, name: str) -> Asked:
    """All that the display asks of a function from now on, with its results."""
    calls: Asked = []
    real = getattr(days_of_decision, name)

    def call(*wish: Any) -> Any:
        calls.append((wish, real(*wish)))
        return calls[-1][1]

    patch.setattr(days_of_decision, name, call)
    return calls


@pytest.fixture(scope="module")
def drawn() -> tuple[Asked, Asked]:
    """What was asked for and placed on the displays of two years: names, and ground for inspectors."""
    with pytest.MonkeyPatch.context() as patch:
        names, grounds = watched(patch, "placed"), watched(patch, "largest")
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


def in_the_way(wish: tuple[Any, ...], names: tuple[Name, ...]) -> list[str]:
    """What no name and no leader may do, where it is done on a display."""
    stacks, counters, _, ways, (left, top, right, bottom) = wish
    found = []
    for (at, _names), name in zip(stacks, names, strict=True):
        box, others = name.box, [counter for counter in counters if not holds(counter, at)]
        refused = {
            "leaves the frame": (
                box[0] < left or box[1] < top or box[2] > right or box[3] > bottom
            ),
            "is too wide": box[2] - box[0] > WIDEST,
            "lies on a counter or a title": any(meet(box, counter) for counter in counters),
            "lies on an arrow": any(enters(way, box) for way in ways),
            "is led to through a counter": any(through(name, counter) for counter in others),
        }
        found += [f"{name.lines} {what}" for what, is_so in refused.items() if is_so]
    for one, other in permutations(names, 2):
        refused = {
            "lies on": meet(one.box, other.box),
            "is led to through": through(one, other.box),
            "is led to across the way to": (
                one.leader and other.leader and cross(one.leader, other.leader)
            ),
        }
        found += [f"{one.lines} {what} {other.lines}" for what, is_so in refused.items() if is_so]
    return found


def through(name: Name, box: Any) -> bool:
    """Whether the leader of a name runs through a box."""
    return name.leader is not None and enters(name.leader, box)


def test_nothing_lies_in_the_way_of_anything(displays: Any) -> None:
    assert [said for wish, names in displays for said in in_the_way(wish, names)] == []


def test_no_leader_runs_across_the_display(displays: Any) -> None:
    led = [dist(*name.leader) for _, names in displays for name in names if name.leader]
    assert len(led) > 100
    assert max(led) <= RINGS[-1]
    assert sum(led) / len(led) < 60


def test_a_display_has_its_names_at_the_same_places_whoever_draws_it(displays: Any) -> None:
    for wish, names in displays[:5]:
        assert label_layout.placed.__wrapped__(*wish) == names


@pytest.mark.parametrize("recording", ["chance-1936-1", "the-surrender-at-vichy"])
def test_nothing_lies_in_the_way_in_recorded_campaigns(
    recording: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = recordings.HERE / BOOK.key / BOOK.revision / f"{recording}{recordings.ENDING}"
    book: Any = Watched(rulebooks.load(BOOK.key, BOOK.revision))
    seen = watched(monkeypatch, "placed")
    for number, _step in enumerate(steps_again(book, recordings.read(file))):
        if number % EACH == 0:
            political_display({}, board(book.states[-1]))
    assert len(seen) > 2
    assert [said for wish, names in seen for said in in_the_way(wish, names)] == []


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


def _read(drawn: str, text: str) -> bool:
    """Whether a text is read on the display, whatever parts it is drawn in."""
    return text in re.sub(r"</?tspan[^>]*>", "", drawn)


def test_a_reader_sees_the_values_of_his_own_power_beside_the_names() -> None:
    start = BOOK.start("1936", {}, {}).state
    values = {"turkey": 3, "afghanistan": -2}
    minors = {
        key: replaced(minor, values={"germany": values[key], "usa": 4} if key in values else {})
        for key, minor in start.minors.items()
    }
    state = replaced(start, minors=minors)
    mine = political_display({}, board(state, "germany")).svg
    assert _read(mine, "Turkey +3")
    assert _read(mine, "Afghanistan \N{MINUS SIGN}2")
    others = political_display({}, board(state)).svg
    assert "Turkey</text>" in others
    assert "Turkey +" not in others
    # Of what is past nobody asks them, and names that grow by them lie on other counters.
    past = political_display({"past": True}, board(state, "germany")).svg
    assert "Turkey</text>" in past


def crowd(most: int) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Counters side by side, each with three long names, and the boxes of the counters."""
    spots = [(float(40 * (n % 4)), float(30 * (n // 4))) for n in range(most)]
    stacks = tuple((at, (f"First of {n}", f"Second of {n}", "Third")) for n, at in enumerate(spots))
    return stacks, tuple((x - 9, y - 9, x + 9, y + 9) for x, y in spots)


def test_crowded_counters_get_leaders_that_run_through_nothing() -> None:
    stacks, counters = crowd(8)
    wish = (stacks, counters, (), (), FIELD)
    names = label_layout.placed(*wish)
    assert in_the_way(wish, names) == []
    assert sum(name.leader is not None for name in names) > 2


def test_where_there_is_no_room_a_name_is_there_all_the_same() -> None:
    stacks, counters = crowd(16)
    for field in (FIELD, (-20.0, -20.0, 160.0, 120.0), (0.0, 0.0, 1.0, 1.0)):
        names = label_layout.placed(stacks, counters, (), (), field)
        assert [name.lines for name in names] == [in_lines(each) for _, each in stacks]


def test_a_free_place_beside_the_counter_is_taken_and_an_edge_is_rather_not_crossed() -> None:
    stack = (((0.0, 0.0), ("Siam",)),)
    (beside,) = label_layout.placed(stack, (), (), (), FIELD)
    assert (beside.x, beside.anchor, beside.leader) == (13.0, "start", None)
    # Ground of an ideology begins right of the counter: on its left no edge is crossed.
    ground = ((30.0, -60.0, 200.0, 60.0),)
    (beside,) = label_layout.placed(stack, (), ground, (), FIELD)
    assert (beside.x, beside.anchor) == (-13.0, "end")


def test_two_names_stand_on_one_line_and_more_on_two() -> None:
    assert in_lines(("Albania", "Sweden")) == ("Albania, Sweden",)
    assert in_lines(("Chile", "Poland", "Portugal")) == ("Chile, Poland,", "Portugal")
    many = in_lines(("Denmark", "Greece", "Ireland", "Saudi Arabia", "Uruguay"))
    assert many == ("Denmark, Greece, Ireland,", "Saudi Arabia, Uruguay")
    wide = in_lines(tuple(f"A long name {n}" for n in range(9)))
    assert len(wide) > 2
    assert all(drawn_width(line) <= WIDEST for line in wide)


@pytest.mark.parametrize(
    ("name", "pixels"), [("Mexico", 45.5), ("Norway", 49.5), ("Siam", 31.1), ("Brazil, Iraq", 68.6)]
)
def test_a_name_takes_the_ground_that_it_is_drawn_on(name: str, pixels: float) -> None:
    """Pixels are those of the serif at 13 px, as a browser draws it."""
    assert drawn_width(name) == pytest.approx(pixels, rel=0.1)


def test_where_a_position_is_told_no_counter_shows_whence_it_came() -> None:
    moved = an_arrow((0, 0), (-1, 0))
    shown = replaced(board(BOOK.start("1936", {}, {}).state), arrows=(moved,))
    assert "Peru moves" in political_display({}, shown).svg
    assert "Peru moves" not in political_display({}, shown, moves=False).svg
