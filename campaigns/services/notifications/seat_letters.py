"""What letters say to somebody to whom a seat was given, or from whom it was taken."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from campaigns import rulebooks
from campaigns.domain.wording import in_readers_words
from campaigns.messages import shown
from campaigns.models import LogEntry, Notification, Seat
from rules.kernel.grammar import within
from rules.kernel.serial import load


def _entry(letter: Notification) -> LogEntry:
    return LogEntry.objects.get(campaign_id=letter.phase.campaign_id, seq=letter.entry)


def _my_seat(letter: Notification) -> tuple[str, str]:
    """Whether a seat is theirs now, or why it is no more."""
    phase = letter.phase
    entry = _entry(letter)
    name = rulebooks.power_name(phase.campaign.rulebook, phase.campaign.revision, entry.power)
    power, body = within(in_readers_words(name)), load(entry.body.encode(), dict[str, Any])
    if _has(letter, entry.power):
        return _("you have a seat: %(power)s") % {"power": power}, _(
            "You were given the seat of %(power)s. What its last player leaves you is on its page of the "
            "hand-over."
        ) % {"power": power}
    why = str(_TOO_MANY_MISSED) if entry.kind == "seat.disorder" else shown(body.get("reason", ""))
    return _("you have lost a seat: %(power)s") % {"power": power}, _(
        "You do not have the seat of %(power)s any more. %(why)s"
    ) % {"power": power, "why": why}


_TOO_MANY_MISSED = _lazy(
    "Too many deadlines were missed in a row; the autopilot plays it now. Ask the moderator to have it back."
)


def _has(letter: Notification, power: str) -> bool:
    return Seat.objects.filter(
        campaign_id=letter.phase.campaign_id, power=power, person=letter.person
    ).exists()


def _is_so_still(letter: Notification) -> bool:
    """Whether the seat is still theirs, or still not, as it was after the entry."""
    entry = _entry(letter)
    given = entry.kind == "seat.assigned" and entry.person_id == letter.person_id
    return _has(letter, entry.power) == given


TRUE: dict[str, Callable[[Notification], bool]] = {Notification.Kind.MY_SEAT: _is_so_still}
SAID: dict[str, Callable[[Notification], tuple[str, str]]] = {Notification.Kind.MY_SEAT: _my_seat}
