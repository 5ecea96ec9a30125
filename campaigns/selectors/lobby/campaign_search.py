"""Finding a campaign: all that are listed for everybody, by what somebody looks for, a page at a time."""

from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from campaigns import rulebooks
from campaigns.domain.languages import TONGUES
from campaigns.models import Campaign, Status
from campaigns.selectors.lobby.campaign_cards import LIVE, CampaignCard
from campaigns.selectors.lobby.glimpses import seen_of
from campaigns.selectors.lobby.lobby_page import SHOWN, WITH_CLOCK, Deck
from campaigns.selectors.reader.access import known
from core.sql.statements import Select

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


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchFilter:
    """What somebody looks for: ``text`` in the name of a campaign or of its game, one of `KINDS` and of
    `PACES`, a language by its code, and how many ``seats`` are wanted. Empty: whichever.
    """

    text: str = ""
    kind: str = ""
    pace: str = ""
    language: str = ""
    seats: int = 0
    page: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """The campaigns of one page, the newest first; ``more`` says that there is another page."""

    wish: SearchFilter
    cards: tuple[CampaignCard, ...]
    more: bool


# A seat is wanted where nobody sits: before the start one that the autopilot has not, afterwards one that
# somebody has left. What those see who follow with a delay tells of no seat that was left since.
_WANTED = (
    "(SELECT count(*) FROM campaigns_seat s WHERE s.campaign_id = campaigns_campaign.id"
    " AND s.person_id IS NULL AND CASE WHEN campaigns_campaign.status = 'gathering' THEN NOT s.bot"
    " ELSE campaigns_campaign.status <> 'finished' AND campaigns_campaign.delay = 0"
    " AND EXISTS (SELECT 1 FROM campaigns_tenure t WHERE t.seat_id = s.id) END)"
)
_HOURS = "COALESCE((clock->'hours'->>'default')::float, 1e8)"
_FOUND = Select(
    Campaign,
    "NOT private AND listed AND status = ANY(%s)"
    " AND (%s::text = '' OR title ILIKE %s::text OR rulebook = ANY(%s))"
    f" AND (%s::text = '' OR ({_HOURS} > %s::float AND {_HOURS} <= %s::float))"
    " AND (%s::text = '' OR language = %s::text)"
    f" AND (%s::int = 0 OR {_WANTED} >= %s::int)"
    " ORDER BY created_at DESC, id DESC LIMIT %s OFFSET %s",
    without=WITH_CLOCK,
)


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
    statuses = KINDS[wish.kind][1] if wish.kind else tuple(Status)
    seats = max(wish.seats, 1) if wish.kind == "open" else wish.seats
    low, high = PACES[wish.pace][1:] if wish.pace else (0.0, 0.0)
    rows = _FOUND.all(
        [str(status) for status in statuses],
        wish.text,
        f"%{_literally(wish.text)}%",
        _books_named(wish.text),
        wish.pace,
        low,
        high,
        wish.language,
        wish.language,
        seats,
        seats,
        SHOWN + 1,
        (wish.page - 1) * SHOWN,
    )
    shown = rows[:SHOWN]
    deck = Deck(known(person), shown)
    deck.seen = seen_of([one for one in shown if one.status == Status.FINISHED], whole=())
    return SearchResult(
        wish=wish,
        cards=tuple(deck.card(campaign) for campaign in shown),
        more=len(rows) > SHOWN and wish.page < LAST_PAGE,
    )


def _literally(text: str) -> str:
    """A text in which nothing stands for other letters."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _books_named(text: str) -> list[str]:
    """The keys of the games whose name has this text."""
    sought = text.casefold()
    return [book.key for book in rulebooks.every() if sought and sought in book.title.casefold()]


def _number(text: Any, most: int) -> int:
    """A number from 1 to so many; 0 for anything else."""
    text = str(text)
    return min(int(text), most) if text.isascii() and text.isdigit() and len(text) < 6 else 0
