"""Disputes drawn at random: who says that something is not so changes no fact, no roll and no phase."""

from typing import Any

import pytest

from rules.kernel.audience import viewer
from rules.kernel.dice import NoDice, SealedDice
from tests.support.books.playing import (
    every_book,
    key,
    open_campaign,
    order_at_random,
    play_on,
    shortest,
)

pytestmark = pytest.mark.long

PHASES = 24


def disputing(book: Any, state: Any, chance: SealedDice) -> tuple[Any, int]:
    """A state in which every power that may has disputed something, and how many facts are disputed."""
    for power in book.powers:
        offers = book.acts(book.view(state, viewer(power)), power)
        menu = next((menu for menu in offers if menu.order == "dispute"), None)
        if menu is None:
            continue
        act = order_at_random(book, menu, chance)
        if not menu.problems(act):
            state = book.perform(state, power, act, NoDice()).state
    return state, sum(bool(getattr(one, "disputed", None)) for one in state.claims.values())


def without_disputes(state: Any) -> Any:
    """What a state says, claims apart."""
    return {name: getattr(state, name) for name in state.__struct_fields__ if name != "claims"}


@every_book
def test_disputes_change_nothing_but_who_agrees(book: Any) -> None:
    drawn = 0
    start = open_campaign(book, shortest(book))
    for number, turned in enumerate(play_on(book, start, "a dispute", manner="mixed", most=PHASES)):
        before = turned.before
        disputed, count = disputing(book, before, SealedDice(key("disputed", number)))
        drawn += count
        assert without_disputes(disputed) == without_disputes(before)
        if not count:
            continue
        ends = [
            book.resolve(state, turned.orders, turned.standing, SealedDice(key("ends", number)))
            for state in (before, disputed)
        ]
        plain, other = (without_disputes(made.state) for made in ends)
        assert plain == other
        assert [type(event) for event in ends[0].events] == [
            type(event) for event in ends[1].events
        ]
    assert drawn
