"""What a player of A World at War is told before he acts, and whose roll a modifier is for."""

from rules.kernel.act_preview import preview_act
from rules.kernel.audience import viewer
from rules.kernel.dice import NoDice
from rules.kernel.field_odds import beside
from rules.world_at_war import BOOK
from rules.world_at_war.model.orders import War
from rules.world_at_war.model.state import WarState
from tests.rules.world_at_war.helpers import resolved, seen, started


def at_war_time() -> WarState:
    """A position in which wars can be declared: the one after the placement of points."""
    state, _ = resolved(started())
    return state


def test_a_declaration_of_war_says_what_tension_it_costs():
    opening = seen(at_war_time(), "italy")
    found = preview_act(BOOK, opening, "italy", War(on="france"))
    assert found.certain
    told = [each.text for each in found.outcomes[0].told]
    assert told[0] == "Italy declares war on France"
    assert any(text.startswith("U.S.-Axis tension +") for text in told)
    assert found.outcomes[0].facts


def test_what_is_foreseen_of_a_war_is_what_happens():
    state = at_war_time()
    found = preview_act(BOOK, seen(state, "italy"), "italy", War(on="france"))
    done = BOOK.perform(state, "italy", War(on="france"), NoDice())
    lines = [BOOK.tell(event).head for event in done.events if event.seen_by(viewer("italy"))]
    foretold = found.outcomes[0]
    assert {each.text for each in foretold.told} <= set(lines)
    assert {each.key for each in foretold.facts} == {
        key for key, value in done.state.facts.items() if state.facts[key] != value
    }


def test_every_modifier_on_the_board_names_its_roll():
    board = BOOK.board(BOOK.view(started(), viewer()), None)
    for country in board.countries:
        assert country.rolls
        for each in country.rolls:
            assert each.whose in {"Axis", "Allied", "Western Allied", "Russian"}
    hungary = next(each for each in board.countries if each.key == "hungary")
    assert [each.whose for each in hungary.rolls] == ["Axis", "Allied"]


def test_a_pending_roll_says_whose_it_is():
    opening = started()
    menu = BOOK.menu(seen(opening, "germany"), "germany")
    assert menu is not None
    found = beside(BOOK, seen(opening, "germany"), "germany", menu, None)
    assert any("gain" in each.text for each in found)
    assert [each.text for each in found if each.path == "points.?"] == [
        "The chances hold if no Allied points lie there."
    ]
