"""What a campaign makes of players who are away, and of players who stay silent. Pure."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Literal

import msgspec

from core.gettext import gettext as _
from core.gettext import gettext_lazy as _lazy
from core.text.durations import duration
from rules.kernel.orders import Problem

MOST_STRETCH = 24 * 60
MOST_DAYS = 180
MOST_MISSED = 20

Does = Literal["deputy", "stretch", "standing"]
Remind = Literal["half", "last_day", "missed", "others"]
Nobody = Literal["wait", "go_on"]

DOES = {
    "deputy": _lazy("Nothing moves; a deputy may act for them"),
    "stretch": _lazy("Deadlines are stretched"),
    "standing": _lazy("Nobody waits: standing orders speak, then the autopilot"),
}
"""What an announced absence does, by the policy."""
REMIND = {
    "half": _lazy("at half time"),
    "last_day": _lazy("a day before the deadline"),
    "missed": _lazy("when the deadline was missed"),
    "others": _lazy("and the other players are told when the campaign waits for it"),
}
"""When a player from whom nothing has come is reminded; at last the others too."""
NOBODY = {
    "wait": _lazy("the campaign waits until somebody takes one"),
    "go_on": _lazy("autopilots play on, at the campaign's own pace"),
}
"""What a campaign does when nobody has a seat any more."""


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
                _("A deadline is stretched by 1 to %(most_stretch)s hours, not %(stretch_hours)g.")
                % {"most_stretch": MOST_STRETCH, "stretch_hours": self.stretch_hours},
            )
        if not 0 <= self.days_a_year <= MOST_DAYS:
            yield Problem(
                "absence.days_a_year",
                _("A player may be away from 0 to %(most_days)s days a year, not %(days_a_year)s.")
                % {"most_days": MOST_DAYS, "days_a_year": self.days_a_year},
            )

    @property
    def words(self) -> str:
        """One sentence."""
        if self.does == "stretch":
            does = _("who is away has deadlines stretched, by %(length)s at most for a phase") % {
                "length": duration(self.longest_stretch)
            }
        elif self.does == "standing":
            does = _(
                "nobody waits for who is away: standing orders speak for them, then the autopilot"
            )
        else:
            does = _("no deadline moves for who is away; a deputy may act for them")
        return _("%(does)s; at most %(days)d days a year") % {
            "does": does,
            "days": self.days_a_year,
        }


class SilencePolicy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What follows when nothing comes from a player.

    ``remind`` says when a letter goes to them, and whether the others hear that the campaign waits (its
    moderators always do). After ``disorder_after`` missed deadlines in a row (0:
    never) the seat falls into civil disorder: the autopilot plays it, and it is open for a successor.
    While the campaign waits for somebody after the deadline, what others sealed stays as it is
    (``locked``), or may still be changed; without ``press`` powers write to nobody meanwhile. When nobody
    has a seat any more the campaign waits for somebody, or (``go_on``) autopilots play on at its own pace.
    """

    remind: tuple[Remind, ...] = ("half", "last_day", "missed")
    disorder_after: int = 0
    locked: bool = True
    press: bool = True
    nobody: Nobody = "wait"

    def problems(self) -> Iterator[Problem]:
        """Everything that is wrong with it."""
        if not 0 <= self.disorder_after <= MOST_MISSED:
            yield Problem(
                "silence.disorder_after",
                _(
                    "Civil disorder comes after 1 to %(most_missed)s missed deadlines, or never "
                    "(0), not %(disorder_after)s."
                )
                % {"most_missed": MOST_MISSED, "disorder_after": self.disorder_after},
            )

    @property
    def words(self) -> str:
        """Half a sentence; empty where nothing is out of the ordinary."""
        said = []
        if self.disorder_after:
            said.append(
                _("civil disorder after %(count)d missed in a row") % {"count": self.disorder_after}
            )
        if not self.locked:
            said.append(_("seals may be changed while somebody is waited for"))
        if not self.press:
            said.append(_("no press between powers while somebody is waited for"))
        if self.nobody == "go_on":
            said.append(_("autopilots play on when nobody has a seat any more"))
        return ", ".join(said)
