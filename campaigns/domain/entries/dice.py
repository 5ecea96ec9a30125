"""What entries say of dice: where they come from, and what they wait for."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec import UNSET, UnsetType

from campaigns.domain.entries.entry import Entry, Maybe, Telling, day
from core.gettext import gettext as _
from core.gettext import ngettext
from rules.kernel.events import Line


class DiceChained(Entry, frozen=True, kw_only=True):
    """A new chain of dice; with it the autopilots may get another secret."""

    tag: ClassVar[str] = "dice.chained"
    head: str
    length: int
    next: str
    autopilots: Mapping[str, str] | UnsetType = UNSET
    reason: Maybe = UNSET

    def words(self, t: Telling) -> Line:
        """The head of the chain."""
        rest = _("Head %(head)s.") % {"head": t.digits(self.head)}
        return t.line(_("A new chain of dice was drawn"), f"{self.because} {rest}".lstrip())


class DiceThrown(Entry, frozen=True, kw_only=True):
    """Dice were thrown, from links of chains or a round of the beacon; ``dice`` says that a script gave them."""

    dice: Mapping[str, Any] | UnsetType = UNSET
    link: Maybe = UNSET
    link_before: Maybe = UNSET
    links: Mapping[str, Sequence[str]] | UnsetType = UNSET
    withheld: Sequence[str] | UnsetType = UNSET
    round: int | UnsetType = UNSET
    beacon: Maybe = UNSET


class DiceAwaited(Entry, frozen=True, kw_only=True):
    """Dice wait for a round of the beacon, or for links of players until a moment."""

    round: int | UnsetType = UNSET
    waits: Sequence[str] | UnsetType = UNSET
    until: Maybe = UNSET

    @property
    def waits_for(self) -> str:
        """What they wait for, in words."""
        if self.round is not UNSET:
            return _("Its dice wait for round %(round)s of the beacon.") % {"round": self.round}
        if not self.waits or not self.until:
            return _("No player keeps a chain of dice; the dice follow at once.")
        waits = ngettext(
            "Its dice wait for the link of %(number)s player, until %(until)s at most.",
            "Its dice wait for the links of %(number)s players, until %(until)s at most.",
            len(self.waits),
        )
        return waits % {"number": len(self.waits), "until": day(self.until)}
