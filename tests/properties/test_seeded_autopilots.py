"""Autopilots that choose by a seed: nobody who knows a view knows the order, and each order is still legal."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from rules.kernel.audience import viewer
from rules.kernel.autopilot import leaned, leaning
from rules.kernel.dice import LoadedDice, SealedDice
from rules.kernel.serial import canonical
from rules.world_in_flames.book import BOOK as HOUSE_RULES
from tests.support.books.playing import a_year, every_book, key, open_campaign

pytestmark = pytest.mark.long

SEEDS, MANY = range(3), range(12)
VARIED = {
    "world_at_war": ("place", "allied.targets"),
    "days_of_decision": ("bid", "play"),
    "war_game_1939": ("influence",),
    "world_in_flames": ("roll",),
}
"""The phases in which autopilots choose by their seed, by book."""


def asked(book: Any) -> Iterator[tuple[Any, str]]:
    """Every view that is asked for an order in a played year, with its power."""
    if book is HOUSE_RULES:
        yield italy_may_fall()
    for turned in a_year(book, 3, "autopilot"):
        for one in book.phase(turned.before).asked:
            yield book.view(turned.before, viewer(one.power)), one.power


def italy_may_fall() -> tuple[Any, str]:
    """The one thing of which the house rules ask more than to agree; it takes what the map says: two of the
    criteria, a land unit in supply, and a garrison by which the roll may fail.
    """
    state = open_campaign(HOUSE_RULES, next(iter(HOUSE_RULES.scenarios)))
    facts = state.facts | {
        "italian_surrender.rome": "allied",
        "italian_surrender.tripoli": "allied",
        "italian_surrender.supplied": True,
        "italian_surrender.garrison": 3,
    }
    return msgspec.structs.replace(state, step="roll", facts=facts), "allied"


@every_book
def test_each_order_is_legal_and_the_same_seed_gives_the_same(book):
    for view, power in asked(book):
        for seed in SEEDS:
            order, again = (
                book.autopilot(view, power, SealedDice(key(seed, power))) for _ in range(2)
            )
            assert canonical(order) == canonical(again)
            if order is not None:
                assert book.problems(view, power, order) == []


@every_book
def test_two_seeds_can_give_two_orders(book):
    """At least in what is sealed before others see it, and more than once in a year where a book has that."""
    differ = [
        book.phase(view).key
        for view, power in asked(book)
        if len({canonical(book.autopilot(view, power, SealedDice(key(seed)))) for seed in MANY}) > 1
    ]
    assert set(VARIED.get(book.key, ())) <= set(differ)


@every_book
def test_without_a_seed_the_order_is_always_the_same(book):
    for view, power in asked(book):
        one, other = (canonical(book.autopilot(view, power)) for _ in range(2))
        assert one == other


def test_the_best_is_taken_most_often_and_nothing_beyond_the_third():
    options = ["a", "b", "c", "d"]
    taken = [leaning(options, LoadedDice([die]), "why") for die in range(1, 7)]
    assert taken == ["a", "a", "a", "b", "b", "c"]
    assert leaning(options, None, "why") == leaning(["a"], LoadedDice(), "why") == "a"
    assert leaned(options, None, "why") == options
    assert leaned(options, LoadedDice([6, 4, 1]), "why") == ["c", "b", "a", "d"]
