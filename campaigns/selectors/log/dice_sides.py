"""How many sides a die had that an event shows: events name its number alone."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from campaigns.domain.entries.facts import ActCarriedOut
from campaigns.domain.entries.phases import OrdersPublished
from campaigns.models import LogEntry

THROWN: Mapping[str, type[OrdersPublished | ActCarriedOut]] = {
    kind.tag: kind for kind in (OrdersPublished, ActCarriedOut)
}
"""The kinds of entries that list the dice that were thrown, by their tags."""


def rolls_of(kind: str, body: str) -> Sequence[Any]:
    """The dice that an entry lists, as plain data."""
    return THROWN[kind].of(body).rolls or ()


class Sides(Struct, frozen=True):
    """The dice of a phase that everybody may know of, each with its number of sides and what it showed."""

    thrown: frozenset[tuple[int, int]] = frozenset()

    def of(self, value: int) -> int:
        """The sides of a die that shows ``value``; 0 where dice of several kinds could be meant."""
        showed = {sides for sides, shown in self.thrown if shown == value}
        every = showed or {sides for sides, _shown in self.thrown if sides >= value}
        return every.pop() if value and len(every) == 1 else 0


NO_DICE = Sides()


def sides_in(entries: Iterable[LogEntry]) -> Sides:
    """The dice in the entries of a phase."""
    rolls = (
        roll
        for entry in entries
        if entry.kind in THROWN
        for roll in rolls_of(entry.kind, entry.body)
    )
    return Sides(frozenset((roll["sides"], roll["value"]) for roll in rolls))
