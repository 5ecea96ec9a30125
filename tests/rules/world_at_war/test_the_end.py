"""What is over is told as over: who has surrendered has no allies, no points and no BRPs of minor countries."""

import pytest
from msgspec import structs

from rules.kernel.audience import SPECTATOR
from rules.registry import BOOKS

BOOK = BOOKS["world_at_war"]


def with_facts(**facts):
    state = BOOK.start("fall-1939", {}, {}).state
    told = {key.replace("__", "."): value for key, value in facts.items()}
    return structs.replace(state, facts={**state.facts, **told})


def board(state):
    return BOOK.board(BOOK.view(state, SPECTATOR), "")


def card(state, key):
    return next(each for each in board(state).countries if each.key == key)


@pytest.mark.parametrize(
    ("gone", "side", "words"),
    [
        ((), "axis", "Axis associate"),
        (("italy",), "axis", "Axis associate"),
        (
            ("italy", "germany"),
            "",
            "Associate until the Axis surrendered; the marker stays",
        ),
    ],
)
def test_a_country_stands_with_a_side_until_that_surrenders(gone, side, words):
    facts = {f"{power}__surrendered": True for power in gone}
    told = card(with_facts(joined__finland="axis", **facts), "finland")
    assert (told.side, told.words) == (side, words)


def test_the_ally_of_one_power_stands_until_that_power_surrenders():
    state = with_facts(germany__surrendered=True)
    hungary = structs.replace(
        state.country("hungary"), result="10", faction="axis", power="germany"
    )
    told = card(
        structs.replace(state, countries={**state.countries, "hungary": hungary}), "hungary"
    )
    assert (told.side, told.words) == (
        "",
        "Minor ally until Germany surrendered; the marker stays",
    )


def test_land_of_a_power_is_not_called_neutral():
    assert card(with_facts(), "ukraine").words == "Land of Russia"


def test_who_surrendered_has_no_points_left():
    purses = {each.power: each for each in board(with_facts(germany__surrendered=True)).purses}
    assert purses["germany"].allotment.net == 0
    assert purses["germany"].out
    assert purses["britain"].allotment.net > 0
