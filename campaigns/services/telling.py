"""Writing down whom something concerns, in the transaction of the change: one letter each, sent after it.

To be called with the campaign locked. Nothing is said here: a letter names only what it is about, and is
made from the state when it is sent (:mod:`campaigns.services.letters`).
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F
from django.utils import timezone

from campaigns import after_commit
from campaigns.models import Campaign, Letter, LogEntry, Phase, Seat, Sheet, Status
from campaigns.newskinds import BY_ENTRY, SECRETLY, Whom

REMIND = (timedelta(hours=24), timedelta(hours=3))
"""How long before a deadline who has sealed nothing is reminded; of each only in phases that last twice
as long."""


def of_entry(campaign: Campaign, entry: LogEntry) -> int:
    """Write to those whom an entry of the log concerns, but for who did it; how many letters.

    Before the start nobody is written to.
    """
    kind = BY_ENTRY.get(entry.kind)
    phase = entry.phase or _phase(campaign)
    if kind is None or phase is None:
        return 0
    seated = kind.whom is not Whom.MEMBERS
    people = members(campaign, seated=seated) - {entry.person_id}
    return write(phase, kind.key, people, entry=entry.seq, at=entry.at)


def of_secret(campaign: Campaign, phase: Phase, *, at: datetime) -> int:
    """Write to everybody who plays that something was done in secret, whomever it concerns.

    What is sent is found when it is sent; to those whom it does not concern nothing is.
    """
    people = members(campaign) if SECRETLY else ()
    return write(phase, Letter.Kind.SECRETLY, people, entry=campaign.secrets, at=at)


def of_phase(phase: Phase, *, at: datetime) -> int:
    """Write to the players of whom a phase asks something. Safe to call again."""
    return write(phase, Letter.Kind.ASKED, players(phase, phase.asked), at=at)


def remind(now: datetime | None = None) -> int:
    """Write reminders for the deadlines that are near; how many. Safe to call at any time.

    A deadline that is moved is another one.
    """
    now = now or timezone.now()
    near = Phase.objects.filter(
        campaign__status=Status.RUNNING,
        campaign__phase=F("pk"),
        resolved_at=None,
        due_at__gt=now,
        due_at__lte=now + max(REMIND),
    ).select_related("campaign")
    written = 0
    for phase in near:
        due = phase.closes_at
        for place, lead in enumerate(REMIND, start=1):
            if due is None or now < due - lead or due - phase.opened_at < 2 * lead:
                continue
            sealed = Sheet.objects.filter(phase=phase, state=Sheet.State.SEALED)
            done = set(sealed.values_list("power", flat=True))
            people = players(phase, [power for power in phase.asked if power not in done])
            entry = int(due.timestamp()) * 10 + place
            written += write(phase, Letter.Kind.REMINDER, people, entry=entry, at=now)
    return written


def members(campaign: Campaign, *, seated: bool = True) -> set[int]:
    """The people who have a seat and can be written to; unless ``seated``, the moderators too."""
    seats = Seat.objects.filter(campaign=campaign, bot=False, person__is_active=True)
    found = set(seats.exclude(person__email="").values_list("person_id", flat=True))
    return found if seated else found | set(moderators(campaign))


def moderators(campaign: Campaign) -> list[int]:
    """The moderators who can be written to."""
    found = campaign.moderators.filter(is_active=True).exclude(email="")
    return list(found.values_list("pk", flat=True))


def players(phase: Phase, powers: Collection[str]) -> list[int]:
    """The people who play these powers and can be written to."""
    if not powers:
        return []
    seats = Seat.objects.filter(
        campaign_id=phase.campaign_id, power__in=powers, person__is_active=True, bot=False
    )
    return list(seats.exclude(person__email="").values_list("person", flat=True).distinct())


def write(
    phase: Phase, kind: str, people: Iterable[int | None], *, at: datetime, entry: int = 0
) -> int:
    """Write one letter to each of these people; ``None`` is whoever runs the site."""
    written = [
        Letter(phase=phase, person_id=person, kind=kind, entry=entry, written_at=at, send_at=at)
        for person in people
    ]
    if written:
        Letter.objects.bulk_create(written, ignore_conflicts=True)
        after_commit.do("send_letters")
    return len(written)


def _phase(campaign: Campaign) -> Any:
    return campaign.phase if campaign.phase_id else None
