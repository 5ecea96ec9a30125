"""The War Game's board for a nation in play: what leads it further, and its dice from turn to turn."""

import re
from types import SimpleNamespace
from typing import Any

from django.template.loader import render_to_string
from msgspec.structs import replace

from frontend.books.war_game_1939.templatetags.war_game_1939 import dice_by_turn
from rules.registry import BOOKS
from rules.war_game_1939.model.state import Mark

BOOK = BOOKS["war_game_1939"]


def started(facts: dict[str, Any] | None = None, **fields: Any) -> Any:
    state: Any = BOOK.start("1939", {}, {}).state
    return replace(state, facts={**state.facts, **(facts or {})}, **fields)


def told(state: Any, power: str, status: str = "running") -> str:
    board = BOOK.board(BOOK.view(state, power), power)
    head = SimpleNamespace(
        status=status, slug="a-war", revision="", book_key="war_game_1939", hues=()
    )
    html = render_to_string(
        "war_game_1939/board.html", {"board": board, "head": head, "past": False}
    )
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_an_ally_reads_what_leads_it_further_what_its_land_pays_there_and_how_far_it_is() -> None:
    said = told(started({"control.romania": "germany"}), "uk")
    assert "What leads Britain further" in said
    assert "10 per cent $10 4 or less on the die: 1/3, 33 %" in said
    assert "20 per cent $20 There is nothing to roll under yet." in said
    assert "it is −8." in said
    assert "An Axis attack on its original land U.K., France: Full War Full War $100" in said
    assert "What leads France further" not in said


def test_nothing_leads_the_axis_or_who_is_at_full_war_further() -> None:
    assert "What leads" not in told(started(), "germany")
    assert "What leads" not in told(started(), "china")
    assert "What leads" not in told(started(), "uk", "finished")


def test_dice_from_turn_to_turn_are_a_line_for_all_who_have_as_many() -> None:
    drawn = dice_by_turn(BOOK.board(started(), None))
    for name in ("Germany and Japan", "Italy 1", "each Ally 11"):
        assert name in re.sub(r"<[^>]+>", " ", drawn).replace("  ", " "), drawn
    assert "turn 5" in drawn


def test_who_loses_its_dice_keeps_the_line_of_what_it_had() -> None:
    state = started()
    late = replace(state.nation("uk"), status=100)
    drawn = dice_by_turn(BOOK.board(replace(state, nations={**state.nations, "uk": late}), None))
    assert "each Ally" not in drawn
    assert "Soviet Union, France and United States 1, Britain 1" in drawn
    # An Ally at 40 per cent or more ends the dice of the Axis too.
    assert "Germany and Japan 11" in drawn


def test_dice_that_a_rise_of_status_took_are_not_drawn_and_are_no_dice_of_this_turn() -> None:
    mark = Mark(turn=1, nation="ussr", status=40, rule="War Declarations")
    state = started(turn=3, marks=(mark,))
    ussr = replace(state.nation("ussr"), status=40)
    board = BOOK.board(replace(state, nations={**state.nations, "ussr": ussr}), None)
    [germany] = (line for line in board.ledgers if line.nation == "germany")
    assert [(each.dice, each.lost) for each in germany.dice] == [
        (11, False), (8, True), (4, True), (2, True), (1, True),
    ]  # fmt: skip
    now = re.sub(r"<[^>]+>", " ", dice_by_turn(board).split('class="then"')[1])
    assert "each Ally 4" in now
    assert "Germany" not in now
