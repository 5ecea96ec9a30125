"""Moving a campaign on to another revision of its rules, in its open phase: a new line begins with it.

What was played stays as it was played, and is read by the rules of its time. What is sealed for the open
phase was sealed for other rules: it is void, unread, and its owners are told. A step that changes words
alone may be taken by the moderator; any other needs the consent of all who have a seat.
"""

from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import UNSET, UnsetType

from campaigns import messages, rulebooks
from campaigns.crypto import autopilot_seeds
from campaigns.domain.entries.repair import RulesMoved
from campaigns.errors import NotNow
from campaigns.models import Campaign, Consent, Phase, Status
from campaigns.rulebooks import states
from campaigns.selectors.export import public_part
from campaigns.services.log import entries, push
from campaigns.services.log.lock import (
    locked_for_moderator,
    open_phase,
    require_phase,
    require_reason,
    require_status,
)
from campaigns.services.log.service import service
from campaigns.services.phases import branches, void_seals
from campaigns.services.phases.state_changed import state_changed
from campaigns.services.votes import proposals, vote_record
from campaigns.services.votes.proposals import Question
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
    require_status(campaign, Status.RUNNING, Status.PAUSED, Status.WAITING)
    phase = open_phase(campaign)
    if revision == campaign.revision:
        return None
    for needed in (campaign.revision, revision):
        rulebooks.load(campaign.rulebook, needed)
    found, now = compared(campaign, revision), timezone.now()
    people = vote_record.seated(campaign)
    if not found.needs_consent or not people:
        _carry(
            campaign,
            phase,
            revision,
            reason,
            found.grade,
            by,
            "moderator",
            now,
        )
        return None
    about = {"phase": phase.number, "revision": revision, "grade": found.grade}
    question = Question(kind=KIND, about=about, voters=people)
    return proposals.ask_or_do(
        campaign, question, carry, by=by, reason=reason, at=now, actor="moderator"
    )


def carry(campaign: Campaign, consent: Consent, at: datetime) -> None:
    """Do what was agreed to. The campaign is locked."""
    about = consent.about
    phase = require_phase(campaign, about["phase"])
    _carry(
        campaign,
        phase,
        about["revision"],
        consent.reason,
        about["grade"],
        consent.asked_by,
        "people",
        at,
        consent=consent.number,
    )


def _carry(
    campaign: Campaign,
    phase: Phase,
    revision: str,
    reason: str,
    grade: str,
    by: Any,
    actor: str,
    at: datetime,
    *,
    consent: int | UnsetType = UNSET,
) -> None:
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
    why = (messages.RULES_CHANGED % {"reason": reason})[:300]
    voided = void_seals.void_seals(campaign, phase, reason=why, at=at)
    line = branches.begin(campaign, phase)
    moved = RulesMoved(
        phase=phase.number,
        line=line,
        before=before,
        after={"revision": phase.revision, "rules": phase.rules},
        reason=reason,
        grade=grade,
        consent=consent,
        **autopilot_seeds.committed(campaign, phase),
    )
    entries.append(campaign, moved, at=at, actor=actor, person=by, phase=phase)
    states.keep_opening(phase, opened)
    state_changed(campaign, phase, state, at=at, topics=push.EVERYTHING, voided=voided, reason=why)
