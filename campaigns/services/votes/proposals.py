"""Putting a question to the people: who is asked, how many must agree, and that it is logged.

To be called with the campaign locked. How many must agree follows from the campaign's policy, once,
when the question is put (:mod:`campaigns.domain.vote_kinds`); later changes of the policy do not touch it.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from campaigns.domain import vote_kinds
from campaigns.models import Campaign, Consent
from campaigns.services.votes import vote_record

People = Mapping[int, Collection[str]]
"""People by key, with the powers they play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What a player wants the others to be asked. ``given`` is what the form or the program sent, not
    looked at yet; ``phase`` is the phase that was meant (``None``: the one in play).
    """

    campaign: Campaign
    by: Any
    given: Mapping[str, Any]
    phase: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question as it is put. ``about`` is plain data of its kind; with ``phase`` in it, it lapses when
    that phase is over. ``voters`` are all who are seated unless others are named; the word of those
    ``alone`` is enough. ``unanimous``: all must agree, whatever the policy says.
    ``person`` is who the entry in the log names, if not the one who asks.
    """

    about: Mapping[str, Any]
    voters: People | None = None
    alone: People = field(default_factory=dict)
    unanimous: bool = False
    person: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteEffect:
    """What a kind of question does: ``carry`` does what was agreed to, with the campaign locked and the
    question closed; it saves and tells. ``put`` looks at the wish of a player, raises what is wrong
    with it, and gives the question; ``None`` where players do not put it themselves.
    """

    carry: Callable[[Campaign, Consent, datetime], None]
    put: Callable[[Proposal], Question] | None = None


def ask(
    campaign: Campaign,
    kind: str,
    put: Question,
    *,
    by: Any,
    reason: str,
    at: datetime,
    actor: str,
) -> Consent:
    """Put a question; whoever asks and has a vote agrees with that. The caller looks whether that is
    enough (:func:`vote_record.fulfilled`), saves and tells.
    """
    voters = vote_record.seated(campaign) if put.voters is None else put.voters
    threshold: vote_kinds.Threshold = "all" if put.unanimous else campaign.policy.threshold(kind)
    consent = vote_record.ask(
        campaign,
        kind,
        put.about,
        by=by,
        reason=reason,
        voters=voters,
        needed=vote_kinds.needed(threshold, len(voters)),
        threshold=threshold,
        alone=put.alone,
        at=at,
        actor=actor,
        person=put.person,
    )
    # In a question that was open already in the same words they may have no voice: it stays as it was put.
    voice = consent.voices.filter(person=by).first() if by.pk in voters else None
    if voice is not None:
        vote_record.agree(campaign, voice, at=at)
    return consent
