"""What has just been told in campaigns that everybody may read: the front page of the lobby."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.utils import timezone
from msgspec import Struct

from campaigns import rulebooks
from campaigns.models import Campaign, Phase
from campaigns.selectors.lobby.glimpses import Seen, seen_of
from campaigns.selectors.reader.titles import book_title
from core.sql.columns import Columns

SHOWN = 3
FRESH = timedelta(days=7)
"""For how long the weightiest news leads; after that it is the latest."""

_TOLD = Columns(
    Phase,
    ("campaign", "number", "turn_title", "headline", "weight", "resolved_at", "lede"),
    "id IN (SELECT DISTINCT ON (campaign_id) id FROM campaigns_phase WHERE campaign_id = ANY(%s)"
    " AND resolved_at IS NOT NULL AND undone_at IS NULL AND headline <> ''"
    " ORDER BY campaign_id, number DESC)",
)


class News(Struct, frozen=True, kw_only=True):
    """The last phase of a campaign that was told: its headline, what explains it, and when it was resolved.
    ``seen`` is the campaign at a glance, once that is drawn.
    """

    slug: str
    title: str
    book_title: str
    turn_title: str
    number: int
    headline: str
    resolved_at: datetime
    book_key: str
    lede: str = ""
    seen: Seen | None = None
    hues: tuple[tuple[str, str], ...] = ()


def worth_reading(
    running: Sequence[Campaign], besides: Iterable[Campaign] = ()
) -> tuple[tuple[News, ...], dict[int, Seen]]:
    """The news of the last week, the weightiest first, then older ones by their age; and at a glance the
    campaigns that they are of, and those that are asked for ``besides``, which are over.

    ``running`` are campaigns that are listed for everybody; those whose spectators follow with a delay
    say nothing here.
    """
    known = {one.pk: one for one in running if not (one.private or one.delay)}
    told = _TOLD.all(list(known)) if known else []
    since = timezone.now() - FRESH
    told.sort(
        key=lambda row: (row[5] >= since, row[4] if row[5] >= since else 0, row[5], row[0]),
        reverse=True,
    )
    shown = told[:SHOWN]
    chosen, over = [known[row[0]] for row in shown], list(besides)
    seen = seen_of([*chosen, *over], whole=[one.pk for one in (chosen or over)[:1]])
    books = {one.pk: rulebooks.for_names(one.rulebook, one.revision) for one in chosen}
    news = tuple(
        News(
            slug=known[key].slug,
            title=known[key].title,
            book_title=book_title(known[key], books[key]),
            turn_title=turn_title,
            number=number,
            headline=headline,
            resolved_at=resolved_at,
            book_key=known[key].rulebook,
            lede=lede,
            seen=seen.get(key),
            hues=hues_of(books[key]),
        )
        for key, number, turn_title, headline, _, resolved_at, lede in shown
    )
    return news, seen


def hues_of(book: rulebooks.Book | None) -> tuple[tuple[str, str], ...]:
    """The hues of a book's sides, by their keys; ``book`` is one for names."""
    return tuple((key, book.factions[key].hue) for key in book.factions) if book else ()
