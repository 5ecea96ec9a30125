"""Putting a question to the people: who is asked, how many must agree, and that it is logged.

To be called with the campaign locked. How many must agree follows from the campaign's policy, once,
when the question is put (:mod:`campaigns.domain.vote_kinds`); later changes of the policy do not touch it.
"""

from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone
from msgspec import UNSET, Struct, UnsetType

from campaigns import messages
from campaigns.domain import vote_kinds
from campaigns.domain.entries import Entry
from campaigns.domain.entries.votes import VoteAsked
from campaigns.models import Campaign, Consent, Phase, Voice
from campaigns.services.log import entries, push
from campaigns.services.votes import vote_record

UNTOLD = ("person", "name")
"""What the log does not say of a question: who is to have a seat, and what a fork is called, which is private."""

People = Mapping[int, Collection[str]]
"""People by key, with the powers they play."""


class Decision(Struct, frozen=True, kw_only=True):
    """What is to be carried out: decided by one person alone or by the clock, or by the vote with the number
    ``consent``, for whoever put it (``by``). ``about`` is plain data of its kind.
    """

    by: Any
    actor: str
    at: datetime
    reason: str = ""
    about: Mapping[str, Any] = {}
    consent: int | UnsetType = UNSET

    @property
    def why(self) -> dict[str, Any]:
        """What its entry of the log says of how it came about."""
        return {"reason": self.reason, "consent": self.consent}

    def log(
        self, campaign: Campaign, entry: Entry, *, phase: Phase | None = None, power: str = ""
    ) -> None:
        """Write its entry of the log."""
        who, at = {"actor": self.actor, "person": self.by}, self.at
        entries.append(campaign, entry, at=at, power=power, phase=phase, **who)


Carry = Callable[[Campaign, Decision], object]
"""Does what was decided, with the campaign locked and the question closed; saves and tells."""


class Proposal(Struct, frozen=True, kw_only=True):
    """What a player wants the others to be asked. ``given`` is what the form or the program sent, not
    looked at yet; ``phase`` is the phase that was meant (``None``: the one in play).
    """

    campaign: Campaign
    by: Any
    given: Mapping[str, Any]
    phase: int | None = None


class Question(Struct, frozen=True, kw_only=True):
    """A question of a kind as it is put. ``about`` is plain data of its kind; with ``phase`` in it, it lapses when
    that phase is over. ``voters`` are all who are seated unless others are named; the word of those
    ``alone`` is enough. ``unanimous``: all must agree, whatever the policy says.
    ``person`` is who the entry in the log names, if not the one who asks.
    """

    kind: str
    about: Mapping[str, Any]
    voters: People | None = None
    alone: People = {}
    unanimous: bool = False
    person: Any = None


class VoteEffect(Struct, frozen=True, kw_only=True):
    """What a kind of question does. ``put`` looks at the wish of a player, raises what is wrong
    with it, and gives the question; ``None`` where players do not put it themselves.
    """

    carry: Carry
    put: Callable[[Proposal], Question] | None = None


def decide_or_ask(
    campaign: Campaign,
    question: Question,
    carry: Carry,
    *,
    by: Any,
    reason: str,
    actor: str,
    alone: bool = False,
) -> int | None:
    """Do it at once where whoever asks may do it ``alone``, or their vote is enough; else put the question. The
    number of the question that is open then. Saves and tells.
    """
    now = timezone.now()
    if alone:
        carry(campaign, Decision(about=question.about, reason=reason, by=by, actor=actor, at=now))
        return None
    consent = ask(campaign, question, by=by, reason=reason, at=now, actor=actor)
    return None if carry_if_fulfilled(campaign, consent, carry, at=now) else consent.number


def ask(
    campaign: Campaign, question: Question, *, by: Any, reason: str, at: datetime, actor: str
) -> Consent:
    """Put a question; one that is open already in the same words stays as it is. Whoever asks and has a vote
    agrees with that. Another question of this kind about the same seat takes the place of the one before.
    The caller saves and tells.
    """
    kind, about = question.kind, dict(question.about)
    voters = vote_record.seated(campaign) if question.voters is None else question.voters
    for one in vote_record.open_ones(campaign, kind):
        if one.about == about:
            _agree(campaign, one, by, voters, at)
            return one
        if one.about.get("power") == about.get("power"):
            state, why = Consent.State.WITHDRAWN, messages.ANOTHER_QUESTION
            vote_record.close(campaign, one, state, at=at, why=why)
    threshold: vote_kinds.Threshold = (
        "all" if question.unanimous else campaign.policy.threshold(kind)
    )
    consent = campaign.consents.create(
        number=campaign.consents.count() + 1,
        kind=kind,
        about=about,
        reason=reason,
        needed=vote_kinds.needed(threshold, len(voters)),
        threshold=threshold,
        asked_by=by,
        asked_at=at,
    )
    Voice.objects.bulk_create(
        Voice(consent=consent, person_id=key, powers=list(powers), alone=is_alone)
        for is_alone, people in ((False, voters), (True, question.alone))
        for key, powers in people.items()
    )
    campaign.asking += 1
    entry = VoteAsked(
        consent=consent.number,
        kind=kind,
        about={key: value for key, value in about.items() if key not in UNTOLD},
        reason=reason,
        asked=[list(powers) for powers in voters.values()],
        alone=[list(powers) for powers in question.alone.values()],
        needed=consent.needed,
        threshold=threshold,
    )
    entries.append(campaign, entry, at=at, actor=actor, person=question.person or by)
    _agree(campaign, consent, by, voters, at)
    return consent


def _agree(campaign: Campaign, consent: Consent, by: Any, voters: People, at: datetime) -> None:
    # In a question that was open already in the same words they may have no voice: it stays as it was put.
    voice = consent.voices.filter(person=by).first() if by.pk in voters else None
    if voice is not None:
        vote_record.agree(campaign, voice, at=at)


def carry_if_fulfilled(campaign: Campaign, consent: Consent, carry: Carry, *, at: datetime) -> bool:
    """Do what enough have agreed to, or save and tell that it is asked; whether it was done."""
    if vote_record.fulfilled(consent):
        vote_record.close(campaign, consent, Consent.State.CARRIED, at=at)
        decision = Decision(
            about=consent.about,
            reason=consent.reason,
            by=consent.asked_by,
            actor="people",
            at=at,
            consent=consent.number,
        )
        carry(campaign, decision)
        push.changed(campaign.slug, ("seats",))
        return True
    push.save_and_tell(campaign, push.ASKED)
    return False
