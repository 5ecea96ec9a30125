"""Who sits at the table, who moderates, and what the people are asked to agree to."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct, structs

from campaigns.domain.clock_policy import MAP_LOOK_WORDS, words
from campaigns.domain.entries.repair import GRADES
from campaigns.domain.vote_kinds import THRESHOLD_WORDS
from campaigns.models import Consent, Status, Voice
from campaigns.selectors.phase.clocks import to_come
from campaigns.selectors.phase.dice_chains import DiceChains, chains_of
from campaigns.selectors.phase.phase_strip import head_of, phase_line, reader_of
from campaigns.selectors.phase.records import BasePage, PhaseLine
from campaigns.selectors.reader import names
from campaigns.selectors.reader.access import Reading, reading
from campaigns.selectors.reader.names import People
from campaigns.selectors.reader.power_badges import Badge, SeatLine
from campaigns.selectors.seats import last_players
from campaigns.selectors.seats.absences_page import AbsenceLine, absences_of
from campaigns.selectors.seats.closed_votes import ClosedQuestion, closed_questions, vote_in_words
from campaigns.selectors.seats.profiles import links
from campaigns.selectors.seats.tenures import TenureLine, tenures_of


class VoiceLine(Struct, frozen=True, kw_only=True):
    """One person who is asked. ``alone``: it is their seat, and their word alone is enough."""

    name: str
    powers: tuple[Badge, ...]
    alone: bool
    agreed_at: datetime | None
    mine: bool


class Question(Struct, frozen=True, kw_only=True):
    """Something that the people are asked. ``what`` is half a sentence, such as *Britain goes to
    Anne*, and ``means`` says what else follows, where that is not plain; ``needed`` of those who have a vote must agree, by ``threshold`` (in words). ``mine`` says that the reader is asked and
    ``agreed`` that they agree; ``can_withdraw`` that they may take the question back. Of
    the ``votes`` in all, ``so_far`` have agreed; ``missing`` are the powers of the others.
    """

    number: int
    kind: str
    what: str
    means: str
    reason: str
    asked_by: str
    asked_at: datetime
    needed: int
    threshold: str
    voices: tuple[VoiceLine, ...]
    mine: bool
    agreed: bool
    can_withdraw: bool
    so_far: int
    votes: int
    missing: tuple[Badge, ...]


class SeatsPage(BasePage, frozen=True, kw_only=True):
    """The page of the table. ``moderators`` are names; ``unattended`` says that there are none, so
    that the players decide (``can_vote`` on what, now). ``closed`` are questions that are open no more. ``successor`` gets the desk when the last
    moderator goes, else one of the ``standbys``; ``willing`` says that the reader is one. ``comes_back`` are the seats that the reader had last and may take again, where nobody has one any more. ``tenures`` are of
    seats that have changed hands. ``dice`` says what goes into a throw; ``seeded`` that autopilots choose by a seed. ``who_knows`` says, where the players are hidden, which moderators know them. ``reseat_after`` is how many missed deadlines cost a seat. ``clock`` is the clock's policy in one sentence.
    """

    phase: PhaseLine | None
    seats: tuple[SeatLine, ...]
    moderators: tuple[str, ...]
    questions: tuple[Question, ...]
    closed: tuple[ClosedQuestion, ...]
    successor: str
    standbys: tuple[str, ...]
    willing: bool
    unattended: bool
    can_vote: frozenset[str]
    can_leave: bool
    comes_back: tuple[Badge, ...]
    reseat_after: int
    clock: str
    #: What changes in it with the next phase; empty where nothing does.
    clock_to_come: str
    map_look: str
    who_knows: str
    away: tuple[AbsenceLine, ...]
    tenures: tuple[TenureLine, ...]
    dice: DiceChains
    seeded: bool
    now: datetime


_VOTES = {
    Status.RUNNING: frozenset({"extend", "pause", "resolve", "end", "seat"}),
    Status.PAUSED: frozenset({"resume", "extend", "end", "seat"}),
    Status.WAITING: frozenset({"extend", "pause", "resolve", "end", "seat"}),
}


def seats_page(slug: str, person: Any = None) -> SeatsPage:
    """The table as everybody who may read the campaign sees it."""
    at = reading(slug, person)
    campaign = at.campaign
    desk = at.people(at.moderators)
    standbys = at.called.of(at.standbys, hidden=names.A_PLAYER)
    successor = at.called.of([campaign.successor_id], hidden=names.SOMEBODY)
    votes = _VOTES.get(Status(campaign.status), frozenset())
    if not campaign.unattended:
        votes &= campaign.policy.votes.keys()
    tenures = tenures_of(at)
    changed = {line.badge.key for line in tenures if line.left_at is not None}
    linked = links(at, at.players)
    return SeatsPage(
        head=head_of(at),
        reader=reader_of(at),
        phase=phase_line(at),
        seats=tuple(
            structs.replace(
                line,
                since=at.since.get(line.badge.key),
                person_id=seat.person_id if seat.person_id in linked else None,
            )
            for line, seat in zip(at.seat_lines(), at.seats, strict=True)
        ),
        moderators=tuple(sorted(one.name for one in desk.values())),
        questions=questions_of(at),
        closed=closed_questions(at),
        successor=next((one.name for one in successor.values()), ""),
        standbys=tuple(sorted(one.name for one in standbys.values())),
        willing=at.person is not None and at.person.pk in standbys,
        unattended=campaign.unattended,
        can_vote=votes if at.own_powers else frozenset(),
        can_leave=campaign.status != Status.FINISHED,
        comes_back=_comes_back(at),
        reseat_after=campaign.policy.reseat_after,
        clock=words(campaign.policy),
        clock_to_come=to_come(campaign),
        map_look=str(MAP_LOOK_WORDS[campaign.policy.map_look]),
        who_knows=who_knows(at),
        away=absences_of(at),
        tenures=tuple(line for line in tenures if line.badge.key in changed),
        dice=chains_of(at),
        seeded=at.book.seeded,
        now=at.now,
    )


def _comes_back(at: Reading) -> tuple[Badge, ...]:
    """The seats that the reader had last and may take again, where nobody has a seat any more."""
    if not at.campaign.lacks_players or at.person is None:
        return ()
    last = last_players.last_players(at.campaign)
    return tuple(line.badge for line in at.seat_lines() if last.get(line.badge.key) == at.person.pk)


def who_knows(at: Reading) -> str:
    """Which moderators know who the hidden players are; empty where nobody is hidden."""
    if not names.hides_its_players(at.campaign):
        return ""
    knowing = sum(map(at.called.only_moderates, at.called.moderators))
    playing = len(at.called.moderators) - knowing
    said = []
    if knowing:
        said.append(
            _("The moderator does not play, and knows who has which seat.")
            if knowing == 1 and not playing
            else _("A moderator who does not play knows who has which seat.")
        )
    if playing:
        said.append(_("A moderator who plays, or has played, knows no more than the players."))
    return " ".join(said) or _("Nobody moderates, and nobody knows.")


def questions(slug: str, person: Any = None) -> tuple[Question, ...]:
    """The questions that are open."""
    return questions_of(reading(slug, person))


def questions_of(at: Reading) -> tuple[Question, ...]:
    """The questions that are open, oldest first; without a look where none is."""
    if not at.campaign.asking:
        return ()
    found = list(at.campaign.consents.filter(state=Consent.State.OPEN).prefetch_related("voices"))
    named = {one.asked_by_id for one in found} | {one.about.get("person") for one in found}
    named |= {voice.person_id for one in found for voice in one.voices.all()}
    who = at.people(named)
    return tuple(_question(at, one, who) for one in found)


def _question(at: Reading, one: Consent, who: People) -> Question:
    me = at.person.pk if at.person else None
    voices = tuple(_voice(at, voice, who, me) for voice in one.voices.all())
    voting = [voice for voice in voices if not voice.alone]
    missing = [voice for voice in voting if voice.agreed_at is None]
    return Question(
        number=one.number,
        kind=one.kind,
        what=vote_in_words(at, one, who),
        means=_means(one),
        reason=one.reason,
        asked_by=who[one.asked_by_id].name,
        asked_at=one.asked_at,
        needed=one.needed,
        threshold=str(THRESHOLD_WORDS.get(one.threshold, "")),
        voices=voices,
        mine=any(voice.mine for voice in voices),
        agreed=any(voice.mine and voice.agreed_at is not None for voice in voices),
        can_withdraw=me is not None and (one.asked_by_id == me or at.is_moderator),
        so_far=len(voting) - len(missing),
        votes=len(voting),
        missing=tuple(badge for voice in missing for badge in voice.powers),
    )


def _means(one: Consent) -> str:
    """What else follows, and what becomes of the open phase."""
    if one.kind == "rollback":
        return _(
            "What was played since stays to be read and is marked as undone; what was revealed stays known. "
            "Seals for the open phase become void, unread. The phase begins again with a fresh deadline and new dice."
        )
    if one.kind == "fork":
        return _(
            "The same people play it in the same seats, and nobody else can read it. Its position holds what is secret "
            "here now; that is opened when both campaigns are over. This one goes on."
        )
    if one.kind == "anonymity":
        if one.about["anonymous"]:
            return _("Nobody but a moderator who does not play reads a name before the end.")
        return _(
            "Everybody reads who you are from then on, also in what was done before. Who had a seat and left "
            "it stays hidden until the end."
        )
    if one.kind == "override":
        return _(
            "Seals for the open phase become void, unread, and you seal again. It can be undone."
        )
    if one.kind != "rules":
        return ""
    return f"{GRADES[one.about['grade']]} " + _(
        "What was played stays as it was. Seals for the open phase become void, unread, and you seal again."
    )


def _voice(at: Reading, voice: Voice, who: People, me: int | None) -> VoiceLine:
    return VoiceLine(
        name=who.of_seat(voice.person_id, voice.powers[0]),
        powers=at.badges(voice.powers),
        alone=voice.alone,
        agreed_at=voice.agreed_at,
        mine=voice.person_id == me,
    )
