"""How many messages of press wait for a reader: a number on every page of theirs."""

from datetime import datetime

from django.db.models import Q

from campaigns import press
from campaigns.models import PressMark, PressMessage, PressThread
from campaigns.selectors.access import Reading


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
        found = at.__dict__["_unread_press"] = _counted(at)
    return found


def _counted(at: Reading) -> int:
    rows = [row for row in PressThread.objects.filter(campaign=at.campaign) if is_mine(at, row)]
    if not rows:
        return 0
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
        return 0
    waiting: dict[int, list[datetime]] = {}
    for thread, moment in PressMessage.objects.filter(newer).values_list("thread", "at"):
        waiting.setdefault(thread, []).append(moment)
    number = 0
    for row in rows:
        moments = waiting.get(row.pk, ())
        row.campaign = at.campaign
        if moments and row.kind != PressThread.Kind.PRIVATE:
            number += len(moments)
        elif moments:
            head = press.head_of(row)
            number += sum(press.may_read(row, head, moment, mine=mine_of(at)) for moment in moments)
    return number
