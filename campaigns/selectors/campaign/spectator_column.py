"""What stands on a campaign's page for those who have no orders to give: the last reveal, told in short."""

from datetime import datetime
from typing import Any

from django.db.models import Count, Sum
from django.db.models.functions import Length
from msgspec import Struct

from campaigns.cache import Cache, LazyPart, state_name
from campaigns.models import Campaign, Status
from campaigns.selectors.campaign.news import changed_by
from campaigns.selectors.log.dice_sides import sides_in
from campaigns.selectors.log.log_lines import happened
from campaigns.selectors.log.phase_checks import entries_about
from campaigns.selectors.log.played_cards import StoryLine, story_line
from campaigns.selectors.orders.obligations import duties_of_all
from campaigns.selectors.phase.records import Headline, Owing
from campaigns.selectors.press.press_of_phase import said_lately
from campaigns.selectors.press.press_records import MessageLine
from campaigns.selectors.reader.access import Reading
from campaigns.selectors.reader.power_badges import Badge
from campaigns.selectors.seats import open_to_all
from rules.kernel.headlines import QUIET

TALLIES = 2
"""So many sums of the last reveal stand beside its headline: the weightiest."""
LAST = 6
"""So many phases back the last reveal is looked for: as many as a turn has."""
DUTIES = 8
"""So many duties stand there; the rest are on the pages of the game."""
LETTERS, OF_A_PHASE, A_MINUTE = 6, 40, 220
"""A word has so many letters with its space; beside its headline a phase has so many words to read, and one reads
so many in a minute.
"""
MOST_BYTES = 2_000_000
_kept = Cache(MOST_BYTES)

_LAST = ("pk", "number", "title", "turn_title", "headline", "lede", "resolved_at", "weight")


class SpectatorColumn(Struct, frozen=True, kw_only=True):
    """What stands in the place of orders for one who has none: the last reveal as everybody was told it, with
    what explains it; since which turn it is played, in how many turns; and what was said in public. ``tallies``
    are its weightiest sums (those of the turn's last dice, where it has none), ``owed`` the public duties with their dates,
    ``minutes`` how long it takes to read all turns, ``boards`` the boards before and after it. Before the first
    reveal ``number`` is 0 and nothing is told of one. ``open_seats`` are those of autopilots that the reader may take.
    """

    number: int = 0
    title: str = ""
    turn_title: str = ""
    headline: str = ""
    lede: str = ""
    resolved_at: datetime | None = None
    first: str = ""
    turns: int = 0
    said: tuple[MessageLine, ...] = ()
    tallies: tuple[StoryLine, ...] = ()
    owed: tuple[Owing, ...] = ()
    minutes: int = 0
    boards: LazyPart | None = None
    open_seats: tuple[Badge, ...] = ()


def watched_by(at: Reading) -> SpectatorColumn | None:
    """What a reader without a seat is told first, as far as they may read; ``None`` for who has one, and while players
    gather.
    """
    if at.powers or at.campaign.status == Status.GATHERING:
        return None
    rows, turns = _reveals(at)
    if not rows:
        return SpectatorColumn(said=said_lately(at), owed=_duties(at), open_seats=_open_seats(at))
    key, number, title, turn_title, headline, lede, resolved_at, _weight = _weightiest(rows)
    others = [row[0] for row in rows if row[3] == turn_title and row[0] != key]
    return SpectatorColumn(
        number=number,
        title=title,
        turn_title=turn_title,
        headline=headline,
        lede=lede,
        resolved_at=resolved_at,
        first=turns[0][1],
        turns=len({turn for turn, _title in turns}),
        said=said_lately(at),
        tallies=_tallies(at, key) or _dice_of(at, others),
        owed=_duties(at),
        minutes=_minutes(at, key),
        boards=changed_by(at, [key]),
        open_seats=_open_seats(at),
    )


def _open_seats(at: Reading) -> tuple[Badge, ...]:
    """What the reader may take at an open table."""
    bots = {seat.badge.key: seat.badge for seat in at.seat_lines() if seat.bot}
    if not bots or at.is_moderator or not open_to_all.is_open(at.campaign, at.now):
        return ()
    return tuple(bots[power] for power in open_to_all.takeable(at.campaign, bots, at.person))


def latest_of(at: Reading) -> Headline | None:
    """The last phase by its headline."""
    for _key, number, title, turn, headline, *_ in _reveals(at)[0]:
        return Headline(number=number, turn_title=turn, title=title, headline=headline, entry=0)
    return None


_Rows = tuple[tuple[Any, ...], ...]


def _reveals(at: Reading) -> tuple[_Rows, _Rows]:
    """The last phases with a headline, the newest first; and all by their turns. Where something changed in one, those
    in which nothing did are left out. They stay as they are until the log grows.
    """

    def work_out() -> tuple[_Rows, _Rows]:
        told = at.resolved.exclude(headline="").order_by("-number").values_list(*_LAST)
        last = told.exclude(headline=QUIET)[:LAST] or told[:LAST]
        turns = at.resolved.order_by("number").values_list("turn", "turn_title")
        return tuple(last), tuple(turns)

    return _kept.get(("reveals", at.campaign.pk, at.campaign.log_seq, at.is_behind), work_out)


def _weightiest(rows: _Rows) -> tuple[Any, ...]:
    """Of the last phases of the newest turn the one that most was revealed in, the newest of equals: a phase in which
    the map is declared follows on the one that people wait for.
    """
    newest = [row for row in rows if row[3] == rows[0][3]]
    return max(newest, key=lambda row: (row[-1], row[1]))


def _tallies(at: Reading, key: int) -> tuple[StoryLine, ...]:
    """The weightiest sums of a phase that everybody was told of; those of dice go first."""

    def work_out() -> tuple[StoryLine, ...]:
        row = at.campaign.phases.get(pk=key)
        then = at.as_of(row)
        found = [then.book.tell(event) for place, event in happened(at, row) if place.public]
        sums = [line for line in found if line.detail is not None and line.detail.rows]
        first = sorted(sums, key=lambda line: (not line.die, -line.weight))[:TALLIES]
        sides = sides_in(entries_about(row, at.campaign.log_seq))
        shown = (line for line in sums if any(line is one for one in first))
        return tuple(story_line(then, line, sides=sides) for line in shown)

    return _kept.get(("tallies", at.campaign.slug, key), work_out)


def _dice_of(at: Reading, keys: list[int]) -> tuple[StoryLine, ...]:
    """The sums of the latest of these phases that dice were thrown in."""
    found = (tuple(item for item in _tallies(at, key) if item.line.die) for key in keys)
    return next(filter(None, found), ())


def _duties(at: Reading) -> tuple[Owing, ...]:
    """What every power has to do now, as far as everybody may know it."""
    if at.phase is None:
        return ()

    key = ("owed", state_name(at.phase), at.is_behind)
    return _kept.get(key, lambda: tuple(duties_of_all(at, at.view))[:DUTIES])


def _minutes(at: Reading, key: int) -> int:
    """How long it takes to read every turn so far, in minutes."""
    name = ("minutes", at.campaign.slug, at.campaign.line, key)
    return _kept.get(name, lambda: minutes_to_read(at.campaign, key))


def minutes_to_read(campaign: Campaign, last: int) -> int:
    """How long it takes to read a campaign from its first phase to that with the key ``last``, in minutes."""
    rows = campaign.phases.filter(pk__lte=last, undone_at__isnull=True, resolved_at__isnull=False)
    sums = rows.aggregate(
        phases=Count("pk"), letters=Sum(Length("headline") + Length("lede"), default=0)
    )
    words: float = sums["letters"] / LETTERS + sums["phases"] * OF_A_PHASE
    return max(1, round(words / A_MINUTE))
