"""Finding a campaign: all that are listed for everybody, by what somebody looks for, a page at a time."""

from typing import Any

from django.db.models import Count, Exists, FloatField, OuterRef, Q, QuerySet
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from campaigns import rulebooks
from campaigns.domain.languages import TONGUES
from campaigns.models import Campaign, Seat, Status, Tenure
from campaigns.selectors.lobby.campaign_cards import LIVE, CampaignCard
from campaigns.selectors.lobby.glimpses import seen_of
from campaigns.selectors.lobby.lobby_page import SHOWN, WITH_CLOCK, Deck
from campaigns.selectors.reader.access import known

KINDS: dict[str, tuple[str | Promise, tuple[str, ...]]] = {
    "open": (_("Open seats"), (Status.GATHERING,)),
    "running": (_("Running"), LIVE),
    "finished": (_("Finished"), (Status.FINISHED,)),
}
"""The kinds of campaign that are asked for: what each is called, and the statuses it has."""

PACES: dict[str, tuple[str | Promise, float, float]] = {
    "day": (_("a day or less"), 0, 24),
    "days": (_("up to three days"), 24, 72),
    "week": (_("more than three days"), 72, 1e7),
    "none": (_("no deadlines"), 1e7, 1e9),
}
"""How fast a campaign is: what each pace is called, and that a phase has more hours than so many, and at most
so many. A phase without a deadline counts as 1e8 hours.
"""

MOST_SEATS = 3
"""At least so many seats can be asked for."""
LAST_PAGE = 1000
LONGEST = 60
"""So many letters of what is looked for are read."""


class SearchFilter(Struct, frozen=True, kw_only=True):
    """What somebody looks for: ``text`` in the name of a campaign or of its game, one of `KINDS` and of
    `PACES`, a language by its code, and how many ``seats`` are wanted. Empty: whichever.
    """

    text: str = ""
    kind: str = ""
    pace: str = ""
    language: str = ""
    seats: int = 0
    page: int = 1


class SearchResult(Struct, frozen=True, kw_only=True):
    """The campaigns of one page, the newest first; ``more`` says that there is another page."""

    wish: SearchFilter
    cards: tuple[CampaignCard, ...]
    more: bool


_HOURS = Coalesce(Cast(KT("clock__hours__default"), FloatField()), 1e8)


def filter_of(given: Any) -> SearchFilter:
    """What is looked for, from what a form has sent; what it does not know counts as empty."""

    def one_of(name: str, known: Any) -> str:
        value = str(given.get(name, ""))
        return value if value in known else ""

    return SearchFilter(
        text=" ".join(str(given.get("q", "")).replace("\0", "").split())[:LONGEST],
        kind=one_of("kind", KINDS),
        pace=one_of("pace", PACES),
        language=one_of("language", TONGUES),
        seats=_number(given.get("seats", ""), MOST_SEATS),
        page=_number(given.get("page", ""), LAST_PAGE) or 1,
    )


def found(wish: SearchFilter, person: Any = None) -> SearchResult:
    """The campaigns that are listed for everybody and are as somebody wishes, as this person sees them."""
    first = (wish.page - 1) * SHOWN
    rows = list(_found(wish).order_by("-created_at", "-pk")[first : first + SHOWN + 1])
    shown = rows[:SHOWN]
    deck = Deck(known(person), shown)
    deck.seen = seen_of([one for one in shown if one.status == Status.FINISHED], whole=())
    return SearchResult(
        wish=wish,
        cards=tuple(deck.card(campaign) for campaign in shown),
        more=len(rows) > SHOWN and wish.page < LAST_PAGE,
    )


def _found(wish: SearchFilter) -> QuerySet[Campaign]:
    """The campaigns that are listed for everybody and are as somebody wishes, in no order."""
    rows = Campaign.objects.filter(private=False, listed=True).defer(*WITH_CLOCK)
    if wish.kind:
        rows = rows.filter(status__in=KINDS[wish.kind][1])
    if wish.text:
        by_name = Q(title__icontains=wish.text) | Q(rulebook__in=_books_named(wish.text))
        rows = rows.filter(by_name)
    if wish.pace:
        _name, low, high = PACES[wish.pace]
        rows = rows.alias(hours=_HOURS).filter(hours__gt=low, hours__lte=high)
    if wish.language:
        rows = rows.filter(language=wish.language)
    if seats := max(wish.seats, 1) if wish.kind == "open" else wish.seats:
        rows = rows.filter(pk__in=_wanting(seats))
    return rows


def _wanting(seats: int) -> QuerySet[Seat, int]:
    """The campaigns with so many wanted seats. A seat is wanted where nobody sits: before the start one that the
    autopilot has not, afterwards one that somebody has left. What those see who follow with a delay tells of no
    seat that was left since.
    """
    gathering = Q(campaign__status=Status.GATHERING)
    goes_on = ~Q(campaign__status__in=[Status.GATHERING, Status.FINISHED]) & Q(campaign__delay=0)
    was_left = Exists(Tenure.objects.filter(seat=OuterRef("pk")))
    wanted = Seat.objects.filter(
        (gathering & Q(bot=False)) | (goes_on & was_left), person__isnull=True
    )
    by_campaign = wanted.order_by().values("campaign").annotate(count=Count("pk"))
    return by_campaign.filter(count__gte=seats).values_list("campaign", flat=True)


def _books_named(text: str) -> list[str]:
    """The keys of the games whose name has this text."""
    sought = text.casefold()
    return [book.key for book in rulebooks.every() if sought and sought in book.title.casefold()]


def _number(text: Any, most: int) -> int:
    """A number from 1 to so many; 0 for anything else."""
    text = str(text)
    return min(int(text), most) if text.isascii() and text.isdigit() and len(text) < 6 else 0
