"""Warnings are for the one who is warned: from the own view and the own hand, in every rulebook."""

import pytest

from rules.kernel.audience import viewer
from rules.kernel.dice import SealedDice
from rules.kernel.serial import canonical
from tests.support.books.playing import (
    a_year,
    asked_powers,
    every_book,
    key,
    menu_of,
    order_at_random,
)

pytestmark = pytest.mark.long


@every_book
@pytest.mark.parametrize("seed", [1, 2])
def test_a_warning_reads_nothing_that_its_reader_may_not_know(book, seed):
    """From the whole state the same is said as from the view, so what is hidden was not read."""
    asked = 0
    for number, turned in enumerate(a_year(book, seed)):
        for power in asked_powers(book, turned.before):
            menu = menu_of(book, turned.before, power)
            order = order_at_random(book, menu, SealedDice(key("w", seed, number, power)))
            seen = book.view(turned.before, viewer(power))
            standing = turned.standing.get(power)
            said = book.warnings(seen, power, order, standing)
            assert canonical(said) == canonical(
                book.warnings(turned.before, power, order, standing)
            )
            assert all(problem.rule in book.index for problem in said)
            assert all(problem.message[-1] == "." for problem in said)
            assert menu.problems(order) == []
            asked += 1
        for power, standing in turned.standing.items():
            seen = book.view(turned.before, viewer(power))
            for problem in book.warnings(seen, power, standing):
                assert problem.rule in book.index
    assert asked
