"""What a power supposes follows from what it may know, leaves that as it is, and can be played on from."""

from typing import Any

import pytest

from rules.kernel.audience import viewer
from rules.kernel.dice import SealedDice
from rules.kernel.rulebook import Rulebook
from rules.kernel.serial import canonical
from tests.support.books.playing import a_year, every_book, key, play_on

pytestmark = pytest.mark.long

SEEDS = (1, 2)
STEPS = 5


def positions(book: Rulebook[Any]) -> list[Any]:
    """States of games that were played by chance, and the powers of each."""
    return [turned.before for seed in SEEDS for turned in a_year(book, seed)]


@every_book
def test_it_follows_from_the_view_alone(book: Rulebook[Any]) -> None:
    for state in positions(book):
        for power in book.phase(state).asked:
            view = book.view(state, viewer(power.power))
            of_state, of_view = (book.supposed(each, power.power) for each in (state, view))
            assert canonical(of_state) == canonical(of_view)


@every_book
def test_what_the_power_knows_stays_as_it_is(book: Rulebook[Any]) -> None:
    for state in positions(book):
        for power in book.powers:
            who = viewer(power)
            found = book.supposed(state, power).state
            assert canonical(book.view(found, who)) == canonical(book.view(state, who))


@every_book
def test_what_is_filled_in_is_named(book: Rulebook[Any]) -> None:
    for state in positions(book):
        for power in book.powers:
            found = book.supposed(state, power)
            view = book.view(state, viewer(power))
            if canonical(found.state) != canonical(view):
                assert found.guesses
            if canonical(state) != canonical(view):
                hides = canonical(found.state) != canonical(view) or found.guesses
                assert hides, f"nothing is guessed for {power}"
            assert all(sentence.endswith(".") for sentence in found.guesses)


@every_book
@pytest.mark.parametrize("seed", SEEDS)
def test_the_game_can_be_played_on_from_it(book: Rulebook[Any], seed: int) -> None:
    states = positions(book)
    for state in states[:: max(1, len(states) // 8)]:
        for power in list(book.powers)[:2]:
            supposed = book.supposed(state, power).state
            played = list(play_on(book, supposed, seed, manner="autopilot", most=STEPS))
            assert all(turned.made.events is not None for turned in played)


@every_book
def test_the_same_seed_gives_the_same_from_a_view_and_from_all(book: Rulebook[Any]) -> None:
    state = positions(book)[-1]
    power = book.phase(state).asked[0].power
    results = []
    for each in (state, book.view(state, viewer(power))):
        supposed = book.supposed(each, power).state
        results.append(book.resolve(supposed, {}, {}, SealedDice(key("fresh"))))
    assert canonical(results[0]) == canonical(results[1])
