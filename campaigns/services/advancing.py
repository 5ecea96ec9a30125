"""Resolving a phase, exactly once.

Everything happens in one transaction that begins by locking the campaign: who comes second
finds the phase resolved and goes away. A process that dies anywhere in between leaves nothing
behind; the work is found again by the next sweep. What went out to browsers and players went
out after the commit.
"""

from datetime import datetime, timedelta
from enum import StrEnum

import structlog
from django.db import transaction
from django.db.models import Case, F, Q, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from campaigns import after_commit, dicewaits, faults, messages, push, states
from campaigns.dicechain import PROMPT
from campaigns.models import Campaign, Consent, PendingAct, Phase, Status
from campaigns.services import (
    closing,
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
from campaigns.services.locking import phase_in_play

AGAIN = timedelta(seconds=30)
"""How soon a campaign is looked at again whose dice should be there and are not."""

_GOING_ON = (Status.RUNNING, Status.WAITING)

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


def _claim(campaign_id: int, *, skip_if_busy: bool) -> Campaign | None:
    return (
        Campaign.objects.select_for_update(skip_locked=skip_if_busy).filter(pk=campaign_id).first()
    )


def _decide(campaign: Campaign, phase: Phase, now: datetime) -> Outcome:
    """What the clock has to do with a phase now, and do it."""
    # Asked before time is given back: whoever reads of a fresh pulse reads of its outage too.
    is_alive = outages.clock_is_alive()
    outages.give_back(campaign, phase, now)
    if campaign.status != Status.RUNNING or campaign.dice_given:
        return Outcome.STANDS_STILL
    if campaign.dice_policy != PROMPT and (row := dicewaits.waiting_row(campaign)) is not None:
        return _after_the_close(campaign, row, now)
    return _by_seals(campaign, phase, now, is_alive=is_alive)


def _by_seals(campaign: Campaign, phase: Phase, now: datetime, *, is_alive: bool) -> Outcome:
    """Resolve a phase for which all are ready, or whose deadline is over; else see to its clock."""
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
    how = "ready" if all_ready and early <= now else ""
    if not how and phase.grace_until and not missing:
        how = "grace"
    if how:
        return _resolved(resolving.resolve(campaign, phase, state, how=how, now=now))
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
    return _resolved(resolving.resolve(campaign, phase, state, how="deadline", now=now))


def _resolved(done: bool) -> Outcome:
    """A phase that only closed waits for its dice."""
    return Outcome.RESOLVED if done else Outcome.NOT_YET


def _after_the_close(campaign: Campaign, row: Phase | PendingAct, now: datetime) -> Outcome:
    """Resolve a closed phase if its dice are there; else, or while an act waits for its own, look again
    when they may be.
    """
    phase = None if isinstance(row, PendingAct) else row
    if phase is not None and closing.is_complete(campaign, phase, now):
        how, silent, last = closing.said_of(phase.closing)
        consent = Consent.objects.filter(campaign=campaign, number=last).first() if last else None
        state = states.now(phase)
        resolving.resolve(campaign, phase, state, how=how, now=now, silent=silent, last=consent)
        return Outcome.RESOLVED
    if row.round is not None:
        after_commit.do("fetch_beacon", campaign.pk)
    campaign.wakes_at = max(closing.wakes(campaign, row) or now, now + AGAIN)
    campaign.tries = 0
    campaign.save(update_fields=["wakes_at", "tries"])
    return Outcome.NOT_YET


def _give_grace(campaign: Campaign, phase: Phase, missing: list[str], now: datetime) -> Outcome:
    phase.grace_until = until = (phase.last_close(missing) or now) + campaign.policy.grace
    phase.save(update_fields=["grace_until"])
    entry = log.by_clock(
        campaign,
        phase,
        "clock.grace",
        {"until": until.isoformat(), "missing": missing},
        now,
    )
    campaign.wakes_at, campaign.tries = phase.grace_until, 0
    campaign.save()
    telling.of_missed(phase, missing, entry=entry.seq, at=now)
    push.changed(campaign.slug, ("strip", "readiness", "orders", "log"))
    return Outcome.GRACE


def _wait(campaign: Campaign, phase: Phase, missing: list[str], now: datetime) -> Outcome:
    campaign.status, campaign.wakes_at, campaign.tries = Status.WAITING, None, 0
    campaign.status_reason = messages.ORDERS_MISSING
    entry = log.by_clock(campaign, phase, "clock.waiting", {"missing": missing}, now)
    if disorder.fall(campaign, missing, at=now):
        state = states.now(phase)
        opening.seal_bots(campaign, phase, state, at=now)
        opening.reckon(campaign, phase, opening.awaited(state, phase), at=now)
    campaign.save()
    telling.of_missed(phase, missing, entry=entry.seq, at=now)
    push.changed(campaign.slug, ("strip", "readiness", "orders", "log"))
    return Outcome.WAITING


@transaction.atomic(durable=True)
def stumble(campaign_id: int, *, phase_id: int | None = None, error: Exception) -> None:
    """Something broke over a campaign: stop its clock and say so, in the log and by letter to its
    moderators and to those who run the site. Nothing is done if it stands still for that already, or if it
    broke over a phase (``phase_id``) that is over.

    Nothing of the error's text is published, since it may name what is secret; it stands in the
    service's own log.
    """
    campaign = _claim(campaign_id, skip_if_busy=False)
    if campaign is None or (campaign.stumbled_at and campaign.status not in _GOING_ON):
        return
    if phase_id is not None and (
        campaign.phase_id != phase_id or campaign.status != Status.RUNNING
    ):
        return
    _say.error("phase cannot be resolved", campaign=campaign_id, phase=phase_id, exc_info=error)
    now = timezone.now()
    campaign.stumbled_at, campaign.tries, campaign.resumes_at = now, 0, None
    if campaign.status not in (*_GOING_ON, Status.PAUSED):
        # No clock runs before the start and after the end.
        campaign.save(update_fields=["stumbled_at", "tries", "resumes_at"])
        return
    phase = phase_in_play(campaign)
    if campaign.status != Status.PAUSED:
        campaign.status, campaign.wakes_at, campaign.stopped_at = Status.PAUSED, None, now
    campaign.status_reason = messages.STUMBLED
    entry = log.by_clock(campaign, phase, "clock.stumbled", {}, now)
    campaign.save()
    mail.write_stumbled(phase, entry=entry.seq, at=now)
    push.changed(campaign.slug, ("strip", "log"))


def stumble_unwritten(campaign_id: int, *, error: Exception) -> None:
    """That something broke cannot be written to the campaign's log either: stop its clock without, and tell
    those who can do something. Safe to call again: they are told once.
    """
    now = timezone.now()
    rows = Campaign.objects.filter(Q(stumbled_at=None) | Q(status__in=_GOING_ON), pk=campaign_id)
    playing = Q(status__in=(*_GOING_ON, Status.PAUSED))
    with transaction.atomic(durable=True):
        stopped = rows.update(
            status=Case(When(playing, then=Value(Status.PAUSED)), default=F("status")),
            status_reason=Case(
                When(playing, then=Value(messages.STUMBLED)), default=F("status_reason")
            ),
            stopped_at=Case(
                When(playing, then=Coalesce("stopped_at", Value(now))), default=F("stopped_at")
            ),
            wakes_at=None,
            resumes_at=None,
            stumbled_at=now,
            tries=0,
        )
    if not stopped:
        return
    _say.error(
        "campaign stopped, and its log does not say so", campaign=campaign_id, exc_info=error
    )
    phase = Phase.objects.filter(campaign=campaign_id, campaign__phase=F("pk")).first()
    if phase is not None:
        mail.write_stumbled(phase, entry=int(now.timestamp()), at=now)
