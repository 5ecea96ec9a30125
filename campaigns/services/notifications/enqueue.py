"""Writing down whom something concerns, in the transaction of the change: one letter each, sent after it.

To be called with the campaign locked. Nothing is said here: a letter names only what it is about, and is
made from the state when it is sent (:mod:`campaigns.services.notifications.templates`).
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.utils import timezone

from campaigns.domain.news_kinds import BY_ENTRY, BY_THREAD, SECRETLY, Whom
from campaigns.models import (
    Campaign,
    Deputy,
    Device,
    LogEntry,
    Notification,
    Phase,
    PressMessage,
    PressThread,
    Seat,
    Sheet,
)
from campaigns.selectors.reader import deputies
from core import after_commit

AT_HALF_TIME = 9
"""The place of the reminder at half time among the reminders."""
LEAST_HALF = timedelta(hours=24)
"""A phase whose half is shorter has none."""


def of_entry(
    campaign: Campaign, entry: LogEntry, *, phase: Phase | None = None, doer: Any = None
) -> int:
    """Write to those whom an entry of the log concerns, but for who did it (``doer``, if that is not the person
    whom it names); how many letters. ``phase`` is that of the entry, or the one in play.

    Before the start nobody is written to.
    """
    kind = BY_ENTRY.get(entry.kind)
    if kind is None or phase is None:
        return 0
    if kind.whom is Whom.DESK:
        people = of_waiting(campaign, phase)
    else:
        did_it = {entry.person_id, doer.pk if doer is not None else None}
        people = members(campaign, seated=kind.whom is not Whom.MEMBERS) - did_it
    return write(phase, kind.key, people, entry=entry.seq, at=entry.at)


def of_waiting(campaign: Campaign, phase: Phase) -> set[int]:
    """Who hears that a campaign waits for its moderator: they, and the players who have sealed where the
    policy says so. The others have a letter of their own.
    """
    found = set(moderators(campaign))
    if "others" in campaign.policy.silence.remind:
        found |= members(campaign) - set(players(phase, still_missing(phase)))
    return found


def of_own_seat(
    campaign: Campaign, entry: LogEntry, people: Iterable[int | None], *, doer: Any = None
) -> int:
    """Write to those to whom a seat was given or from whom it was taken, unless they did it themselves."""
    phase = entry.phase or _phase(campaign)
    whom = {one for one in people if one is not None} - {doer.pk if doer is not None else None}
    if phase is None:
        return 0
    return write(phase, Notification.Kind.MY_SEAT, whom, entry=entry.seq, at=entry.at)


def of_secret(campaign: Campaign, phase: Phase, *, at: datetime) -> int:
    """Write to everybody who plays that something was done in secret, whomever it concerns.

    What is sent is found when it is sent; to those whom it does not concern nothing is.
    """
    people = members(campaign) if SECRETLY else ()
    return write(phase, Notification.Kind.SECRETLY, people, entry=campaign.secrets, at=at)


def of_press(campaign: Campaign, thread: PressThread, message: PressMessage, *, by: int) -> int:
    """Write that a message was sent to everybody who may read any press here, whomever it concerns; of an
    announcement to all but its author, whom everybody knows.

    What is sent is found when it is sent. Before the start nobody is written to.
    """
    phase, kind = _phase(campaign), BY_THREAD[thread.kind]
    if phase is None:
        return 0
    stand_in = deputies.in_force(campaign, message.at).filter(press=True, person__is_active=True)
    people = members(campaign, seated=False) | set(stand_in.values_list("person_id", flat=True))
    if thread.kind == PressThread.Kind.ANNOUNCED:
        people -= {by}
    return write(phase, kind.key, people, entry=message.pk, at=message.at)


def of_phase(phase: Phase, *, at: datetime) -> int:
    """Write to the players of whom a phase asks something. Safe to call again."""
    return write(phase, Notification.Kind.ASKED, players(phase, phase.asked), at=at)


def still_missing(phase: Phase) -> list[str]:
    """The powers of which a phase asks something and nothing is sealed."""
    sealed = Sheet.objects.filter(phase=phase, state=Sheet.State.SEALED)
    done = set(sealed.values_list("power", flat=True))
    return [power for power in phase.asked if power not in done]


def at_half_time(phase: Phase, *, at: datetime) -> int:
    """Write a reminder that goes out at half time, for a phase that has just opened. Who has sealed by
    then gets none, and of a deadline that was moved meanwhile it says nothing.
    """
    due = phase.closes_at
    if due is None or "half" not in phase.campaign.policy.silence.remind:
        return 0
    half = phase.opened_at + (due - phase.opened_at) / 2
    if half - phase.opened_at < LEAST_HALF:
        return 0
    people = players(phase, phase.asked)
    entry = int(due.timestamp()) * 10 + AT_HALF_TIME
    return write(phase, Notification.Kind.REMINDER, people, at=at, send_at=half, entry=entry)


def of_missed(phase: Phase, powers: Collection[str], *, entry: int, at: datetime) -> int:
    """Write to those from whom nothing has come by the deadline, that they are waited for. ``entry`` is the log
    entry that says so: grace, and that the campaign waits, are told each.
    """
    if "missed" not in phase.campaign.policy.silence.remind:
        return 0
    return write(phase, Notification.Kind.MISSED, players(phase, powers), at=at, entry=entry)


def members(campaign: Campaign, *, seated: bool = True) -> set[int]:
    """The people who have a seat; unless ``seated``, the moderators too."""
    seats = Seat.objects.filter(campaign=campaign, bot=False, person__is_active=True)
    found = set(seats.values_list("person_id", flat=True))
    return found if seated else found | set(moderators(campaign))


def moderators(campaign: Campaign) -> list[int]:
    """The moderators."""
    found = campaign.moderators.filter(is_active=True)
    return list(found.order_by("pk").values_list("pk", flat=True))


def players(phase: Phase, powers: Collection[str]) -> list[int]:
    """The people who play these powers, or may seal for them."""
    if not powers:
        return []
    seats = Seat.objects.filter(
        campaign_id=phase.campaign_id, power__in=powers, person__is_active=True, bot=False
    )
    found = seats.values_list("person", flat=True)
    helping = deputies.in_force(phase.campaign, timezone.now()).filter(
        power__in=powers, level=Deputy.Level.SEAL, person__is_active=True
    )
    return sorted({*found, *helping.values_list("person", flat=True)})


def write(
    phase: Phase,
    kind: str,
    people: Iterable[int | None],
    *,
    at: datetime,
    entry: int = 0,
    send_at: datetime | None = None,
) -> int:
    """Write one letter to each of these people who has an address, and to each device of theirs, to be
    sent now or then; ``None`` is whoever runs the site. How many were new.

    Who has it already gets no other, and nothing is asked for: a reminder is written by the very task that
    sends it.
    """
    people = set(people)
    wanted = {person for person in people if person is not None}
    known = get_user_model().objects.filter(pk__in=wanted).exclude(email="")
    devices = Device.objects.filter(person__in=wanted)
    ways: list[tuple[int | None, int | None]] = [(None, None)] if None in people else []
    ways += [(person, None) for person in known.order_by("pk").values_list("pk", flat=True)]
    ways += devices.order_by("pk").values_list("person_id", "pk")
    if not ways:
        return 0
    there = Notification.objects.filter(phase=phase, kind=kind, entry=entry)
    have = set(there.values_list("person_id", "device_id"))
    written = [
        Notification(
            phase=phase,
            person_id=person,
            device_id=device,
            kind=kind,
            entry=entry,
            written_at=at,
            send_at=send_at or at,
        )
        for person, device in ways
        if (person, device) not in have
    ]
    if written:
        Notification.objects.bulk_create(written, ignore_conflicts=True)
        after_commit.do("send_letters")
        if any(letter.device_id for letter in written):
            after_commit.do("push_letters")
    return len(written)


def _phase(campaign: Campaign) -> Any:
    return campaign.phase if campaign.phase_id else None
