"""The rules page: a rulebook's index, powers and facts, as it ships."""

from collections.abc import Mapping
from dataclasses import dataclass

from msgspec import structs

from campaigns import rulebooks
from campaigns.selectors.access import power_badge
from campaigns.selectors.badges import Badge
from campaigns.selectors.lobby import BookLine, book_line
from campaigns.selectors.plainly import in_words
from rules.kernel.cite import RuleEntry
from rules.kernel.facts import FactRegistry
from rules.kernel.pages import RuleTable
from rules.kernel.setup import Switch


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesPage:
    """A rulebook to read.

    ``entries`` stand in the order of the book; ``tables`` are what the rulebook gives as its
    ``tables``, ``None`` where it has none.
    """

    book: BookLine
    powers: tuple[Badge, ...]
    entries: tuple[RuleEntry, ...]
    tables: tuple[RuleTable, ...]


def rules_page(book_key: str, revision: str = "") -> RulesPage:
    """The rules of one book in a revision (the newest when empty). Raises ``NotOnTheMenu`` for a book
    or a revision that is not carried.
    """
    book = rulebooks.load(book_key, revision)
    return RulesPage(
        book=book_line(book),
        powers=tuple(power_badge(book, key) for key in book.powers),
        entries=tuple(_entry(entry, book.facts) for entry in book.index),
        tables=_tables(book),
    )


def switches_of(book_key: str) -> Mapping[str, Switch]:
    """The variant switches of a book as it ships. Raises ``NotOnTheMenu``."""
    return rulebooks.load(book_key).switches


def _tables(book: rulebooks.Book) -> tuple[RuleTable, ...]:
    """The book's tables, in words that a page may show."""
    return tuple(
        structs.replace(
            table,
            rows=tuple(tuple(in_words(cell, book.facts) for cell in row) for row in table.rows),
        )
        for table in book.tables()
    )


def _entry(entry: RuleEntry, facts: FactRegistry) -> RuleEntry:
    return structs.replace(
        entry, about=in_words(entry.about, facts), stands_for=in_words(entry.stands_for, facts)
    )
