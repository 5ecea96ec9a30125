"""The capitals of the French colonies in a state that was written when each was "western" from the start."""

import json

import pytest

from rules.kernel.serial import canonical
from rules.world_at_war import BOOK
from tests.rules.world_at_war.helpers import started, with_facts

CAPITALS = ("algiers", "damascus", "rabat", "tunis")


def as_written(count: int, **held: str) -> bytes:
    """A state with Vichy France as it was written then: capitals by their default, and a number."""
    state = with_facts(started(), exists__vichy=True)
    written = json.loads(canonical(state))
    written["facts"] |= {f"control.{place}": held.get(place, "western") for place in CAPITALS}
    written["facts"]["vichy.capitals.allied"] = count
    return json.dumps(written).encode()


@pytest.mark.parametrize(
    ("count", "held", "now"),
    [
        (0, {}, ["neutral", "neutral", "neutral", "neutral"]),
        (1, {}, ["western", "neutral", "neutral", "neutral"]),
        (1, {"algiers": "axis"}, ["axis", "western", "neutral", "neutral"]),
        (4, {}, ["western", "western", "western", "western"]),
    ],
)
def test_the_number_says_which_of_them_the_allies_hold(count, held, now):
    facts = BOOK.read_state(as_written(count, **held)).facts
    assert [facts[f"control.{place}"] for place in CAPITALS] == now
    assert "vichy.capitals.allied" not in facts
