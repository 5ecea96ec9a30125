"""What became of questions to the players that are open no more, for a while."""

from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns import messages
from campaigns.domain.entries.votes import VoteLapsed
from campaigns.domain.vote_kinds import THRESHOLD_WORDS
from campaigns.domain.wording import in_readers_words
from campaigns.models import Consent
from campaigns.selectors.log.entry_text import question_in_words
from campaigns.selectors.reader import names
from campaigns.selectors.reader.access import Reading
from campaigns.selectors.reader.names import People
from campaigns.selectors.reader.power_badges import Badge
from core.records import like

SHOWN_FOR = timedelta(days=30)
MOST = 10


class ClosedQuestion(Struct, frozen=True, kw_only=True):
    """A question that is closed. ``became`` says how, in words; of the ``votes`` in all ``so_far`` had agreed
    and ``needed`` would have been enough, by ``threshold``; ``for_it`` are the powers of those who had.
    """

    number: int
    kind: str
    what: str
    reason: str
    asked_by: str
    asked_at: datetime
    closed_at: datetime | None
    carried: bool
    became: str
    needed: int
    threshold: str
    so_far: int
    votes: int
    for_it: tuple[Badge, ...]


def closed_questions(at: Reading) -> tuple[ClosedQuestion, ...]:
    """The questions that were closed within ``SHOWN_FOR``, the last first, ``MOST`` at most. Who follows with a
    delay is told of none.
    """
    if at.is_behind:
        return ()
    rows = at.campaign.consents.filter(closed_at__gt=at.now - SHOWN_FOR)
    found = list(rows.order_by("-closed_at", "-number").prefetch_related("voices")[:MOST])
    if not found:
        return ()
    why = _why(at, found)
    named = {one.asked_by_id for one in found} | {one.about.get("person") for one in found}
    who = at.people(named)
    closed = []
    for one in found:
        voices = [voice for voice in one.voices.all() if not voice.alone]
        agreed = [voice for voice in voices if voice.agreed_at is not None]
        closed.append(
            like(
                ClosedQuestion,
                one,
                what=vote_in_words(at, one, who),
                asked_by=who[one.asked_by_id].name,
                carried=one.state == Consent.State.CARRIED,
                became=_became(one, why.get(one.number, "")),
                threshold=str(THRESHOLD_WORDS.get(one.threshold, "")),
                so_far=len(agreed),
                votes=len(voices),
                for_it=at.badges(power for voice in agreed for power in voice.powers),
            )
        )
    return tuple(closed)


def vote_in_words(at: Reading, one: Consent, who: People) -> str:
    """What the people are asked; ``who`` are at least those whom the question names."""
    badge = at.badge(one.about.get("power", ""))
    power = in_readers_words(badge.name, at.campaign.rulebook) if badge else ""
    candidate = who.get(one.about.get("person") or 0)
    person = (_(names.SOMEBODY) if candidate.hidden else candidate.name) if candidate else ""
    return question_in_words(at, one.kind, one.about, power, person)


def _why(at: Reading, found: list[Consent]) -> dict[int, str]:
    """Why questions lapsed, by their numbers, as the log says it."""
    moments = [
        one.closed_at
        for one in found
        if one.closed_at is not None and one.state != Consent.State.CARRIED
    ]
    rows = at.campaign.log.filter(kind=VoteLapsed.tag, at__in=moments)
    said = map(VoteLapsed.of, rows.values_list("body", flat=True))
    return {one.consent: messages.shown(one.why) for one in said}


def _became(one: Consent, why: str) -> str:
    """How it ended, in words."""
    if one.state == Consent.State.CARRIED:
        return _("agreed and carried out")
    ended = _("withdrawn") if one.state == Consent.State.WITHDRAWN else _("lapsed")
    if not why or (one.state == Consent.State.WITHDRAWN and why == _(messages.WITHDRAWN)):
        return ended
    return _("%(ended)s: %(why)s") % {"ended": ended, "why": why}
