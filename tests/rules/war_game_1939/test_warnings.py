"""What a sheet leaves to silence, and wishes that never count, are said to their own player."""

import msgspec

from rules.war_game_1939 import BOOK
from rules.war_game_1939.model.orders import Plan, Standing, Turn
from rules.war_game_1939.model.state import Conflict

OPENED = BOOK.start("1939", {}, {}).state


def warned(state, nation, order):
    return [problem.message for problem in BOOK.warnings(state, nation, order)]


def test_a_conflict_of_which_nothing_is_said_is_left():
    place = "algeria"
    conflict = Conflict(place=place, ally="germany", manned=True, waiting=("uk",))
    state = msgspec.structs.replace(OPENED, conflicts=(conflict,))
    (said,) = warned(state, "uk", Turn())
    assert said.endswith("you leave.")
    assert warned(state, "uk", Turn(vichy={place: "leave"})) == []
    assert warned(state, "usa", Turn()) == []


def test_re_rolls_without_the_policy_that_makes_them_never_are_made():
    for order in (Plan(policy="best", first=2), Standing(policy="", second=3)):
        (said,) = warned(OPENED, "germany", order)
        assert "never are" in said
    assert warned(OPENED, "germany", Plan(policy="roll", first=2)) == []


def test_neutrals_that_are_guarded_without_money_are_not_guarded():
    (said,) = warned(OPENED, "germany", Standing(guard=("turkey",)))
    assert "nothing is paid" in said
    assert warned(OPENED, "germany", Standing(guard=("turkey",), counter=5)) == []
