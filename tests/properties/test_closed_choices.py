"""Nothing is closed without saying by which rule, and what would open it."""

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from rules.kernel.audience import viewer
from rules.kernel.menus import NEVER, NEVER_AGAIN, Barred, Field, Flag, Menu, Option
from rules.kernel.rulebook import Rulebook
from tests.support.books.playing import Turned, a_year, every_book

pytestmark = pytest.mark.long

RULES = Path(__file__).parents[2] / "rules"
ANSWERS = {"world_at_war/forces/construction.py"}
"""Where a :class:`Barred` answers a question about the map and closes no choice of a menu."""


def closed(fields: Sequence[Field]) -> Iterator[tuple[Field, str, Barred]]:
    """Every closed choice among fields, with its field."""
    for field in fields:
        if isinstance(field, Flag) and field.barred:
            yield field, field.label, field.barred
        for choice in getattr(field, "choices", ()):
            if choice.barred:
                yield field, choice.label, choice.barred
            elif isinstance(choice, Option):
                yield from closed(choice.fields)
        yield from closed(getattr(field, "rows", ()))
        yield from closed(getattr(field, "shared", ()))


def offered(book: Rulebook[Any], turned: Turned) -> Iterator[Menu]:
    """Every menu that somebody had before a phase was carried out."""
    for power in book.powers:
        view = book.view(turned.before, viewer(power))
        found = (book.menu(view, power), book.standing_menu(view, power), *book.acts(view, power))
        yield from (menu for menu in found if menu is not None)


@every_book
def test_every_closed_choice_names_its_rule_and_what_would_open_it(book):
    for turned in a_year(book, 1):
        for menu in offered(book, turned):
            for field, label, barred in closed(menu.fields):
                at = f"{menu.order}.{field.key}, {label}: {barred}"
                assert barred.why.strip(), at
                assert (barred.rule or field.rule) in book.index, at
                opens = barred.opens.startswith("Opens ") and barred.opens.endswith(".")
                assert opens or barred.opens in (NEVER, NEVER_AGAIN), at


@every_book
def test_wherever_a_book_closes_a_choice_it_says_what_opens_it(book):
    """Also where no played campaign came by: every ``Barred`` in the book's code has all three parts."""
    silent = []
    for path in sorted((RULES / book.key).rglob("*.py")):
        if str(path.relative_to(RULES)) in ANSWERS:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Barred":
                said = len(node.args) > 2 or any(word.arg == "opens" for word in node.keywords)
                if not said:
                    silent.append(f"{path.relative_to(RULES)}:{node.lineno}")
    assert not silent
