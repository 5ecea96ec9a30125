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
    kept = loading.find_entry(key, revision)
    if kept is None:
        raise loading.NotKept(
            f"This site does not have revision {revision} of {book.title}.",
            remedy="Nothing is lost. Ask the site's administrator to run a release that keeps it.",
        )
    return loading.load(key, kept.revision)


def digest(key: str, revision: str = "") -> str:
    """SHA-256 of the source of these rules, as the index has it; empty where it is not known."""
    book = BOOKS.get(key)
    if book is not None and revision in ("", book.revision):
        return source.digest(key)
    kept = loading.find_entry(key, revision)
    return kept.closure if kept else ""


def by_digest(key: str, wanted: str) -> tuple[str, Rulebook[Any]] | None:
    """The rules of this digest, with the name of their revision; ``None`` where they are not here."""
    book = BOOKS.get(key)
    if book is not None and wanted and source.digest(key) == wanted:
        return book.revision, book
    for one in loading.read_index().get(key, ()):
        if one.closure == wanted or one.repair(wanted):
            return one.revision, loading.load(key, one.revision)
    return None


def repair_of(key: str, wanted: str) -> loading.Repair | None:
    """The repair by which the rules of this digest were replaced, if they were."""
    found = (one.repair(wanted) for one in loading.read_index().get(key, ()))
    return next((one for one in found if one), None)


def revisions(key: str) -> tuple[tuple[str, str], ...]:
    """Every revision of a book that is here, by name and digest, the newest (the source) first; no rules
    twice.
    """
    found = {one.closure: one.revision for one in loading.read_index().get(key, ())}
    if (book := BOOKS.get(key)) and (today := source.digest(key)):
        found = {one: name for one, name in found.items() if one != today}
        found[today] = book.revision
    return tuple((name, closure) for closure, name in reversed(found.items()))


def newer(key: str, revision: str) -> tuple[str, ...]:
    """The revisions of a book that came after this one, oldest first, the source last. One that is the
    source to the byte is no revision beside it.
    """
    book = BOOKS.get(key)
    if book is None:
        return ()
    today = source.digest(key)
    kept = loading.read_index().get(key, ())
    if revision == book.revision or digest(key, revision) == today != "":
        return ()
    after = next((n for n, one in enumerate(kept, 1) if revision in one.names), 0)
    names = [one.revision for one in kept[after:] if one.closure != today]
    return (*names, book.revision)
