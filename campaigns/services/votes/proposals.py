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
from campaigns.services.log import push
from campaigns.services.votes import vote_record

People = Mapping[int, Collection[str]]
"""People by key, with the powers they play."""


Carry = Callable[[Campaign, Consent, datetime], object]
"""Does what was agreed to, with the campaign locked and the question closed; saves and tells."""


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
    """A question of a kind as it is put. ``about`` is plain data of its kind; with ``phase`` in it, it lapses when
    that phase is over. ``voters`` are all who are seated unless others are named; the word of those
    ``alone`` is enough. ``unanimous``: all must agree, whatever the policy says.
    ``person`` is who the entry in the log names, if not the one who asks.
    """

    kind: str
    about: Mapping[str, Any]
    voters: People | None = None
    alone: People = field(default_factory=dict)
    unanimous: bool = False
    person: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteEffect:
    """What a kind of question does. ``put`` looks at the wish of a player, raises what is wrong
    with it, and gives the question; ``None`` where players do not put it themselves.
    """

    carry: Carry
    put: Callable[[Proposal], Question] | None = None


def ask(
    campaign: Campaign,
    question: Question,
    *,
    by: Any,
    reason: str,
    at: datetime,
    actor: str,
) -> Consent:
    """Put a question; whoever asks and has a vote agrees with that. The caller saves and tells."""
    voters = vote_record.seated(campaign) if question.voters is None else question.voters
    threshold: vote_kinds.Threshold = (
        "all" if question.unanimous else campaign.policy.threshold(question.kind)
    )
    consent = vote_record.ask(
        campaign,
        question.kind,
        question.about,
        by=by,
        reason=reason,
        voters=voters,
        needed=vote_kinds.needed(threshold, len(voters)),
        threshold=threshold,
        alone=question.alone,
        at=at,
        actor=actor,
        person=question.person,
    )
    # In a question that was open already in the same words they may have no voice: it stays as it was put.
    voice = consent.voices.filter(person=by).first() if by.pk in voters else None
    if voice is not None:
        vote_record.agree(campaign, voice, at=at)
    return consent


def ask_or_do(
    campaign: Campaign,
    question: Question,
    carry: Carry,
    *,
    by: Any,
    reason: str,
    at: datetime,
    actor: str,
) -> int | None:
    """Put a question, or do it at once where whoever asks is enough; the number of the question that is open
    then. Saves and tells.
    """
    consent = ask(campaign, question, by=by, reason=reason, at=at, actor=actor)
    return None if carry_if_fulfilled(campaign, consent, carry, at=at) else consent.number


def carry_if_fulfilled(campaign: Campaign, consent: Consent, carry: Carry, *, at: datetime) -> bool:
    """Do what enough have agreed to, or save and tell that it is asked; whether it was done."""
    done = vote_record.fulfilled(consent)
    if done:
        vote_record.close(campaign, consent, Consent.State.CARRIED, at=at)
        carry(campaign, consent, at)
        push.changed(campaign.slug, ("seats",))
    else:
        campaign.save()
        push.changed(campaign.slug, push.ASKED)
    return done
