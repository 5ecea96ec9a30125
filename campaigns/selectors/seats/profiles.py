"""A player: which seats they had, from when to when, and how reliably they answered.

Shown, and counted, are only campaigns in which this reader could find all of it by themselves: those that stand
in the lobby, and those at whose table the reader sits. Left out are campaigns that the reader follows with a
delay, and anonymous ones until they are over; so no profile, and no sum in one, says who sits behind an
anonymous seat or in a private campaign. Whoever has nothing to show has no page. What is counted stands in the
public log: never whether there was a secret act or a standing order. Players are not ranked.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns import rulebooks
from campaigns.domain.clock import Clock
from campaigns.domain.deadline_steps import moment_of
from campaigns.domain.entries.clock import ModeratorAwaited
from campaigns.domain.entries.phases import PhaseResolved
from campaigns.errors import NoSuchPage
from campaigns.models import Absence, Campaign, LogEntry, Origin, Phase, Seat, Status, Tenure
from campaigns.selectors.reader.access import Reading, badge_named, known
from campaigns.selectors.reader.names import Player
from campaigns.selectors.reader.power_badges import Badge
from campaigns.selectors.reader.titles import book_title
from campaigns.selectors.seats.missed_deadlines import AT_A_DEADLINE, LEAST

MOST_SEATS: Final = 40
"""So many seats are shown and counted, the last ones taken."""
MOST_PHASES: Final = 2000
"""So many phases of their campaigns are counted, the newest."""
_HEAVY = ("dice_seed", "tables", "variants", "clock")


class ProfileSeat(Struct, frozen=True, kw_only=True):
    """A time in a seat. Of the deadlines that were theirs, ``answered`` in time and ``missed``. ``left``: the seat
    was given up, or taken away, before the end. ``everybody``: not only this reader finds it here.
    """

    slug: str
    title: str
    book_title: str
    status: str
    badge: Badge
    joined_at: datetime
    left_at: datetime | None
    answered: int
    missed: int
    left: bool
    everybody: bool


class Profile(Struct, frozen=True, kw_only=True):
    """A player as one reader may know them: the last seats first. ``mine``: it is the reader; ``more``: there are
    earlier seats, which are not counted.
    """

    number: int
    name: str
    mine: bool
    seats: tuple[ProfileSeat, ...]
    more: bool

    @property
    def campaigns(self) -> int:
        """In how many campaigns they had these seats."""
        return len({seat.slug for seat in self.seats})

    @property
    def answered(self) -> int:
        """Deadlines answered in time."""
        return sum(seat.answered for seat in self.seats)

    @property
    def missed(self) -> int:
        """Deadlines missed."""
        return sum(seat.missed for seat in self.seats)

    @property
    def left(self) -> int:
        """Seats that they did not keep to the end."""
        return sum(seat.left for seat in self.seats)

    @property
    def since(self) -> datetime | None:
        """When they took the first of these seats."""
        return min((seat.joined_at for seat in self.seats), default=None)


def profile(number: int, person: Any = None) -> Profile:
    """The player with this number. Raises ``NoSuchPage`` where there is nothing that this reader may know, in
    the same words as where there is nobody.
    """
    me = known(person)
    player = get_user_model().objects.filter(pk=number, deleted_at=None, guest_seen_at=None).first()
    if player is None:
        raise _nobody()
    mine = me is not None and me.pk == player.pk
    rows = Tenure.objects.filter(person=player, seat__campaign__first_game="")
    tenures = list(
        rows.select_related("seat__campaign")
        .defer(*(f"seat__campaign__{name}" for name in _HEAVY))
        .order_by("-joined_at", "-pk")
    )
    campaigns = {one.seat.campaign_id: one.seat.campaign for one in tenures}
    open_to_all = _open_to_all(campaigns)
    tables = _tables_of(me, campaigns)
    named = {key for key, one in campaigns.items() if not one.anonymous} | open_to_all
    shown = [
        one
        for one in tenures
        if mine
        or one.seat.campaign_id in open_to_all
        or (one.seat.campaign_id in tables and one.seat.campaign_id in named)
    ]
    if not shown and not mine:
        raise _nobody()
    more, shown = len(shown) > MOST_SEATS, shown[:MOST_SEATS]
    counted = _Counted({one.seat.campaign_id for one in shown}, player.pk)
    return Profile(
        number=player.pk,
        name=player.name,
        mine=mine,
        seats=tuple(_seat(one, counted, open_to_all) for one in shown),
        more=more,
    )


def links(at: Reading, people: Mapping[int, Player]) -> set[int]:
    """Of some people of a campaign those whose page shows this reader at least what they have here."""
    campaign = at.campaign
    if at.is_behind or campaign.first_game or campaign.anonymous:
        return set()
    if (campaign.private or not campaign.listed) and not (at.own_powers or at.is_moderator):
        return set()
    return {key for key, player in people.items() if player.has_account}


def _nobody() -> NoSuchPage:
    return NoSuchPage(
        _("There is no player here whom you can read about."),
        remedy=_("Follow a name from a campaign that you can read."),
    )


def _open_to_all(campaigns: Mapping[int, Campaign]) -> set[int]:
    """The campaigns of which everybody may know now who plays what."""
    result = {
        key
        for key, one in campaigns.items()
        if not one.private
        and one.listed
        and (one.status == Status.FINISHED or not (one.delay or one.disclosed_id))
        and (one.status == Status.FINISHED or not one.anonymous)
    }
    hidden = [key for key in result if campaigns[key].anonymous]
    if hidden:
        # What is hidden in a fork may be hidden in the campaign that it comes from.
        result -= set(Origin.objects.filter(campaign__in=hidden).values_list("campaign", flat=True))
    return result


def _tables_of(me: Any, campaigns: Collection[int]) -> set[int]:
    """The campaigns at whose table the reader sits, or which they moderate."""
    if me is None:
        return set()
    seats = Seat.objects.filter(person=me, campaign__in=campaigns).order_by()
    desks = Campaign.moderators.through.objects.filter(user=me, campaign__in=campaigns)
    own = seats.values_list("campaign").union(desks.values_list("campaign"), all=True)
    return {key for (key,) in own}


def _seat(tenure: Tenure, counted: "_Counted", open_to_all: set[int]) -> ProfileSeat:
    campaign, power = tenure.seat.campaign, tenure.seat.power
    book = rulebooks.for_names(campaign.rulebook, campaign.revision)
    answered, missed = counted.of(tenure)
    ended = tenure.left_at
    return ProfileSeat(
        slug=campaign.slug,
        title=campaign.title,
        book_title=book_title(campaign, book),
        status=campaign.status,
        badge=badge_named(book, power),
        joined_at=tenure.joined_at,
        left_at=ended,
        answered=answered,
        missed=missed,
        left=ended is not None and counted.began_before(campaign.pk, ended),
        everybody=campaign.pk in open_to_all,
    )


class _Played(NamedTuple):
    """A phase that is over, as far as it is counted."""

    key: int
    asked: Sequence[str]
    opened_at: datetime
    resolved_at: datetime
    due_at: datetime | None
    longer: Mapping[str, str]


class _Counted:
    """The phases of some campaigns, and who was silent in them, by what the log says to everybody."""

    def __init__(self, campaigns: Collection[int], person: int) -> None:
        self.phases: dict[int, list[_Played]] = {}
        rows = Phase.objects.filter(campaign__in=campaigns, resolved_at__isnull=False)
        columns = ("campaign", "pk", "asked", "opened_at", "resolved_at", "due_at", "longer")
        for campaign, *row in rows.order_by("-pk").values_list(*columns)[:MOST_PHASES]:
            self.phases.setdefault(campaign, []).append(_Played(*row))
        keys = [one.key for each in self.phases.values() for one in each]
        self.silent: dict[int, set[str]] = {}
        self.struck: dict[int, set[str]] = {}
        told = LogEntry.objects.filter(
            phase__in=keys, kind__in=(PhaseResolved.tag, ModeratorAwaited.tag)
        )
        for phase, kind, text in told.order_by().values_list("phase", "kind", "body"):
            if kind == ModeratorAwaited.tag:
                self.struck.setdefault(phase, set()).update(ModeratorAwaited.of(text).missing)
                continue
            resolved = PhaseResolved.of(text)
            self.silent.setdefault(phase, set()).update(resolved.silent)
            if resolved.how in AT_A_DEADLINE:
                self.struck.setdefault(phase, set()).update(resolved.silent)
        away = Absence.objects.filter(campaign__in=campaigns, person=person)
        times = ("said_at", "begins_at", "ends_at")
        self.away: dict[int, list[tuple[datetime, ...]]] = {}
        for campaign, *row in away.order_by("pk").values_list("campaign", *times):
            self.away.setdefault(campaign, []).append(tuple(row))

    def began_before(self, campaign: int, moment: datetime) -> bool:
        """Whether play had begun."""
        return any(one.opened_at < moment for one in self.phases.get(campaign, ()))

    def of(self, tenure: Tenure) -> tuple[int, int]:
        """How many deadlines of a time in a seat were answered in time, and how many missed."""
        power, campaign = tenure.seat.power, tenure.seat.campaign_id
        answered = missed = 0
        for one in self.phases.get(campaign, ()):
            if power not in one.asked or one.opened_at < tenure.joined_at:
                continue
            if tenure.left_at is not None and one.resolved_at > tenure.left_at:
                continue
            struck = power in self.struck.get(one.key, ())
            if struck and self._is_due(one, power, campaign):
                missed += 1
            elif not struck and power not in self.silent.get(one.key, ()):
                answered += 1
        return answered, missed

    def _is_due(self, one: _Played, power: str, campaign: int) -> bool:
        """Whether a deadline could be met: the phase was open for a day, and no absence had been announced."""
        if one.due_at is None or one.due_at - one.opened_at < LEAST:
            return False
        own = {power: moment_of(one.longer[power])} if power in one.longer else {}
        due = (
            Clock(opened_at=one.opened_at, due_at=one.due_at, longer=own).due_for(power)
            or one.due_at
        )
        return not any(
            said <= due and begins <= due < ends
            for said, begins, ends in self.away.get(campaign, ())
        )
