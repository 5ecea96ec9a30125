"""Moving a campaign on to another revision of its rules, in its open phase: a new line begins with it.

What was played stays as it was played, and is read by the rules of its time. What is sealed for the open
phase was sealed for other rules: it is void, unread, and its owners are told. A step that changes words
alone may be taken by the moderator; any other needs the consent of all who have a seat.
"""

from typing import Any

from django.utils.translation import gettext as _

from campaigns import messages, rulebooks
from campaigns.crypto import autopilot_seeds
from campaigns.domain.entries.repair import RulesMoved
from campaigns.errors import NotNow
from campaigns.models import Campaign
from campaigns.rulebooks import states
from campaigns.selectors.export import public_part
from campaigns.services.log import push
from campaigns.services.log.lock import (
    locked_for_moderator,
    open_phase,
    require_phase,
    require_play,
    require_reason,
)
from campaigns.services.log.service import service
from campaigns.services.phases import branches, void_seals
from campaigns.services.phases.state_changed import state_changed
from campaigns.services.votes import proposals, vote_record
from campaigns.services.votes.proposals import Decision, Question
from verifier.comparison import Comparison, compare

KIND = "rules"


def compared(campaign: Campaign, revision: str) -> Comparison:
    """The campaign under another revision. Raises ``RulesMissing``."""
    other = rulebooks.load(campaign.rulebook, revision)
    return compare(public_part(campaign), other)


@service("desk")
def move_on(slug: str, *, by: Any, revision: str, reason: str) -> int | None:
    """Move a campaign on to a revision, or ask the players; the number of the question, if one is asked.

    Asked for the revision that it has, nothing is done.
    """
    campaign = locked_for_moderator(slug, by)
    reason = require_reason(reason)
    require_play(campaign)
    phase = open_phase(campaign)
    if revision == campaign.revision:
        return None
    for needed in (campaign.revision, revision):
        rulebooks.load(campaign.rulebook, needed)
    comparison = compared(campaign, revision)
    people = vote_record.seated(campaign)
    about = {"phase": phase.number, "revision": revision, "grade": comparison.grade}
    return proposals.decide_or_ask(
        campaign,
        Question(kind=KIND, about=about, voters=people),
        carry,
        by=by,
        reason=reason,
        actor="moderator",
        alone=not comparison.needs_consent or not people,
    )


def carry(campaign: Campaign, decision: Decision) -> None:
    """Do what was decided. The campaign is locked."""
    revision, at = decision.about["revision"], decision.at
    phase = require_phase(campaign, decision.about["phase"])
    book = rulebooks.load(campaign.rulebook, revision)
    opened = branches.read_by(book, states.at_opening(phase))
    state = branches.read_by(book, states.now(phase))
    rules = book.phase(state)
    if rules.key != phase.key:
        raise NotNow(
            _("By revision %(revision)s this phase would be another (%(title)s).")
            % {"revision": revision, "title": rules.title},
            remedy=_("Move on in the next phase."),
        )
    before = {"revision": phase.revision, "rules": phase.rules}
    campaign.revision = phase.revision = revision
    phase.rules = rulebooks.digest(campaign.rulebook, revision)
    why = (messages.RULES_CHANGED % {"reason": decision.reason})[:300]
    voided = void_seals.void_seals(campaign, phase, reason=why, at=at)
    line = branches.begin(campaign, phase)
    decision.log(
        campaign,
        RulesMoved(
            phase=phase.number,
            line=line,
            before=before,
            after={"revision": phase.revision, "rules": phase.rules},
            grade=decision.about["grade"],
            **decision.why,
            **autopilot_seeds.committed(campaign, phase),
        ),
        phase=phase,
    )
    states.keep_opening(phase, opened)
    state_changed(campaign, phase, state, at=at, topics=push.EVERYTHING, voided=voided, reason=why)
