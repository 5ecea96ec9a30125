"""Doors: what a release may ask of a rulebook beyond interface 1, where the book's revision has it.

What release 1.0.0 asks of a book is interface 1, which every kept revision has. Whatever a later
release wants besides is behind a **door**: it has a name, a version, and an answer for books without it.
A book says in ``doors`` which doors it has, in which version; the index of frozen revisions repeats it.

A new door takes three steps (docs/revisions.md has an example):

1. The kernel's ``Rulebook`` gets what is behind it, under the door's name, and
   ``doors: ClassVar[Mapping[str, int]]`` names it with version 1.
2. The release describes it as a :class:`Door` where it is used, and lists it in ``DOORS``.
3. The web asks ``rulebooks.behind(book, DOOR)`` and never the book itself.

Whoever changes what goes in or comes out of a door gives it the next version. A book with another
version than the one that is asked for is a book without it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Door(Generic[T]):
    """Something that a book may have: ``name`` is the attribute that is behind it, ``without`` stands for
    it in books that lack it, ``title`` is what people call it.
    """

    name: str
    version: int
    without: T
    title: str


DOORS: tuple[Door[Any], ...] = ()
"""All doors that this release knows: none yet."""


def has(doors: Mapping[str, int], door: Door[Any]) -> bool:
    """Whether a book with these ``doors`` has this one, in the version that is asked for."""
    return doors.get(door.name) == door.version
