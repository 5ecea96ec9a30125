"""What is worth reading in the lobby: one campaign leads, two stand below it.

A great piece of news of the last week leads. Without one, a campaign that is over does, told as its chronicle tells
it; those go first of which most can be shown, a board and who stood best. Then what else is news in campaigns
that run, then others that are over, then whatever was told last. Everything is open to everybody.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from msgspec import Struct

from campaigns import rulebooks
from campaigns.chronicles.spec import told_of
from campaigns.chronicles.weighing import NOTABLE
from campaigns.models import Campaign, Phase
from campaigns.selectors.lobby.glimpses import Seen, seen_of
from campaigns.selectors.reader.titles import book_title
from core.sql.columns import Columns

SHOWN = 3
FRESH = timedelta(days=7)
"""For how long the weightiest news leads; after that it is the latest."""
GREAT = 60
"""From which weight on news go before campaigns that are over: wars, falls, treaties."""

_TOLD = Columns(
    Phase,
    ("campaign", "number", "turn_title", "headline", "weight", "resolved_at", "lede"),
    "id IN (SELECT DISTINCT ON (campaign_id) id FROM campaigns_phase WHERE campaign_id = ANY(%s)"
    " AND resolved_at IS NOT NULL AND undone_at IS NULL AND headline <> ''"
    " ORDER BY campaign_id, turn DESC, weight DESC, number DESC)",
)


class News(Struct, frozen=True, kw_only=True):
    """What is told of a campaign: of one that runs the greatest headline of its last turn, what explains it, and when it
    was resolved; of one that is ``over`` those of its chronicle. ``number`` is the phase, 0 of one that is over.
    ``seen`` is the campaign at a glance, once that is drawn.
    """

    slug: str
    title: str
    book_title: str
    book_key: str
    headline: str
    lede: str = ""
    over: bool = False
    turn_title: str = ""
    number: int = 0
    resolved_at: datetime | None = None
    seen: Seen | None = None
    hues: tuple[tuple[str, str], ...] = ()


def worth_reading(
    running: Sequence[Campaign], finished: Iterable[Campaign], besides: Iterable[Campaign] = ()
) -> tuple[tuple[News, ...], dict[int, Seen]]:
    """What is worth reading, the lead first; and at a glance the campaigns that it is of, those that are
    ``finished``, and those that are asked for ``besides``.

    ``running`` and ``finished`` are campaigns that are listed for everybody; those that run and whose spectators
    follow with a delay say nothing here.
    """
    known = {one.pk: one for one in running if not (one.private or one.delay)}
    told = _TOLD.all(list(known)) if known else []
    since = timezone.now() - FRESH
    told.sort(
        key=lambda row: (row[5] >= since, row[4] if row[5] >= since else 0, row[5], row[0]),
        reverse=True,
    )
    told = told[:SHOWN]
    over = sorted(finished, key=_shows, reverse=True)
    rows = [known[row[0]] for row in told]
    # Whichever leads, its board is there.
    seen = seen_of([*rows, *over, *besides], whole=[one.pk for one in (*rows[:1], *over[:1])])
    new = [_new(known[row[0]], row, seen.get(row[0])) for row in told]
    done = [_done(one, seen[one.pk]) for one in over if one.pk in seen and seen[one.pk].headline]
    great = bool(told) and told[0][5] >= since and told[0][4] >= GREAT
    first = new[:1] if great or not done else done[:1]
    notable = [one for one, row in zip(new, told, strict=True) if row[4] >= NOTABLE]
    rest = [*notable, *done, *(one for one in new if one not in notable)]
    return (*first, *(one for one in rest if one not in first))[:SHOWN], seen


def _shows(campaign: Campaign) -> tuple[bool, int, float, int]:
    """How much can be shown of a campaign that is over: a board made small, who stood best or what each holds; the
    latest of equals goes first.
    """
    told = told_of(campaign.rulebook)
    measured = 0 if told.measure is None else 1 + told.measure.leads
    ended = campaign.finished_at.timestamp() if campaign.finished_at else 0
    return (told.small is not None, measured, ended, campaign.pk)


def _new(
    campaign: Campaign, row: tuple[int, int, str, str, int, datetime, str], seen: Seen | None
) -> News:
    _key, number, turn_title, headline, _weight, resolved_at, lede = row
    return _news(
        campaign,
        seen,
        headline=headline,
        lede=lede,
        turn_title=turn_title,
        number=number,
        resolved_at=resolved_at,
    )


def _done(campaign: Campaign, seen: Seen) -> News:
    return _news(campaign, seen, headline=seen.headline, lede=seen.lede, over=True)


def _news(campaign: Campaign, seen: Seen | None, **told: Any) -> News:
    """News of a campaign, with what is ``told`` of it."""
    book = rulebooks.for_names(campaign.rulebook, campaign.revision)
    return News(
        slug=campaign.slug,
        title=campaign.title,
        book_title=book_title(campaign, book),
        book_key=campaign.rulebook,
        seen=seen,
        hues=hues_of(book),
        **told,
    )


def hues_of(book: rulebooks.Book | None) -> tuple[tuple[str, str], ...]:
    """The hues of a book's sides, by their keys; ``book`` is one for names."""
    return tuple((key, book.factions[key].hue) for key in book.factions) if book else ()
