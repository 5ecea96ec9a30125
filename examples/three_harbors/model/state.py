"""What is true in a campaign now."""

from typing import Any, ClassVar

import msgspec

from rules.kernel.audience import Audience
from rules.kernel.state import State


class Envoy(msgspec.Struct, frozen=True, kw_only=True):
    """An envoy under way; until it arrives only its own port knows of it."""

    audience: Audience
    power: str
    island: str


class HarborState(State, frozen=True, kw_only=True):
    """The whole state."""

    shown: ClassVar[frozenset[str]] = State.shown | {"tables", "envoys", "purses", "islands"}

    tables: dict[str, Any] = {}
    """A moderator's overrides, by path."""
    envoys: tuple[Envoy, ...] = ()
    purses: dict[str, int] = {}
    """Coins by port."""
    islands: dict[str, str] = {}
    """Who holds an island; one that nobody holds is not here."""

    def envoy(self, power: str) -> str:
        """The island that a port's envoy is under way to, as far as this view knows."""
        return next((each.island for each in self.envoys if each.power == power), "")
