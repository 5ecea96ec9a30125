"""Who holds what at the end of a War Game: with its value, by whose it was, and who has lost it."""

import re
from types import SimpleNamespace
from typing import Any

from django.template.loader import render_to_string
from msgspec.structs import replace

from rules.kernel.audience import SPECTATOR
from rules.registry import BOOKS

BOOK = BOOKS["war_game_1939"]


def told(**more: Any) -> str:
    state: Any = BOOK.start("1939", {}, {}).state
    facts = {**state.facts, "control.belorussia": "germany", "lean.romania": "germany.economic"}
    board = BOOK.board(BOOK.view(replace(state, facts=facts), SPECTATOR), None)
    head = SimpleNamespace(status="finished", hues=(("axis", "axis"), ("allies", "western")))
    html = render_to_string(
        "war_game_1939/chronicle_board.html", {"board": board, "head": head, **more}
    )
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_a_chronicle_says_who_holds_whose_land_and_who_has_lost_it() -> None:
    said = told()
    germany, union = said.index("Germany $"), said.index("Soviet Union Peace $")
    assert "Soviet Union: Belorussia 4" in said[germany:]
    assert "trade with it: Romania 4" in said
    assert "Germany: Belorussia 4" in said[union:]
    assert "Full War 100 %" not in said


def test_history_keeps_the_ladder() -> None:
    assert "Has taken" not in told(whole_at="/there/")
