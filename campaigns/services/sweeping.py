"""The sweep: everything the clock has to do, found again in the database each time.

Nothing here depends on an earlier sweep, on a queue or on a task that was sent: whatever is due
stands in ``Campaign.wakes_at``, under a partial index that holds only campaigns with a clock.
Any number of sweeps may run at once.
"""

import time
from datetime import datetime, timedelta

from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone

from campaigns import afterwards
from campaigns.models import Campaign, Heartbeat, Outage
from campaigns.services import advancing, lost_time
from campaigns.services.locking import phase_in_play

BATCH = 50
#: Longer than the pause between two sweeps, so that each deadline is announced at least once.
PROMPT_AHEAD = timedelta(seconds=8)
#: A sweep ends in good time before the worker's limit; the next one goes on.
LONGEST_SWEEP = 40.0


def sweep() -> int:
    """Give back lost time, resolve what is due, prompt what is nearly due; how many were resolved."""
    started = time.monotonic()
    now = timezone.now()
    beat(now)
    give_back(now)
    resolved = 0
    tried: set[int] = set()
    while time.monotonic() - started < LONGEST_SWEEP:
        due = list(_claimed(timezone.now(), tried))
        if not due:
            break
        for campaign_id, phase_id in due:
            tried.add(phase_id)
            resolved += try_to_advance(campaign_id, phase_id) == advancing.Outcome.RESOLVED
    _prompt(timezone.now())
    return resolved


@transaction.atomic
def beat(now: datetime) -> Outage | None:
    """Note that the sweep runs, and if it had not for long: that the service was away."""
    pulse, _ = Heartbeat.objects.select_for_update().get_or_create(
        name="sweep", defaults={"beat_at": now}
    )
    outage = None
    if now - pulse.beat_at > lost_time.LONGEST_SILENCE:
        outage = Outage.objects.create(began_at=pulse.beat_at, ended_at=now)
    if now > pulse.beat_at:
        pulse.beat_at = now
        pulse.save(update_fields=["beat_at"])
    return outage


def give_back(now: datetime) -> int:
    """Give every campaign with a clock the time back that outages took from it."""
    last = Outage.objects.order_by("-pk").values_list("pk", flat=True).first()
    if last is None:
        return 0
    count = 0
    while batch := _behind(last):
        for campaign_id in batch:
            with transaction.atomic(durable=True):
                campaign = Campaign.objects.select_for_update().get(pk=campaign_id)
                if campaign.phase_id:
                    lost_time.give_back(campaign, phase_in_play(campaign), now)
                    count += 1
    return count


def try_to_advance(campaign_id: int, phase_id: int) -> advancing.Outcome | None:
    """Advance one campaign so that its troubles stay its own.

    A database that is away, or that broke a deadlock, is nobody's trouble: the next sweep tries
    again. One that refuses what this campaign wants to write is.
    """
    try:
        return advancing.advance(campaign_id, phase_id=phase_id, skip_if_busy=True)
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:  # noqa: BLE001 - whatever a rulebook does, the other campaigns go on
        advancing.stumble(campaign_id, phase_id=phase_id, error=error)
        return None


@transaction.atomic
def _claimed(now: datetime, tried: set[int]) -> list[tuple[int, int]]:
    """The next due campaigns that nobody else has in hand, the most overdue first."""
    due = (
        Campaign.objects.select_for_update(skip_locked=True)
        .filter(wakes_at__lte=now)
        .order_by("wakes_at")
        .values_list("pk", "phase_id")
    )
    return [(pk, phase_id) for pk, phase_id in due[: BATCH + len(tried)] if phase_id not in tried][
        :BATCH
    ]


def _behind(last: int) -> list[int]:
    """Campaigns with a clock that an outage has not been given back to."""
    behind = Campaign.objects.filter(wakes_at__isnull=False, outage_seen__lt=last)
    return list(behind.values_list("pk", flat=True)[:BATCH])


def _prompt(now: datetime) -> None:
    """Ask for a task at the very second of each deadline that comes before the next sweep."""
    soon = Campaign.objects.filter(wakes_at__gt=now, wakes_at__lte=now + PROMPT_AHEAD)
    for campaign_id, phase_id, wakes_at in soon.values_list("pk", "phase_id", "wakes_at"):
        afterwards.do("advance_phase", campaign_id, phase_id, at=wakes_at)
