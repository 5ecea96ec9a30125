"""Games under switches, and the shortest; whole ones are in :mod:`tests.rules.days_of_decision.test_wars`, and
what holds for every book is in :mod:`tests.properties.test_every_book`.
"""

import pytest

from rules.days_of_decision import BOOK
from rules.kernel.dice import SealedDice
from tests.support.books.days_of_decision import mixed, play

pytestmark = pytest.mark.long


SWITCHED = (
    {"plays": "open", "activation": "asked"},
    {"activation": "asked", "map": "none"},
    {"yielding": "step", "map": "none", "experimental": "on"},
    {"alternate": "on", "oil": "on", "intelligence": "on", "winter_roll": "on"},
    {"leaving": "off", "bitter_end": "on", "ussr_naval": "on", "pressure_by": "pe"},
    {"tie_by_pe": "on", "floor_at_zero": "on", "pe_per_six": "on", "central_hold": "off"},
)


@pytest.mark.parametrize("variants", SWITCHED)
def test_every_switch_can_be_played(variants):
    play(mixed, seed=3, turns=8, variants=variants)


def test_the_short_scenario_ends_with_its_year():
    state = BOOK.start("first-year", {}, {}).state
    while not state.ending:
        state = BOOK.resolve(state, {}, {}, SealedDice(b"q")).state
    assert state.turn == 6
