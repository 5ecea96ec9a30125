"""Today's source as the newest revision: what it is made of, and whether it may still be called so."""

from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from rules.kernel.errors import RulesError
from rules.kernel.rulebook import Rulebook
from rules.revisions import loading, packing

RULES = Path(__file__).parent.parent
PACKED = (".py", ".yaml", ".md")


def files(rules: Path = RULES) -> dict[str, bytes]:
    """The source of all books, as packing takes it."""
    return {
        f"{packing.ROOT}/{path.relative_to(rules).as_posix()}": path.read_bytes()
        for path in sorted(rules.rglob("*"))
        if path.suffix in PACKED
    }


@cache
def digest(book: str) -> str:
    """SHA-256 of all that a book of today's source is made of; empty for one that is not under
    ``rules/``. Worked out once in a process (a tenth of a second for the largest book).
    """
    try:
        return packing.digest(packing.closure(files(), book))
    except RulesError:
        return ""


def problems(books: Iterable[Rulebook[Any]], folder: Path | None = None) -> Iterator[str]:
    """What is wrong with the revisions that are kept, and with those that the source is called.

    A source that bears the name of a frozen revision must be that revision to the byte; one that was
    changed has to bear a new name, the next.
    """
    here = folder or loading.HERE
    kept = loading.read_index(here)
    for book in books:
        yield from _called_wrongly(book, kept.get(book.key, ()))
    for key, revisions in kept.items():
        for one in revisions:
            yield from _damaged(key, one, loading.file_of(key, one.revision, here))
        names = [name for one in revisions for name in one.names]
        for name in sorted({name for name in names if names.count(name) > 1}):
            yield f"Two revisions of {key} are called {name!r}."
    named = {loading.file_of(key, one.revision, here) for key, them in kept.items() for one in them}
    for file in sorted({*here.glob("*/*.zip")} - named):
        yield f"{file.parent.name}/{file.name} is not in the index."


def _called_wrongly(book: Rulebook[Any], kept: Iterable[loading.Frozen]) -> Iterator[str]:
    for one in kept:
        if book.revision in one.names and digest(book.key) != one.closure:
            yield (
                f"{book.key} was changed, but still calls itself {book.revision!r}, which is frozen as "
                f"{one.revision}. Give the book a new `revision`; see docs/revisions.md."
            )


def _damaged(key: str, one: loading.Frozen, file: Path) -> Iterator[str]:
    if not file.exists():
        yield f"{file.name} of {key} is in the index, but not there."
    elif sha256(file.read_bytes()).hexdigest() != one.zip:
        yield f"{file.name} of {key} is not the file that the index names."
    if any(not repair.reason.strip() for repair in one.repairs):
        yield f"{one.revision} of {key} replaces another revision, and the index does not say why."
    if one.interface != loading.INTERFACE:
        yield (
            f"{one.revision} of {key} speaks interface {one.interface}, this release "
            f"{loading.INTERFACE}."
        )
