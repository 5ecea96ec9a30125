"""Arrows on the political status display: they go past counters, and show which way they point."""

import re
from math import dist
from typing import Any

import pytest
from django.template.loader import render_to_string
from msgspec.structs import replace

from frontend.books.days_of_decision.arrow_lines import ArrowLine, arrow_line
from frontend.books.days_of_decision.drawn_lines import enters, holds
from frontend.books.days_of_decision.label_layout import placed
from frontend.books.days_of_decision.label_places import Name, Surroundings
from frontend.books.days_of_decision.templatetags.days_of_decision import (
    SIZE,
    middle,
    outline,
    path,
    political_display,
)
from frontend.books.days_of_decision.templatetags.display_inspector import (
    RING,
    plan_arrows,
)
from frontend.rendered_parts import Acting
from rules.days_of_decision import BOOK
from rules.days_of_decision.model.state import Move
from rules.kernel.audience import SPECTATOR
from rules.kernel.pages import Movement
from rules.kernel.tally import Tally
from tests.web.support import an_arrow

ALONE, POWER = (10.0, 10.0), (32.0, 20.0)


def standing(at: tuple[int, int], size: tuple[float, float]) -> tuple[float, float, float, float]:
    (x, y), (wide, high) = middle(at), size
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def test_hexes_and_their_edge_are_drawn_where_they_are() -> None:
    def numbers(words: str) -> list[list[float]]:
        return [[*map(float, re.findall(r"-?[\d.]+", one))] for one in words.split("m")[1:]]

    hexes = [(q, r) for q in range(-7, 8) for r in range(-7, 8)]
    x, y = 0.0, 0.0
    for at, (across, down, *_) in zip(hexes, numbers(path(hexes)), strict=True):
        x, y = x + across, y + down
        assert dist((x, y + SIZE), middle(at)) < 0.1
    # Each side of one alone goes from corner to corner.
    x, y = 0.0, 0.0
    for across, down, *far in numbers(outline({(2, -3)})):
        x, y = x + across, y + down
        assert dist((x, y), middle((2, -3))) == pytest.approx(SIZE, abs=0.1)
        x, y = x + sum(far[:-1]), y + far[-1]
        assert dist((x, y), middle((2, -3))) == pytest.approx(SIZE, abs=0.1)


def through(line: ArrowLine, box: Any) -> bool:
    return any(enters(way, box) for way in line.ways)


@pytest.mark.parametrize("step", [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)])
@pytest.mark.parametrize("size", [ALONE, POWER])
def test_a_head_is_longer_than_wide_and_ends_before_the_counter(
    step: tuple[int, int], size: tuple[float, float]
) -> None:
    box = standing(step, size)
    line = arrow_line([middle((0, 0)), middle(step)], [[], [box]])
    tip, left, right = line.head
    assert dist(tip, line.line[-1]) > dist(left, right)
    assert not through(line, box)
    assert not any(holds(box, corner) for corner in line.head)
    # It points where the counter went.
    assert dist(tip, middle(step)) < dist(line.line[-1], middle(step))


@pytest.mark.parametrize("step", [(1, 0), (0, 1), (1, -1)])
@pytest.mark.parametrize("size", [ALONE, POWER])
def test_a_line_goes_past_what_stands_on_its_way(
    step: tuple[int, int], size: tuple[float, float]
) -> None:
    hexes = [(0, 0), step, (2 * step[0], 2 * step[1])]
    box = standing(step, size)
    line = arrow_line([middle(at) for at in hexes], [[], [box], []])
    assert not through(line, box)
    straight = arrow_line([middle(at) for at in hexes], [[], [], []])
    assert straight.line[1] == middle(step)
    assert straight.head[0] == middle(hexes[-1])


def test_where_counters_fill_a_hex_the_head_is_there_all_the_same() -> None:
    wide = standing((1, 0), (100.0, 20.0))
    line = arrow_line([middle((0, 0)), middle((1, 0))], [[], [wide]])
    assert dist(line.line[0], line.line[-1]) > 0


def test_no_name_touches_an_arrow() -> None:
    around = Surroundings((), (), (((0.0, 0.0), (40.0, 0.0)),), (-99.0, -99.0, 99.0, 99.0))
    assert not around.free(Name(("Siam",), 10.0, -4.0, "start").box)
    assert around.free(Name(("Siam",), 10.0, -8.0, "start").box)


@pytest.mark.parametrize("inside", [False, True])
def test_a_long_name_stays_on_the_side_of_an_edge_on_which_its_counter_stands(
    inside: bool,
) -> None:
    at, field = (0.0, 0.0), (-400.0, -400.0, 400.0, 400.0)
    zone = (-300.0, -300.0, 18.0, 300.0) if inside else (18.0, -300.0, 300.0, 300.0)
    (name,) = placed(((at, ("Hungary", "Spanish Nationalists")),), (), (zone,), (), field)
    assert name.box[2] <= 18.0
    # A short one does not go far for it.
    (near,) = placed(((at, ("Peru",)),), (), (zone,), (), field)
    assert near.leader is None


def test_the_head_has_the_colour_of_who_moved_the_counter() -> None:
    state = BOOK.start("1936", {}, {}).state
    board = BOOK.board(BOOK.view(state, SPECTATOR), None)
    (peru,) = (minor for minor in board.minors if minor.key == "peru")
    q, r = peru.hex
    moved = an_arrow((q - 2, r), (q - 1, r), (q, r))
    context = {"hues": (("fascist", "axis"),)}
    svg = political_display(context, replace(board, arrows=(moved,))).svg
    (arrow,) = re.findall(r'<g class="move side-axis"[^>]*>.*?</g>', svg)
    assert 'class="head"' in arrow
    assert "marker" not in svg
    # Its tip is outside the counter.
    x, y = map(float, re.findall(r'class="head" d="M(-?[\d.]+) (-?[\d.]+)', arrow)[0])
    assert dist((x, y), middle((q, r))) > 5


def test_a_plan_has_a_head_too_and_what_would_stay_has_none() -> None:
    peru = {"piece": "peru", "name": "Peru", "by": "germany", "words": ""}
    plan = Movement(**peru, places=("0_0", "1_0"), tally=Tally(title="Peru", base=1))
    assert 'class="head"' in plan_arrows([plan])
    # Of one hex too there is a line to be seen between the ring around the minor and the head.
    shaft = re.search(
        r'class="shaft" d="M([-\d.]+) ([-\d.]+)L([-\d.]+) ([-\d.]+)"', plan_arrows([plan])
    )
    assert shaft is not None
    x, y, to_x, to_y = map(float, shaft.groups())
    assert round(dist((x, y), middle((0, 0)))) == RING
    assert dist((x, y), (to_x, to_y)) >= 6
    assert "head" not in plan_arrows([replace(plan, places=("0_0",))])


def after_a_move() -> Any:
    """The board once Germany has moved a minor by a hex."""
    state = BOOK.start("1936", {}, {}).state
    path = (state.minor("netherlands").hex, (0, -7))
    state = replace(state, moves=(Move(counter="netherlands", by="germany", path=path),))
    return BOOK.board(BOOK.view(state, SPECTATOR), None)


def test_what_moved_is_listed_with_who_moved_it() -> None:
    shown = {"board": after_a_move(), "cited_book": ("days_of_decision", "")}
    said = render_to_string("days_of_decision/_beside.html", shown)
    (line,) = re.findall(r'<li class="small">(.*?)</li>', said, re.DOTALL)
    assert "mark" in line
    words = " ".join(re.sub("<[^>]+>", "", line).split())
    assert words.endswith("Germany: Netherlands 1 hex")


def test_arrows_can_be_left_out_where_there_are_some() -> None:
    before = BOOK.board(BOOK.view(BOOK.start("1936", {}, {}).state, SPECTATOR), None)
    cited = ("days_of_decision", "")
    for board, offered in ((after_a_move(), True), (before, False)):
        shown = {"board": board, "reader": Acting(None), "past": True, "cited_book": cited}
        said = render_to_string("days_of_decision/board.html", shown)
        assert ('data-layer="moves"' in said) == offered
