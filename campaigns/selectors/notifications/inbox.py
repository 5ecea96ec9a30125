"""What is new to somebody in all their campaigns, and what waits for them: the bell.

Each campaign's part follows from its log, from how far the person has read, and from their own view
(:mod:`campaigns.selectors.campaign.news`); a process keeps it until one of these changes, since every page asks for it.
"""

from datetime import datetime
from functools import partial
from typing import Any

from django.utils import timezone
from msgspec import Struct

from campaigns.cache import Cache
from campaigns.domain.wording import in_readers_words
from campaigns.errors import CampaignError
from campaigns.models import (
    Campaign,
    LogEntry,
    PressMark,
    PressMessage,
    PressThread,
    ReadMark,
    Status,
)
from campaigns.sealed.field import Sealed
from campaigns.selectors.campaign.news import news_of, waiting_of
from campaigns.selectors.notifications import kinds
from campaigns.selectors.notifications.broken_channels import off_of
from campaigns.selectors.phase.records import Headline, Waiting
from campaigns.selectors.reader import deputies
from campaigns.selectors.reader.access import Reading, reading
from campaigns.selectors.reader.press_access import reader_token
from campaigns.selectors.reader.unread_press import unread
from core.sql.columns import Columns

_MINE = Columns(
    Campaign,
    (
        *("id", "slug", "title", "log_key", "status", "line", "log_seq", "log_hash"),
        *("secrets", "asking", "phase"),
    ),
    "id IN (SELECT campaign_id FROM campaigns_seat WHERE person_id = %s UNION"
    " SELECT campaign_id FROM campaigns_campaign_moderators WHERE user_id = %s UNION"
    " SELECT unnest(%s::bigint[]))"
    " ORDER BY created_at DESC, id DESC",
)
_LOOKS = Columns(
    ReadMark, ("campaign", "seq", "secrets"), "person_id = %s AND campaign_id = ANY(%s::bigint[])"
)
_THREADS = Columns(
    PressThread, ("id", "campaign", "key"), "campaign_id = ANY(%s::bigint[]) ORDER BY id"
)
_NEWEST = Columns(
    PressMessage,
    ("thread", "number"),
    "thread_id = ANY(%s::bigint[]) AND number = (SELECT MAX(newer.number) FROM campaigns_pressmessage AS newer"
    " WHERE newer.thread_id = campaigns_pressmessage.thread_id)",
)
_MARKS = Columns(PressMark, ("thread", "read", "muted"), "reader = ANY(%s::varchar[])")
_TOLD = Columns(
    LogEntry,
    ("seq",),
    "campaign_id = %s AND seq > %s AND kind = ANY(%s) AND person_id IS DISTINCT FROM %s"
    " ORDER BY seq DESC LIMIT 1",
)


class InboxLine(Struct, frozen=True, kw_only=True):
    """One campaign in which something is new or waits. ``asked``: orders are due that are not sealed, at ``due`` where
    the clock runs; ``new``: something was told since the last look; ``headlines`` of phases resolved since;
    ``unread``: so many messages of press. ``to_stand_in``: somebody asks the reader to look after their seat there,
    and nothing else is told of it. ``stands_for`` are the powers for which the campaign stands
    still, and ``mine_to_mend`` says that it waits for the reader as its moderator.
    """

    slug: str
    title: str
    asked: str = ""
    due: datetime | None = None
    new: bool = False
    headlines: tuple[Headline, ...] = ()
    waiting: Waiting = Waiting()
    unread: int = 0
    to_stand_in: bool = False
    stands_for: tuple[str, ...] = ()
    mine_to_mend: bool = False


_lines = Cache(2_000_000)
"""The line of one campaign, by all that it follows from: the log, looks, letters and marks, and what the reader is
in it."""


def inbox(person: Any) -> tuple[InboxLine, ...]:
    """The campaigns of a person in which something is new or waits, the most urgent first."""
    now = timezone.now()
    helps = deputies.of_person(person.pk, now)
    sealing: dict[int, tuple[str, ...]] = {}
    for one in helps:
        if one.may_seal:
            sealing[one.campaign] = (*sealing.get(one.campaign, ()), one.power)
    asked = {one.campaign for one in helps if one.asked}
    mine = _MINE.all(person.pk, person.pk, sorted({*sealing, *asked}))
    keys = [key for key, *_row in mine]
    looks = {key: row for key, *row in _LOOKS.all(person.pk, keys)} if keys else {}
    press = _letters(person, mine) if keys else {}
    lines = []
    for key, slug, title, _log_key, *row in mine:
        if key in asked:
            lines.append(InboxLine(slug=slug, title=title, to_stand_in=True))
            continue
        about = (person.pk, key, title, *row, looks.get(key), press.get(key), sealing.get(key))
        try:
            line = _lines.get(repr(about), partial(_look, slug, person))
        except CampaignError:
            continue  # its rules are missing: its own page says so
        if line is not None:
            lines.append(line)
    return tuple(
        sorted(
            lines,
            key=lambda line: (
                not line.asked and not line.mine_to_mend,
                not line.waiting.count and not line.to_stand_in,
                not line.unread,
            ),
        )
    )


def _look(slug: str, person: Any) -> InboxLine | None:
    return _line(reading(slug, person))


def _letters(person: Any, mine: list[tuple[Any, ...]]) -> dict[int, list[Any]]:
    """How far the letters of each campaign have come, and how far the person has read and muted them."""
    threads = _THREADS.all([key for key, *_row in mine])
    if not threads:
        return {}
    campaigns = {
        key: Campaign(pk=key, slug=slug, log_key=Sealed(log_key))
        for key, slug, _t, log_key, *_row in mine
    }
    tokens = [reader_token(campaigns[campaign], key, person) for _pk, campaign, key in threads]
    newest = dict(_NEWEST.all([pk for pk, *_row in threads]))
    marks = {pk: tuple(row) for pk, *row in _MARKS.all(tokens)}
    result: dict[int, list[Any]] = {}
    for pk, campaign, _key in threads:
        result.setdefault(campaign, []).append((pk, newest.get(pk), marks.get(pk)))
    return result


def count(person: Any) -> int:
    """In how many campaigns something is new or waits, and how many ways of telling them are switched off."""
    return len(inbox(person)) + len(off_of(person))


def _line(at: Reading) -> InboxLine | None:
    campaign = at.campaign
    asked, due = _asked(at)
    waiting = waiting_of(at)
    seen = at.look.seq if at.look else 0
    new = (
        bool(_TOLD.all(campaign.pk, seen, kinds.new_to_inbox(), at.person.pk))
        and at.look is not None
    )
    messages = unread(at)
    stands_for = _stands_for(at)
    if not (asked or waiting.count or new or messages or stands_for):
        return None
    news = news_of(at, waiting) if new else None
    return InboxLine(
        slug=campaign.slug,
        title=campaign.title,
        asked=asked,
        due=due,
        new=new,
        headlines=news.headlines if news else (),
        waiting=waiting,
        unread=messages,
        stands_for=stands_for,
        mine_to_mend=bool(stands_for) and at.is_moderator,
    )


def _stands_for(at: Reading) -> tuple[str, ...]:
    """The powers that a campaign waits for after the deadline, by their names."""
    phase = at.phase
    if phase is None or at.campaign.status != Status.WAITING:
        return ()
    return tuple(
        in_readers_words(badge.name, at.campaign.rulebook) for badge in at.badges(phase.unsealed)
    )


def _asked(at: Reading) -> tuple[str, datetime | None]:
    """The phase that waits for a seal of theirs, empty if none does; and when it strikes for the first of them."""
    phase = at.phase
    if phase is None or at.campaign.status not in (Status.RUNNING, Status.WAITING):
        return "", None
    mine = set(at.powers or ()) & set(phase.unsealed)
    if not mine:
        return "", None
    due = phase.times.first_close(mine) if at.campaign.status == Status.RUNNING else None
    return in_readers_words(phase.title, at.campaign.rulebook), due
