"""The clock of the phase in play as it stands. What a clock is stands in :mod:`campaigns.domain.clock`."""

from datetime import datetime, timedelta

from django.db import connection
from msgspec.structs import replace

from campaigns.domain.clock import Clock, ClosedReason
from campaigns.domain.clock_policy import changes
from campaigns.models import Campaign, Heartbeat, Phase, Status

#: A sweep silent for longer than this means that the service was away.
LONGEST_SILENCE = timedelta(minutes=3)


def time_of_database() -> datetime:
    """The time by the database, which is one for all workers, whatever their own clocks show."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now


def away_since() -> datetime | None:
    """Since when the sweep does not run; ``None`` if it does. No deadline counts until it has noticed an outage."""
    pulse = Heartbeat.objects.filter(name="sweep").first()
    if pulse is None or time_of_database() - pulse.beat_at <= LONGEST_SILENCE:
        return None
    return pulse.beat_at


def of(campaign: Campaign, phase: Phase, now: datetime | None = None) -> Clock:
    """The clock as it stands: since when it is stopped, and whether it waits for the moderator.

    While the service is away it shows the time at which that began: what it lost will be given back. Who only
    wants to know what is over says the time by ``now``: before the deadline that need not be looked up.
    """
    clock = _written(campaign, phase)
    if clock.stopped_at is not None or clock.waits or (now and not clock.deadline_passed(now)):
        return clock
    return replace(clock, stopped_at=away_since())


def _written(campaign: Campaign, phase: Phase) -> Clock:
    """The clock by what is written of it."""
    is_paused = campaign.status == Status.PAUSED
    return replace(
        phase.times,
        stopped_at=campaign.stopped_at if is_paused else None,
        waits=campaign.waited if is_paused else campaign.status == Status.WAITING,
    )


def closed_to(
    campaign: Campaign, phase: Phase, power: str, now: datetime, *, sealed: bool
) -> ClosedReason | None:
    """Why a power can neither seal nor change its seal now; ``None`` where it can."""
    policy = campaign.policy
    if _written(campaign, phase).closed_to(power, policy, now, sealed=sealed) is None:
        return None
    # Only now is it asked whether the service was away, which costs a look at the database.
    return of(campaign, phase).closed_to(power, policy, now, sealed=sealed)


def to_come(campaign: Campaign) -> str:
    """What changes in the clock's policy with the next phase, in words; empty where nothing does."""
    return "; ".join(changes(campaign.policy, campaign.last_policy))
