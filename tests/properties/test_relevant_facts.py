"""What is watched covers what is rolled, and hangs on nothing that others keep secret.

Campaigns of every book are played: each fact in the tally of a roll that was made was watched before, by
every power that may declare it. And whatever changes that a power cannot see, it is suggested the same.
"""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.kernel.audience import viewer
from rules.kernel.dispatch.suggesting import declarable, suggestions
from rules.registry import BOOKS
from tests.support.books.playing import open_campaign, play_on, without_secrets

pytestmark = pytest.mark.long

every_book = pytest.mark.parametrize("book", BOOKS.values(), ids=lambda book: book.key)
few = settings(max_examples=2, deadline=None, derandomize=True)
PHASES = 40


def reads_of(thing: Any) -> set[str]:
    """The facts that tallies anywhere in a record hang on."""
    if isinstance(thing, msgspec.Struct):
        own = set(thing.reads()) if callable(getattr(thing, "reads", None)) else set()
        parts = (getattr(thing, name) for name in thing.__struct_fields__)
        return own.union(*map(reads_of, parts))
    if isinstance(thing, tuple | list):
        return set().union(*map(reads_of, thing))
    if isinstance(thing, dict):
        return set().union(*map(reads_of, thing.values()))
    return set()


def watched_by(book: Any, state: Any, power: str) -> set[str]:
    view = book.view(state, viewer(power))
    return {fact for each in book.relevant_facts(view, power) for fact in each.facts}


@every_book
def test_every_fact_of_a_tally_was_watched(book: Any) -> None:
    """Of every tally that an event tells: rolls, and what is reckoned without a die."""
    made = 0
    for seed, scenario in enumerate(book.scenarios):
        state = open_campaign(book, scenario)
        for turned in play_on(book, state, seed, manner="mixed", most=PHASES):
            found = reads_of(turned.made.events)
            made += bool(found)
            for power in book.scenarios[scenario].seats if found else ():
                seen = watched_by(book, turned.before, power)
                mine = {key for key in found if declares(book, power, key)}
                assert mine - seen == set(), (power, turned.before.step)
    assert made, "no game of this book told a tally that reads a fact"


def declares(book: Any, power: str, key: str) -> bool:
    """Whether a power may declare a fact, or its faction may; what only the program sets nobody may."""
    by = book.facts[key].declares
    return power in by or book.powers[power].faction in by


@every_book
@few
@given(seed=st.integers(0, 20))
def test_suggestions_hang_on_nothing_hidden(book: Any, seed: int) -> None:
    scenario = list(book.scenarios)[seed % len(book.scenarios)]
    state = open_campaign(book, scenario)
    for number, turned in enumerate(play_on(book, state, seed, manner="random", most=PHASES)):
        if number % 8:
            continue
        for power in book.scenarios[scenario].seats:
            full = turned.made.state
            view = book.view(full, viewer(power))
            other = book.view(without_secrets(full, viewer(power)), viewer(power))
            assert suggestions(book, view, power, {}) == suggestions(book, other, power, {})
            assert book.relevant_facts(view, power) == book.relevant_facts(other, power)


@every_book
def test_what_is_suggested_first_is_few_and_can_be_declared(book: Any) -> None:
    for scenario in book.scenarios.values():
        state = open_campaign(book, scenario.key)
        for power in scenario.seats:
            view = book.view(state, viewer(power))
            groups = suggestions(book, view, power, {})
            keys = [each.key for group in groups for each in group.suggestions]
            assert len(keys) == len(set(keys))
            assert set(keys) <= declarable(book, view, power)
            first = [each for group in groups if group.first for each in group.suggestions]
            assert len(first) <= 24
            assert len(keys) > len(first) or not keys
