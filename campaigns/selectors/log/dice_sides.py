"""How many sides a die had that an event shows: events name its number alone."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from campaigns.domain.entries.facts import ActCarriedOut
from campaigns.domain.entries.phases import OrdersPublished
from campaigns.models import LogEntry

KINDS = (OrdersPublished.tag, ActCarriedOut.tag)
"""Entries that list the dice that were thrown."""


@dataclass(frozen=True, slots=True)
class Sides:
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
        if entry.kind in KINDS
        for roll in json.loads(entry.body).get("rolls", ())
    )
    return Sides(frozenset((roll["sides"], roll["value"]) for roll in rolls))
