"""What the players may ask each other about the clock and the end, and carrying it out."""

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.domain.deadline_steps import stamp
from campaigns.domain.entries.votes import EndedByVote, ResolvedByVote
from campaigns.errors import NotNow
from campaigns.models import Campaign, Phase, Status
from campaigns.rulebooks import states
from campaigns.services.advance import end_phase
from campaigns.services.clock import phase_clock
from campaigns.services.deadlines import moderation
from campaigns.services.log import push
from campaigns.services.log.lock import require_phase, require_status
from campaigns.services.votes.proposals import Decision, Proposal, Question, VoteEffect


def _phase(campaign: Campaign, decision: Decision) -> Phase:
    """The phase in play, which must be the one that it was about."""
    return require_phase(campaign, decision.about.get("phase"))


def _put_extend(wish: Proposal) -> Question:
    phase = require_phase(wish.campaign, wish.phase)
    moderation.require_deadline(phase)
    hours = phase_clock.require_hours(wish.given.get("hours", 0))
    return Question(kind="extend", about={"phase": phase.number, "hours": hours})


def _extend(campaign: Campaign, decision: Decision) -> None:
    _phase(campaign, decision)
    moderation.give_hours(campaign, decision.about["hours"], decision)


def _put_pause(wish: Proposal) -> Question:
    require_status(wish.campaign, Status.RUNNING, Status.WAITING)
    about = {"phase": require_phase(wish.campaign, wish.phase).number}
    until = wish.given.get("until")
    moderation.require_end(until, timezone.now())
    return Question(
        kind="pause", about={**about, "until": stamp(until)} if until is not None else about
    )


def _pause(campaign: Campaign, decision: Decision) -> None:
    """Stop the clock; where the end that was asked for has passed by now, the next sweep lets it run again."""
    _phase(campaign, decision)
    require_status(campaign, Status.RUNNING, Status.WAITING)
    until = decision.about.get("until")
    moderation.stop(campaign, decision, until=datetime.fromisoformat(until) if until else None)


def _put_resume(wish: Proposal) -> Question:
    if wish.campaign.status in (Status.RUNNING, Status.WAITING):
        raise NotNow(_("The clock runs already."), remedy=_("Reload the page."))
    require_status(wish.campaign, Status.PAUSED)
    states.book_of(wish.campaign)  # without its rules it could not be carried out
    return Question(kind="resume", about={})


def _put_resolve(wish: Proposal) -> Question:
    phase = require_phase(wish.campaign, wish.phase)
    require_status(wish.campaign, Status.RUNNING, Status.WAITING)
    return Question(kind="resolve", about={"phase": phase.number})


def _resolve(campaign: Campaign, decision: Decision) -> None:
    phase = _phase(campaign, decision)
    require_status(campaign, Status.RUNNING, Status.WAITING)
    entry = ResolvedByVote(phase=phase.number, silent="", **decision.why)
    decision.log(campaign, entry, phase=phase)
    end_phase.end_now(campaign, phase, how="agreed", now=decision.at)
    push.changed(campaign.slug, ("seats",))


def _put_end(wish: Proposal) -> Question:
    phase = require_phase(wish.campaign, wish.phase)
    states.book_of(wish.campaign)  # without its rules it could not be carried out
    return Question(kind="end", about={"phase": phase.number})


def _end(campaign: Campaign, decision: Decision) -> None:
    phase = _phase(campaign, decision)
    decision.log(campaign, EndedByVote(phase=phase.number, **decision.why), phase=phase)
    end_phase.end_now(campaign, phase, how="agreed", now=decision.at, last=decision.consent or 0)


EXTEND = VoteEffect(carry=_extend, put=_put_extend)
PAUSE = VoteEffect(carry=_pause, put=_put_pause)
RESUME = VoteEffect(carry=moderation.let_run, put=_put_resume)
RESOLVE = VoteEffect(carry=_resolve, put=_put_resolve)
END = VoteEffect(carry=_end, put=_put_end)
