"""Rulings on foreign factors: over ten years no limit is exceeded in silence."""

import msgspec
import pytest

from rules.kernel.dice import SealedDice
from rules.kernel.fact_acts import Declare
from rules.world_at_war import BOOK
from rules.world_at_war.forces.limits import limit
from rules.world_at_war.model.events.ledger import ExcessLost
from rules.world_at_war.model.powers import side_of
from rules.world_at_war.model.state import Country
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.obligations import obligations
from tests.rules.world_at_war.helpers import by_autopilots, of_kind, started
from tests.support.books.playing import key

HELD = {
    "finland": Country(result="8", faction="axis", power="germany", turn=1),
    "spain": Country(result="8", faction="axis", power="germany", turn=1),
    "turkey": Country(result="-1", faction="western", power="britain", turn=1),
}
"""Countries under hex control, whose limits the map then strains."""
STRAINED = (
    *("factors.foreign.finland", "factors.foreign.spain", "factors.foreign.turkey"),
    *("supplied.finland", "supplied_later.spain", "armor.finland", "factors.foreign.spanish_morocco"),
)  # fmt: skip


def exceeded(state):
    """The countries with more than their limit, and whose units are too many."""
    found = [limit(state, country) for country in tables_of(state).minors]
    return {one.country: side_of(one.side) for one in found if one and (one.over or one.armor_over)}


def owed(state):
    return {
        d.key.removeprefix("excess-") for d in obligations(state) if d.key.startswith("excess-")
    }


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_in_ten_years_every_excess_is_owed_at_once_and_gone_with_the_player_turn(seed):
    state = msgspec.structs.replace(started(), countries=HELD)
    dice = SealedDice(key("limits", seed))
    strained = lost = 0
    while state.ending is None:
        ending = state.step
        if ending.endswith(".facts"):
            for fact in STRAINED:
                power = "germany" if "western" not in fact else "britain"
                act = Declare(facts={fact: dice.roll(fact, 16) - 1})
                state = BOOK.perform(state, power, act, dice).state
                assert set(exceeded(state)) == owed(state)
            strained += len(exceeded(state))
        made = by_autopilots(state, dice)
        state = made.state
        lost += len(of_kind(made.events, ExcessLost))
        assert set(exceeded(state)) == owed(state)
        if ending.endswith(".facts"):
            assert ending.partition(".")[0] not in exceeded(state).values()
    assert strained > 10
    assert lost > 10
