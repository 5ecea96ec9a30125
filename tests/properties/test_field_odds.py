"""What stands beside a form, its totals, and what an act would bring: exact, and from the own view alone."""

from fractions import Fraction
from typing import Any

import pytest

from rules.days_of_decision import BOOK as DAYS_OF_DECISION
from rules.kernel.act_preview import preview_act
from rules.kernel.audience import viewer
from rules.kernel.dice import SealedDice
from rules.kernel.field_odds import ASSUMED, beside
from rules.kernel.menus import Declare, Pick
from rules.kernel.orders import understand
from rules.kernel.serial import canonical
from rules.kernel.totals import totals
from tests.support.books.playing import (
    a_year,
    asked_powers,
    every_book,
    key,
    menu_of,
    order_at_random,
    without_secrets,
)

STRIDE = 5
"""Every so many phases are looked at."""


def phases_of(book: Any) -> Any:
    for number, turned in enumerate(a_year(book, 1)):
        if number % STRIDE == 0:
            yield number, turned.before


@every_book
def test_what_stands_beside_a_form_hangs_on_nothing_hidden(book):
    """Vary all that others hide: every word, chance and total stays."""
    asked = told = 0
    for number, state in phases_of(book):
        for power in asked_powers(book, state):
            menu = menu_of(book, state, power)
            order = order_at_random(book, menu, SealedDice(key("b", number, power)))
            views = [
                book.view(each, viewer(power))
                for each in (state, without_secrets(state, viewer(power)))
            ]
            found = [beside(book, view, power, menu, order) for view in views]
            assert found[0] == found[1], menu.title
            menus = [book.menu(view, power) for view in views]
            assert totals(menus[0], order) == totals(menus[1], order)
            asked += 1
            told += bool(found[0])
    assert asked
    assert told or book.key == "world_in_flames"


@every_book
def test_a_note_stands_beside_a_choice_that_is_open(book):
    for number, state in phases_of(book):
        for power in asked_powers(book, state):
            menu = menu_of(book, state, power)
            order = order_at_random(book, menu, SealedDice(key("n", number, power)))
            view = book.view(state, viewer(power))
            panels = {panel.key for panel in book.preview(view, power, order)}
            for each in beside(book, view, power, menu, order):
                name, _, choice = each.path.partition(".")
                if choice == ASSUMED:
                    continue
                field = menu.field(name)
                assert set(each.panels) <= panels
                assert each.text or each.panels
                options = {c.value: c for c in getattr(field, "choices", ())}
                if choice and not choice.startswith("*"):
                    found = next(c for v, c in options.items() if f"{choice}.".startswith(f"{v}."))
                    assert found.barred is None


def test_beside_a_card_stands_what_it_brings_with_the_cards_before_it():
    book: Any = DAYS_OF_DECISION
    view = book.view(book.start("1936", {}, {}).state, viewer("france"))
    deal, aid = (
        {"option": "ipo-2", "details": {"deal": "greece:resource"}},
        {"option": "ipo-3", "details": {"minor": "greece"}},
    )

    def said(*plays: Any) -> dict[str, str]:
        menu = book.menu(view, "france")
        order = understand({"kind": "plays", "plays": list(plays)}, book.orders["plays"])
        return {each.path: each.text for each in beside(book, view, "france", menu, order)}

    on_greece = "plays.ipo-3.minor.greece"
    assert said()[on_greece] == "0 → +3"
    assert said(deal)[on_greece] == said(deal, aid)[on_greece] == "0 → +3, with option 1 +5"
    assert said(aid, deal)[on_greece] == "0 → +3"
    # Two cards may bring the same: the one does not hide what the other says.
    assert said(deal)["plays.ipo-12"] == said()["plays.ipo-12"] == "entry points +1"


@every_book
def test_totals_never_disagree_with_the_menu_that_judges(book):
    """What is legal takes no more than there is."""
    for number, state in phases_of(book):
        for power in asked_powers(book, state):
            menu = menu_of(book, state, power)
            order = order_at_random(book, menu, SealedDice(key("t", number, power)))
            for total in totals(menu, order):
                assert total.taken + total.left == total.have
                assert total.left >= 0


def an_act(book: Any, menu: Any) -> Any:
    """An act with the first of all that its form asks for, if that is legal."""
    given = menu.blank() | {
        field.key: choice.value
        for field in menu.fields
        if isinstance(field, Pick)
        for choice in field.choices[::-1]
        if choice.barred is None
    }
    act = understand(given, book.orders[menu.order])
    return None if menu.problems(act) else act


@every_book
@pytest.mark.parametrize("seed", [1])
def test_what_an_act_would_bring_adds_up_and_hangs_on_nothing_hidden(book, seed):
    seen, there = set(), False
    for number, state in phases_of(book):
        for power in book.powers:
            view = book.view(state, viewer(power))
            bare = book.view(without_secrets(state, viewer(power)), viewer(power))
            for menu in book.acts(view, power):
                if any(isinstance(field, Declare) for field in menu.fields):
                    continue
                there = True
                act = an_act(book, menu)
                if act is None or (menu.order, number) in seen:
                    continue
                seen.add((menu.order, number))
                before = canonical(view)
                found = preview_act(book, view, power, act)
                assert canonical(view) == before
                assert canonical(found) == canonical(preview_act(book, bare, power, act))
                if found.outcomes:
                    chances = [Fraction(each.parts, each.whole) for each in found.outcomes]
                    assert sum(chances) == 1
                else:
                    assert found.dice or found.unknown, menu.title
    # A book may have no acts but those on the map.
    assert seen or not there
