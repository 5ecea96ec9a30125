"""The consent record of a campaign: who agrees to what its seated people are asked, and counting them.

Only seated people count, each once however many seats they hold; autopilots and silence never
agree; the one concerned has no vote. Who is asked and how many must agree is settled when the
question is put (:mod:`campaigns.services.votes.proposals`). To be called with the campaign locked; what is agreed to is carried out by
:mod:`campaigns.services.voting.agree`.
"""

import hashlib
from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from campaigns.domain.entries.votes import VoteAsked, Voted, VoteGiven, VoteLapsed, VoteTakenBack
from campaigns.errors import NotYours
from campaigns.models import Campaign, Consent, Voice
from campaigns.services.log import entries


def seated(campaign: Campaign, *, but: Collection[int | None] = ()) -> dict[int, tuple[str, ...]]:
    """The people who hold seats, with their powers, by their keys; some left out."""
    found: dict[int, tuple[str, ...]] = {}
    rows = campaign.seats.filter(person__isnull=False)
    for person, power in rows.order_by("order").values_list("person_id", "power"):
        if person not in but:
            found[person] = (*found.get(person, ()), power)
    return found


def require_say(campaign: Campaign, by: Any, people: Collection[int], *, remedy: str = "") -> str:
    """Those who moderate and the seated ``people`` have a say; the role in which somebody does. Raises ``NotYours``."""
    if campaign.moderators.filter(pk=by.pk).exists():
        return "moderator"
    if by.pk not in people:
        raise NotYours(
            _("Only a moderator and those who have a seat can do this."),
            remedy=remedy or _("Ask one of them."),
        )
    return "person"


def agree(campaign: Campaign, voice: Voice, *, at: datetime) -> None:
    """Note that one who is asked agrees. A second time changes nothing."""
    if voice.agreed_at is None:
        voice.agreed_at = at
        voice.save(update_fields=["agreed_at"])
        _log(campaign, voice, VoteGiven, at)


def take_back(campaign: Campaign, voice: Voice, *, at: datetime) -> None:
    """Note that they agree no more."""
    if voice.agreed_at is not None:
        voice.agreed_at = None
        voice.save(update_fields=["agreed_at"])
        _log(campaign, voice, VoteTakenBack, at)


def fulfilled(consent: Consent) -> bool:
    """Whether enough have agreed, or the one whose word is enough."""
    given = consent.voices.filter(agreed_at__isnull=False)
    if given.filter(alone=True).exists():
        return True
    return 0 < consent.needed <= given.filter(alone=False).count()


def open_ones(campaign: Campaign, kind: str = "") -> list[Consent]:
    """The questions that are open."""
    if not campaign.asking:
        return []
    rows = campaign.consents.filter(state=Consent.State.OPEN)
    return list(rows.filter(kind=kind) if kind else rows)


def close(campaign: Campaign, consent: Consent, state: str, *, at: datetime, why: str = "") -> None:
    """End a question. What is carried out says so in its own entry."""
    consent.state, consent.closed_at = state, at
    consent.save(update_fields=["state", "closed_at"])
    campaign.asking -= 1
    if state != Consent.State.CARRIED:
        entry = VoteLapsed(consent=consent.number, why=why)
        entries.append(campaign, entry, at=at, actor="clock")


def lapse(
    campaign: Campaign, *, at: datetime, why: str, kind: str = "", phase: int | None = None
) -> None:
    """End what is open: all of it, or what is of this kind, or what is about this phase."""
    for one in open_ones(campaign, kind):
        if phase is None or one.about.get("phase") == phase:
            close(campaign, one, Consent.State.LAPSED, at=at, why=why)


def _log(campaign: Campaign, voice: Voice, kind: type[Voted], at: datetime) -> None:
    entries.append(
        campaign,
        kind(consent=voice.consent.number, question=_question(campaign, voice.consent)),
        at=at,
        actor="power",
        person=voice.person,
        power=voice.powers[0],
    )


def _question(campaign: Campaign, consent: Consent) -> str:
    """The fingerprint of the question as the log asked it: a vote is one on just that."""
    asked = campaign.log.filter(kind=VoteAsked.tag, body__contains=f'"consent":{consent.number},')
    body = asked.values_list("body", flat=True).latest("seq")
    return hashlib.sha256(body.encode()).hexdigest()
