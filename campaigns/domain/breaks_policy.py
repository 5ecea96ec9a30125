"""What a campaign's clock gives to those who could not be there: a successor's time and emergency pauses. Pure."""

from collections.abc import Iterator
from datetime import timedelta

import msgspec

from core.gettext import gettext as _
from core.gettext import ngettext
from core.text.durations import duration
from rules.kernel.orders import Problem

MOST_TAKEOVER = 24 * 14
MOST_PAUSES = 10
MOST_PAUSE = 24 * 30


class BreaksPolicy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``takeover_hours``: whoever takes over a seat of which orders are asked has at least so many hours for
    them (0: what is left). ``pauses``: so often in the whole campaign may the player of each seat stop the
    clock in an emergency, for ``pause_hours``; then it runs again by itself.
    """

    takeover_hours: float = 0
    pauses: int = 0
    pause_hours: float = 72

    @property
    def fair(self) -> timedelta:
        """What a successor has at least."""
        return timedelta(hours=self.takeover_hours)

    def problems(self) -> Iterator[Problem]:
        """Everything that is wrong with it."""
        if not 0 <= self.takeover_hours <= MOST_TAKEOVER:
            yield Problem(
                "breaks.takeover_hours",
                _("A successor has from 0 to %(most)s hours at least, not %(hours)g.")
                % {"most": MOST_TAKEOVER, "hours": self.takeover_hours},
            )
        if not 0 <= self.pauses <= MOST_PAUSES:
            yield Problem(
                "breaks.pauses",
                _("Emergency pauses go from 0 to %(most)s, not %(pauses)s.")
                % {"most": MOST_PAUSES, "pauses": self.pauses},
            )
        if not 1 <= self.pause_hours <= MOST_PAUSE:
            yield Problem(
                "breaks.pause_hours",
                _("An emergency pause lasts from 1 to %(most)s hours, not %(hours)g.")
                % {"most": MOST_PAUSE, "hours": self.pause_hours},
            )

    @property
    def words(self) -> str:
        """Half a sentence; empty where it gives nothing."""
        said = []
        if self.takeover_hours:
            said.append(_("a successor has at least %(length)s") % {"length": duration(self.fair)})
        if self.pauses:
            said.append(
                ngettext(
                    "each player may stop the clock once for %(length)s",
                    "each player may stop the clock %(times)d times for %(length)s",
                    self.pauses,
                )
                % {
                    "times": self.pauses,
                    "length": duration(timedelta(hours=self.pause_hours)),
                }
            )
        return ", ".join(said)
