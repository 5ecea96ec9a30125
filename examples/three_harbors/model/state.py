"""What is true in a campaign now."""

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from rules.kernel.audience import Audience
from rules.kernel.state import State


class Purse(msgspec.Struct, frozen=True, kw_only=True):
    """What a harbor placed, by valley; until the turn is over only that harbor knows it."""

    audience: Audience
    points: dict[str, int]


class HarborState(State, frozen=True, kw_only=True):
    """The whole state."""

    shown: ClassVar[frozenset[str]] = State.shown | {"tables", "purses", "holders"}

    tables: dict[str, Any] = {}
    """A moderator's overrides, by path."""
    purses: dict[str, Purse] = {}
    """What was placed this turn, by harbor."""
    holders: dict[str, str] = {}
    """Who holds a valley; empty after a roll that nobody won."""

    def placed(self, power: str) -> Mapping[str, int]:
        """The points that a harbor placed, as far as this view knows."""
        return self.purses[power].points if power in self.purses else {}
