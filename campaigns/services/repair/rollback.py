"""Going back: a campaign is played again from the opening of an earlier phase, in a new line.

What was played since stays to be read, marked as undone, and what was revealed stays known. What is sealed
for the open phase is void, unread, and no longer anybody's: it was meant for a phase that is gone. The
phase that is played again has a number of its own, a fresh deadline, and the next links of the dice.

A moderator may do it alone only where nothing that was revealed is undone and they do not play; else all
who have a seat are asked, as they are when one of them proposes it.
"""

from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

from campaigns import messages
from campaigns.domain.entries.repair import RolledBack
from campaigns.errors import NotNow
from campaigns.models import Campaign, Phase, Sheet, Status
from campaigns.selectors.history.rollback import reveals_since
from campaigns.services.clock import phase_clock
from campaigns.services.facts import dispatch_review
from campaigns.services.log import push
from campaigns.services.log.lock import locked_for_reader, open_phase, require_phase, require_reason
from campaigns.services.log.service import service
from campaigns.services.phases import branches, phase_opening, void_seals
from campaigns.services.votes import proposals, vote_record
from campaigns.services.votes.proposals import Decision, Question

KIND = "rollback"


@service("desk")
def roll_back(slug: str, *, by: Any, to: int, reason: str) -> int | None:
    """Go back to the opening of phase ``to``, or ask the players; the number of the question, if one is
    asked. Asked for what was done last, nothing is done.
    """
    campaign = locked_for_reader(slug, by)
    people = vote_record.seated(campaign)
    actor = vote_record.require_say(campaign, by, people)
    reason = require_reason(reason)
    phase = open_phase(campaign)
    if phase.again == to:
        return None
    target = _target(campaign, to)
    branches.opening_of(campaign, target, field="to")
    about = {"phase": phase.number, "to": to, "title": target.title, "turn": target.turn_title}
    return proposals.decide_or_ask(
        campaign,
        Question(kind=KIND, about=about, voters=people),
        carry,
        by=by,
        reason=reason,
        actor=actor,
        alone=actor == "moderator" and not needs_consent(campaign, target, by.pk, people),
    )


def needs_consent(campaign: Campaign, target: Phase, by: int, people: Any) -> bool:
    """Whether this moderator may not go back so far alone."""
    return bool(people) and (by in people or reveals_since(campaign, target))


def _target(campaign: Campaign, number: int) -> Phase:
    """A phase of the campaign's line."""
    phase = branches.phase_of(campaign, number, field="to")
    if phase.undone_at is not None:
        raise NotNow(
            _("Phase %(number)s was undone already.") % {"number": number},
            field="to",
            remedy=_("Choose a phase that still counts."),
        )
    return phase


def carry(campaign: Campaign, decision: Decision) -> None:
    """Do what was decided. The campaign is locked."""
    phase = require_phase(campaign, decision.about["phase"])
    target = _target(campaign, decision.about["to"])
    at, reason = decision.at, decision.reason
    state = branches.opening_of(campaign, target, field="to")
    vote_record.lapse(campaign, phase=phase.number, at=at, why=messages.PHASE_OVER)
    dispatch_review.lapse(campaign, phase, at=at, why=messages.ROLLED_BACK)
    why = (messages.GOES_BACK % {"number": target.number, "reason": reason})[:300]
    void_seals.void_seals(campaign, phase, reason=why, at=at, drafts=False)
    phase.sheets.filter(state=Sheet.State.DRAFT).delete()
    phase.plans.all().delete()
    undone = campaign.phases.filter(number__gte=target.number)
    undone.filter(undone_at__isnull=True).update(undone_at=at)
    campaign.line += 1
    decision.log(
        campaign,
        RolledBack(
            phase=phase.number,
            to=target.number,
            title=target.title,
            turn=target.turn_title,
            line=campaign.line,
            **decision.why,
        ),
        phase=phase,
    )
    campaign.switched = {key: state.variants.get(key, "") for key in campaign.switched}
    if campaign.status == Status.PAUSED and not campaign.stumbled_at:
        # The new deadline is reckoned from now, so no pause before it is to be given back.
        campaign.stopped_at, campaign.waited = at, False
    else:
        # What broke is gone with its phase.
        phase_clock.run(campaign, anew=True)
    last = campaign.phases.aggregate(last=Max("number"))["last"]
    phase_opening.open_phase(campaign, state, number=last + 1, at=at, again=target.number)
    push.changed(campaign.slug, push.EVERYTHING)
