"""Reminders of deadlines that are near and of campaigns that wait, written in time by whoever sends letters.

Each campaign by itself: what is wrong with one keeps no other from being reminded.
"""

from datetime import datetime, timedelta
from functools import partial

from django.db.models import F, OuterRef, Q, Subquery
from django.utils import timezone

from campaigns.domain.entries.clock import ModeratorAwaited
from campaigns.models import Campaign, LogEntry, Phase, Status
from campaigns.selectors.notifications import audience
from campaigns.selectors.notifications.kinds import Cause
from campaigns.selectors.notifications.kinds.deadlines import (
    CampaignWaits,
    DeadlineMissed,
    Reminder,
)
from campaigns.services.advance.isolation import isolated
from campaigns.services.notifications import enqueue

REMIND = (timedelta(hours=24), timedelta(hours=3))
"""How long before a deadline who has sealed nothing is reminded; of each only in phases that last twice
as long."""
AGAIN = timedelta(days=3)
"""While a campaign waits for its moderator, all whom it concerns are told again after so long."""
MOST_AGAIN = 4
"""So often they are told again."""


def remind(now: datetime | None = None) -> int:
    """Write reminders for the deadlines that are near; how many were new. Safe to call at any time.

    A deadline that is moved is another one.
    """
    now = now or timezone.now()
    near = Phase.objects.filter(
        Q(due_at__gt=now, due_at__lte=now + max(REMIND)) | ~Q(longer={}),
        campaign__status=Status.RUNNING,
        campaign__phase=F("pk"),
        resolved_at=None,
    )
    found = list(near.select_related("campaign").order_by("pk"))
    return sum(isolated(phase.campaign_id, partial(_of_near, phase, now)) or 0 for phase in found)


def _of_near(phase: Phase, now: datetime) -> int:
    if "last_day" not in phase.campaign.policy.silence.remind:
        return 0
    written = 0
    for due, powers in _by_deadline(phase).items():
        for place, lead in enumerate(REMIND, start=1):
            if not due - lead <= now < due or due - phase.opened_at < 2 * lead:
                continue
            silent = {*powers} - audience.sealed_in(phase)
            cause = Cause(phase, now, moment=due, nth=place, powers=silent)
            written += enqueue.notify(Reminder, cause)
    return written


def _by_deadline(phase: Phase) -> dict[datetime, list[str]]:
    """The powers of which a phase asks something, by when the clock strikes for them."""
    found: dict[datetime, list[str]] = {}
    for power in phase.asked:
        if (due := phase.times.closes_for(power)) is not None:
            found.setdefault(due, []).append(power)
    return found


def remind_of_waiting(now: datetime | None = None) -> int:
    """Tell again of campaigns that still wait for their moderator: to those who were told, and to the
    silent that they are waited for; how many were new. Safe to call at any time.
    """
    now = now or timezone.now()
    latest = LogEntry.objects.filter(phase=OuterRef("phase"), kind=ModeratorAwaited.tag).order_by(
        "-seq"
    )
    found = (
        Campaign.objects.filter(status=Status.WAITING)
        .annotate(waits_since=Subquery(latest.values("at")[:1]))
        .filter(waits_since__lte=now - AGAIN)
        .select_related("phase")
        .order_by("pk")
    )
    return sum(
        isolated(one.pk, partial(_of_waiting, one, one.waits_since, now)) or 0
        for one in list(found)
    )


def _of_waiting(campaign: Campaign, since: datetime, now: datetime) -> int:
    phase = campaign.phase
    if phase is None:
        return 0
    phase.campaign = campaign
    times = min((now - since) // AGAIN, MOST_AGAIN)
    silent = phase.unsealed
    cause = Cause(phase, now, moment=since, nth=times, powers=silent)
    return enqueue.notify(CampaignWaits, cause) + enqueue.notify(DeadlineMissed, cause)
