"""The rules page: a rulebook's index, powers and facts, as it ships."""

from dataclasses import dataclass
from typing import Any

from campaigns import rulebooks
from campaigns.selectors.access import power_badge
from campaigns.selectors.badges import Badge
from campaigns.selectors.lobby import BookLine, book_line
from rules.kernel.cite import RuleEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesPage:
    """A rulebook to read.

    ``entries`` stand in the order of the book; ``tables`` are what the rulebook gives as its
    ``tables``, ``None`` where it has none.
    """

    book: BookLine
    powers: tuple[Badge, ...]
    entries: tuple[RuleEntry, ...]
    tables: Any


def rules_page(book_key: str) -> RulesPage:
    """The rules of one book. Raises ``NotOnTheMenu`` for a book that is not carried."""
    book = rulebooks.load(book_key)
    return RulesPage(
        book=book_line(book),
        powers=tuple(power_badge(power) for power in book.powers.values()),
        entries=tuple(book.index),
        tables=_tables(book),
    )


def _tables(book: rulebooks.Book) -> Any:
    """What the book answers to the question for its tables."""
    reader = getattr(book, "tables", None)
    return reader() if callable(reader) else reader
