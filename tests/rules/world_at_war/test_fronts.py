"""What is asked about the map: where the sides of a war meet, by whose turn it is, and nothing that is settled."""

import pytest
from msgspec.structs import replace

from rules.kernel.dispatch.suggesting import suggestions
from rules.world_at_war import BOOK
from rules.world_at_war.model.state import WarState
from tests.rules.world_at_war.helpers import seen, started, with_facts

NORTH_AND_WEST = ["oslo", "copenhagen", "brussels", "the_hague", "luxembourg", "paris"]


def in_1940(step: str, **facts: object) -> WarState:
    """The war after Poland, its east taken by Russia as well."""
    east = dict.fromkeys(("control__vilna", "control__brest_litovsk", "control__lvov"), "russia")
    state = with_facts(started(), control__warsaw="axis", **east, **facts)
    return replace(state, step=step)


def asked(state: WarState, power: str) -> list[str]:
    """The first facts of the map that are suggested to a power."""
    groups = suggestions(BOOK, seen(state, power), power, {})
    (war,) = (group for group in groups if group.key == "war")
    return [each.key.removeprefix("control.") for each in war.suggestions]


@pytest.mark.parametrize("power", ["germany", "britain", "france"])
@pytest.mark.parametrize("step", ["axis.facts", "allied.facts"])
def test_in_the_west_neutral_ground_is_asked_about_and_paris_behind_it(power, step):
    """Not Berlin, Breslau and Essen, which nobody is near; nothing of Poland, which has fallen; and Italy is at peace."""
    assert asked(in_1940(step), power) == NORTH_AND_WEST


def test_who_is_at_peace_is_asked_about_no_front():
    """Russia has no war in which places could fall."""
    groups = suggestions(BOOK, seen(in_1940("allied.facts"), "russia"), "russia", {})
    assert all(
        "Where the sides meet" not in each.why for group in groups for each in group.suggestions
    )


def test_once_italy_fights_its_places_are_asked_about():
    """In Africa by land; what takes a landing comes behind."""
    war = {"war__italy__western": True, "france__fallen": True, "control__paris": "axis"}
    places = asked(in_1940("allied.facts", **war), "britain")
    assert places[:2] == ["tripoli", "ethiopia"]
    assert "paris" not in places


def test_in_russia_the_side_that_moves_is_asked_about_what_it_may_take():
    """The same front, from both sides."""
    war = {"war__germany__russia": True}
    places = asked(in_1940("axis.facts", **war), "germany")
    assert places[:3] == ["brest_litovsk", "vilna", "lvov"]
    assert asked(in_1940("allied.facts", **war), "russia")[0] == "warsaw"
