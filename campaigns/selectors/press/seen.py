"""What of press a reader is shown: which threads, which of their messages, and what of a message.

Private threads are found by tokens and opened for the request; nothing that is opened is kept, and
there is no index. What a reader may not read is left out, as if it had never been written.
"""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from campaigns.models import PressMark, PressMessage, PressThread, Status
from campaigns.models.press import MessageContent, ThreadHead
from campaigns.selectors.phase.records import LogLine
from campaigns.selectors.press.press_records import MessageLine, Quote
from campaigns.selectors.press.quotable import quote
from campaigns.selectors.reader import press_access
from campaigns.selectors.reader.access import Reading, badge_named
from campaigns.selectors.reader.unread_press import is_mine

Kind = PressThread.Kind
COMMON = (Kind.PUBLIC, Kind.ANNOUNCED)

Quoted = Mapping[int, tuple[LogLine, ...]]
"""Entries of the log in words, by their numbers."""


class Seen(msgspec.Struct, frozen=True):
    """A thread as this reader may read it: its head and of its messages those that are theirs."""

    row: PressThread
    head: ThreadHead
    messages: tuple[PressMessage, ...]
    mark: PressMark | None


def threads_of(at: Reading) -> list[Seen]:
    """All threads of which a reader may read something, the one with the newest message first."""
    over = at.campaign.status == Status.FINISHED
    rows = at.campaign.press.order_by("pk")
    if not over:
        # Those of others are neither opened nor fetched: how many they are costs next to nothing. Who plays
        # nothing does not even look whose they are.
        light = rows.defer("content") if at.readable_seats else rows.filter(kind__in=COMMON)
        rows = rows.filter(pk__in=[row.pk for row in light if is_mine(at, row)])
    result = _opened(at, rows, at_all=over)
    return sorted(result, key=lambda one: one.messages[-1].at, reverse=True)


def _opened(at: Reading, rows: Iterable[PressThread], *, at_all: bool) -> Iterator[Seen]:
    """Threads with what a reader may read of them; ``at_all`` looks for what is open to everybody."""
    rows, mine = list(rows), at.readable_seats
    marks: dict[str, PressMark] = {}
    if at.person is not None:
        tokens = {press_access.reader_token(at.campaign, row.key, at.person) for row in rows}
        marks = {mark.reader: mark for mark in PressMark.objects.filter(reader__in=tokens)}
    messages: dict[int, list[PressMessage]] = {}
    for message in PressMessage.objects.filter(thread__in=rows).order_by("thread", "number"):
        messages.setdefault(message.thread_id, []).append(message)
    for row in rows:
        private = row.kind == Kind.PRIVATE
        # What anybody may read, and what nobody has to open for finding out whose it is.
        if private and not at_all and not press_access.is_party(at.campaign, row, mine):
            continue
        head = row.content
        theirs = []
        for message in messages.get(row.pk, ()):
            message.thread = row
            if at.is_behind and not is_shown(at, message):
                continue
            if press_access.may_read(row, head, message.at, mine=mine) or (
                at_all and press_access.is_published(head, message.content)
            ):
                theirs.append(message)
        if theirs:
            mark = (
                marks.get(press_access.reader_token(at.campaign, row.key, at.person))
                if marks
                else None
            )
            yield Seen(row, head, tuple(theirs), mark)


def unread_of(at: Reading, one: Seen) -> int:
    """How many messages of a thread wait for a reader who plays or moderates; of a muted one none."""
    if at.person is None or (one.mark is not None and one.mark.muted):
        return 0
    if not (at.press_powers or at.is_moderator):
        return 0
    read = one.mark.read if one.mark is not None else 0
    return sum(message.number > read for message in one.messages)


def is_shown(at: Reading, message: PressMessage) -> bool:
    """Whether one who follows with a delay is shown a message yet: those of the phases shown."""
    last = at.campaign.phase.number if at.campaign.phase is not None else 0
    return message.at <= at.shown.at and message.content.phase <= last


def content_shown(at: Reading, message: PressMessage) -> MessageContent:
    """A message with the wordings that the reader is shown."""
    content, until = message.content, at.shown.at
    first, *later = content.wordings
    wordings = (first, *(one for one in later if one.at <= until))
    return msgspec.structs.replace(content, wordings=wordings)


def message_line(
    at: Reading, one: Seen, message: PressMessage, *, quoted: Quoted | None = None
) -> MessageLine:
    """A message as this reader is told it, with the entries that it quotes where these are given."""
    content = content_shown(at, message)
    mine = at.person is not None and content.person == at.person.pk
    mine = mine and (not content.power or content.power in at.readable_seats)
    # In a thread without its name a power's readers know themselves.
    own = one.row.kind == Kind.PRIVATE and content.power in at.readable_seats
    masked = content.masked and not mine and not own
    read = one.mark.read if one.mark is not None else 0
    closed = at.campaign.status == Status.FINISHED and one.row.kind == Kind.PRIVATE
    return MessageLine(
        key=message.key,
        badge=badge_named(at.names, content.power) if content.power and not masked else None,
        masked=content.masked,
        mine=mine,
        text=content.text,
        at=message.at,
        edited=content.wordings[-1].at if len(content.wordings) > 1 else None,
        earlier=content.wordings[:-1],
        phase=content.phase,
        quotes=() if quoted is None else tuple(_quotes(content, quoted)),
        new=not mine and message.number > read and bool(at.press_powers or at.is_moderator),
        may_edit=mine and not closed and len(content.wordings) < press_access.MOST_WORDINGS,
    )


def _quotes(content: MessageContent, quoted: Quoted) -> Iterator[Quote]:
    for number in content.quotes:
        lines = quoted.get(number, ())
        yield quote(number, lines)
