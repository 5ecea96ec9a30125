"""Who holds what at the end of a War Game: with its value, by whose it was, and who has lost it."""

import re
from types import SimpleNamespace
from typing import Any

from django.template.loader import render_to_string
from msgspec.structs import replace

from rules.kernel.audience import SPECTATOR
from rules.registry import BOOKS

BOOK = BOOKS["war_game_1939"]


def told(facts: dict[str, Any] | None = None, fields: Any = None, **more: Any) -> str:
    state: Any = BOOK.start("1939", {}, {}).state
    facts = facts or {"control.belorussia": "germany", "lean.romania": "germany.economic"}
    state = replace(state, facts={**state.facts, **facts}, **(fields or {}))
    board = BOOK.board(BOOK.view(state, SPECTATOR), None)
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


def test_fallen_france_has_lost_what_follows_vichy_and_the_colonies_that_came_to_it() -> None:
    fields = {"fallen": 2, "first_in": {"java": "france"}, "vichy": {"algeria": "germany"}}
    facts = {
        "control.france": "germany",
        "control.algeria": "none",
        "lean.algeria": "germany.sworn",
        "control.java": "japan",
    }
    said = told(facts, fields)
    france = said[
        said.index("France fell in January to June 1940; what is left is Free French $") :
    ]
    for lost in ("Germany: France 18", "Germany, through Vichy: Algeria 2", "Japan: Java 4"):
        assert lost in france, france
    assert "France: France 18 France, through Vichy: Algeria 2" in said
    assert "France: Java 4" in said[said.index("Japan $") :]
    assert "France Full War" not in said


def test_history_keeps_the_ladder() -> None:
    assert "Has taken" not in told(whole_at="/there/")
