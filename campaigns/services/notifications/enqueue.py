"""Writing down whom something concerns, in the transaction of the change: one letter each, sent after it.

To be called with the campaign locked. Nothing is said here: a letter names only what it is about, and is
made from the state when it is sent (:mod:`campaigns.selectors.notifications.kinds`).
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model

from campaigns.models import (
    Campaign,
    Device,
    LogEntry,
    Notification,
    Phase,
    PressMessage,
    PressThread,
)
from campaigns.selectors.notifications import kinds
from campaigns.selectors.notifications.kinds import Cause, NotificationKind
from campaigns.selectors.notifications.kinds.deadlines import Reminder
from campaigns.selectors.notifications.kinds.pending_items import SecretItemsWaiting
from campaigns.selectors.notifications.kinds.seats import OwnSeat
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
    brought = [*kinds.brought_by(entry.kind)]
    if not brought or phase is None:
        return 0
    phase.campaign = campaign
    cause = Cause(phase, entry.at, entry=entry, doer=doer.pk if doer is not None else None)
    return sum(notify(kind, cause) for kind in brought)


def of_own_seat(
    campaign: Campaign, entry: LogEntry, before: int | None, *, doer: Any = None
) -> None:
    """Write to who has a seat by an entry, and to who had it ``before``, unless they did it themselves."""
    phase = entry.phase or campaign.phase
    if phase is not None:
        cause = Cause(phase, entry.at, entry=entry)
        who_did = {doer.pk} if doer is not None else set()
        notify(OwnSeat, cause, people=({before} | {entry.person_id}) - {None} - who_did)


def of_secret(campaign: Campaign, phase: Phase, *, at: datetime) -> int:
    """Write to everybody who plays that something was done in secret, whomever it concerns.

    What is sent is found when it is sent; to those whom it does not concern nothing is.
    """
    return notify(SecretItemsWaiting, Cause(phase, at, nth=campaign.secrets))


def of_press(campaign: Campaign, thread: PressThread, message: PressMessage, *, by: int) -> int:
    """Write that a message was sent. What is told is found when it is sent. Before the start nobody is written to."""
    if campaign.phase is None:
        return 0
    cause = Cause(campaign.phase, message.at, message=message, doer=by)
    return notify(kinds.of_thread(thread.kind), cause)


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
    return notify(Reminder, Cause(phase, at, moment=due, nth=AT_HALF_TIME), send_at=half)


def notify(
    kind: type[NotificationKind],
    cause: Cause,
    *,
    people: Iterable[int | None] | None = None,
    send_at: datetime | None = None,
) -> int:
    """Write one letter to each whom it concerns (or to these ``people``) who has an address, and to each device of
    theirs, to be sent now or then; ``None`` is whoever runs the site. How many were new.

    Who has it already gets no other, and nothing is asked for: a reminder is written by the very task that
    sends it.
    """
    people = set(kind.audience(cause) if people is None else people)
    wanted = {person for person in people if person is not None}
    known = get_user_model().objects.filter(pk__in=wanted).exclude(email="")
    devices = Device.objects.filter(person__in=wanted)
    ways: list[tuple[int | None, int | None]] = [(None, None)] if None in people else []
    ways += [(person, None) for person in known.order_by("pk").values_list("pk", flat=True)]
    ways += devices.order_by("pk").values_list("person_id", "pk")
    if not ways:
        return 0
    about = {**cause.about, "kind": kind.key}
    have = set(Notification.objects.filter(**about).values_list("person_id", "device_id"))
    written = [
        Notification(
            **about,
            person_id=person,
            device_id=device,
            written_at=cause.at,
            send_at=send_at or cause.at,
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
