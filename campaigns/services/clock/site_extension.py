"""Time that the site's staff add to all campaigns, after an outage that the site has not noticed itself.

It is given as the time that an outage took is (:mod:`campaigns.services.clock.outages`): whoever advances a
campaign gives it first, so no deadline strikes meanwhile, and each campaign takes it once.
"""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from msgspec.structs import replace

from campaigns.domain.entries.clock import TimeAdded
from campaigns.models import AddedTime, Campaign, Phase, Status
from campaigns.models.phase import CLOCK
from campaigns.services.clock import phase_clock
from campaigns.services.log import entries
from campaigns.services.log.idempotency import require_key, require_same
from campaigns.services.log.lock import require_reason, require_staff
from campaigns.services.log.service import service


@service()
def add(*, by: Any, key: str, hours: float, reason: str) -> AddedTime:
    """Give every campaign whose phase has a deadline so many hours more.

    Counted from the deadline, or from now if that has passed. A second call with the same ``key`` gives
    what the first gave, and nothing more. Raises ``NotYours`` for who is no staff, ``NotOnTheMenu`` for
    hours out of bounds, ``KeyUsed`` for another request under the key.
    """
    require_staff(by)
    seconds, reason = round(phase_clock.require_hours(hours) * 3600), require_reason(reason)
    found, made = AddedTime.objects.get_or_create(
        key=require_key(key),
        defaults={"seconds": seconds, "reason": reason, "at": timezone.now(), "by": by},
    )
    if not made:
        require_same(_body(found.seconds, found.reason), _body(seconds, reason))
    return found


def _body(seconds: int, reason: str) -> str:
    return f"{seconds} {reason}"


def give(campaign: Campaign, phase: Phase, now: datetime) -> bool:
    """Move the deadline by what was added since the campaign last took any; whether it has moved.

    One that waits for its moderator takes it when its clock runs again. To be called with the campaign
    locked; the caller saves it.
    """
    if campaign.status not in (Status.RUNNING, Status.PAUSED):
        return False
    added = list(AddedTime.objects.filter(pk__gt=campaign.added_seen).order_by("pk"))
    if not added:
        return False
    campaign.added_seen = added[-1].pk
    if phase.closes_at is None or phase.closed_at is not None:
        return False
    for one in added:
        _move(campaign, phase, one, now)
    phase.save(update_fields=CLOCK)
    return True


def _move(campaign: Campaign, phase: Phase, one: AddedTime, now: datetime) -> None:
    """From the deadline, or from the moment it was added if that had passed; the clock of a paused
    campaign shows the time at which it was stopped.
    """
    stopped_at = campaign.stopped_at if campaign.status == Status.PAUSED else None
    clock = replace(phase.times, stopped_at=stopped_at)
    phase.set_times(clock.added(timedelta(seconds=one.seconds), one.at))
    entry = TimeAdded(
        phase=phase.number,
        seconds=one.seconds,
        due=(phase.closes_at or one.at).isoformat(timespec="seconds"),
        reason=one.reason,
    )
    entries.by_clock(campaign, phase, entry, now)
