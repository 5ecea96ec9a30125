"""Which rulebooks there are: the one module that knows them all."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from rules.kernel.errors import RulesError
from rules.kernel.rulebook import Rulebook
from rules.revisions import loading, source

KEYS = (
    "world_at_war",
    "days_of_decision",
    "war_game_1939",
    "world_in_flames",
)
"""The folders of the books. This is the one place outside its own folders that a book must stand in."""

BOOKS: Mapping[str, Rulebook[Any]] = {key: import_module(f"rules.{key}").BOOK for key in KEYS}


def rulebook(key: str, revision: str = "") -> Rulebook[Any]:
    """The rulebook of this key, in the given revision (the newest when empty).

    The newest is the source; others are frozen and loaded beside it. Raises :class:`NotKept` for a
    revision that is not here, and :class:`RulesError` for an unknown book.
    """
    try:
        book = BOOKS[key]
    except KeyError:
        raise RulesError(
            f"There is no rulebook {key!r}.", remedy=f"There are: {', '.join(sorted(BOOKS))}."
        ) from None
    if not revision or revision == book.revision:
        return book
    kept = loading.frozen(key, revision)
    if kept is None:
        raise loading.NotKept(
            f"This site does not have revision {revision} of {book.title}.",
            remedy="Run a release that keeps it.",
        )
    return loading.load(key, kept.revision)


def digest(key: str, revision: str = "") -> str:
    """SHA-256 of the source of these rules, as the index has it; empty where it is not known."""
    book = BOOKS.get(key)
    if book is not None and revision in ("", book.revision):
        return source.digest(key)
    kept = loading.frozen(key, revision)
    return kept.closure if kept else ""


def by_digest(key: str, wanted: str) -> tuple[str, Rulebook[Any]] | None:
    """The rules of this digest, with the name of their revision; ``None`` where they are not here."""
    book = BOOKS.get(key)
    if book is not None and wanted and source.digest(key) == wanted:
        return book.revision, book
    for one in loading.kept().get(key, ()):
        if one.closure == wanted:
            return one.revision, loading.load(key, one.revision)
    return None


def is_exact(key: str, revision: str) -> bool:
    """Whether a revision's name alone says which rules it is: its own name, with the digest in it, does.
    A word that a book was called by may have stood for more than one state of its source.
    """
    kept = loading.frozen(key, revision)
    return kept.revision == revision if kept else not source.digest(key)


def newer(key: str, revision: str) -> tuple[str, ...]:
    """The revisions of a book that came after this one, oldest first, the source last. One that is the
    source to the byte is no revision beside it.
    """
    book = BOOKS.get(key)
    if book is None:
        return ()
    today = source.digest(key)
    kept = loading.kept().get(key, ())
    names = [one.revision for one in kept if one.closure != today]
    if revision == book.revision or digest(key, revision) == today != "":
        return ()
    after = next((n for n, one in enumerate(kept, 1) if revision in one.names), 0)
    return (*names[after:], book.revision)
