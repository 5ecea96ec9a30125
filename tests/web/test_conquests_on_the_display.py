"""Conquered countries on the political status display: told from neutral ones by a cross and in words, not by hue."""

import re
from typing import Any

import pytest
from django.template.loader import render_to_string
from msgspec.structs import replace

from frontend.books.days_of_decision.chronicle import small
from frontend.books.days_of_decision.templatetags.days_of_decision import political_display
from rules.days_of_decision import BOOK
from rules.days_of_decision.model.state import DecisionState
from rules.kernel.audience import SPECTATOR

START = BOOK.start("1936", {}, {}).state


def fell(*minors: str, by: str = "germany") -> Any:
    """The board on which a power has conquered these."""
    assert isinstance(START, DecisionState)
    state = replace(START, fates=dict.fromkeys(minors, by))
    return BOOK.board(BOOK.view(state, SPECTATOR), None)


def counter(board: Any, at: tuple[int, int]) -> str:
    """What is drawn in a hex."""
    drawn = str(political_display({}, board).svg)
    found = re.search(rf'<a class="stack[^"]*"[^>]*data-at="{at[0]}_{at[1]}".*?</a>', drawn)
    assert found
    return found[0]


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_a_conquered_country_has_a_cross_and_the_code_of_its_conqueror() -> None:
    norway = counter(fell("norway"), (1, -5))
    assert 'class="cross"' in norway
    assert "Norway ×GE" in words(norway)
    assert "Norway (conquered)" in norway
    assert 'class="cross"' not in counter(fell(), (1, -5))


def test_in_a_stack_the_name_alone_tells_which_is_conquered() -> None:
    stack = counter(fell("greece"), (1, -4))
    assert 'class="cross"' not in stack
    assert "Greece ×GE" in words(stack)
    assert "Denmark ×" not in words(stack)


def test_one_inside_an_ideology_does_not_stand_with_it_any_more() -> None:
    board = fell("mongolia")
    assert "side-neutral" in counter(board, (-6, 6))
    assert next(zone for zone in board.zones if zone.key == "communist").minors == 1
    assert [-6, 6, "", 0] in small(board)["stacks"]


@pytest.mark.parametrize("by", ["italy", ""])
def test_the_chronicle_names_who_stands_in_an_ideology_and_who_is_conquered(by: str) -> None:
    context = {"board": fell("albania", "mongolia", by=by), "head": None, "whole_at": "/there/"}
    said = words(render_to_string("days_of_decision/chronicle_board.html", context))
    assert "Fascist: Germany, Italy, Japan." in said
    assert "Communist: USSR, Tannu Tuva." in said
    by_whom = " by Italy" if by else ""
    assert f"× Conquered{by_whom}: Albania and Mongolia." in said
    assert "in all" not in said


def test_what_holds_for_a_country_is_told_in_sentences() -> None:
    state = replace(
        START,
        facts={**START.facts, "hosts.austria": "germany"},
        fates={"poland": "germany"},
        minors={
            **START.minors,
            "austria": replace(START.minors["austria"], ceded=("germany",)),
            "rumania": replace(START.minors["rumania"], joined="germany"),
        },
    )
    board = BOOK.board(BOOK.view(state, SPECTATOR), None)
    told = {minor.key: " ".join(minor.told) for minor in board.minors}
    assert told["poland"] == "Conquered by Germany."
    assert (
        told["austria"] == "It has yielded to the claim of Germany. Units of Germany stand there."
    )
    assert told["rumania"].startswith("It has joined Germany.")
    assert told["netherlands"] == "Guaranteed by the Commonwealth."
    assert told["spanish_republicans"] == "No civil war is fought in Spain now."
