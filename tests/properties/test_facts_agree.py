"""Whatever is declared, no two declared facts of a rulebook contradict each other.

What contradicts is each book's table (``agreement``): what one list of facts counts is never more
than what another does. And no two facts of the sheet mean the same: one of them would be an alias.
What a rule sets contradicts nothing either: no position of a game that is played does.
"""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.rulebooks.values.corrections import correct
from rules.kernel.audience import viewer
from rules.kernel.dice import SealedDice
from rules.kernel.menus import Declare
from rules.kernel.orders import understand
from rules.registry import BOOKS
from tests.support.books.playing import key, open_campaign, play_on, variants_at_random

pytestmark = pytest.mark.long

every_book = pytest.mark.parametrize("book", BOOKS.values(), ids=lambda book: book.key)
few = settings(max_examples=6, deadline=None, derandomize=True)
ACTS = 12
PHASES = 60
"""How many phases of a game are looked at; that is more than a year of each."""
OLD = {book.key: set(book.facts.aliases) for book in BOOKS.values()}
"""The old keys of each book."""


def a_value(spec: Any, dice: Any) -> Any:
    """A legal value, small numbers before great ones."""
    if spec.type == "yes":
        return dice.roll(spec.key, 2) == 1
    if spec.options:
        return spec.options[dice.roll(spec.key, len(spec.options)) - 1]
    most = 5 if spec.most is None else min(spec.most, 5)
    return spec.least + dice.roll(spec.key, max(1, most - spec.least + 1)) - 1


def declared_by(book: Any, state: Any, power: str) -> tuple[Any, Any] | None:
    """The menu by which a power declares facts now, and its field."""
    for menu in book.acts(book.view(state, viewer(power)), power):
        for field in menu.fields:
            if isinstance(field, Declare) and field.facts:
                return menu, field
    return None


def contradicted(book: Any, state: Any) -> list[str]:
    """What facts contradict of what this campaign asks for."""
    return [each.note for each in book.consistency(state).broken(state.facts)]


@every_book
@few
@given(seed=st.integers(0, 50))
def test_whatever_is_declared_contradicts_nothing(book, seed):
    dice = SealedDice(key("agree", seed))
    bound = {fact for each in book.fact_consistency.bounds for fact in each.facts}
    variants = variants_at_random(book, dice) if seed % 2 else {}
    state = open_campaign(book, next(iter(book.scenarios)), variants)
    assert contradicted(book, state) == []
    for _ in range(ACTS):
        powers = [power for power in book.powers if declared_by(book, state, power)]
        if not powers:
            return
        power = powers[dice.roll("who", len(powers)) - 1]
        menu, field = declared_by(book, state, power) or (None, None)
        specs = [spec for spec in (*field.facts, *field.old) if spec.key in bound | OLD[book.key]]
        specs = specs or list(field.facts)
        named = [specs[dice.roll("fact", len(specs)) - 1] for _ in range(dice.roll("many", 3))]
        facts = {spec.key: a_value(spec, dice) for spec in named}
        if dice.roll("how", 4) == 1:
            state = correct(book, state, facts).state
        else:
            act = understand({**menu.blank(), field.key: facts}, book.orders[menu.order])
            state = book.perform(state, power, act, dice).state
        assert contradicted(book, state) == [], facts


@every_book
def test_every_book_says_what_contradicts(book):
    assert book.fact_consistency.bounds or len(book.facts) < 2


@pytest.mark.parametrize("manner", ["autopilot", "mixed"])
@every_book
@few
@given(seed=st.integers(0, 11))
def test_whatever_a_rule_sets_contradicts_nothing(book, manner, seed):
    """Facts that nobody declared come from conquests, results, surrenders and the calendar; in the
    mixed manner they meet facts declared at random.
    """
    variants = variants_at_random(book, SealedDice(key("variants", seed)))
    state = open_campaign(book, min(book.scenarios), variants)
    for turned in play_on(book, state, seed, manner=manner, most=PHASES):
        assert contradicted(book, turned.made.state) == [], book.phase(turned.before).key


@every_book
def test_every_opening_contradicts_nothing(book):
    for scenario in book.scenarios:
        assert contradicted(book, open_campaign(book, scenario)) == []


@every_book
def test_no_two_facts_mean_the_same(book):
    """A fact that follows from another, and the other from it, whatever its value, is its alias."""
    follows = {
        (bound.less[0].fact, bound.more[0].fact): bound
        for bound in book.fact_consistency.bounds
        if len(bound.less) == len(bound.more) == 1 and not bound.spare
    }
    both = [pair for pair in follows if pair[::-1] in follows]
    assert [pair for pair in both if {book.facts[fact].type for fact in pair} == {"yes"}] == []
    assert not set(book.facts.aliases) & set(book.facts.present)
    assert all(set(alias.parts) <= set(book.facts.present) for alias in book.facts.aliases.values())


@every_book
def test_an_old_key_says_what_was_declared_by_it(book):
    dice = SealedDice(key("old"))
    for name, alias in book.facts.aliases.items():
        facts = book.facts.defaults({})
        for value in [a_value(alias.spec, dice) for _ in range(6)]:
            facts |= book.facts.named_now(facts, {name: value})
            assert book.facts.value(facts, name) == value
            assert book.facts.problems(facts) == []
        stored = {**book.facts.defaults({}), name: value}
        assert book.facts.value(book.facts.brought_up(stored), name) == value
