"""The lobby: the campaigns one plays, could join, and can read."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from itertools import chain
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns import rulebooks
from campaigns.domain.clock_policy import look_words, words
from campaigns.domain.wording import in_readers_words
from campaigns.errors import NoSuchCampaign
from campaigns.models import Campaign, LogEntry, Phase, ReadMark, Seat, Sheet, Status, TurnStart
from campaigns.models import Invitation as InvitationRow
from campaigns.models.invitation import digest_of
from campaigns.selectors.lobby.asked_of_me import (
    AskedOfMe,
    AskedPowers,
    asked_of,
    by_deadline,
    to_stand_in,
)
from campaigns.selectors.lobby.campaign_cards import LIVE, CampaignCard, OpenTable, Wanted
from campaigns.selectors.lobby.glimpses import Seen
from campaigns.selectors.lobby.pace import Pace, pace
from campaigns.selectors.lobby.this_week import Week, this_week
from campaigns.selectors.lobby.worth_reading import News, hues_of, worth_reading
from campaigns.selectors.reader import deputies, names, spectator_delay
from campaigns.selectors.reader.access import badge_named, known, seat_lines
from campaigns.selectors.reader.names import SeatRow
from campaigns.selectors.reader.power_badges import Badge, SeatLine
from campaigns.selectors.reader.titles import book_title, scenario_summary, scenario_title
from campaigns.selectors.seats import open_to_all
from core.records import like
from core.sql.columns import Columns
from core.sql.statements import Select
from rules.kernel.phases import Phase as PhaseRules
from rules.kernel.serial import shaped


class Lobby(Struct, frozen=True, kw_only=True):
    """``mine`` (those that ask something of me first), then what others play. ``asks`` is what is asked of
    me in them, nearest deadline first. ``stand_ins`` counts the
    seats of others that the reader looks after, or will. ``wanted`` are seats that players left, ``tables``
    the campaigns in which autopilots' seats are there for everybody, which are not among those that others play.
    """

    mine: tuple[CampaignCard, ...]
    open: tuple[CampaignCard, ...]
    running: tuple[CampaignCard, ...]
    finished: tuple[CampaignCard, ...]
    stand_ins: int = 0
    wanted: tuple[Wanted, ...] = ()
    tables: tuple[OpenTable, ...] = ()
    news: tuple[News, ...] = ()
    asks: tuple[AskedOfMe, ...] = ()
    week: Week = Week()

    @property
    def newcomer(self) -> bool:
        """Whether the reader has no seat anywhere yet, and had none in what is over."""
        return not any(card.my_powers for card in self.mine)

    @property
    def besides(self) -> tuple[CampaignCard, ...]:
        """Those that are over and are not among what is worth reading already."""
        told = {one.slug for one in self.news}
        return tuple(card for card in self.finished if card.slug not in told)

    @property
    def running_wide(self) -> bool:
        """Whether so many run that they need more room than the narrow column has."""
        return len(self.running) > FEW

    @property
    def draws(self) -> bool:
        """Whether anything of it is drawn as a chart."""
        return any(one.seen for one in self.news) or any(
            one.seen for one in (*self.finished, *self.mine)
        )

    @property
    def at_play(self) -> tuple[CampaignCard, ...]:
        """Mine that have begun, those that ask something of me first."""
        return tuple(card for card in self.mine if card.is_live)

    @property
    def idle(self) -> tuple[CampaignCard, ...]:
        """Mine that have begun and ask no orders of me: the first few."""
        return self._idle[: self._idle_open]

    @property
    def idle_folded(self) -> tuple[CampaignCard, ...]:
        """The rest of them, which open by a click: none where it would be only one."""
        return self._idle[self._idle_open :]

    @property
    def _idle(self) -> tuple[CampaignCard, ...]:
        return tuple(card for card in self.at_play if not card.asked_of_me)

    @property
    def _idle_open(self) -> int:
        return FEW if len(self._idle) > FEW + 1 else FEW + 1

    @property
    def others_of_mine(self) -> tuple[CampaignCard, ...]:
        """Mine that gather players or are over."""
        return tuple(card for card in self.mine if not card.is_live)


SHOWN = 20
FEW = 3
"""So many running campaigns stand in the narrow column of the lobby, and so many of mine that ask nothing."""
HEAVY = ("dice_seed", "dice_root", "autopilot_secret", "tables", "variants", "clock")
WITH_CLOCK = tuple(name for name in HEAVY if name != "clock")
"""What lists of campaigns leave in the database; the clock is read of those whose policy is told."""
_LATEST = f"NOT private AND listed AND status = %s AND id <> ALL(%s) ORDER BY created_at DESC, id DESC LIMIT {SHOWN}"
_FREE = (
    "EXISTS (SELECT 1 FROM campaigns_seat s WHERE s.campaign_id = campaigns_campaign.id"
    " AND s.person_id IS NULL AND NOT s.bot)"
)
# Asked as one list of keys: as two conditions, each campaign there is would be put to both.
_MINE = Select(
    Campaign,
    "id IN (SELECT campaign_id FROM campaigns_seat WHERE person_id = %s UNION"
    " SELECT campaign_id FROM campaigns_campaign_moderators WHERE user_id = %s UNION"
    " SELECT unnest(%s::bigint[]))"
    " ORDER BY created_at DESC, id DESC",
    without=WITH_CLOCK,
)
_GATHERING = Select(Campaign, f"{_FREE} AND {_LATEST}", without=WITH_CLOCK)
_OTHERS = Select(Campaign, _LATEST, without=HEAVY)
_PHASES = Select(Phase, "id = ANY(%s)", without=("opening", "state", "rolls", "about"))
_STARTS = Select(TurnStart, "id = ANY(%s)")
_SEATS = Columns(
    Seat,
    ("campaign", "power", "person", "bot"),
    'campaign_id = ANY(%s) ORDER BY campaign_id, "order"',
)
_SHEETS = Columns(
    Sheet,
    ("phase", "power", "state", "by", "via", "at"),
    "phase_id = ANY(%s) AND state IN ('sealed', 'draft')",
)
_LOOKS = Columns(ReadMark, ("campaign", "lines"), "person_id = %s AND campaign_id = ANY(%s)")
_OWN_LINES = Columns(
    LogEntry,
    ("campaign", "lines"),
    """person_id = %s AND campaign_id = ANY(%s) AND seq > (
        SELECT look.seq FROM campaigns_readmark AS look
        WHERE look.campaign_id = campaigns_logentry.campaign_id AND look.person_id = campaigns_logentry.person_id
    )""",
)
_MODERATED = Columns(
    Campaign.moderators.through, ("campaign",), "user_id = %s AND campaign_id = ANY(%s)"
)


def lobby(person: Any = None) -> Lobby:
    """The lobby as this person sees it; a visitor sees the public campaigns.

    Mine are all there; of the others the latest few of each kind.
    """
    me = known(person)
    helps = deputies.of_person(me.pk, timezone.now()) if me else []
    helped = {one.campaign for one in helps if one.holds}
    mine = _MINE.all(me.pk, me.pk, sorted(helped)) if me else []
    taken = [campaign.pk for campaign in mine]
    gathering = _GATHERING.all(Status.GATHERING, taken)
    # Each status by itself is a stretch of the index; together they would have to be sorted.
    live = [_OTHERS.all(status, taken) for status in LIVE]
    finished = _OTHERS.all(Status.FINISHED, taken)
    running = sorted(chain(*live), key=lambda one: (one.created_at, one.pk), reverse=True)[:SHOWN]
    deck = Deck(me, [*mine, *gathering, *running, *finished], helps)
    own = [one for one in mine if one.status == Status.FINISHED]
    news, deck.seen = worth_reading(running, finished, own)
    cards = [deck.card(campaign) for campaign in mine]
    wanted, tables = _offered(deck, [*mine, *running])
    offered = {table.slug for table in tables}
    return Lobby(
        mine=tuple(sorted(cards, key=_urgency)),
        open=tuple(deck.card(campaign) for campaign in gathering),
        running=tuple(deck.card(one) for one in running if one.slug not in offered),
        finished=tuple(deck.card(campaign) for campaign in finished),
        wanted=wanted,
        tables=tables,
        news=news,
        asks=by_deadline(
            *(asked_of(me, mine, deck.asked_powers, cards) if me else ()),
            *(to_stand_in(me) if any(one.asked for one in helps) else ()),
        ),
        week=this_week(),
        stand_ins=sum(not one.asked for one in helps),
    )


_EMPTY = Select(
    Seat,
    "person_id IS NULL AND campaign_id = ANY(%s) AND ("
    "EXISTS (SELECT 1 FROM campaigns_tenure t WHERE t.seat_id = campaigns_seat.id) OR EXISTS ("
    "SELECT 1 FROM campaigns_invitation i WHERE i.campaign_id = campaigns_seat.campaign_id"
    " AND i.listed AND i.closed_at IS NULL AND i.power = ''))"
    ' ORDER BY campaign_id DESC, "order"',
)
"""The seats that players have left, and all those of autopilots at open tables."""


def _offered(
    deck: "Deck", campaigns: list[Campaign]
) -> tuple[tuple[Wanted, ...], tuple[OpenTable, ...]]:
    """The seats that players have left, and the open tables, of public campaigns that run and are read as they stand."""
    known_by = {
        one.pk: one for one in campaigns if not (one.private or one.delay) and one.status in LIVE
    }
    empty = _EMPTY.all(list(known_by)) if known_by else []
    if not empty:
        return (), ()
    there = {seat.campaign_id: known_by[seat.campaign_id] for seat in empty}
    listed = open_to_all.listed(there.values(), timezone.now())
    tokens = {(row.campaign_id, row.power): row.token for row in listed}
    open_ones = {row.campaign_id for row in listed if not row.power}
    wanted = tuple(
        Wanted(
            slug=campaign.slug,
            title=campaign.title,
            book_title=book_title(campaign, book),
            badge=badge_named(book, seat.power),
            bot=seat.bot,
            token=tokens.get((campaign.pk, seat.power), ""),
        )
        for seat in empty
        if seat.campaign_id not in open_ones
        for campaign in [there[seat.campaign_id]]
        for book in [rulebooks.for_names(campaign.rulebook, campaign.revision)]
    )
    tables = (deck.table(campaign) for key, campaign in there.items() if key in open_ones)
    return wanted, tuple(table for table in tables if table.badges)


def _urgency(card: CampaignCard) -> tuple[bool, bool, float]:
    """What asks something of me comes first, by its deadline; what is over comes last."""
    due = card.due_at.timestamp() if card.due_at else float("inf")
    return (card.status == Status.FINISHED, not card.asked_of_me, due)


class Deck:
    """What the cards of several campaigns need, fetched once for all of them."""

    def __init__(
        self, me: Any, campaigns: list[Campaign], helps: Sequence[deputies.StandsIn] = ()
    ) -> None:
        self.me = me
        keys = [campaign.pk for campaign in campaigns]
        seats = _SEATS.all(keys)
        looks = _LOOKS.all(me.pk, keys) if me else []
        moderated = _MODERATED.all(me.pk, keys) if me else []
        self.looks: dict[int, int] = dict(looks)
        grown = [
            one.pk for one in campaigns if one.log_lines > self.looks.get(one.pk, one.log_lines)
        ]
        self.own_lines: Counter[int] = Counter()
        for key, lines in _OWN_LINES.all(me.pk, grown) if grown else []:
            self.own_lines[key] += lines
        self.moderated = {key for (key,) in moderated}
        self.seats: dict[int, list[SeatRow]] = {key: [] for key in keys}
        for key, *chair in seats:
            self.seats[key].append(SeatRow(*chair))
        self.mine = {
            key: [c.power for c in chairs if me and c.person_id == me.pk]
            for key, chairs in self.seats.items()
        }
        #: Of which powers something is asked of the reader: not of those for which they may not seal.
        self.asked = {key: list(powers) for key, powers in self.mine.items()}
        for one in helps:
            if one.holds and one.campaign in self.mine:
                self.mine[one.campaign].append(one.power)
                self.asked[one.campaign] += [one.power] if one.may_seal else []
        self.helped = {one.campaign for one in helps if one.holds}
        self.starts = self._starts(campaigns)
        phase_keys = [campaign.phase_id for campaign in campaigns]
        phase_keys += [start.phase_id for start in self.starts.values()]
        phases = _PHASES.all([key for key in phase_keys if key])
        self.phases = {phase.pk: phase for phase in phases}
        for campaign in campaigns:
            if start := self.starts.get(campaign.pk):
                then = spectator_delay.seats_then(campaign, start)
                self.seats[campaign.pk] = [SeatRow(s.power, s.person_id, s.bot) for s in then]
        self.players = names.seated_players(
            {campaign: self.seats[campaign.pk] for campaign in campaigns}, me
        )
        #: The campaigns at whose table the reader plays, or which they moderate.
        self.at_table = {key for key in keys if self.mine[key]} | self.moderated
        played = [c.phase_id for c in campaigns if c.phase_id and c.pk in self.at_table]
        self.seen: dict[int, Seen] = {}
        sheets = _SHEETS.all(played) if played else []
        #: What the phases of these are about.
        abouts = Phase.objects.filter(pk__in=played).values_list("pk", "about") if played else ()
        self.about = {key: shaped(about, PhaseRules) for key, about in abouts}
        self.sealed = {(row[0], row[1]) for row in sheets if row[2] == "sealed"}
        #: When the drafts were written with which the reader goes on: what is written in a player's name, by them or by
        #: their deputy, is that player's, as on the campaign page. A deputy learns only of what they wrote themselves,
        #: and who took the seat over of nothing from before.
        self.drafted: dict[tuple[int, str], datetime] = {}
        if me:
            of_campaign = {one.phase_id: one.pk for one in campaigns}
            principals = {(one.campaign, one.power): one.principal for one in helps if one.holds}
            for phase, power, state, by, via, at in sheets:
                principal = principals.get((of_campaign[phase], power))
                if state == "draft" and (by == me.pk or (by == principal and via == me.pk)):
                    self.drafted[phase, power] = at

    @property
    def asked_powers(self) -> AskedPowers:
        """What is asked of the reader, and how far that is."""
        return AskedPowers(self.asked, self.about, self.sealed, self.drafted, self.helped)

    def _starts(self, campaigns: list[Campaign]) -> dict[int, TurnStart]:
        """Of the campaigns that this reader follows with a delay, how far they may read."""
        behind = {
            campaign.pk: campaign.disclosed_id
            for campaign in campaigns
            if spectator_delay.is_behind(
                campaign,
                at_the_table=bool(self.mine[campaign.pk]) or campaign.pk in self.moderated,
            )
        }
        starts = {start.pk: start for start in _STARTS.all(list(behind.values()))} if behind else {}
        return {key: starts[start] for key, start in behind.items() if start is not None}

    def card(self, campaign: Campaign) -> CampaignCard:
        """The card of one campaign."""
        start = self.starts.get(campaign.pk)
        if start is not None:
            campaign = spectator_delay.as_it_stood(campaign, start)
        book = rulebooks.for_names(campaign.rulebook, campaign.revision)
        live = campaign.status in LIVE
        phase = self.phases.get(campaign.phase_id or 0)
        mine, asked = self.mine[campaign.pk], self.asked[campaign.pk]
        at_table = campaign.pk in self.at_table
        awaited = [(phase.pk, power) for power in phase.asked] if phase and at_table else []
        missing = [one for one in awaited if one not in self.sealed]
        return CampaignCard(
            slug=campaign.slug,
            title=campaign.title,
            book_key=campaign.rulebook,
            book_title=book_title(campaign, book),
            scenario_title=scenario_title(campaign, book),
            turn_title=phase.turn_title if phase else "",
            phase_title=phase.title if phase and live and start is None else "",
            status=campaign.status,
            status_reason=campaign.status_reason,
            due_at=phase.times.first_close(mine)
            if phase and campaign.status == Status.RUNNING and start is None
            else None,
            seats=seat_lines(book, self.seats[campaign.pk], self.players[campaign.pk], self.me),
            my_powers=tuple(badge_named(book, power) for power in mine),
            asked_of_me=phase is not None
            and campaign.status in (Status.RUNNING, Status.WAITING)
            and any(p in phase.asked and (phase.pk, p) not in self.sealed for p in asked),
            is_moderator=campaign.pk in self.moderated,
            new=max(0, campaign.log_lines - self.looks[campaign.pk] - self.own_lines[campaign.pk])
            if campaign.pk in self.looks
            else 0,
            private=campaign.private,
            delay=campaign.delay,
            behind=start is not None,
            anonymous=names.hides_its_players(campaign),
            dice=campaign.dice_policy,
            clock=words(campaign.policy) if campaign.status == Status.GATHERING else "",
            sealed=len(awaited) - len(missing),
            awaited=len(awaited),
            waits_for=tuple(badge_named(book, power) for _phase, power in missing),
            then=in_readers_words(self.about[phase.pk].then, campaign.rulebook)
            if phase and phase.pk in self.about
            else "",
            mine=self._mine(phase, mine) if phase and live and start is None else "",
            seen=self.seen.get(campaign.pk),
            hues=hues_of(book) if campaign.pk in self.seen else (),
            language=campaign.language,
        )

    def table(self, campaign: Campaign) -> OpenTable:
        """What the reader may take at an open table: nothing where they sit or moderate."""
        book = rulebooks.for_names(campaign.rulebook, campaign.revision)
        card = self.card(campaign)
        bots = [seat.power for seat in self.seats[campaign.pk] if seat.bot]
        there = self.mine[campaign.pk] or campaign.pk in self.moderated
        powers = () if there else open_to_all.takeable(campaign, bots, self.me)
        return like(OpenTable, card, badges=tuple(badge_named(book, power) for power in powers))

    def _mine(self, phase: Phase, mine: list[str]) -> str:
        """How far the reader's own powers are: the one that is least far says."""
        asked = [(phase.pk, power) for power in mine if power in phase.asked]
        open_ones = [one for one in asked if one not in self.sealed]
        if not open_ones:
            return "sealed" if asked else ""
        return "draft" if all(one in self.drafted for one in open_ones) else "waiting"


class Invitation(Struct, frozen=True, kw_only=True):
    """What one sees who follows an invitation: the campaign, how fast and for how long it is played, and the seats
    that are free.

    ``summary`` says what the scenario is about; ``already`` are the powers this person holds there, ``map_look`` and
    ``anonymous`` as in a campaign's head, ``dice`` and ``language`` as on its card. Who invites (``by``), who sits
    there (``seated``), and where play stands (``turn_title``, ``phase_title``, ``due_at``) is told of campaigns alone
    that everybody reads as they stand, and the people of none that hides its players; ``private`` ones are read by
    those at the table alone.
    """

    slug: str
    title: str
    book_title: str
    scenario_title: str
    summary: str
    status: str
    free: tuple[SeatLine, ...]
    already: tuple[Badge, ...]
    pace: Pace
    dice: str
    language: str = ""
    by: tuple[str, ...] = ()
    seated: tuple[SeatLine, ...] = ()
    turn_title: str = ""
    phase_title: str = ""
    due_at: datetime | None = None
    ends_at: datetime | None = None
    map_look: str = ""
    anonymous: bool = False
    private: bool = False


_UNREAD = tuple(name for name in WITH_CLOCK if name != "variants")


def invitation(token: str, person: Any = None) -> Invitation:
    """The campaign behind an invitation link. Raises ``NoSuchCampaign`` for a dead link."""
    me, now = known(person), timezone.now()
    made = InvitationRow.objects.filter(digest=digest_of(token)).first()
    if made is None or not made.is_good(now):
        raise NoSuchCampaign(
            _("This invitation is not valid any more."),
            remedy=_("Ask the moderator for a new link."),
        )
    campaign = Campaign.objects.defer(*_UNREAD).get(pk=made.campaign_id)
    book = rulebooks.for_names(campaign.rulebook, campaign.revision)
    seats = [SeatRow(*chair) for _, *chair in _SEATS.all([campaign.pk])]
    players = names.seated_players({campaign: seats}, me)[campaign.pk]
    lines = seat_lines(book, seats, players, me)
    live = campaign.status in LIVE
    anonymous = names.hides_its_players(campaign)
    as_it_stands = not (campaign.private or campaign.delay)
    named = as_it_stands and not anonymous
    phase = _PHASES.first([campaign.phase_id]) if live and as_it_stands else None
    return Invitation(
        slug=campaign.slug,
        title=campaign.title,
        book_title=book_title(campaign, book),
        scenario_title=scenario_title(campaign, book),
        summary=scenario_summary(campaign, book),
        status=campaign.status,
        free=tuple(
            line
            for line in lines
            if (line.free or (line.bot and live)) and made.power in ("", line.badge.key)
        ),
        pace=pace(
            campaign.policy,
            rulebook=campaign.rulebook,
            revision=campaign.revision,
            scenario=campaign.scenario,
            variants=campaign.variants,
            now=now,
        ),
        dice=campaign.dice_policy,
        language=campaign.language,
        by=_moderators(campaign) if named else (),
        seated=tuple(line for line in lines if not line.free and not line.bot) if named else (),
        turn_title=phase.turn_title if phase else "",
        phase_title=phase.title if phase else "",
        due_at=phase.times.first_close([]) if phase and campaign.status == Status.RUNNING else None,
        ends_at=made.ends_at,
        already=tuple(line.badge for line in lines if line.mine),
        map_look=look_words(campaign.policy),
        anonymous=anonymous,
        private=campaign.private,
    )


def _moderators(campaign: Campaign) -> tuple[str, ...]:
    """The names of those who moderate."""
    keys = campaign.moderators.values_list("pk", flat=True)
    return tuple(sorted(one.name for one in names.known_to_the_site(keys).values()))
