"""What a moderator may do. Each is logged for everybody, with its reason."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import UNSET, UnsetType

from campaigns import messages
from campaigns.domain import vote_kinds
from campaigns.domain.clock_policy import ClockPolicy
from campaigns.domain.deadline_steps import stamp
from campaigns.domain.entries.clock import Extended, Paused, PolicyChanged, Resumed
from campaigns.domain.entries.facts import FactsCorrected
from campaigns.errors import NotNow, NotOnTheMenu, OrderRefused
from campaigns.models import Campaign, Phase, Status
from campaigns.rulebooks import states
from campaigns.rulebooks.values import corrections
from campaigns.selectors.facts import fact_versions
from campaigns.selectors.phase.clocks import of as clock_of
from campaigns.selectors.reader import record_versions
from campaigns.services.clock import empty_table, outages, phase_clock
from campaigns.services.log import entries, push
from campaigns.services.log.lock import (
    locked_for_moderator,
    open_phase,
    phase_in_play,
    require_not_over,
    require_reason,
    require_status,
    why_of,
    why_stopped,
)
from campaigns.services.log.service import service
from campaigns.services.phases import phase_opening
from campaigns.services.phases.state_changed import state_changed
from campaigns.services.seats.seat_changes import name_of
from campaigns.services.votes import vote_record
from campaigns.services.votes.proposals import Decision

CLOCK: tuple[push.Topic, ...] = ("strip", "readiness", "orders", "log")


@service("desk")
def pause(slug: str, *, by: Any, reason: str, until: datetime | None = None) -> None:
    """Stop the clock; with ``until`` it runs again by itself then. Orders may still be written, and sealed as far as
    the clock lets them. A pause that holds gets another end and another reason.

    Raises ``NotNow`` where it stands still for want of rules or players, or because something broke;
    ``NotOnTheMenu`` for an end that has passed, or lies further than ``LONGEST_PAUSE``.
    """
    campaign = locked_for_moderator(slug, by)
    reason = require_reason(reason)
    now = timezone.now()
    require_end(until, now)
    if campaign.status == Status.PAUSED:
        if (campaign.status_reason, campaign.resumes_at) == (reason, until):
            return
        _require_a_pause(campaign)
    decision = Decision(by=by, actor="moderator", at=now, reason=reason)
    stop(campaign, decision, until=until)


def _require_a_pause(campaign: Campaign) -> None:
    """What stands still for another reason than a pause cannot be paused."""
    if reason := why_stopped(campaign):
        raise NotNow(
            _("The clock is stopped already. %(reason)s") % {"reason": reason},
            remedy=_("Pause when it runs again."),
        )


LONGEST_PAUSE = timedelta(days=365)


def require_end(until: datetime | None, now: datetime) -> None:
    """The moment at which a pause ends is to come, and not further than ``LONGEST_PAUSE``; or there is none."""
    if until is not None and not now < until <= now + LONGEST_PAUSE:
        raise NotOnTheMenu(
            _("A pause ends in the future, within a year."),
            field="until",
            remedy=_("Choose another day, or none."),
        )


def stop(
    campaign: Campaign,
    decision: Decision,
    *,
    until: datetime | None = None,
    power: str = "",
    left: int | UnsetType = UNSET,
) -> None:
    """What :func:`pause` does. ``power`` is whose player did, where one did, who has ``left`` more. The campaign
    is locked.
    """
    phase = open_phase(campaign)
    ends = stamp(until) if until is not None else UNSET
    entry = Paused(phase=phase.number, until=ends, left=left, **decision.why)
    phase_clock.stop(campaign, reason=decision.reason, at=decision.at, until=until)
    decision.log(campaign, entry, phase=phase, power=power)
    phase_clock.stopped(campaign, at=decision.at)
    push.save_and_tell(campaign, CLOCK)


@service("desk")
def resume(slug: str, *, by: Any, reason: str | None = None) -> None:
    """Let the clock run again; the deadline moves by the time it stood still."""
    campaign = locked_for_moderator(slug, by)
    why = why_of(reason)
    if campaign.status != Status.RUNNING:
        decision = Decision(by=by, actor="moderator", at=timezone.now(), reason=why or "")
        let_run(campaign, decision)


def let_run(campaign: Campaign, decision: Decision, *, by_itself: bool | UnsetType = UNSET) -> None:
    """What :func:`resume` does; ``by_itself`` where the pause is over. The campaign is locked."""
    now = decision.at
    require_status(campaign, Status.PAUSED)
    phase = open_phase(campaign)
    if campaign.lacks_players and empty_table.waits(campaign):
        raise NotNow(
            _("Nobody has a seat here, so nobody would play."),
            remedy=_("Invite somebody, or let the clock's policy say that autopilots play on."),
        )
    stood = outages.end_pause(campaign, phase, now)
    if campaign.lacks_rules:
        # Seats that went to the autopilot meanwhile have sealed nothing.
        phase_opening.seal_bots(campaign, phase, states.now(phase), at=now)
        campaign.lacks_rules = False
    entry = Resumed(
        phase=phase.number,
        seconds=round(stood.total_seconds()),
        reason=decision.reason or UNSET,
        consent=decision.consent,
        by_itself=by_itself,
    )
    decision.log(campaign, entry, phase=phase)
    vote_record.lapse(campaign, kind="resume", at=now, why=messages.CLOCK_RUNS)
    phase_opening.set_next_wakeup(campaign, phase, at=now)
    push.save_and_tell(campaign, CLOCK)


@service("desk")
def extend(slug: str, *, by: Any, hours: float, reason: str) -> None:
    """Give everybody more time for this phase (also ends waiting for the moderator).

    Counted from the deadline, or from now if that has passed.
    """
    campaign = locked_for_moderator(slug, by)
    now, reason = timezone.now(), require_reason(reason)
    give_hours(campaign, hours, Decision(by=by, actor="moderator", at=now, reason=reason))


def require_deadline(phase: Phase) -> datetime:
    """The deadline of a phase, which must have one."""
    if phase.due_at is None:
        raise NotNow(_("This phase has no deadline to extend."))
    return phase.due_at


def require_time(campaign: Campaign, phase: Phase, now: datetime) -> None:
    """A player changes a deadline that there is and that has not passed, with what outages took given back."""
    outages.give_back(campaign, phase, now)
    require_deadline(phase)
    if clock_of(campaign, phase).deadline_passed(now):
        raise NotNow(_("The deadline has passed."), remedy=_("Ask the moderator for more time."))


def give_hours(
    campaign: Campaign,
    hours: float,
    decision: Decision,
    *,
    power: str = "",
    left: int | UnsetType = UNSET,
) -> None:
    """What :func:`extend` does. ``power`` is who took the time, where a player did, who has ``left`` more. The
    campaign is locked.
    """
    now = decision.at
    more = timedelta(hours=phase_clock.require_hours(hours))
    phase = open_phase(campaign)
    outages.give_back(campaign, phase, now)
    require_deadline(phase)
    clock = clock_of(campaign, phase)
    name = name_of(campaign, power) if power else ""
    phase_clock.keep(
        campaign, phase, clock.extended(more, now, by=power or decision.actor, name=name)
    )
    entry = Extended(
        phase=phase.number,
        seconds=round(more.total_seconds()),
        due=require_deadline(phase).isoformat(timespec="seconds"),
        left=left,
        **decision.why,
    )
    decision.log(campaign, entry, phase=phase, power=power)
    phase_opening.set_next_wakeup(campaign, phase, at=now)
    push.save_and_tell(campaign, CLOCK)


@service("desk")
def correct_facts(
    slug: str,
    *,
    by: Any,
    facts: Mapping[str, Any],
    reason: str,
    seen: Mapping[str, str] | None = None,
) -> None:
    """Correct declared facts, as an event; what was rolled on the old ones stays.

    Facts that already have the value are left alone. ``seen`` are the versions of facts that the
    moderator has seen: if one was declared meanwhile, nothing is corrected (``FactsChanged``).
    """
    campaign = locked_for_moderator(slug, by)
    reason = require_reason(reason)
    phase = open_phase(campaign)
    book, state = states.book_of(campaign), states.now(phase)
    fact_versions.require_seen(campaign, book.facts, state.facts, seen or {})
    if problems := book.facts.problems(facts):
        raise OrderRefused(problems)
    changed = corrections.differing(book, state, facts)
    if not changed:
        return
    now = timezone.now()
    followed = corrections.correct(book, state, changed)
    state, events = followed.state, followed.events
    entry = FactsCorrected(
        phase=phase.number, facts=changed, reason=reason, told=entries.told(events)
    )
    brought = entries.public_count(events)
    logged = entries.by_moderator(campaign, by, entry, at=now, phase=phase, brought=brought)
    entries.record_events(phase, logged, events)
    entries.record_claims(campaign, phase, events, at=now, person=by)
    topics: tuple[push.Topic, ...] = ("facts", "board", "readiness", "orders", "log")
    state_changed(campaign, phase, state, at=now, topics=topics)


@service("desk")
def change_policy(slug: str, *, by: Any, policy: ClockPolicy, reason: str, seen: str = "") -> None:
    """Change the clock policy from the next phase on; before the start, at once. What is made of a table at which
    nobody is left counts at once too: nobody is there whom it could harm.

    ``seen`` is the version that the form was made from: if another moderator changed the policy
    since, nothing is done (``ChangedMeanwhile``).
    """
    campaign = locked_for_moderator(slug, by)
    require_not_over(campaign)
    reason = require_reason(reason)
    before = campaign.last_policy
    record_versions.require(
        seen,
        record_versions.of_policy(before),
        _("The clock was changed since you opened this page. Nothing of this form was applied."),
        _("Compare both, then send again."),
    )
    if problems := policy.problems():
        raise OrderRefused(problems)
    if policy == before:
        return
    phase = phase_in_play(campaign) if campaign.status != Status.GATHERING else None
    if phase is not None:
        _require_no_lower(before, policy)
    entry = PolicyChanged(
        policy=policy,
        before=before,
        reason=reason,
        from_=phase.number + 1 if phase is not None else UNSET,
    )
    campaign.choose_policy(policy, at_once=phase is None)
    entries.by_moderator(campaign, by, entry)
    push.save_and_tell(campaign, CLOCK)


def _require_no_lower(before: ClockPolicy, after: ClockPolicy) -> None:
    """Once play has begun, no moderator has fewer people decide on seats and on what has happened."""
    for kind in vote_kinds.KINDS.values():
        old, new = before.threshold(kind.key), after.threshold(kind.key)
        if kind.guarded and vote_kinds.is_lower(new, old):
            raise NotNow(
                _("%(title)s: %(who)s must agree. Once play has begun, fewer cannot be enough.")
                % {"title": kind.title, "who": vote_kinds.THRESHOLD_WORDS[old]},
                field="votes",
                remedy=_("Leave it, or ask for more to agree."),
            )
