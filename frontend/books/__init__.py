"""The faces of the rulebooks: each is a folder here, a small Django app, and found by that folder.

A folder is the only place of the web that knows its book: template tags, templates, style sheets,
scripts, pages of its own and tools. What it offers, it says as ``FACE`` (see `frontend.books.face`).
A book without a folder has the board that any data can be shown on.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

from frontend.books.face import Face

HERE = Path(__file__).parent


def keys() -> tuple[str, ...]:
    """The books that have a face: the folders beside this file."""
    return tuple(sorted(found.parent.name for found in HERE.glob("*/__init__.py")))


def apps() -> list[str]:
    """The faces as Django apps, for the settings."""
    return [f"{__name__}.{key}" for key in keys()]


@cache
def faces() -> Mapping[str, Face]:
    """Every face by the key of its book."""
    return {key: import_module(f"{__name__}.{key}").FACE for key in keys()}


def face_of(book: str) -> Face:
    """The face of a book; for one that has none, a face without anything of its own."""
    return faces().get(book, Face())
