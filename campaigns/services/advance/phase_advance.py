"""Resolving a phase, exactly once.

Everything happens in one transaction that begins by locking the campaign: who comes second
finds the phase resolved and goes away. A process that dies anywhere in between leaves nothing
behind; the work is found again by the next sweep. What went out to browsers and players went
out after the commit.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

import structlog
from django.db import transaction
from django.db.models import Case, F, Q, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone
from msgspec import UNSET
from msgspec.structs import replace

from campaigns import messages
from campaigns.crypto import dice_waits
from campaigns.domain.clock import ClockAction, SealStatus, Verdict
from campaigns.domain.entries.clock import Grace, ModeratorAwaited, Stumbled
from campaigns.models import Campaign, PendingAct, Phase, Status
from campaigns.proofs.dice_links import PROMPT
from campaigns.rulebooks import states
from campaigns.selectors.notifications.kinds import Cause
from campaigns.selectors.notifications.kinds.deadlines import DeadlineMissed
from campaigns.selectors.notifications.kinds.failures import ResolutionFailed
from campaigns.selectors.phase.clocks import away_since
from campaigns.selectors.phase.clocks import of as clock_of
from campaigns.services.advance import resolve
from campaigns.services.clock import empty_table, outages, phase_clock
from campaigns.services.facts import dispatch_review
from campaigns.services.log import entries, push
from campaigns.services.log.lock import phase_in_play
from campaigns.services.notifications import enqueue
from campaigns.services.phases import dice_collection, phase_opening
from campaigns.services.seats import civil_disorder
from core import after_commit, fault_injection

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
        fault_injection.after_commit("advance.committed")
        campaign = _claim(campaign_id, skip_if_busy=skip_if_busy)
        if campaign is None:
            return Outcome.BUSY
        fault_injection.hit("advance.locked")
        if campaign.phase_id != phase_id or campaign.status in (Status.GATHERING, Status.FINISHED):
            return Outcome.ALREADY
        phase = phase_in_play(campaign)
        now = timezone.now()
        outcome = _decide(campaign, phase, now)
    fault_injection.hit("advance.announced")
    return outcome


def _claim(campaign_id: int, *, skip_if_busy: bool) -> Campaign | None:
    return (
        Campaign.objects.select_for_update(skip_locked=skip_if_busy).filter(pk=campaign_id).first()
    )


def _decide(campaign: Campaign, phase: Phase, now: datetime) -> Outcome:
    """What the clock has to do with a phase now, and do it."""
    # Asked before time is given back: whoever reads of a fresh pulse reads of its outage too.
    away = away_since()
    outages.give_back(campaign, phase, now)
    if campaign.status == Status.WAITING:
        phase_opening.set_next_wakeup(campaign, phase, at=now)
        campaign.tries = 0
        campaign.save()
    if campaign.status != Status.RUNNING or campaign.dice_given:
        return Outcome.STANDS_STILL
    if campaign.dice_policy != PROMPT and (row := dice_waits.waiting_row(campaign)) is not None:
        return _after_the_close(campaign, row, now)
    return _by_seals(campaign, now, away=away)


def _by_seals(campaign: Campaign, now: datetime, *, away: datetime | None) -> Outcome:
    """Resolve a phase for which all are ready, or whose deadline is over; else see to its clock."""

    def judged() -> tuple[Phase, Any, SealStatus, Verdict]:
        phase = phase_in_play(campaign)
        state = states.now(phase)
        hands = phase_opening.seal_status_of(campaign, phase, state, at=now)
        clock, least = replace(phase.times, stopped_at=away), empty_table.earliest(phase)
        return phase, state, hands, clock.verdict(campaign.policy, hands, now, least=least)

    phase, state, hands, verdict = judged()
    if verdict.do != ClockAction.NOTHING and dispatch_review.over(campaign):
        # What took effect may have given somebody more to decide.
        phase, state, hands, verdict = judged()
    match verdict.do:
        case ClockAction.NOTHING:
            return _not_yet(campaign, phase, hands, now)
        case ClockAction.GIVE_GRACE:
            return _give_grace(campaign, phase, verdict.powers, now)
        case ClockAction.WAIT:
            return _wait(campaign, phase, verdict.powers, now)
    # A phase that only closed waits for its dice.
    done = resolve.resolve(campaign, phase, state, how=verdict.do, now=now)
    return Outcome.RESOLVED if done else Outcome.NOT_YET


def _not_yet(campaign: Campaign, phase: Phase, hands: SealStatus, now: datetime) -> Outcome:
    before = campaign.wakes_at
    campaign.wakes_at = phase_opening.next_wakeup(campaign, phase, hands, at=now)
    campaign.tries = 0
    campaign.save(update_fields=["wakes_at", "tries"])
    if campaign.wakes_at != before and phase.times.waits_for(hands.missing, now):
        push.changed(campaign.slug, ("strip", "readiness", "orders"))
    return Outcome.NOT_YET


def _after_the_close(campaign: Campaign, row: Phase | PendingAct, now: datetime) -> Outcome:
    """Resolve a closed phase if its dice are there; else, or while an act waits for its own, look again
    when they may be.
    """
    phase = None if isinstance(row, PendingAct) else row
    if phase is not None and dice_collection.is_complete(campaign, phase, now):
        resolve.resolve(campaign, phase, states.now(phase), now=now, **phase.closing)
        return Outcome.RESOLVED
    if row.round is not None:
        after_commit.do("fetch_beacon", campaign.pk)
    campaign.wakes_at = max(dice_collection.next_wakeup(campaign, row) or now, now + AGAIN)
    campaign.tries = 0
    campaign.save(update_fields=["wakes_at", "tries"])
    return Outcome.NOT_YET


def _give_grace(campaign: Campaign, phase: Phase, missing: Sequence[str], now: datetime) -> Outcome:
    """Grace for the silent: the first for all; of its own for each whose own deadline was later."""
    before = clock_of(campaign, phase)
    clock = before.graced(missing, campaign.policy.grace)
    phase_clock.keep(campaign, phase, clock)
    of_all = [one for one in missing if not before.grace_until and not before.has_longer(one)]
    own = [[one] for one in missing if one not in of_all]
    for powers in ([of_all] if of_all else []) + own:
        until = clock.last_close(powers) or now
        entry = Grace(
            phase=phase.number,
            until=until.isoformat(),
            missing=powers,
            alone=UNSET if powers is of_all else True,
        )
        logged = entries.by_clock(campaign, phase, entry, now)
        enqueue.notify(DeadlineMissed, Cause(phase, now, entry=logged, powers=powers))
    hands = phase_opening.seal_status_of(campaign, phase, states.now(phase), at=now)
    campaign.wakes_at, campaign.tries = phase_opening.next_wakeup(campaign, phase, hands, at=now), 0
    push.save_and_tell(campaign, ("strip", "readiness", "orders", "log"))
    return Outcome.GRACE


def _wait(campaign: Campaign, phase: Phase, missing: Sequence[str], now: datetime) -> Outcome:
    campaign.status, campaign.wakes_at, campaign.tries = Status.WAITING, None, 0
    campaign.status_reason = messages.ORDERS_MISSING
    entry = entries.by_clock(
        campaign, phase, ModeratorAwaited(phase=phase.number, missing=missing), now
    )
    state = states.now(phase)
    if civil_disorder.vacate_silent_seats(campaign, missing, at=now):
        phase_opening.seal_bots(campaign, phase, state, at=now)
    phase_opening.set_next_wakeup(campaign, phase, phase_opening.awaited(state, phase), at=now)
    campaign.save()
    enqueue.notify(DeadlineMissed, Cause(phase, now, entry=entry, powers=missing))
    push.changed(campaign.slug, ("strip", "readiness", "orders", "log"))
    return Outcome.WAITING


@transaction.atomic(durable=True)
def mark_failed(campaign_id: int, *, phase_id: int | None = None, error: Exception) -> None:
    """Something broke over a campaign: stop its clock and say so, in the log and by letter to its
    moderators and to those who run the site. Nothing is done if it stands still for that already, or if it
    broke over a phase (``phase_id``) that is over.

    Nothing of the error's text is published, since it may name what is secret; it stands in the
    service's own log.
    """
    campaign = _claim(campaign_id, skip_if_busy=False)
    if campaign is None or (campaign.stumbled_at and campaign.status not in _GOING_ON):
        return
    if phase_id is not None and (campaign.phase_id != phase_id or campaign.status not in _GOING_ON):
        return
    _say.error("phase cannot be resolved", campaign=campaign_id, phase=phase_id, exc_info=error)
    now = timezone.now()
    campaign.stumbled_at, campaign.tries, campaign.resumes_at = now, 0, None
    if campaign.status not in (*_GOING_ON, Status.PAUSED):
        # No clock runs before the start and after the end.
        campaign.save(update_fields=["stumbled_at", "tries", "resumes_at"])
        return
    phase = phase_in_play(campaign)
    entry = Stumbled(phase=phase.number)
    phase_clock.stop_by_clock(campaign, phase, entry, reason=messages.STUMBLED, at=now)
    push.save_and_tell(campaign, ("strip", "log"))


def mark_failed_unwritten(campaign_id: int, *, error: Exception) -> None:
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
            waited=Case(When(status=Status.WAITING, then=Value(True)), default=F("waited")),
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
        enqueue.notify(ResolutionFailed, Cause(phase, now, moment=now))
