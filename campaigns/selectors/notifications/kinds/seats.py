"""Seats change hands."""

from django.utils.translation import gettext as _

from campaigns import rulebooks
from campaigns.domain import entries
from campaigns.domain.entries.seats import (
    SeatAssigned,
    SeatAutomated,
    SeatEntered,
    SeatFreed,
    SeatInDisorder,
    SeatKeyPut,
    SeatLeft,
)
from campaigns.domain.wording import in_readers_words, within
from campaigns.messages import shown
from campaigns.models import Seat
from campaigns.selectors.notifications.kinds import Cause, How, NotificationKind, Preference
from campaigns.selectors.notifications.kinds.results import Happening
from core.gettext import gettext_lazy as _lazy


class SeatNews(Happening):
    """Who plays a power has changed; or, to its player alone, that its key has."""

    key = "seats"
    label = _lazy("a seat changed hands")
    rank = 160
    preference = Preference(
        key="seats",
        title=_lazy("Seats"),
        about=_lazy("someone took, left or lost a seat"),
        how=How.DIGEST,
    )
    entries = (SeatEntered, SeatAssigned, SeatLeft, SeatFreed, SeatAutomated, SeatInDisorder)
    verb = _lazy("Read who plays")
    page = "seats/"

    def text(self) -> tuple[str, str]:
        """Which seat, and what became of it."""
        power = in_readers_words(self.entry.power.replace("_", " ").title())
        return _("seats"), f"{power}: {_CHANGES[self.entry.kind]}."


_CHANGES = {
    SeatEntered.tag: _lazy("someone has taken the seat"),
    SeatAssigned.tag: _lazy("the seat has a new player"),
    SeatLeft.tag: _lazy("the player has left the seat"),
    SeatFreed.tag: _lazy("the seat is free"),
    SeatAutomated.tag: _lazy("the autopilot plays the seat"),
    SeatInDisorder.tag: _lazy("the seat is open: its player missed too many deadlines"),
    SeatKeyPut.tag: _lazy(
        "your seat has another key now, or none. If you did not do this, tell the others at once"
    ),
}


class OwnSeat(NotificationKind):
    """A seat was given to its reader, or taken from them, by somebody else."""

    key = "my_seat"
    label = _lazy("a seat is theirs now, or is no more")
    rank = 170
    preference = None

    @classmethod
    def audience(cls, cause: Cause) -> set[int]:
        """Who has it now; who had it before is named by whoever changed it."""
        holder = cause.entry.person_id if cause.entry is not None else None
        return {holder} if holder is not None else set()

    @property
    def address(self) -> str:
        """The campaign, or the page of seats where it is no more theirs."""
        return self.below("" if self._has_seat else "seats/")

    def button(self) -> str:
        """Where it leads."""
        return super().button() if self._has_seat else _("Read who plays")

    def still_true(self) -> bool:
        """Whether the seat is still theirs, or still not, as it was after the entry."""
        entry = self.entry
        given = entry.kind == SeatAssigned.tag and entry.person_id == self.row.person_id
        return self._has_seat == given

    @property
    def _has_seat(self) -> bool:
        return Seat.objects.filter(
            campaign_id=self.phase.campaign_id, power=self.entry.power, person=self.person
        ).exists()

    def text(self) -> tuple[str, str]:
        """Whether a seat is theirs now, or why it is no more."""
        entry, campaign = self.entry, self.campaign
        name = rulebooks.power_name(campaign.rulebook, campaign.revision, entry.power)
        power = within(in_readers_words(name))
        if self._has_seat:
            return _("you have a seat: %(power)s") % {"power": power}, _(
                "You were given the seat of %(power)s. What its last player leaves you is on its page of the "
                "hand-over."
            ) % {"power": power}
        why = (
            _(
                "Too many deadlines were missed in a row; the autopilot plays it now. Ask the moderator to "
                "have it back."
            )
            if entry.kind == SeatInDisorder.tag
            else shown(getattr(entries.read(entry.kind, entry.body), "reason", "") or "")
        )
        return _("you have lost a seat: %(power)s") % {"power": power}, _(
            "You do not have the seat of %(power)s any more. %(why)s"
        ) % {"power": power, "why": why}
