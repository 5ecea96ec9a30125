"""Which messages of press wait for a reader: their number stands on every page of theirs, and news is of
them alone.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from campaigns import press
from campaigns.models import PressMark, PressMessage, PressThread
from campaigns.selectors.access import Reading


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """A thread that is not muted, by its key and kind, with the numbers of the messages that wait in it."""

    thread: str
    kind: str
    numbers: tuple[int, ...]


def mine_of(at: Reading) -> press.Spans:
    """The powers whose press the reader may read, with the times that are theirs."""
    found: press.Spans | None = at.__dict__.get("_press")
    if found is None:
        found = at.__dict__["_press"] = press.spans(at.campaign, at.person)
    return found


def is_mine(at: Reading, thread: PressThread) -> bool:
    """Whether a thread is common, or between powers of which the reader plays one."""
    private = thread.kind == PressThread.Kind.PRIVATE
    return not private or press.is_party(at.campaign, thread, mine_of(at))


def unread(at: Reading) -> int:
    """How many messages wait for a reader who plays or moderates here; of a muted thread none."""
    if at.person is None or not (at.press_powers or at.is_moderator):
        return 0
    found: int | None = at.__dict__.get("_unread_press")
    if found is None:
        found = at.__dict__["_unread_press"] = sum(len(one.numbers) for one in waiting_in(at))
    return found


def waiting_in(at: Reading) -> tuple[Unread, ...]:
    """What waits for such a reader, by threads; of a muted thread nothing."""
    if at.person is None or not (at.press_powers or at.is_moderator):
        return ()
    rows = [row for row in PressThread.objects.filter(campaign=at.campaign) if is_mine(at, row)]
    if not rows:
        return ()
    tokens = {press.reader_token(at.campaign, row.key, at.person): row.pk for row in rows}
    marks = {
        tokens[mark.reader]: mark for mark in PressMark.objects.filter(reader__in=list(tokens))
    }
    newer = Q()
    for row in rows:
        mark = marks.get(row.pk)
        if mark is None or not mark.muted:
            newer |= Q(thread=row.pk, number__gt=mark.read if mark else 0)
    if not newer:
        return ()
    waiting: dict[int, list[tuple[int, datetime]]] = {}
    found = PressMessage.objects.filter(newer).order_by("thread", "number")
    for thread, number, moment in found.values_list("thread", "number", "at"):
        waiting.setdefault(thread, []).append((number, moment))
    told = []
    for row in rows:
        row.campaign = at.campaign
        if row.pk not in waiting:
            continue
        private = row.kind == PressThread.Kind.PRIVATE
        head = press.head_of(row) if private else press.Head()
        numbers = tuple(
            number
            for number, moment in waiting[row.pk]
            if press.may_read(row, head, moment, mine=mine_of(at))
        )
        if numbers:
            told.append(Unread(thread=row.key, kind=row.kind, numbers=numbers))
    return tuple(told)
