"""Deadlines that move: time lost to an outage is given back, and a shift says why."""

from datetime import datetime, timedelta

from campaigns.domain.entries.clock import GivenBack, Resumed
from campaigns.models import Campaign, Outage, Phase, Status
from campaigns.models.phase import CLOCK
from campaigns.services.clock import absence_extension, phase_clock, site_extension
from campaigns.services.log import entries, push


def give_back(campaign: Campaign, phase: Phase, now: datetime) -> None:
    """Move a deadline by the time that the service was away, once for each outage, and by what the
    site's staff have added, once for each time.

    What of an outage fell into a pause is given back by the end of the pause.
    """
    seen = campaign.outage_seen, campaign.added_seen
    # One that was woken before its deadline, because all are ready, stays awake.
    waits = campaign.wakes_at is None or campaign.wakes_at == phase.closes_at
    moved = [_give_lost(campaign, phase, now), site_extension.give(campaign, phase, now)]
    if seen != (campaign.outage_seen, campaign.added_seen) and campaign.status == Status.RUNNING:
        # The deadline may fall into an absence now, or one was announced while the service was away.
        absence_extension.stretch(campaign, phase, at=now)
    if any(moved):
        if campaign.status == Status.RUNNING and campaign.wakes_at != phase.closes_at:
            # While one power is waited for, it wakes for that one; the deadline may now come first.
            moments = [phase.closes_at, None if waits else campaign.wakes_at]
            campaign.wakes_at = min((one for one in moments if one is not None), default=None)
        push.changed(campaign.slug, ("strip", "log"))
    if seen != (campaign.outage_seen, campaign.added_seen):
        campaign.save()


def end_pause(campaign: Campaign, phase: Phase, now: datetime) -> timedelta:
    """Let the clock of a paused campaign run again, with the time that it stood still; how long that was.
    The caller logs it, and saves the campaign.
    """
    give_back(campaign, phase, now)
    stood = now - (campaign.stopped_at or now)
    phase_clock.run(campaign)
    move(phase, stood, "pause")
    return stood


def _give_lost(campaign: Campaign, phase: Phase, now: datetime) -> bool:
    """Give back what outages took; whether that was anything."""
    outages = list(Outage.objects.filter(pk__gt=campaign.outage_seen).order_by("pk"))
    if not outages:
        return False
    campaign.outage_seen = outages[-1].pk
    stopped_at = campaign.stopped_at if campaign.status == Status.PAUSED else None
    lost = sum((_lost(phase, outage, stopped_at) for outage in outages), timedelta())
    if not lost or campaign.status not in (Status.RUNNING, Status.PAUSED):
        return False
    if phase.closed_at is not None:  # it takes nothing any more
        return False
    move(phase, lost, "outage")
    entry = GivenBack(phase=phase.number, seconds=round(lost.total_seconds()))
    entries.by_clock(campaign, phase, entry, now)
    return True


def _lost(phase: Phase, outage: Outage, stopped_at: datetime | None) -> timedelta:
    """How much of a phase's time an outage took; nothing if the phase was due before it."""
    last = phase.times.last_close(phase.times.of_their_own)
    if last is None or last < outage.began_at:
        return timedelta()
    ended_at = min(outage.ended_at, stopped_at or outage.ended_at)
    lost = ended_at - max(outage.began_at, phase.opened_at)
    return max(timedelta(), lost - _given_by_pauses(phase, outage))


def _given_by_pauses(phase: Phase, outage: Outage) -> timedelta:
    """What of an outage was given back already: a pause may have ended before the outage was noticed."""
    ends = phase.log.filter(kind=Resumed.tag, at__gt=outage.began_at, at__lte=outage.ended_at)
    given = timedelta()
    for entry in ends:
        began_at = entry.at - timedelta(seconds=Resumed.of(entry.body).seconds)
        given += max(timedelta(), entry.at - max(began_at, outage.began_at))
    return given


def move(phase: Phase, by: timedelta, kind: str) -> None:
    """Move everything in a phase's clock by the time that was lost (:meth:`campaigns.domain.clock.Clock.moved`). Saves the
    phase.
    """
    phase.set_times(phase.times.moved(by, kind))
    phase.save(update_fields=CLOCK)
