"""No form begins with anything that costs or cannot be taken back, in any rulebook."""

from typing import Any

import pytest

from rules.kernel.audience import viewer
from rules.kernel.dice import SealedDice
from rules.kernel.menus import Each, Menu, Pick, PickMany, Plays
from rules.kernel.orders import understand
from rules.kernel.serial import canonical
from tests.support.books.playing import a_year, asked_powers, every_book, key, menu_of

pytestmark = pytest.mark.long

SEEDS = (1, 2)


def turns_of(book: Any) -> Any:
    """Phases of short campaigns, each with a place of its own in them."""
    for seed in SEEDS:
        for number, turned in enumerate(a_year(book, seed)):
            yield key(seed, number), turned


def picked(fields: Any, given: Any) -> Any:
    """Everything that an order picks beforehand, in details of options as well."""
    for field in fields:
        value = given[field.key]
        begun = tuple(value) != field.stands if isinstance(field, PickMany) else bool(value)
        if begun and isinstance(field, Pick | PickMany | Each | Plays):
            yield field.label, value
        for option in field.choices if isinstance(field, Plays) else ():
            asked = field.asked(option)
            yield from picked(asked, {each.key: each.empty() for each in asked})


def blank_of(book: Any, menu: Menu) -> Any:
    return understand(menu.blank(), book.orders[menu.order])


@every_book
def test_an_order_left_as_its_form_begins_does_what_silence_does_or_is_refused(book):
    kinds = set()
    for dice, turned in turns_of(book):
        for power in asked_powers(book, turned.before):
            menu = menu_of(book, turned.before, power)
            assert menu is not None
            assert list(picked(menu.fields, menu.blank())) == []
            order = blank_of(book, menu)
            if menu.problems(order):
                continue
            kinds.add(menu.order)
            rest = {each: o for each, o in turned.orders.items() if each != power}
            done, silent = (
                book.resolve(turned.before, given, {}, SealedDice(dice)).state
                for given in ({**rest, power: order}, rest)
            )
            assert canonical(done) == canonical(silent), menu.title
    assert kinds


@every_book
def test_an_act_left_as_its_form_begins_changes_nothing_or_asks(book):
    """Where it would be done as it stands, the form asks for one's word first."""
    kinds = set()
    for dice, turned in turns_of(book):
        for power in book.powers:
            for menu in book.acts(book.view(turned.before, viewer(power)), power):
                kinds.add(menu.order)
                assert list(picked(menu.fields, menu.blank())) == []
                act = blank_of(book, menu)
                if menu.problems(act) or menu.confirm:
                    continue
                done = book.perform(turned.before, power, act, SealedDice(dice)).state
                assert canonical(done) == canonical(turned.before), menu.title
    assert kinds


@every_book
def test_standing_orders_begin_with_none(book):
    for _, turned in turns_of(book):
        for power in book.powers:
            menu = book.standing_menu(book.view(turned.before, viewer(power)), power)
            if menu is not None:
                assert list(picked(menu.fields, menu.blank())) == []
                assert menu.problems(blank_of(book, menu)) == []


@every_book
def test_what_has_to_be_chosen_is_asked_for_by_its_name_when_it_is_left_empty(book):
    for _, turned in turns_of(book):
        for power in asked_powers(book, turned.before):
            menu = menu_of(book, turned.before, power)
            assert menu is not None
            said = {
                problem.field: problem.message for problem in menu.problems(blank_of(book, menu))
            }
            for field in menu.fields:
                if isinstance(field, Pick) and not field.optional:
                    assert said[field.key] == f"{field.label}: choose one."
