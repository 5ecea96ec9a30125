"""What a person of a campaign is called, for one reader: the one place that decides whether a name may be told.

In an anonymous campaign the people behind the seats stay hidden until its end. A name is told there only to
its own person; of those who stand in, to whom they stand in for; of everybody, to a moderator who never had a
seat; and of such a moderator, to everybody. All others are called by what they do: *the player of Germany*.
What is not told is not fetched: nothing here hangs on a hidden person's account.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Final, NamedTuple

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import shown_name
from accounts.names import DELETED_PREFIX, GUEST_PREFIX
from campaigns import rulebooks
from campaigns.domain.entries.campaign import CampaignFounded
from campaigns.domain.entries.moderators import (
    DeskOffered,
    DeskPassed,
    ModeratorAdded,
    SuccessorNamed,
)
from campaigns.domain.entries.seats import DeputyAccepted, DeputyEnded, SeatAssigned, SeatEntered
from campaigns.domain.entries.votes import VoteAsked
from campaigns.domain.wording import in_readers_words, within
from campaigns.models import Campaign, LogEntry, Status, Tenure
from campaigns.rulebooks import fork_origin
from core.sql.columns import Columns
from core.text.lists import listed

A_PLAYER: Final = gettext_noop("a player")
A_MODERATOR: Final = gettext_noop("a moderator")
A_DEPUTY: Final = gettext_noop("a deputy")
SOMEBODY: Final = gettext_noop("somebody")
"""What a hidden person is called: in English here, translated where it is told."""

A_PLAYER_OF: Final = gettext_noop("the player of %(powers)s")
A_DEPUTY_OF: Final = gettext_noop("a deputy of %(powers)s")

_PEOPLE = Columns(
    get_user_model(), ("id", "username", "display_name", "deleted_at"), "id = ANY(%s) ORDER BY id"
)
_TOOK_THE_DESK = (CampaignFounded.tag, ModeratorAdded.tag, DeskPassed.tag)
_ENTRIES_OF_ONE: Mapping[str, str] = {
    SeatEntered.tag: A_PLAYER,
    SeatAssigned.tag: A_PLAYER,
    DeskOffered.tag: A_PLAYER,
    DeskPassed.tag: A_PLAYER,
    SuccessorNamed.tag: SOMEBODY,
    ModeratorAdded.tag: SOMEBODY,
    VoteAsked.tag: SOMEBODY,
    DeputyAccepted.tag: A_DEPUTY,
    DeputyEnded.tag: A_DEPUTY,
}
"""What a hidden person is called whom an entry names because it concerns them. Who offered or got the desk is
not called by a power: as a moderator they would be known by it later.
"""


class Player(NamedTuple):
    """What somebody is called, and how they sign in (empty where the reader may not know who it is)."""

    name: str
    username: str

    @property
    def hidden(self) -> bool:
        """Whether the reader may not know who it is."""
        return not self.username

    @property
    def has_account(self) -> bool:
        """Whether the reader may know who it is, and it is somebody with an account now."""
        return not self.hidden and not self.username.startswith((DELETED_PREFIX, GUEST_PREFIX))


class People(dict[int, Player]):
    """Some people of a campaign by their keys, as one reader may know them."""

    def __init__(self, found: Mapping[int, Player], names: "Names | None" = None) -> None:
        super().__init__(found)
        self._names = names

    def by(self, entry: LogEntry) -> str:
        """Whom an entry of the log names; empty where it names nobody."""
        key = entry.person_id
        if key is None:
            return ""
        if not self[key].hidden or self._names is None:
            return self[key].name
        return self._names.in_entry(entry, key)

    def of_seat(self, key: int | None, power: str) -> str:
        """Who did something for a power, or as a moderator (no power); empty for nobody."""
        if key is None:
            return ""
        if not self[key].hidden:
            return self[key].name
        return _(A_PLAYER) if power else _(A_MODERATOR)


@dataclass
class Names:
    """The people of a campaign for one reader (``None``: a visitor).

    ``campaign`` is as the reader may read it, ``until`` how far; ``desk`` gives the keys of those who
    moderate, and is asked only where people are hidden.
    """

    campaign: Campaign
    reader: int | None
    until: datetime
    desk: Callable[[], Iterable[int]]

    def of(self, keys: Iterable[int | None], *, hidden: str = "") -> People:
        """People by their keys. ``hidden`` is what to call those who stay hidden, else it is by what they
        do now.
        """
        wanted = {key for key in keys if key is not None}
        if not wanted or not is_anonymous(self.campaign):
            return People(known_to_the_site(wanted))
        told = {key for key in wanted if self.may_tell(key)}
        found = known_to_the_site(told)
        found |= {
            key: Player(_(hidden) if hidden else self._by_part(key, self.until), "")
            for key in wanted - told
        }
        return People({key: found[key] for key in sorted(wanted)}, self)

    def may_tell(self, key: int) -> bool:
        """Whether the reader may know the name of this person."""
        if key == self.reader or self.reader_knows_all:
            return True
        return (
            key in self._own_deputies or key in self._known_by_consent or self.only_moderates(key)
        )

    @cached_property
    def reader_knows_all(self) -> bool:
        """Whether the reader moderates and never had a part in a seat."""
        return self.reader is not None and self.only_moderates(self.reader)

    def in_entry(self, entry: LogEntry, key: int) -> str:
        """What a hidden person is called whom an entry of the log names: never so that a part they have as
        a moderator leads to a seat.
        """
        if entry.kind in _ENTRIES_OF_ONE:
            return _(_ENTRIES_OF_ONE[entry.kind])
        if '"deputy":' in entry.body:
            return _(A_DEPUTY)
        if entry.actor == "moderator":
            return _(A_MODERATOR)
        return _(A_PLAYER) if entry.power else self._by_part(key, entry.at)

    def _by_part(self, key: int, at: datetime) -> str:
        """What a hidden person is called by what they did then."""
        if key in self.moderators:
            return _(A_MODERATOR)
        for part, title in ((self._tenures, A_PLAYER_OF), (self._deputies, A_DEPUTY_OF)):
            powers = [one.power for one in part if one.person == key and one.holds(at)]
            if powers:
                played_by = (self.campaign.rulebook, self.campaign.revision)
                names = [
                    within(in_readers_words(rulebooks.power_name(*played_by, power), played_by[0]))
                    for power in dict.fromkeys(powers)
                ]
                return _(title) % {"powers": listed(names)}
        return _(A_PLAYER) if key in self._had_a_part else _(SOMEBODY)

    def only_moderates(self, key: int) -> bool:
        """Whether somebody moderates and never had a part in a seat."""
        return key in self.moderators and key not in self._had_a_part

    @cached_property
    def moderators(self) -> frozenset[int]:
        """Who moderates."""
        return frozenset(self.desk())

    @cached_property
    def _tenures(self) -> list["_Part"]:
        rows = Tenure.objects.filter(seat__campaign=self.campaign).order_by("seat__order", "pk")
        found = rows.values_list("seat__power", "person_id", "joined_at", "left_at")
        return [_Part(*row) for row in found]

    @cached_property
    def _deputies(self) -> list["_Part"]:
        rows = self.campaign.deputies.filter(accepted_at__isnull=False)
        found = rows.order_by("pk").values_list("power", "person_id", "accepted_at", "ended_at")
        return [_Part(*row) for row in found]

    @cached_property
    def _had_a_part(self) -> set[int]:
        return {one.person for one in (*self._tenures, *self._deputies)}

    @cached_property
    def _own_deputies(self) -> set[int]:
        """Whom the reader has named to stand in: they know whom they named."""
        if self.reader is None:
            return set()
        rows = self.campaign.deputies.filter(principal=self.reader)
        return set(rows.values_list("person_id", flat=True))

    @cached_property
    def _known_by_consent(self) -> set[int]:
        """Once the players agreed to be named: they, and who has sat down or stood in since."""
        since = self.campaign.named_at
        if since is None or since > self.until:
            return set()
        seated = {one.person for one in self._tenures if one.left is None or one.left > since}
        return seated | {one.person for one in self._deputies if one.begun and one.begun > since}


class _Part(NamedTuple):
    """A seat that somebody had, or stood in for, from when to when."""

    power: str
    person: int
    begun: datetime | None
    left: datetime | None

    def holds(self, at: datetime) -> bool:
        return self.begun is not None and self.begun <= at and (self.left is None or at < self.left)


def is_anonymous(campaign: Campaign) -> bool:
    """Whether people of a campaign may be hidden in it now: until it is over and, if it is a fork, the
    campaign that it comes from too, in which the same people play.
    """
    if not campaign.anonymous:
        return False
    return campaign.status != Status.FINISHED or not fork_origin.is_open(campaign)


def hides_its_players(campaign: Campaign) -> bool:
    """Whether those who play now are hidden."""
    return is_anonymous(campaign) and campaign.named_at is None


def names_for(campaign: Campaign, reader: int | None, until: datetime) -> Names:
    """The people of a campaign for somebody (``None``: for everybody)."""
    return Names(campaign, reader, until, lambda: campaign.moderators.values_list("pk", flat=True))


class SeatRow(NamedTuple):
    """What is said of a seat wherever it is shown."""

    power: str
    person_id: int | None
    bot: bool


def seated_players(
    campaigns: Mapping[Campaign, Iterable[SeatRow]], reader: Any
) -> dict[int, People]:
    """Those who sit there now, by the keys of the campaigns, for a list of many, without a look at each: in
    an anonymous one nobody is named but the reader.
    """
    me = reader.pk if reader is not None else None
    seated = {
        campaign: {seat.person_id for seat in seats if seat.person_id is not None}
        for campaign, seats in campaigns.items()
    }
    hiding = {campaign.pk for campaign in campaigns if hides_its_players(campaign)}
    told = {
        key
        for campaign, keys in seated.items()
        for key in keys
        if campaign.pk not in hiding or key == me
    }
    known = known_to_the_site(told)
    return {
        campaign.pk: People(
            {
                key: known[key]
                if campaign.pk not in hiding or key == me
                else Player(_(A_PLAYER), "")
                for key in sorted(keys)
            }
        )
        for campaign, keys in seated.items()
    }


def names_of_seats() -> Iterator[str]:
    """What the powers of all books are called in the language of now, and who plays them or stands in."""
    for book in rulebooks.every():
        for power in book.powers.values():
            name = in_readers_words(str(power.name), book.key)
            yield name
            yield from (_(title) % {"powers": name} for title in (A_PLAYER_OF, A_DEPUTY_OF))


def has_seen_the_people(campaign: Campaign, person: int) -> bool:
    """Whether somebody moderates an anonymous campaign, or did, without a part in a seat: they know who
    plays what.
    """
    if not hides_its_players(campaign):
        return False
    moderated = campaign.log.filter(person=person, kind__in=_TOOK_THE_DESK)
    had = Tenure.objects.filter(seat__campaign=campaign, person=person)
    return moderated.exists() and not had.exists()


def known_to_the_site(keys: Iterable[int | None]) -> dict[int, Player]:
    """People by their keys, with their names, hidden or not: for this module and for whoever is no part of
    a campaign.
    """
    wanted = sorted({key for key in keys if key is not None})
    return {
        key: Player(shown_name(username, *more), username)
        for key, username, *more in (_PEOPLE.all(wanted) if wanted else ())
    }
