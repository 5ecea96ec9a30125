"""Finding and loading frozen revisions beside today's source.

A zip is code. Only what the index names is ever loaded, and only if its bytes have the digest that
stands there.
"""

import hashlib
import re
import sys
import zipfile
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec
from pathlib import Path
from threading import RLock
from typing import Any
from zipimport import zipimporter

import msgspec

from rules.kernel.errors import RulesError
from rules.kernel.rulebook import Rulebook
from rules.kernel.serial import load as read
from rules.revisions import packing
from rules.revisions.packing import package_name

HERE = Path(__file__).parent
INTERFACE = 1
"""What crosses the border between the web and a frozen book; see docs/revisions.md."""

INTERFACE_1 = frozenset(
    (
        *("key", "title", "revision", "summary", "powers", "factions", "scenarios", "switches"),
        *("facts", "index", "orders", "state_type", "families", "refitted_orders", "seeded"),
        *("questions", "spellings", "map_events", "disputes"),
        *("agreements_title", "agreement_acts"),
        # Playing
        *("start", "phase", "menu", "problems", "standing_menu", "standing_problems", "warnings"),
        *("stands", "acts", "resolve", "perform", "corrected", "autopilot", "supposed"),
        *("consistency", "named_now", "read_state", "read_event"),
        # Looking
        *("view", "preview", "movements", "board", "agreements", "owed", "tell", "cards", "ledger"),
        *("relevant_facts", "headline", "name", "say", "ask", "tables"),
    )
)
"""What the web may call on a book, of whichever revision: all that release 1.0.0 asks."""

_loading = RLock()


class NotKept(RulesError):
    """A revision of a rulebook is not here, or is here and cannot be loaded."""


class Repair(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stood in place of a revision until a hole was mended: its digests, its commit, and why it was
    replaced. ``leaked`` says what recorded campaigns give otherwise since; empty where all is the same.
    """

    zip: str
    closure: str
    commit: str
    reason: str
    leaked: str = ""


class Frozen(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One revision that is kept.

    ``names`` are the words that campaigns may bear for it: its own name, then what the book calls itself
    (``1.0.0``), and those of revisions that it replaced. ``zip`` is the SHA-256 of the
    file, ``closure`` that of the source it was made of, ``commit`` where that source stood, ``repairs`` what it
    replaced.
    """

    names: tuple[str, ...]
    zip: str
    closure: str
    commit: str
    interface: int = INTERFACE
    python: str
    msgspec: str
    status: str = "frozen"
    repairs: tuple[Repair, ...] = ()

    @property
    def revision(self) -> str:
        """Its own name."""
        return self.names[0]

    def repair(self, closure: str) -> Repair | None:
        """The repair that replaced rules of this digest by this revision, if one did."""
        return next((one for one in self.repairs if one.closure == closure), None)


def read_index(folder: Path | None = None) -> dict[str, tuple[Frozen, ...]]:
    """The index: the revisions of each book, oldest first. Empty where none was frozen yet."""
    file = (folder or HERE) / "index.json"
    if not file.exists():
        return {}
    return read(file.read_bytes(), dict[str, tuple[Frozen, ...]])


@cache
def _known(folder: Path, book: str, name: str) -> Frozen | None:
    return next(
        (one for one in reversed(read_index(folder).get(book, ())) if name in one.names), None
    )


def find_entry(book: str, name: str) -> Frozen | None:
    """The newest revision of a book that bears this name, if one is kept."""
    return _known(HERE, book, name)


def load(book: str, revision: str, folder: Path | None = None) -> Rulebook[Any]:
    """A frozen rulebook by its revision's own name. Raises ``NotKept`` if it is not here, was
    changed, needs another interface, or cannot be imported.
    """
    return _loaded(folder or HERE, book, revision)


@cache
def _loaded(folder: Path, book: str, revision: str) -> Rulebook[Any]:
    with _loading:
        found = next((o for o in read_index(folder).get(book, ()) if o.revision == revision), None)
        if found is None:
            raise NotKept(
                f"Revision {revision} of {book} is not kept here.",
                remedy="Run a release that keeps it.",
            )
        if found.interface != INTERFACE:
            raise NotKept(
                f"Revision {revision} of {book} speaks interface {found.interface}; this release "
                f"speaks {INTERFACE}.",
                remedy="Run a release that speaks it.",
            )
        path = file_of(book, revision, folder)
        if not path.exists() or hashlib.sha256(path.read_bytes()).hexdigest() != found.zip:
            raise NotKept(
                f"The file of revision {revision} of {book} is missing or was changed.",
                remedy=f"Restore {path.name} from the release it came with.",
            )
        return _imported(path, package_name(book, revision), book)


def file_of(book: str, revision: str, folder: Path | None = None) -> Path:
    """Where the zip of a revision lies."""
    return (folder or HERE) / book / f"{revision}.zip"


def load_unlisted(path: Path, book: str) -> tuple[str, Rulebook[Any]]:
    """A frozen book from a zip that a person names, whether or not the index knows it, with the digest
    of its source. Raises ``RulesError`` for what is no such zip. Code in it is run.
    """
    try:
        package, files = packing.unpacked(path.read_bytes())
    except (OSError, zipfile.BadZipFile, UnicodeDecodeError) as error:
        raise RulesError(f"{path} is no frozen revision: {error}.") from error
    digest = packing.digest(files)
    if not re.fullmatch(rf"frozen_{book}_\w+_{digest[: packing.DIGEST_LETTERS]}", package):
        raise RulesError(
            f"{path} is no frozen revision of {book}: its content is not what its name says.",
            remedy="Use a zip that manage.py freeze made.",
        )
    return digest, _imported(path, package, book)


def _imported(path: Path, package: str, book: str) -> Rulebook[Any]:
    """The book of a zip whose digest was checked. What cannot be imported is not tried again: the
    same bytes fail in the same way.
    """
    if package in _broken:
        raise NotKept(*_broken[package].args, remedy=_broken[package].remedy)
    try:
        if package not in sys.modules:
            finder = zipimporter(str(path))
            # What stood in a file of this name before. Of other files nothing has to be read again.
            finder.invalidate_caches()
            spec = finder.find_spec(package)
            if spec is None or spec.loader is None:
                raise ImportError(f"it holds no package {package}")
            module = module_from_spec(spec)
            sys.modules[package] = module
            spec.loader.exec_module(module)
        found: Rulebook[Any] = import_module(f"{package}.{book}").BOOK
    except Exception as error:  # whatever old code stumbles over here
        for name in [name for name in sys.modules if f"{name}.".startswith(f"{package}.")]:
            del sys.modules[name]
        _broken[package] = NotKept(
            f"{path.name} of {book} cannot be loaded ({type(error).__name__}: {error}).",
            remedy="Run a release, or the versions of Python and msgspec, that can load it.",
        )
        raise _broken[package] from error
    return found


_broken: dict[str, NotKept] = {}
"""Packages that could not be imported in this process, and why."""
