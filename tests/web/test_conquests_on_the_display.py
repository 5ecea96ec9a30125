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
from rules.days_of_decision.model.state.surrender import Vichy
from rules.kernel.audience import SPECTATOR, viewer

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


def test_a_country_that_has_yielded_has_an_arrow_and_the_codes_of_those_to_whom() -> None:
    austria = replace(START.minors["austria"], ceded=("germany",), values={"france": 3})
    state = replace(START, minors={**START.minors, "austria": austria})
    board = BOOK.board(BOOK.view(state, viewer("france")), "france")
    at = tuple(austria.hex)
    assert '<tspan class="fell">→GE</tspan>' in counter(board, at)
    assert "Austria →GE +3" in words(counter(board, at))
    said = words(render_to_string("days_of_decision/_conquests.html", {"board": board}))
    assert said == "→ Yielded to claims (Germany): Austria."
    # A country that is none any more has yielded to nobody.
    conquered = replace(state, fates={"austria": "italy"})
    board = BOOK.board(BOOK.view(conquered, SPECTATOR), None)
    assert "→" not in words(render_to_string("days_of_decision/_conquests.html", {"board": board}))


def test_who_surrendered_is_told_from_those_that_stand_in_an_ideology() -> None:
    vichy = Vichy(conqueror="germany", since=27)
    state = replace(START, vichy={"france": vichy})
    context = {"board": BOOK.board(BOOK.view(state, SPECTATOR), None), "whole_at": "/there/"}
    said = words(render_to_string("days_of_decision/chronicle_board.html", context))
    assert "France (surrendered)" in said


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
