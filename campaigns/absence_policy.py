"""What a campaign makes of players who are away, and of players who stay silent. Pure."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Literal

import msgspec

from campaigns.lengths import duration
from rules.kernel.orders import Problem

MOST_STRETCH = 24 * 60
MOST_DAYS = 180
MOST_MISSED = 20

Does = Literal["deputy", "stretch", "standing"]
Remind = Literal["half", "last_day", "missed"]

DOES = {
    "deputy": "Nothing moves; a deputy may act for them",
    "stretch": "Deadlines are stretched",
    "standing": "Nobody waits: standing orders speak, then the autopilot",
}
"""What an announced absence does, by the policy."""
REMIND = {
    "half": "at half time",
    "last_day": "a day before the deadline",
    "missed": "when the deadline was missed",
}
"""When a player from whom nothing has come is reminded."""


class AbsencePolicy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an absence that a player has announced does.

    ``deputy``: nothing to the clock, the seat's deputy may act. ``stretch``: a deadline that falls into
    it goes to its end and ``BACK`` more, by ``stretch_hours`` at most for one phase. ``standing``: the
    phase does not wait for the seat; standing orders speak for it, then the autopilot. Within a year one
    player is away for ``days_a_year`` at most.
    """

    does: Does = "deputy"
    stretch_hours: float = 72
    days_a_year: int = 60

    @property
    def longest_stretch(self) -> timedelta:
        """By how much a phase's deadline is stretched at most."""
        return timedelta(hours=self.stretch_hours)

    def problems(self) -> Iterator[Problem]:
        """Everything that is wrong with it."""
        if not 1 <= self.stretch_hours <= MOST_STRETCH:
            yield Problem(
                "absence.stretch_hours",
                f"A deadline is stretched by 1 to {MOST_STRETCH} hours, not {self.stretch_hours:g}.",
            )
        if not 0 <= self.days_a_year <= MOST_DAYS:
            yield Problem(
                "absence.days_a_year",
                f"A player may be away from 0 to {MOST_DAYS} days a year, not {self.days_a_year}.",
            )

    @property
    def words(self) -> str:
        """One sentence."""
        match self.does:
            case "stretch":
                at_most = duration(self.longest_stretch)
                does = f"who is away has deadlines stretched, by {at_most} at most for a phase"
            case "standing":
                does = (
                    "nobody waits for who is away: standing orders speak for them, "
                    "then the autopilot"
                )
            case _:
                does = "no deadline moves for who is away; a deputy may act for them"
        return f"{does}; at most {self.days_a_year} days a year"


class SilencePolicy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What follows when nothing comes from a player.

    ``remind`` says when a letter goes to them. After ``disorder_after`` missed deadlines in a row (0:
    never) the seat falls into civil disorder: the autopilot plays it, and it is open for a successor.
    While the campaign waits for somebody after the deadline, what others sealed stays as it is
    (``locked``), or may still be changed.
    """

    remind: tuple[Remind, ...] = ("half", "last_day", "missed")
    disorder_after: int = 0
    locked: bool = True

    def problems(self) -> Iterator[Problem]:
        """Everything that is wrong with it."""
        if not 0 <= self.disorder_after <= MOST_MISSED:
            yield Problem(
                "silence.disorder_after",
                f"Civil disorder comes after 1 to {MOST_MISSED} missed deadlines, or never (0), "
                f"not {self.disorder_after}.",
            )

    @property
    def words(self) -> str:
        """Half a sentence; empty where nothing is out of the ordinary."""
        said = []
        if self.disorder_after:
            said.append(f"civil disorder after {self.disorder_after} missed in a row")
        if not self.locked:
            said.append("seals may be changed while somebody is waited for")
        return ", ".join(said)
