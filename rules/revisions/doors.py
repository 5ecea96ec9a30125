"""Doors: what a release may ask of a rulebook beyond interface 1, where the book's revision has it.

Campaigns play by revisions that are older than the release. So whatever a later release wants of a
book that interface 1 does not have is behind a **door**: it has a name, a version, and an answer for
books without it. A book says in ``doors`` which doors it has, in which version; the index
of frozen revisions repeats it, so that it is known before anything is loaded.

A new door takes three steps (docs/revisions.md has an example):

1. The kernel's ``Rulebook`` gets what is behind it, under the door's name, and
   ``doors: ClassVar[Mapping[str, int]]`` names it with version 1.
2. The release describes it as a :class:`Door` where it is used, and lists it in ``DOORS``.
3. The web asks ``rulebooks.behind(book, DOOR)`` and never the book itself.

Whoever changes what goes in or comes out of a door gives it the next version. A book with another
version than the one that is asked for is a book without it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Door(Generic[T]):
    """Something that a book may have: ``name`` is the attribute that is behind it, ``without`` stands for
    it in books that lack it, ``title`` is what people call it (in "These rules are from before ...").
    """

    name: str
    version: int
    without: T
    title: str


SPELLINGS: Door[Mapping[str, str]] = Door(
    name="spellings", version=1, without={}, title="other spellings"
)
MAP_EVENTS: Door[Mapping[str, Any]] = Door(
    name="map_events", version=1, without={}, title="events of the map"
)
WATCHED: Door[Callable[[Any, str], tuple[Any, ...]]] = Door(
    name="watched", version=1, without=lambda view, power: (), title="suggestions"
)
DISPUTES: Door[bool] = Door(
    name="disputes", version=1, without=False, title="disputes of declared facts"
)
SUPPOSED: Door[Callable[[Any, str], Any] | None] = Door(
    name="supposed", version=1, without=None, title="playing on in thought"
)
SEEDED: Door[bool] = Door(
    name="seeded", version=1, without=False, title="autopilots that choose by a seed"
)
MOVEMENTS: Door[Callable[[Any, str, Any], tuple[Any, ...]]] = Door(
    name="movements",
    version=1,
    without=lambda view, power, order: (),
    title="movements shown beforehand",
)
DOORS: tuple[Door[Any], ...] = (
    SPELLINGS,
    MAP_EVENTS,
    WATCHED,
    DISPUTES,
    SUPPOSED,
    MOVEMENTS,
    SEEDED,
)
"""All doors that this release knows."""


def has(doors: Mapping[str, int], door: Door[Any]) -> bool:
    """Whether a book with these ``doors`` has this one, in the version that is asked for."""
    return doors.get(door.name) == door.version
