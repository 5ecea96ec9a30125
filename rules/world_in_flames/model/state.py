"""What is true in a campaign of the house rules now. All of it is public."""

from typing import Any, ClassVar

import msgspec

from rules.kernel.state import State
from rules.kernel.tally import Tally


class DeclaredMap(msgspec.Struct, frozen=True, kw_only=True):
    """Hexes declared for this turn, in their plain text form; ``hexes`` says how many."""

    title: str
    text: str
    by: str
    hexes: int


class JudgedMap(msgspec.Struct, frozen=True, kw_only=True):
    """A map as it was judged: the text before, and the dice that decided its ties, in order."""

    title: str
    text: str
    by: str
    turn: int
    dice: tuple[int, ...] = ()
    switches: dict[str, str] = {}


class LastRoll(msgspec.Struct, frozen=True, kw_only=True):
    """The newest roll for a country: when, the die, its tally, whether the country gave up."""

    turn: int
    die: int
    tally: Tally
    surrendered: bool


class HouseState(State, frozen=True, kw_only=True):
    """The whole state; see the field comments."""

    shown: ClassVar[frozenset[str]] = State.shown | frozenset(
        {"tables", "maps", "judged", "conquered", "last"}
    )

    tables: dict[str, Any] = {}
    """A moderator's overrides, by path."""
    maps: tuple[DeclaredMap, ...] = ()
    judged: tuple[JudgedMap, ...] = ()
    """The maps of the latest turn that had any."""
    conquered: dict[str, int] = {}
    """The turn in which Italy or Japan gave up."""
    last: dict[str, LastRoll] = {}

    def switch(self, key: str) -> str:
        """The choice made for a variant switch."""
        return self.variants.get(key, "")

    def used(self, rule: str) -> bool:
        """Whether a house rule is used in this campaign."""
        return self.switch(rule) != "off"
