"""Resolving a phase, exactly once.

Everything happens in one transaction that begins by locking the campaign: who comes second
finds the phase resolved and goes away. A process that dies anywhere in between leaves nothing
behind; the work is found again by the next sweep. What went out to browsers and players went
out after the commit.
"""

from datetime import datetime
from enum import StrEnum
from typing import Any

import structlog
from django.db import transaction
from django.utils import timezone

from campaigns import faults, push, states
from campaigns.errors import NotYours
from campaigns.models import Campaign, Phase, Status
from campaigns.services import (
    disorder,
    log,
    looks,
    mail,
    opening,
    outages,
    resolving,
    sheets,
    telling,
)
from campaigns.services.locking import locked, phase_in_play, require_moderator, require_status

_say = structlog.get_logger(__name__)


class Outcome(StrEnum):
    """What became of an attempt to advance."""

    RESOLVED = "resolved"
    ALREADY = "already"
    BUSY = "busy"
    NOT_YET = "not yet"
    GRACE = "grace"
    WAITING = "waiting"
    STANDS_STILL = "stands still"


def advance(campaign_id: int, *, phase_id: int, skip_if_busy: bool = False) -> Outcome:
    """Resolve this phase if it is still open and its time has come.

    Its time has come when everybody is ready, or when its deadline (and grace) is over. Safe to
    call at any time, by anybody, any number of times. ``skip_if_busy`` does not wait for another
    process that has the campaign in hand.
    """
    with transaction.atomic(durable=True):
        faults.after_commit("advance.committed")
        campaign = _claim(campaign_id, skip_if_busy=skip_if_busy)
        if campaign is None:
            return Outcome.BUSY
        faults.point("advance.locked")
        if campaign.phase_id != phase_id or campaign.status in (Status.GATHERING, Status.FINISHED):
            return Outcome.ALREADY
        phase = phase_in_play(campaign)
        now = timezone.now()
        outcome = _decide(campaign, phase, now)
    faults.point("advance.announced")
    return outcome


@transaction.atomic(durable=True)
def play_on(slug: str, *, by: Any, phase: int) -> bool:
    """Resolve this phase of a campaign that autopilots play among themselves; whether it was done.

    Such a campaign has nobody to wait for, so it may move at the pace of whoever asks for its next
    phase: its moderator. Asked twice for one phase, the second time changes nothing.
    """
    campaign = locked(slug)
    require_moderator(campaign, by)
    require_status(campaign, Status.RUNNING, Status.FINISHED)
    if campaign.seats.filter(bot=False).exists():
        raise NotYours(
            "People play here; their phases end when they are ready or at the deadline.",
            remedy="Only a campaign of autopilots can be played on.",
        )
    current = phase_in_play(campaign)
    if campaign.status == Status.FINISHED or current.number != phase:
        return False
    resolving.resolve(campaign, current, states.now(current), how="ready", now=timezone.now())
    return True


def _claim(campaign_id: int, *, skip_if_busy: bool) -> Campaign | None:
    return (
        Campaign.objects.select_for_update(skip_locked=skip_if_busy).filter(pk=campaign_id).first()
    )


def _decide(campaign: Campaign, phase: Phase, now: datetime) -> Outcome:
    """What the clock has to do with a phase now, and do it."""
    # Asked before time is given back: whoever reads of a fresh pulse reads of its outage too.
    is_alive = outages.clock_is_alive()
    outages.give_back(campaign, phase, now)
    if campaign.status != Status.RUNNING:
        return Outcome.STANDS_STILL
    state = states.now(phase)
    asked = opening.awaited(state, phase)
    ready = sheets.readiness(phase)
    free = opening.excused(campaign, asked, ready, at=now)
    missing = opening.missing(asked, ready, free)
    struck = phase.closes_at is not None and now >= phase.closes_at and is_alive
    # One power that was given more time is waited for; grace for the others begins all the same.
    graced = phase.grace_until is None and bool(campaign.policy.grace_hours)
    late = phase.waits_for(missing, now)
    if struck and late and not (graced and len(late) < len(missing)):
        struck = False
    early = opening.ends_from(phase, now)
    all_ready = opening.all_ready(campaign, asked, ready, free)
    in_grace = bool(phase.grace_until) and not missing
    if (struck or in_grace or (all_ready and early <= now)) and looks.over(campaign):
        # What took effect may have given somebody more to decide.
        phase = phase_in_play(campaign)
        state = states.now(phase)
        asked = opening.awaited(state, phase)
        ready = sheets.readiness(phase)
        free = opening.excused(campaign, asked, ready, at=now)
        missing = opening.missing(asked, ready, free)
        all_ready = opening.all_ready(campaign, asked, ready, free)
    if all_ready and early <= now:
        resolving.resolve(campaign, phase, state, how="ready", now=now)
        return Outcome.RESOLVED
    if phase.grace_until and not missing:
        resolving.resolve(campaign, phase, state, how="grace", now=now)
        return Outcome.RESOLVED
    if not struck:
        before = campaign.wakes_at
        campaign.wakes_at = early if all_ready else opening.wakes(campaign, phase, missing, at=now)
        campaign.tries = 0
        campaign.save(update_fields=["wakes_at", "tries"])
        if late and campaign.wakes_at != before:
            push.changed(campaign.slug, ("strip", "readiness", "orders"))
        return Outcome.NOT_YET
    if missing and phase.grace_until is None and campaign.policy.grace_hours:
        waited_for = phase.waits_for(missing, now)
        return _give_grace(campaign, phase, [one for one in missing if one not in waited_for], now)
    if missing and campaign.policy.missed == "wait":
        return _wait(campaign, phase, missing, now)
    resolving.resolve(campaign, phase, state, how="deadline", now=now)
    return Outcome.RESOLVED


def _give_grace(campaign: Campaign, phase: Phase, missing: list[str], now: datetime) -> Outcome:
    phase.grace_until = until = (phase.last_close(missing) or now) + campaign.policy.grace
    phase.save(update_fields=["grace_until"])
    log.by_clock(
        campaign,
        phase,
        "clock.grace",
        {"until": until.isoformat(), "missing": missing},
        now,
    )
    campaign.wakes_at, campaign.tries = phase.grace_until, 0
    campaign.save()
    telling.of_missed(phase, missing, at=now)
    push.changed(campaign.slug, ("strip", "readiness", "orders", "log"))
    return Outcome.GRACE


def _wait(campaign: Campaign, phase: Phase, missing: list[str], now: datetime) -> Outcome:
    campaign.status, campaign.wakes_at, campaign.tries = Status.WAITING, None, 0
    campaign.status_reason = "Orders are missing after the deadline; the moderator decides."
    log.by_clock(campaign, phase, "clock.waiting", {"missing": missing}, now)
    if disorder.fall(campaign, missing, at=now):
        state = states.now(phase)
        opening.seal_bots(campaign, phase, state, at=now)
        opening.reckon(campaign, phase, opening.awaited(state, phase), at=now)
    campaign.save()
    telling.of_missed(phase, missing, at=now)
    push.changed(campaign.slug, ("strip", "readiness", "orders", "log"))
    return Outcome.WAITING


@transaction.atomic(durable=True)
def stumble(campaign_id: int, *, phase_id: int, error: Exception) -> None:
    """A phase cannot be resolved because something broke: stop its clock and say so, in the log and
    by letter to its moderators and to those who run the site.

    Nothing of the error's text is published, since it may name what is secret; it stands in the
    service's own log.
    """
    _say.error("phase cannot be resolved", campaign=campaign_id, phase=phase_id, exc_info=error)
    campaign = _claim(campaign_id, skip_if_busy=False)
    if campaign is None or campaign.phase_id != phase_id or campaign.status != Status.RUNNING:
        return
    phase = phase_in_play(campaign)
    now = timezone.now()
    campaign.status, campaign.wakes_at, campaign.stopped_at = Status.PAUSED, None, now
    campaign.stumbled_at, campaign.tries = now, 0
    campaign.status_reason = (
        "This phase could not be resolved. Nothing is lost. "
        "The site administrator needs to look at it."
    )
    entry = log.by_clock(campaign, phase, "clock.stumbled", {}, now)
    campaign.save()
    mail.write_stumbled(phase, entry=entry.seq, at=now)
    push.changed(campaign.slug, ("strip", "log"))
