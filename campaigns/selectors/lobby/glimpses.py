"""What a list shows of campaigns at a glance: their large chart, who stood best, the board made small.

Only of campaigns that everybody may read as they stand; what is drawn is what a visitor sees of phases that
are over (:mod:`campaigns.services.site.glimpses`).
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import connection
from msgspec import Struct

from campaigns import rulebooks
from campaigns.chronicles import sampling, wording
from campaigns.chronicles.spec import Charted, ChronicleSpec, Measure, told_of
from campaigns.domain.wording import in_readers_words, said_by
from campaigns.models import Campaign
from campaigns.selectors.reader.access import badge_of
from campaigns.selectors.reader.power_badges import Badge

_KEPT = (
    "SELECT campaign_id, seen::text, CASE WHEN campaign_id = ANY(%s) THEN board::text END"
    " FROM campaigns_glimpse WHERE campaign_id = ANY(%s)"
)


class TrackSeen(Struct, frozen=True, kw_only=True):
    """A value over time; ``badge`` is whose it is, if it is anybody's."""

    name: str
    steps: tuple[tuple[int, int], ...]
    badge: Badge | None = None


class Seen(Struct, frozen=True, kw_only=True):
    """A campaign at a glance. ``years`` are the phases with which each began, ``limits`` are levels at which something happens, with what that is; ``stood``
    says in a line how a campaign ended, and ``best`` who stood best by the measure of its rules.
    """

    title: str
    first: int
    last: int
    years: tuple[tuple[int, str], ...]
    tracks: tuple[TrackSeen, ...]
    limits: tuple[tuple[str, tuple[tuple[int, int], ...]], ...] = ()
    stood: str = ""
    best: tuple[Badge, ...] = ()
    board: str = ""


def seen_of(campaigns: Iterable[Campaign], *, whole: Iterable[int] = ()) -> dict[int, Seen]:
    """Each of these campaigns at a glance, by key; the board comes with those that are asked for ``whole``."""
    known = {one.pk: one for one in campaigns if not one.private}
    if not known:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_KEPT, (list(whole), list(known)))
        rows = cursor.fetchall()
    return {key: _seen(known[key], json.loads(seen), board or "") for key, seen, board in rows}


def _seen(campaign: Campaign, kept: Mapping[str, Any], board: str) -> Seen:
    told = told_of(campaign.rulebook)
    book = rulebooks.for_names(campaign.rulebook, campaign.revision)
    charts = told.charts[:1]
    tracks, limits = [], []
    for who, name, steps in kept["tracks"]:
        pairs = tuple((at, value) for at, value in steps)
        if who.startswith(sampling.LITERAL):
            number = int(who.removeprefix(sampling.LITERAL))
            limits += [
                (chart.levels[number].words, pairs)
                for chart in charts
                if number < len(chart.levels)
            ]
            continue
        badge = badge_of(book, who)
        tracks.append(
            TrackSeen(name=name or (badge.name if badge else who), steps=pairs, badge=badge)
        )
    rows = [_stood(book, told, row) for row in kept["stood"]]
    decided = told.measure is not None and told.measure.leads and bool(rows)
    most = rows[0].rank if decided else 0
    return Seen(
        title=charts[0].title if charts else "",
        first=kept["first"],
        last=kept["last"],
        years=tuple((at, year) for at, year in kept["years"]),
        tracks=tuple(_moving(tracks, charts)),
        limits=tuple(limits),
        stood=_line(campaign, told.measure, rows) if decided and told.measure else "",
        best=tuple(
            badge
            for row in rows
            if decided and row.rank == most and (badge := badge_of(book, row.key))
        ),
        board=board,
    )


def _line(campaign: Campaign, by: Measure, rows: list[wording.Stood]) -> str:
    """How a campaign ended by its measure, in the reader's language."""
    with said_by(campaign.rulebook):
        named = [row._replace(name=in_readers_words(row.name)) for row in rows]
        return wording.headline(named, wording.in_words(by), ())


def _moving(tracks: list[TrackSeen], charts: tuple[Charted, ...]) -> list[TrackSeen]:
    """The tracks that there is room for, the farthest from zero; none where nothing ever moved."""
    if not any(len(each.steps) > 1 for each in tracks):
        return []
    most = charts[0].most if charts else 0
    return sorted(tracks, key=lambda each: -abs(each.steps[-1][1]))[:most]


def _stood(book: rulebooks.Book | None, told: ChronicleSpec, row: list[Any]) -> wording.Stood:
    key, value, whole, share = row
    badge = badge_of(book, key)
    name = badge.name if badge else key
    return wording.Stood(key, f"the {name}" if key in told.articles else name, value, whole, share)
