"""Who may read a campaign, and as whom: the start of every answer.

A :class:`Reading` is one reader in front of one campaign. It holds the full state privately and
gives views of it; everything that a selector returns is computed from a view.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache, cached_property
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns import rulebooks
from campaigns.cache import LazyPart, state_name
from campaigns.domain.dispatch_review import ReviewedDispatch
from campaigns.domain.entries import Entry
from campaigns.domain.entries.facts import ActCarriedOut
from campaigns.errors import NoSuchCampaign, NotYours
from campaigns.models import (
    Campaign,
    Deputy,
    FactClaim,
    LogEntry,
    Phase,
    ReadMark,
    Seat,
    Status,
    TurnStart,
)
from campaigns.rulebooks import fork_origin, states
from campaigns.selectors.reader import deputies, press_access, spectator_delay
from campaigns.selectors.reader import names as reader_names
from campaigns.selectors.reader.deputies import ActingPlayer
from campaigns.selectors.reader.names import Names, People, Player, SeatRow
from campaigns.selectors.reader.power_badges import Badge, SeatLine
from core.records import like
from core.sql.statements import Joined, Part, Select
from rules.kernel.audience import Viewer
from rules.kernel.phases import Phase as PhaseRules
from rules.kernel.serial import canonical, shaped
from rules.kernel.setup import Power

_MODERATES = """EXISTS (
    SELECT 1 FROM campaigns_campaign_moderators AS them
    WHERE them.campaign_id = campaign.id AND them.user_id = %s
)"""
_VOIDS = """EXISTS (
    SELECT 1 FROM campaigns_logentry AS entry
    WHERE entry.phase_id = campaign.phase_id AND entry.kind = 'order.voided'
)"""
_OWN_LINES = """(
    SELECT COALESCE(SUM(entry.lines), 0)::int FROM campaigns_logentry AS entry
    WHERE entry.campaign_id = campaign.id AND entry.seq > COALESCE(look.seq, campaign.log_seq) AND entry.person_id = %s
)"""
_OPENED = Joined(
    (
        Part(Campaign, "campaign", without=("dice_seed", "dice_root", "autopilot_secret")),
        Part(Phase, "phase", without=("opening", "rolls")),
        Part(ReadMark, "look"),
        Part(TurnStart, "start"),
        Part(Phase, "then", without=("opening", "rolls")),
    ),
    """
    FROM campaigns_campaign AS campaign
    LEFT JOIN campaigns_phase AS phase ON phase.id = campaign.phase_id
    LEFT JOIN campaigns_readmark AS look ON look.campaign_id = campaign.id AND look.person_id = %s
    LEFT JOIN campaigns_turnstart AS start ON start.id = campaign.disclosed_id
    LEFT JOIN campaigns_phase AS "then" ON "then".id = start.phase_id
    WHERE campaign.slug = %s
    """,
    more=(_MODERATES, _VOIDS, _OWN_LINES, deputies.OF_A_READER),
)
_SEATS = Select(Seat, 'campaign_id = %s ORDER BY "order"')

NOTED = timedelta(hours=1)
"""For so long after a look another one that brings nothing new need not be noted."""


@dataclass
class Reading:
    """One reader in front of one campaign, and what follows from that."""

    campaign: Campaign
    person: Any
    seats: list[Seat]
    is_moderator: bool
    power: str | None
    #: How far the reader has read.
    look: ReadMark | None = None
    #: Where they stand in for a player now. Who does has no seat of their own here.
    deputies: Sequence[Deputy] = ()
    #: How far the reader may read. The campaign above is the one of then.
    shown: spectator_delay.Shown = spectator_delay.EVERYTHING
    #: The power through whose eyes a campaign that is over is read; :mod:`campaigns.selectors.reader.view_as` alone
    #: sets it.
    eyes: str = ""
    #: Whether a seal for the phase in play was made void.
    voids: bool = False
    #: How many lines of the log since the reader's last look are what they did themselves.
    own_lines: int = 0
    now: datetime = field(default_factory=lambda: timezone.now())  # noqa: PLW0108 - looked up anew, so that tests can set it

    @property
    def is_behind(self) -> bool:
        """Whether the reader follows with a delay."""
        return self.shown.start is not None

    @cached_property
    def book(self) -> rulebooks.Book:
        """The rulebook that the campaign is played by."""
        return states.book_of(self.campaign)

    @cached_property
    def revision(self) -> str:
        """Whose rules are read."""
        return str(self.campaign.revision)

    def book_in(self, revision: str) -> rulebooks.Book:
        """The rulebook in the revision of one of its phases. Raises ``RulesMissing``."""
        if revision in ("", self.campaign.revision):
            return self.book
        return rulebooks.load(self.campaign.rulebook, revision)

    @property
    def new_lines(self) -> int:
        """How many public lines the log has gained since the reader's last look, but for their own doing."""
        look = self.look
        return max(0, self.campaign.log_lines - look.lines - self.own_lines) if look else 0

    @property
    def caught_up(self) -> bool:
        """Whether it is noted that the reader has seen all of this, not long ago."""
        look, campaign = self.look, self.campaign
        if look is None or self.now - look.at >= NOTED:
            return False
        newest = campaign.log_seq, campaign.log_lines, campaign.secrets
        return (look.seq, look.lines, look.secrets) == newest

    @property
    def everybody(self) -> "Reading":
        """A reader without a seat, as far as this one may read."""
        return Reading(self.campaign, None, self.seats, False, None, shown=self.shown)

    def as_of(self, phase: Phase) -> "Reading":
        """The same reader, who reads by the rules by which this phase was played."""
        if phase.revision in ("", self.campaign.revision):
            return self
        then = replace(self)
        then.__dict__["book"] = self.book_in(phase.revision)
        then.__dict__["revision"] = phase.revision
        return then

    @cached_property
    def pending(self) -> tuple[ReviewedDispatch, ...]:
        """The dispatches that wait for a look, oldest first."""
        if self.is_behind:
            return ()
        rows = self.campaign.pending.filter(open=True)
        return tuple(row.what for row in rows.order_by("number"))

    @cached_property
    def names(self) -> rulebooks.Book | None:
        """A book for names alone, where the campaign's own may be missing."""
        return rulebooks.for_names(self.campaign.rulebook, self.campaign.revision)

    @cached_property
    def powers(self) -> tuple[str, ...]:
        """The powers that the reader plays now, or stands in for as a deputy."""
        if self.eyes:
            return (self.eyes,)
        stands_in = {row.power for row in self.deputies}
        return self.own_powers or tuple(s.power for s in self.seats if s.power in stands_in)

    @cached_property
    def own_powers(self) -> tuple[str, ...]:
        """The powers in whose seats the reader sits."""
        me = self.person.pk if self.person is not None else None
        return tuple(seat.power for seat in self.seats if me is not None and seat.person_id == me)

    @cached_property
    def press_powers(self) -> tuple[str, ...]:
        """The powers whose letters and notes are the reader's too: a deputy's only where letters were
        named.
        """
        named = {row.power for row in self.deputies if row.press}
        return tuple(p for p in self.powers if p in self.own_powers or p in named)

    @cached_property
    def readable_seats(self) -> dict[str, press_access.ReadableSeat]:
        """The powers whose press the reader may read, with the times that are theirs."""
        return press_access.readable_seats(self.campaign, self.person)

    @cached_property
    def hand(self) -> ActingPlayer:
        """Under whose name lies what the reader may have written for these powers."""
        if not self.own_powers and self.deputies:
            return ActingPlayer(self.deputies[0].principal_id)
        return ActingPlayer(self.person.pk if self.person is not None else 0)

    @property
    def stands_in_for(self) -> str:
        """The name of the player whose deputy the reader is; empty for everybody else."""
        if not self.deputies:
            return ""
        principal = self.called.of([self.hand.pk], hidden=reader_names.A_PLAYER)
        return principal[self.hand.pk].name

    def may(self, power: str, level: str) -> bool:
        """Whether the reader may go so far for one of these powers: ``see``, ``draft`` or ``seal``."""
        if power in self.own_powers:
            return True
        return any(row.power == power and row.may(level) for row in self.deputies)

    @cached_property
    def acting(self) -> str | None:
        """The power he acts for: the one asked for, else the first of his that is asked."""
        if self.power is not None:
            if self.power not in self.powers:
                raise NotYours(
                    _("You do not play %(power)r in this campaign.") % {"power": self.power},
                    field="power",
                    remedy=_("Choose one of your own powers."),
                )
            return self.power
        asked = [power for power in self.powers if self.phase and self.rules.awaits(power)]
        return next(iter((*asked, *self.powers)), None)

    @cached_property
    def phase(self) -> Phase | None:
        """The phase in play; ``None`` before the start and after the end, and for one who follows with a
        delay.
        """
        if self.is_behind or self.campaign.status in (Status.GATHERING, Status.FINISHED):
            return None
        phase = self.campaign.phase
        if phase is not None:
            phase.campaign = self.campaign
        return phase

    @cached_property
    def _state(self) -> Any:
        if self.campaign.phase is None:
            campaign = self.campaign
            return fork_origin.beginning(campaign)[0]
        self.campaign.phase.campaign = self.campaign
        return states.now(self.campaign.phase)

    @cached_property
    def viewer(self) -> Viewer:
        """The reader as the rules know him."""
        return rulebooks.viewer(*self.powers)

    @cached_property
    def view(self) -> Any:
        """The state as this reader may know it, with all his powers together."""
        return rulebooks.view_of(self.book, self._state, *self.powers)

    @cached_property
    def public_view(self) -> Any:
        """The state as a spectator may know it, whoever reads."""
        return rulebooks.view_of(self.book, self.view)

    def view_for(self, power: str) -> Any:
        """The state as one of the reader's own powers may know it."""
        if power not in self.powers:
            raise NotYours(
                _("You do not play %(power)r in this campaign.") % {"power": power}, field="power"
            )
        return rulebooks.view_of(self.book, self._state, power)

    @cached_property
    def rules(self) -> Any:
        """The rulebook's description of the phase, from the reader's view."""
        if self.phase is not None and not self.powers:
            # What a spectator may know of it was written down when it last changed.
            return shaped(self.phase.about, PhaseRules)
        return self.book.phase(self.view)

    @cached_property
    def board(self) -> LazyPart:
        """The board, as the rulebook gives it for this reader and the power he acts for."""
        campaign, acting = self.campaign, self.acting
        if campaign.phase is None:
            begins = canonical(
                [campaign.slug, campaign.scenario, campaign.variants, campaign.tables]
            )
            state: tuple[Any, ...] = (campaign.rulebook, campaign.revision, begins)
        else:
            campaign.phase.campaign = campaign
            state = state_name(campaign.phase)
        key = (state, frozenset(self.powers), acting)
        return LazyPart(key, lambda: self.book.board(self.view, acting))

    @property
    def resolved(self) -> QuerySet[Phase]:
        """The phases that are over and were not undone, as far as the reader may read."""
        rows = self.campaign.phases.filter(resolved_at__isnull=False)
        if not self.is_behind:
            return rows.filter(undone_at__isnull=True)
        still = Q(undone_at__isnull=True) | Q(undone_at__gt=self.shown.at)
        return rows.filter(still, pk__lte=self.shown.last_phase)

    @property
    def claims(self) -> QuerySet[FactClaim]:
        """What was said of the map, as far as the reader may read, undone or not."""
        return spectator_delay.claims_of(self.campaign, self.shown)

    @property
    def claims_in_line(self) -> QuerySet[FactClaim]:
        """What was said of the map and was not undone, as far as the reader may read."""
        return spectator_delay.in_line(self.claims, self.shown)

    @cached_property
    def declared_facts(self) -> frozenset[str]:
        """The facts that a player declared and nobody has confirmed. What a rule or a die of the site entered
        in the name of a power is not among them: nobody has to answer for it.
        """
        powers = self.book.powers
        claims = self.view.claims.items()
        keys = [key for key, claim in claims if not claim.confirmed_by and claim.by in powers]
        if not keys:
            return frozenset()
        newest: dict[str, datetime] = {}
        for key, when in self.claims_in_line.filter(key__in=keys).values_list("key", "at"):
            newest.setdefault(key, when)
        acts = self.campaign.log.filter(
            kind=ActCarriedOut.tag, at__in=set(newest.values())
        ).values_list("at", "body")
        declared = {when for when, body in acts if _kind_of_act(body) == "declare"}
        return frozenset(key for key, when in newest.items() if when in declared)

    def undone(self, when: datetime | None) -> datetime | None:
        """When a phase was undone, as far as the reader may know that."""
        return when if when is not None and when <= self.shown.at else None

    @cached_property
    def moderators(self) -> Sequence[int]:
        """Who moderates, by their keys."""
        return spectator_delay.people_of(self.campaign, self.shown.start, "moderators")

    @cached_property
    def standbys(self) -> Sequence[int]:
        """Which players would take the desk, by their keys."""
        return spectator_delay.people_of(self.campaign, self.shown.start, "standbys")

    @cached_property
    def since(self) -> dict[str, datetime]:
        """Since when the people have had their seats, by power."""
        return spectator_delay.seated_since(self.campaign, self.shown.start)

    def entries(self, *kinds: type[Entry]) -> QuerySet[LogEntry]:
        """The entries of the log as far as the reader may read; of these kinds alone, if any are named."""
        rows = self.campaign.log.filter(seq__lte=self.campaign.log_seq)
        return rows.filter(kind__in=[kind.tag for kind in kinds]) if kinds else rows

    def badge(self, key: str) -> Badge | None:
        """The badge of a power or of a faction; ``None`` for anything else."""
        return badge_of(self.names, key)

    def badges(self, keys: Iterable[str]) -> tuple[Badge, ...]:
        """The badges of those of these keys that have one."""
        return tuple(badge for key in keys if (badge := self.badge(key)) is not None)

    @cached_property
    def said(self) -> dict[str, str]:
        """Named options in words, as far as they were asked for: a sheet has the same ones many times."""
        return {}

    @cached_property
    def called(self) -> Names:
        """What the people of the campaign are called for this reader."""
        me = self.person.pk if self.person is not None else None
        return Names(self.campaign, me, min(self.now, self.shown.at), lambda: self.moderators)

    def people(self, keys: Iterable[int | None]) -> People:
        """People of the campaign by their keys, as the reader may know them."""
        return self.called.of(keys)

    @cached_property
    def players(self) -> People:
        """Who sits in the seats, by key."""
        return self.called.of((seat.person_id for seat in self.seats), hidden=reader_names.A_PLAYER)

    def seat_lines(self) -> tuple[SeatLine, ...]:
        """Who sits where."""
        return seat_lines(self.names, self.seats, self.players, self.person)


def reading(slug: str, person: Any = None, power: str | None = None) -> Reading:
    """A reader in front of a campaign. Raises ``NoSuchCampaign``, for a private one too."""
    person = known(person)
    me = person.pk if person is not None else None
    found = _OPENED.first(me, me, me, me, slug)
    if found is not None:
        campaign, phase, look, start, then, moderates, voids, own_lines, asked = found
        seats = _SEATS.all(campaign.pk)
        plays = me is not None and any(seat.person_id == me for seat in seats)
        stands_in: Sequence[Deputy] = ()
        if asked and not (plays or moderates):
            stands_in = deputies.of(campaign, me, timezone.now())
        at_the_table = moderates or plays or bool(stands_in)
        shown = spectator_delay.EVERYTHING
        if spectator_delay.is_behind(campaign, at_the_table=at_the_table):
            campaign = spectator_delay.as_it_stood(campaign, start)
            seats, phase = spectator_delay.seats_then(campaign, start), then
            shown = spectator_delay.Shown(start.stood["last"], start.at, start.ended, start)
        campaign.phase = phase
        if phase is not None:
            phase.campaign = campaign
        if not campaign.private or at_the_table:
            return Reading(
                campaign,
                person,
                seats,
                moderates,
                power or None,
                look,
                stands_in,
                shown,
                voids=voids,
                own_lines=own_lines,
            )
    raise NoSuchCampaign(
        _("There is no campaign %(slug)r.") % {"slug": slug},
        remedy=_("Check the address, or look for it in the lobby."),
    )


def known(person: Any) -> Any:
    """The person, or ``None`` for a visitor."""
    return person if person is not None and getattr(person, "is_authenticated", False) else None


def badge_of(book: rulebooks.Book | None, key: str) -> Badge | None:
    """The badge of a power or of a faction; ``None`` for anything else."""
    if book is None:
        return None
    if key in book.powers:
        return power_badge(book, key)
    if key in book.factions:
        mark = next((power.mark for power in book.powers.values() if power.faction == key), "ring")
        faction = book.factions[key]
        return Badge(key=key, name=faction.name, mark=mark, faction=key, hue=faction.hue)
    return None


def badge_named(book: rulebooks.Book | None, power: str) -> Badge:
    """The badge of a power; with no more than its key where nothing tells its name."""
    if book is not None and power in book.powers:
        return power_badge(book, power)
    return Badge(key=power, name=rulebooks.in_words(power))


def power_badge(book: rulebooks.Book, key: str) -> Badge:
    """The badge of a power."""
    power = book.powers[key]
    return _power_badge(power, book.factions[power.faction].hue)


@cache
def _power_badge(power: Power, hue: str) -> Badge:
    return like(Badge, power, hue=hue)


def seat_lines(
    book: rulebooks.Book | None,
    seats: Iterable[Seat | SeatRow],
    players: Mapping[int, Player],
    person: Any,
) -> tuple[SeatLine, ...]:
    """Who sits where, as everybody may know it. ``players`` are those who sit there, by key."""
    return tuple(
        SeatLine(
            badge=badge_named(book, seat.power),
            taken_by=players[seat.person_id].name
            if seat.person_id is not None
            else "autopilot"
            if seat.bot
            else "",
            bot=seat.bot,
            mine=person is not None and seat.person_id == person.pk,
        )
        for seat in seats
    )


def _kind_of_act(body: str) -> str:
    """What an act of the log was; empty where not everybody may know it."""
    return str(json.loads(body).get("order", {}).get("kind", ""))
