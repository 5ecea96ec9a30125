"""Whole games, by the autopilot and by legal orders thrown by dice; what holds for every book is in
:mod:`tests.properties.test_every_book`.
"""

import pytest

from rules.days_of_decision import BOOK
from rules.kernel.dice import SealedDice
from tests.support.books.days_of_decision import mixed, piloted, play, thrown

pytestmark = pytest.mark.long


def test_the_autopilot_plays_ten_years():
    state, events = play(piloted)
    assert state.ending is not None
    assert state.turn == 60 or state.ending.key in BOOK.factions
    assert {nation.level for nation in state.nations.values()} != {1}
    assert any(minor.joined for minor in state.minors.values())
    for event in events:
        line = BOOK.tell(event)
        assert line.head


@pytest.mark.parametrize("seed", range(4))
def test_legal_orders_thrown_by_dice_never_break_it(seed):
    play(thrown, seed=seed, turns=14)


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


def test_tracks_stay_within_their_ends():
    def watch(state, orders, result, number):
        for nation in result.state.nations.values():
            assert -6 <= nation.pe <= 6
            assert nation.money >= -5
            assert 0 <= nation.bids <= 20
            assert nation.bp >= -1

    play(thrown, seed=9, turns=20, watch=watch)


def test_the_short_scenario_ends_with_its_year():
    state = BOOK.start("first-year", {}, {}).state
    while not state.ending:
        state = BOOK.resolve(state, {}, {}, SealedDice(b"q")).state
    assert state.turn == 6
