"""What a dispatch is made of: statements about facts, and events that fill several of them."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

from rules.kernel.facts import FactValue


class Statement(msgspec.Struct, frozen=True, kw_only=True):
    """What one fact is to be. ``relative`` adds to what a count holds."""

    key: str
    value: FactValue
    relative: bool = False


class Happened(msgspec.Struct, frozen=True, kw_only=True):
    """An event of the map, by its key, with what stands in each of its slots."""

    event: str
    arguments: dict[str, str] = {}


Sort = Literal["ignored", "statements", "events", "ambiguous", "unknown", "wrong"]


class ReadLine(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a dispatch as it was understood.

    ``sort`` says which: ``ignored`` (blank, or a comment), ``statements`` or ``events`` (what it
    means), ``ambiguous`` (``choices`` are the lines that it may mean, each to be written in its
    place), ``unknown`` (``near`` are lines that may have been meant) or ``wrong`` (understood, but
    it cannot be so). ``problem`` says what is the matter, ``unknown`` the words that are not known.
    """

    number: int
    words: str
    sort: Sort
    statements: tuple[Statement, ...] = ()
    events: tuple[Happened, ...] = ()
    choices: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    unknown: str = ""
    problem: str = ""

    @property
    def understood(self) -> bool:
        """Whether nothing is left to be asked about it."""
        return self.sort in ("ignored", "statements", "events")


def settled(
    registry: Any, facts: Mapping[str, FactValue], statements: Iterable[Statement]
) -> dict[str, FactValue]:
    """What the facts become by statements in their order: the later counts, a relative one adds to
    what was there and never takes a count below nothing.
    """
    found: dict[str, FactValue] = {}
    for each in statements:
        value = each.value
        if each.relative:
            now = registry.value({**facts, **found}, each.key)
            value = max(0, int(now) + int(value))
        found[each.key] = value
    return found
