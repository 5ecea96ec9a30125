"""What a list shows of campaigns at a glance: two charts, the board made small, and of those that are over what
their chronicle says first and who stood best.

Only of campaigns that everybody may read as they stand; what is drawn is what a visitor sees of phases that
are over (:mod:`campaigns.services.site.glimpses`).
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import connection
from django.utils.translation import get_language
from msgspec import Struct

from campaigns import rulebooks
from campaigns.chronicles import sampling
from campaigns.chronicles.spec import Charted, told_of
from campaigns.models import Campaign
from campaigns.models.glimpse import DRAWN
from campaigns.selectors.reader.access import badge_of
from campaigns.selectors.reader.power_badges import Badge
from rules.kernel.setup import named_within

_KEPT = (
    "SELECT campaign_id, seen::text, CASE WHEN campaign_id = ANY(%s) THEN board::text END"
    " FROM campaigns_glimpse WHERE campaign_id = ANY(%s)"
)


class TrackSeen(Struct, frozen=True, kw_only=True):
    """A value over time; ``badge`` is whose it is, if it is anybody's, and ``within`` what that is called in a
    sentence, if otherwise.
    """

    name: str
    steps: tuple[tuple[int, int], ...]
    badge: Badge | None = None
    within: str = ""


class WarsSeen(Struct, frozen=True):
    """The wars of a campaign that is over: what they are called, how many, and the first in words."""

    title: str
    count: int
    first: str


class Drawn(Struct, frozen=True, kw_only=True):
    """The values of one chart over time, from the phase ``first`` to ``last``, those that end farthest from zero
    first. ``limits`` are levels at which something happens, with what that is, ``called`` how a value is said,
    ``before`` what stands before it.
    """

    title: str
    first: int
    last: int
    tracks: tuple[TrackSeen, ...]
    limits: tuple[tuple[str, tuple[tuple[int, int], ...]], ...] = ()
    called: tuple[str, ...] = ()
    before: str = ""


class Seen(Struct, frozen=True, kw_only=True):
    """A campaign at a glance. ``charts`` are those on which anything moved, the large one first if it did; ``years``
    are the phases with which each began; in ``minutes`` all turns are read, and ``weightiest`` is the phase in which
    most happened. Of a campaign that is over ``headline`` and ``lede`` are those of its chronicle, ``wars`` are its
    wars, if the rules know any, and ``best`` are who stood best by the measure of its rules.
    """

    charts: tuple[Drawn, ...]
    years: tuple[tuple[int, str], ...]
    minutes: int = 0
    weightiest: int = 0
    headline: str = ""
    lede: str = ""
    wars: WarsSeen | None = None
    best: tuple[Badge, ...] = ()
    board: str = ""

    @property
    def span(self) -> str:
        """From which year to which it was played."""
        ends = dict.fromkeys(year for _at, year in (*self.years[:1], *self.years[-1:]))
        return "\N{EN DASH}".join(ends)


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
    drawn = (
        _drawn(book, chart, kept, kept.get(place, ()))
        for place, chart in zip(("tracks", "beside"), told.charts, strict=False)
    )
    leads = told.measure is not None and told.measure.leads
    ranks = {key: value if share is None else share for key, value, _whole, share in kept["stood"]}
    most = max(ranks.values(), default=0)
    texts = kept.get("told") or {}
    said: Mapping[str, Any] = texts.get(get_language()) or next(iter(texts.values()), {})
    return Seen(
        charts=tuple(each for each in drawn if each.tracks and kept.get("drawn") == DRAWN),
        years=tuple((at, year) for at, year in kept["years"]),
        minutes=kept.get("minutes", 0),
        weightiest=kept.get("weightiest", 0),
        headline=said.get("headline", ""),
        lede=said.get("lede", ""),
        wars=WarsSeen(*said["wars"]) if said.get("wars") else None,
        best=tuple(
            badge
            for key, rank in ranks.items()
            if leads and rank == most and (badge := badge_of(book, key))
        ),
        board=board,
    )


def _drawn(
    book: rulebooks.Book | None,
    chart: Charted,
    kept: Mapping[str, Any],
    rows: Iterable[Any],
) -> Drawn:
    """One chart; without tracks where nothing ever moved."""
    tracks, limits = [], []
    for who, name, steps in rows:
        pairs = tuple((at, value) for at, value in steps)
        if who.startswith(sampling.LITERAL):
            number = int(who.removeprefix(sampling.LITERAL))
            if number < len(chart.levels):
                limits.append((chart.levels[number].words, pairs))
        elif who or name:
            badge = badge_of(book, who)
            named = name or (badge.name if badge else who)
            said = named_within(named) if badge else named
            within = said if said != named else ""
            tracks.append(TrackSeen(name=named, steps=pairs, badge=badge, within=within))
    moved = any(len(each.steps) > 1 for each in tracks)
    tracks.sort(key=lambda each: -abs(each.steps[-1][1]))
    return Drawn(
        title=chart.title,
        first=kept["first"],
        last=kept["last"],
        tracks=tuple(tracks[: chart.most]) if moved else (),
        limits=tuple(limits),
        called=chart.called,
        before=chart.before,
    )
