"""The lobby: the campaigns one plays, could join, and can read."""

from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from campaigns import rulebooks
from campaigns.errors import NoSuchCampaign
from campaigns.models import Campaign, Look, Seat, Sheet, Status
from campaigns.selectors.access import known, power_badge, seat_lines
from campaigns.selectors.badges import Badge, SeatLine


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignCard:
    """One campaign in the lobby.

    ``status`` is ``gathering``, ``running``, ``paused``, ``waiting`` or ``finished``. ``new``
    counts the log entries since this reader last looked (0 for one who never did).
    """

    slug: str
    title: str
    book_key: str
    book_title: str
    scenario_title: str
    turn_title: str
    phase_title: str
    status: str
    status_reason: str
    due_at: datetime | None
    seats: tuple[SeatLine, ...]
    my_powers: tuple[Badge, ...]
    asked_of_me: bool
    is_moderator: bool
    new: int
    private: bool

    @property
    def free_seats(self) -> tuple[SeatLine, ...]:
        """The seats that nobody has taken."""
        return tuple(seat for seat in self.seats if seat.free)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lobby:
    """``mine`` (those that ask something of me first), then what others play."""

    mine: tuple[CampaignCard, ...]
    open: tuple[CampaignCard, ...]
    running: tuple[CampaignCard, ...]
    finished: tuple[CampaignCard, ...]


SHOWN = 20
_HEAVY = (
    *("phase__opening", "phase__state", "phase__rolls", "phase__about"),
    *("dice_seed", "tables", "variants", "clock"),
)


def lobby(person: Any = None) -> Lobby:
    """The lobby as this person sees it; a visitor sees the public campaigns.

    Mine are all there; of the others the latest few of each kind.
    """
    me = known(person)
    mine = list(_of(me)) if me else []
    taken = {campaign.pk for campaign in mine}
    free = Exists(Seat.objects.filter(campaign=OuterRef("pk"), person__isnull=True, bot=False))
    gathering = _latest(Status.GATHERING, taken, free)
    # Each status by itself is a stretch of the index; together they would have to be sorted.
    live = [_latest(status, taken) for status in (Status.RUNNING, Status.PAUSED, Status.WAITING)]
    running = sorted(chain(*live), key=lambda one: one.created_at, reverse=True)[:SHOWN]
    finished = _latest(Status.FINISHED, taken)
    deck = _Deck(me, [*mine, *gathering, *running, *finished])
    cards = [deck.card(campaign) for campaign in mine]
    return Lobby(
        mine=tuple(sorted(cards, key=_urgency)),
        open=tuple(deck.card(campaign) for campaign in gathering),
        running=tuple(deck.card(campaign) for campaign in running),
        finished=tuple(deck.card(campaign) for campaign in finished),
    )


def _campaigns() -> QuerySet[Campaign]:
    return Campaign.objects.select_related("phase").defer(*_HEAVY)


def _latest(status: Status, taken: set[int], *more: Exists) -> list[Campaign]:
    """The latest few public campaigns of a status that are not my own."""
    found = _campaigns().filter(*more, private=False, status=status).exclude(pk__in=taken)
    return list(found.order_by("-created_at")[:SHOWN])


def _of(me: Any) -> QuerySet[Campaign]:
    """The campaigns that a person plays or moderates, the newest first.

    Asked as one list of keys: as two conditions, each campaign there is would be put to both.
    """
    seated = Seat.objects.filter(person=me).values("campaign")
    moderated = Campaign.moderators.through.objects.filter(user=me).values("campaign")
    return _campaigns().filter(pk__in=seated.union(moderated)).order_by("-created_at")


def _urgency(card: CampaignCard) -> tuple[bool, bool, float]:
    """What asks something of me comes first, by its deadline; what is over comes last."""
    due = card.due_at.timestamp() if card.due_at else float("inf")
    return (card.status == Status.FINISHED, not card.asked_of_me, due)


class _Deck:
    """What the cards of several campaigns need, fetched once for all of them."""

    def __init__(self, me: Any, campaigns: list[Campaign]) -> None:
        self.me = me
        keys = [campaign.pk for campaign in campaigns]
        self.seats: dict[int, list[Seat]] = {key: [] for key in keys}
        for seat in Seat.objects.filter(campaign__in=keys).select_related("person"):
            self.seats[seat.campaign_id].append(seat)
        mine = {
            key: [s.power for s in self.seats[key] if me and s.person_id == me.pk] for key in keys
        }
        self.mine = mine
        phases = [c.phase_id for c in campaigns if c.phase_id and mine[c.pk]]
        sealed = Sheet.objects.filter(phase__in=phases, state=Sheet.State.SEALED)
        self.sealed = set(sealed.values_list("phase_id", "power"))
        self.looks: dict[int, int] = {}
        self.moderated: set[int] = set()
        if me:
            seen = Look.objects.filter(person=me, campaign__in=keys)
            self.looks = dict(seen.values_list("campaign_id", "lines"))
            self.moderated = set(
                me.moderated_campaigns.filter(pk__in=keys).values_list("pk", flat=True)
            )

    def card(self, campaign: Campaign) -> CampaignCard:
        """The card of one campaign."""
        book = rulebooks.load(campaign.rulebook, campaign.revision)
        live = campaign.status in (Status.RUNNING, Status.PAUSED, Status.WAITING)
        phase = campaign.phase
        mine = self.mine[campaign.pk]
        return CampaignCard(
            slug=campaign.slug,
            title=campaign.title,
            book_key=book.key,
            book_title=book.title,
            scenario_title=book.scenarios[campaign.scenario].title,
            turn_title=phase.turn_title if phase else "",
            phase_title=phase.title if phase and live else "",
            status=campaign.status,
            status_reason=campaign.status_reason,
            due_at=phase.closes_at if phase and campaign.status == Status.RUNNING else None,
            seats=seat_lines(book, self.seats[campaign.pk], self.me),
            my_powers=tuple(power_badge(book.powers[power]) for power in mine),
            asked_of_me=phase is not None
            and live
            and any(p in phase.asked and (phase.pk, p) not in self.sealed for p in mine),
            is_moderator=campaign.pk in self.moderated,
            new=max(0, campaign.log_lines - self.looks[campaign.pk])
            if campaign.pk in self.looks
            else 0,
            private=campaign.private,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchLine:
    """A variant switch to choose when a campaign is founded; ``choices`` maps value to label."""

    key: str
    label: str
    choices: dict[str, str]
    default: str
    rule: str
    help: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioLine:
    """A starting position to choose."""

    key: str
    title: str
    summary: str
    seats: tuple[Badge, ...]
    turns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BookLine:
    """A rulebook to choose, with its scenarios and switches."""

    key: str
    title: str
    revision: str
    summary: str
    scenarios: tuple[ScenarioLine, ...]
    switches: tuple[SwitchLine, ...]
    families: tuple[str, ...]


def books() -> tuple[BookLine, ...]:
    """What a campaign can be founded on."""
    return tuple(book_line(book) for book in rulebooks.every())


def book_line(book: rulebooks.Book) -> BookLine:
    """A rulebook as a choice."""
    scenarios = tuple(
        ScenarioLine(
            key=scenario.key,
            title=scenario.title,
            summary=scenario.summary,
            seats=tuple(power_badge(book.powers[power]) for power in scenario.seats),
            turns=scenario.turns,
        )
        for scenario in book.scenarios.values()
    )
    switches = tuple(
        SwitchLine(
            key=switch.key,
            label=switch.label,
            choices=dict(switch.choices),
            default=switch.default,
            rule=switch.rule,
            help=switch.help,
        )
        for switch in book.switches.values()
    )
    return BookLine(
        key=book.key,
        title=book.title,
        revision=book.revision,
        summary=book.summary,
        scenarios=scenarios,
        switches=switches,
        families=families(book),
    )


def families(book: rulebooks.Book) -> tuple[str, ...]:
    """The kinds of phase that a clock policy may give hours of their own, if the book names them."""
    return tuple(getattr(book, "families", ()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """What one sees who follows an invitation: the campaign and the seats that are free.

    ``already`` are the powers this person holds there.
    """

    slug: str
    title: str
    book_title: str
    scenario_title: str
    status: str
    free: tuple[SeatLine, ...]
    already: tuple[Badge, ...]


def invitation(token: str, person: Any = None) -> Invitation:
    """The campaign behind an invitation link. Raises ``NoSuchCampaign`` for a dead link."""
    me = known(person)
    campaign = _campaigns().filter(invite_token=token).first() if token else None
    if campaign is None:
        raise NoSuchCampaign(
            "This invitation is not valid any more.", remedy="Ask the moderator for a new link."
        )
    book = rulebooks.load(campaign.rulebook, campaign.revision)
    seats = list(Seat.objects.filter(campaign=campaign).select_related("person"))
    takeable = campaign.status in (Status.RUNNING, Status.PAUSED, Status.WAITING)
    lines = seat_lines(book, seats, me)
    return Invitation(
        slug=campaign.slug,
        title=campaign.title,
        book_title=book.title,
        scenario_title=book.scenarios[campaign.scenario].title,
        status=campaign.status,
        free=tuple(line for line in lines if line.free or (line.bot and takeable)),
        already=tuple(line.badge for line in lines if line.mine),
    )
