"""Capabilities: what a release may ask of a rulebook beyond interface 1, where the book's revision has it.

What release 1.0.0 asks of a book is interface 1, which every kept revision has. Whatever a later
release wants besides is a **capability**: it has a name, a version, and an answer for books without it.
A book says in ``capabilities`` which capabilities it has, in which version; the index of frozen revisions repeats it.

A new capability takes three steps (docs/revisions.md has an example):

1. The kernel's ``Rulebook`` gets it, under its name, and
   ``capabilities: ClassVar[Mapping[str, int]]`` names it with version 1.
2. The release describes it as a :class:`Capability` where it is used, and lists it in ``CAPABILITIES``.
3. The web asks ``rulebooks.capability_or_default(book, CAPABILITY)`` and never the book itself.

A change of what a capability takes or gives is its next version. A book with another
version than the one that is asked for is a book without it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Capability(Generic[T]):
    """Something that a book may have: ``name`` is its attribute, ``default`` stands for
    it in books that lack it, ``title`` is what people call it.
    """

    name: str
    version: int
    default: T
    title: str


CAPABILITIES: tuple[Capability[Any], ...] = ()
"""All capabilities that this release knows: none yet."""


def has(capabilities: Mapping[str, int], capability: Capability[Any]) -> bool:
    """Whether a book with these ``capabilities`` has this one, in the version that is asked for."""
    return capabilities.get(capability.name) == capability.version
