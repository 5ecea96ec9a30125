"""What rulebooks say, inside sentences of the site's own.

Finding the words in the reader's language is the frontend's (:mod:`core.site_language`).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from core.gettext import gettext as _
from core.gettext import language
from rules.kernel import grammar
from rules.kernel.setup import CALLED_THE

_BOOK: ContextVar[str] = ContextVar("book", default="")


@contextmanager
def said_by(book: str) -> Iterator[None]:
    """Within it, texts are those of a rulebook: its own messages go before those of others."""
    token = _BOOK.set(book)
    try:
        yield
    finally:
        _BOOK.reset(token)


def speaking() -> str:
    """The rulebook whose texts are said now; empty where it is none, or several."""
    return _BOOK.get()


def in_readers_words(text: str, book: str | None = None) -> str:
    """A rulebook's text in the language of its reader, by a book that is named or the one that speaks now;
    programs and logs read English.
    """
    if book is None:
        return language().rulebook(text)
    with said_by(book):
        return language().rulebook(text)


def with_its_turn(turn_title: str, title: str, book: str | None = None) -> str:
    """A phase by its name in its reader's language, with its turn unless the name says it."""
    said = in_readers_words(title, book)
    return said if turn_title in title else f"{in_readers_words(turn_title, book)}: {said}"


def within(name: str) -> str:
    """A power's name in its reader's language, as it stands within a sentence: *the Axis*, *the Commonwealth*."""
    return _("the %(name)s") % {"name": name} if name in CALLED_THE else grammar.within(name)
