"""The chance of each position in the order of play (6, 3.2)."""

from fractions import Fraction
from itertools import product
from typing import Any

import msgspec
import pytest

from rules.days_of_decision import BOOK
from rules.days_of_decision.economy.bids import score
from rules.days_of_decision.economy.places import ANY, MOST, NOTHING, SUPPOSED, bids_of, places
from rules.days_of_decision.model.conditions import At
from rules.days_of_decision.model.orders import Bid
from rules.days_of_decision.model.powers import SEATS
from rules.days_of_decision.model.tables import tables_of
from rules.kernel.grammar import ordinal
from rules.kernel.odds import percent

ME, BID = "italy", Bid(options=2, points=1)


def table(*powers: str, **variants: str) -> At:
    """A position in which only these powers play."""
    state = BOOK.start("1936", variants, {}).state
    nations = {power: state.nations[power] for power in powers}
    state = msgspec.structs.replace(state, nations=nations)
    return At(state, tables_of(state), ME)


def enumerated(at: At, supposed: str) -> dict[int, Fraction]:
    """The same by ranking every throw of every bid that the rivals are supposed to make."""
    powers = tuple(at.state.nations)
    bids = [
        ((BID.points, BID.options),) if power == ME else bids_of(at, power, supposed)
        for power in powers
    ]
    whole = 6 ** len(powers)
    for each in bids:
        whole *= len(each)
    found: dict[int, Fraction] = {}
    for made in product(*bids):
        for faces in product(range(1, 7), repeat=len(powers)):
            values = {
                power: score(die + at.state.nation(power).pe + points, options)
                for power, die, (points, options) in zip(powers, faces, made, strict=True)
            }
            ranked = sorted(powers, key=lambda power: (-values[power], SEATS.index(power)))
            place = ranked.index(ME) + 1
            found[place] = found.get(place, Fraction(0)) + Fraction(1, whole)
    return dict(sorted(found.items()))


@pytest.mark.parametrize(
    ("powers", "supposed"),
    [
        (("germany", ME, "france", "ussr"), NOTHING),
        (("germany", ME, "france", "ussr"), MOST),
        (("germany", ME, "china"), ANY),
        (("germany", ME), NOTHING),
        ((ME, "china"), NOTHING),
    ],
)
def test_the_places_of_a_bid_are_those_of_every_throw(powers, supposed):
    """Of equal scores the printed order goes first: Germany stands before Italy, China after it."""
    at = table(*powers)
    assert places(at, BID, supposed) == enumerated(at, supposed)


@pytest.mark.parametrize("supposed", SUPPOSED)
def test_all_places_together_are_certain(supposed):
    state = BOOK.start("1936", {}, {}).state
    assert sum(places(At(state, tables_of(state), ME), BID, supposed).values()) == 1


def panel(**more: Any) -> Any:
    state = BOOK.start("1936", {}, {}).state
    return BOOK.preview(state, ME, Bid(**more))[0]


def test_a_bid_says_how_likely_it_is_early_which_place_it_is_on_average_and_what_it_supposes():
    told = panel(points=2)
    chances = [Fraction(chance.parts, chance.whole) for chance in told.chances]
    early, mean = sum(chances[:4]), sum(n * each for n, each in enumerate(chances, start=1))
    assert [chance.row for chance in told.chances] == [ordinal(n) for n in range(1, 9)]
    said = f"in the first four: {percent(early)}, on average {ordinal(round(mean))}"
    assert told.brief == said
    assert told.title == "Your place if the others bid nothing"
    assert [other.label for other in told.others] == [SUPPOSED[MOST], SUPPOSED[ANY]]


def test_a_higher_bid_comes_first_more_often():
    first = [panel(points=n).chances[0] for n in (0, 2)]
    less, more = (Fraction(chance.parts, chance.whole) for chance in first)
    assert {chance.row for chance in first} == {"first"}
    assert less < more
