"""Which messages of press wait for a reader: their number stands on every page of theirs, and news is of
them alone.
"""

from datetime import datetime

from msgspec import Struct

from campaigns.models import PressMark, PressMessage, PressThread
from campaigns.models.press import ThreadHead
from campaigns.selectors.reader import press_access
from campaigns.selectors.reader.access import Reading
from core.sql.statements import Select

_THREADS = Select(PressThread, "campaign_id = %s ORDER BY id", without=("content",))
_MARKS = Select(PressMark, "reader = ANY(%s::varchar[])")
_NEWER = Select(
    PressMessage,
    "thread_id = ANY(%s::bigint[]) AND number > COALESCE((SELECT read FROM campaigns_pressmark mark"
    " WHERE mark.thread_id = campaigns_pressmessage.thread_id AND mark.reader = ANY(%s::varchar[])), 0)"
    " ORDER BY thread_id, number",
    without=("content",),
)


class Unread(Struct, frozen=True, kw_only=True):
    """A thread that is not muted, by its key and kind, with the numbers of the messages that wait in it."""

    thread: str
    kind: str
    numbers: tuple[int, ...]


def is_mine(at: Reading, thread: PressThread) -> bool:
    """Whether a thread is common, or between powers of which the reader plays one."""
    private = thread.kind == PressThread.Kind.PRIVATE
    return not private or press_access.is_party(at.campaign, thread, at.readable_seats)


def unread(at: Reading) -> int:
    """How many messages wait for a reader who plays or moderates here; of a muted thread none."""
    if at.person is None or not (at.press_powers or at.is_moderator):
        return 0
    result: int | None = at.__dict__.get("_unread_press")
    if result is None:
        result = at.__dict__["_unread_press"] = sum(len(one.numbers) for one in waiting_in(at))
    return result


def waiting_in(at: Reading) -> tuple[Unread, ...]:
    """What waits for such a reader, by threads; of a muted thread nothing."""
    if at.person is None or not (at.press_powers or at.is_moderator):
        return ()
    rows = [row for row in _THREADS.all(at.campaign.pk) if is_mine(at, row)]
    if not rows:
        return ()
    tokens = {press_access.reader_token(at.campaign, row.key, at.person): row.pk for row in rows}
    marks = {tokens[mark.reader]: mark for mark in _MARKS.all(list(tokens))}
    heard = [row.pk for row in rows if row.pk not in marks or not marks[row.pk].muted]
    waiting: dict[int, list[tuple[int, datetime]]] = {}
    for message in _NEWER.all(heard, list(tokens)) if heard else ():
        waiting.setdefault(message.thread_id, []).append((message.number, message.at))
    result = []
    for row in rows:
        row.campaign = at.campaign
        if row.pk not in waiting:
            continue
        private = row.kind == PressThread.Kind.PRIVATE
        head = row.content if private else ThreadHead()
        numbers = tuple(
            number
            for number, moment in waiting[row.pk]
            if press_access.may_read(row, head, moment, mine=at.readable_seats)
        )
        if numbers:
            result.append(Unread(thread=row.key, kind=row.kind, numbers=numbers))
    return tuple(result)
