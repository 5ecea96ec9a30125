"""Press as one reader may read it: the threads, one of them, what is unread, a search, a file.

Private threads are found by tokens and opened for the request; nothing that is opened is kept, and
there is no index. What a reader may not read is left out, as if it had never been written: a
search, a count and a refusal are the same without it.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import structs

from campaigns import rulebooks
from campaigns.errors import NotOnTheMenu
from campaigns.models import Phase, PressMark, PressMessage, PressThread, Status
from campaigns.models.press import Agreed, MessageContent, ThreadHead
from campaigns.selectors.log.log_lines import lines_of
from campaigns.selectors.orders.agreements import (
    Between,
    agreements_between,
    papers_to_answer,
    warnings_of,
)
from campaigns.selectors.phase.phase_strip import (
    head_of,
    phase_line,
    reader_of,
    readiness_of,
    sheets_of,
)
from campaigns.selectors.phase.records import LogLine
from campaigns.selectors.press.papers import merged, papers_of
from campaigns.selectors.press.press_records import SHOWN as SHOWN_THREADS
from campaigns.selectors.press.press_records import (
    Item,
    MessageLine,
    PhaseBeside,
    PhaseMark,
    PressPage,
    Quote,
    ReadTo,
    ThreadAnswer,
    ThreadLine,
    ThreadPage,
)
from campaigns.selectors.press.quotable import NO_QUOTES, QuoteRequest, offered_to_quote, quote
from campaigns.selectors.reader import press_access
from campaigns.selectors.reader.access import Reading, badge_named, reading
from campaigns.selectors.reader.unread_press import is_mine
from rules.kernel.agreements import Agreement, Paper, Past

SHOWN = 20
"""Messages of a thread on one page."""
MOST_SHOWN = 60
"""So many stand on the newest page where they are unread: whoever opens it has read them."""
SINCE = 5
"""So many phases that were resolved after the last message stand below it."""
LONGEST_SEARCH = 100
FOUND = 50
"""So many messages found end a search."""
SEARCHED = 3000
"""So many messages one search opens, the newest first."""

Kind = PressThread.Kind
COMMON = (Kind.PUBLIC, Kind.ANNOUNCED)


class Seen(msgspec.Struct, frozen=True):
    """A thread as this reader may read it: its head and of its messages those that are theirs."""

    row: PressThread
    head: ThreadHead
    messages: tuple[PressMessage, ...]
    mark: PressMark | None


def press_page(
    slug: str,
    person: Any = None,
    power: str | None = None,
    words: str = "",
    *,
    show: str = "",
    wanted: QuoteRequest = NO_QUOTES,
) -> PressPage:
    """The threads that a reader may read. ``words`` are looked for in every message of them; ``show`` lists
    some alone, ``wanted`` is what a message is to quote.
    """
    at = reading(slug, person, power)
    return _page(at, threads_of(at), words, show, wanted)


def thread_page(
    slug: str,
    key: str,
    person: Any = None,
    power: str | None = None,
    *,
    before: str = "",
    since: str = "",
    show: str = "",
    wanted: QuoteRequest = NO_QUOTES,
) -> ThreadPage:
    """One thread; on its newest page stands what is unread, and what came ``since`` a message. Raises
    ``NoSuchPage``, in the same words for one that is not there and for one that is not this reader's.
    """
    at = reading(slug, person, power)
    seen = threads_of(at)
    listed = _page(at, seen, "", show, wanted)
    one = next((each for each in seen if each.row.key == key), None)
    if one is None and key not in press_access.COMMON:
        raise press_access.no_such_thread()
    one = one or _empty(at, key)
    line = structs.replace(thread_line(at, one), since=_begun(at, one))
    read = one.mark.read if one.mark is not None else 0
    unread = (each.key for each in one.messages if line.unread and each.number > read)
    messages, earlier = _cut(one.messages, before, (since, next(unread, "")))
    numbers = {number for each in messages for number in each.content.quotes}
    quoted = lines_of(at, numbers)
    lines = [message_line(at, one, message, quoted=quoted) for message in messages]
    policy = listed.policy
    agreed = {each.power for each in one.head.agreed} if line.power else set()
    between, newest = _between(at, one), not before
    begins = lines[0].at if lines and earlier else at.campaign.created_at
    until = lines[-1].at if lines and not newest else timezone.now()
    papers = papers_of(
        at, between, _named(one) if between or line.power else frozenset(), begins, until
    )
    return ThreadPage(
        head=listed.head,
        reader=listed.reader,
        policy=policy,
        phase=listed.beside.phase if listed.beside is not None else None,
        threads=listed,
        thread=line,
        items=tuple(merged(_items(at, lines, newest=newest), papers.items)),
        earlier=earlier,
        closed=_closed(at, one, policy),
        power=line.power,
        may_mask=policy.anonymous and one.row.kind == Kind.PUBLIC and bool(at.own_powers),
        agreed=tuple(
            badge_named(at.names, power)
            for power in one.head.parties
            if power in agreed and (power != one.head.masked or power == line.power)
        ),
        i_agree=Agreed(line.power, at.person.pk) in one.head.agreed if line.power else False,
        opens=line.power in at.own_powers and any(each.content.opens for each in one.messages),
        between=between,
        binds=papers.binds,
        loose=papers.loose if newest else (),
        warnings=warnings_of(at, at.acting)
        if at.acting and any(row.acts for row in between)
        else (),
        read=tuple(_read(at, one, line.power)),
        shows_reading=shows_reading(at, one.head, line.power),
    )


def thread_answer(
    slug: str,
    key: str,
    person: Any = None,
    power: str | None = None,
    *,
    before: str = "",
) -> ThreadAnswer:
    """One thread for a program: without what stands around it on a page."""
    found = thread_page(slug, key, person, power, before=before)
    texts: list[Any] = [row.what for row in found.between]
    return ThreadAnswer(
        thread=found.thread,
        policy=found.policy,
        messages=tuple(item.message for item in found.items if item.message is not None),
        earlier=found.earlier,
        closed=found.closed,
        agreed=found.agreed,
        i_agree=found.i_agree,
        opens=found.opens,
        papers=tuple(one for one in texts if rulebooks.is_a(one, Paper)),
        signed=tuple(one for one in texts if rulebooks.is_a(one, Agreement)),
        past=tuple(one for one in texts if rulebooks.is_a(one, Past)),
        read=found.read,
        shows_reading=found.shows_reading,
    )


def threads_of_seat(
    at: Reading, power: str
) -> tuple[tuple[ThreadLine, ...], tuple[ThreadLine, ...]]:
    """The private threads of a seat that its player can put into a hand-over packet (their keys go to
    :func:`campaigns.services.press.press_settings.hand_over`); and those that came with the seat: in which they
    read something that was written before they came.
    """
    own = [
        one for one in threads_of(at) if one.row.kind == Kind.PRIVATE and power in one.head.parties
    ]
    sat_down = at.since.get(power)
    came = [one for one in own if sat_down is not None and one.messages[0].at < sat_down]
    return tuple(thread_line(at, one) for one in own), tuple(thread_line(at, one) for one in came)


# --- Which threads ------------------------------------------------------------------------------------


def threads_of(at: Reading) -> list[Seen]:
    """All threads of which a reader may read something, the one with the newest message first."""
    over = at.campaign.status == Status.FINISHED
    rows = PressThread.objects.filter(campaign=at.campaign).order_by("pk")
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
        row.campaign = at.campaign
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


def _empty(at: Reading, key: str) -> Seen:
    """A common thread in which nobody has written yet."""
    row = PressThread(campaign=at.campaign, key=key, kind=press_access.COMMON[key])
    return Seen(row, ThreadHead(), (), None)


def _unread(at: Reading, one: Seen) -> int:
    if at.person is None or (one.mark is not None and one.mark.muted):
        return 0
    if not (at.press_powers or at.is_moderator):
        return 0
    read = one.mark.read if one.mark is not None else 0
    return sum(message.number > read for message in one.messages)


# --- The list -----------------------------------------------------------------------------------------


def _page(at: Reading, seen: list[Seen], words: str, show: str, wanted: QuoteRequest) -> PressPage:
    waits = _waits(at) if any(one.row.kind == Kind.PRIVATE for one in seen) else frozenset()
    lines = {
        one.row.key: structs.replace(thread_line(at, one), waits=_named(one) in waits)
        for one in seen
    }
    policy = press_access.policy(at.campaign)
    private = [lines[one.row.key] for one in seen if one.row.kind == Kind.PRIVATE]
    common = [lines.get(key) or thread_line(at, _empty(at, key)) for key in press_access.COMMON]
    every = [*private, *common]
    if show in ("unread", "waiting"):
        private = [line for line in private if _is_listed(line, show)]
        common = [line for line in common if _is_listed(line, show)]
    elif show == "public":
        private = []
    players = [seat.power for seat in at.seats if seat.person_id is not None]
    offered = offered_to_quote(at, wanted)
    return PressPage(
        head=head_of(at),
        reader=reader_of(at),
        policy=policy,
        private=tuple(line for line in private if len(line.parties) + line.masked <= 2),
        groups=tuple(line for line in private if len(line.parties) + line.masked > 2),
        common=tuple(common),
        unread=sum(line.unread for line in lines.values()),
        to=tuple(badge_named(at.names, one) for one in players if one != at.acting),
        closed=_no_private(at, policy),
        words=words,
        found=_found(at, seen, lines, words) if words else None,
        show=show if show in SHOWN_THREADS else "",
        all_threads=len(every),
        unread_threads=sum(bool(line.unread) for line in every),
        waits=sum(line.waits for line in every),
        beside=_beside(at),
        quoted=offered.quoted,
        recent=offered.recent,
    )


def _is_listed(line: ThreadLine, show: str) -> bool:
    return bool(line.unread) if show == "unread" else line.waits


def _waits(at: Reading) -> frozenset[frozenset[str]]:
    """Between whom a proposal waits for an answer of the reader's."""
    if at.phase is None or at.campaign.status == Status.FINISHED:
        return frozenset()
    return frozenset(
        frozenset(paper.parties)
        for power in at.powers
        for paper in papers_to_answer(at, power)
        if paper.secret
    )


def _beside(at: Reading) -> PhaseBeside | None:
    """The phase in play, and how far those are of whom it asks something."""
    phase = phase_line(at)
    if phase is None:
        return None
    rows = [row for row in readiness_of(at, sheets_of(at)) if row.state != "not_awaited"]
    sealed = [row.badge.key for row in rows if row.state == "sealed"]
    return PhaseBeside(
        phase=phase,
        sealed=len(sealed),
        awaited=len(rows),
        sealed_mine=at.acting in sealed,
    )


def _begun(at: Reading, one: Seen) -> str:
    """The turn in which the first message was written that the reader may read."""
    number = one.messages[0].content.phase if one.messages else 0
    row = Phase.objects.filter(campaign=at.campaign, number=number).only("turn_title").first()
    return row.turn_title if row is not None else ""


def thread_line(at: Reading, one: Seen) -> ThreadLine:
    """A thread as it stands in this reader's list."""
    mine, parties = at.readable_seats, one.head.parties
    power = next((each for each in (at.acting, *mine) if each in parties), "") or ""
    hidden = {one.head.masked} - {power}
    shown = [badge_named(at.names, each) for each in parties if each not in hidden]
    return ThreadLine(
        key=one.row.key,
        kind=one.row.kind,
        title=one.head.title,
        parties=tuple(shown),
        others=tuple(badge for badge in shown if badge.key != power),
        masked=bool(one.head.masked) and one.head.masked != power,
        my_mask=bool(power) and one.head.masked == power,
        last=message_line(at, one, one.messages[-1]) if one.messages else None,
        unread=_unread(at, one),
        muted=one.mark is not None and one.mark.muted,
        power=power,
        written=len(one.messages),
    )


def _no_private(at: Reading, policy: press_access.Policy) -> str:
    """Why no private message can be written now; empty where one can."""
    if not at.own_powers:
        return _("Only players write to each other.")
    if at.campaign.status == Status.GATHERING:
        return _("Powers write to each other once the campaign has begun.")
    if at.campaign.status == Status.FINISHED:
        return _("The campaign is over.")
    if policy.allowed != "full":
        return _("This campaign has no private press.")
    return _held_back() if press_access.is_held_back(at.campaign) else ""


def _held_back() -> str:
    return _(
        "Somebody is waited for after the deadline. Powers write again once the phase is over."
    )


def _closed(at: Reading, one: Seen, policy: press_access.Policy) -> str:
    """Why this reader cannot write in a thread; empty where they can."""
    if one.row.kind == Kind.PRIVATE:
        mine = at.readable_seats
        if not set(mine) & set(one.head.parties):
            return _("Opened after the end, as its parties agreed.")
        return _no_private(at, policy)
    if one.row.kind == Kind.ANNOUNCED:
        return "" if at.is_moderator else _("The moderator writes here.")
    if policy.allowed == "none":
        return _("This campaign has no press.")
    if at.is_moderator:
        return ""
    if at.own_powers:
        return _held_back() if press_access.is_held_back(at.campaign) else ""
    return _("Players and moderators write here.")


# --- Messages -----------------------------------------------------------------------------------------


Quoted = Mapping[int, tuple[LogLine, ...]]
"""Entries of the log in words, by their numbers."""


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


def _cut(
    messages: tuple[PressMessage, ...], before: str, down_to: tuple[str, ...]
) -> tuple[tuple[PressMessage, ...], str]:
    """The newest messages, with those ``down_to`` some as far as there is room, or those before one; and the key
    before which there are more.
    """
    places = {each.key: at for at, each in enumerate(messages)}
    end = places.get(before, len(messages))
    start = end - SHOWN
    if end == len(messages):
        wanted = min((places[key] for key in down_to if key in places), default=start)
        start = max(min(start, wanted), end - MOST_SHOWN)
    start = max(0, start)
    return messages[start:end], messages[start].key if start else ""


def _items(at: Reading, lines: list[MessageLine], *, newest: bool) -> Iterator[Item]:
    """The messages with the phases between them; and after the ``newest`` those that were resolved since, the
    last few.
    """
    numbers = {line.phase for line in lines}
    if not numbers:
        return
    current = at.phase.number if newest and at.phase is not None else 0
    phases = _phases(at, min(numbers), max(*numbers, current))
    shown, new = 0, sum(line.new for line in lines)
    first = next((line for line in lines if line.new), None)
    for line in lines:
        if line.phase != shown:
            for number in range(shown or line.phase, line.phase):
                if (over := phases.get(number)) is not None and over.headline:
                    yield Item(resolved=over)
            if (now := phases.get(line.phase)) is not None:
                yield Item(begins=now)
            shown = line.phase
        yield Item(message=line, unread=new if line is first else 0)
    if not newest:
        return
    since = [phases[number] for number in sorted(phases) if number >= shown]
    for over in [one for one in since if one.headline][-SINCE:]:
        yield Item(resolved=over)


def _phases(at: Reading, first: int, last: int) -> Mapping[int, PhaseMark]:
    """Phases as everybody knows them, by their numbers."""
    rows = Phase.objects.filter(
        campaign=at.campaign, number__range=(first, last), pk__lte=at.shown.last_phase
    ).only("number", "title", "turn_title", "headline", "resolved_at", "opened_at", "undone_at")
    return {
        row.number: PhaseMark(
            number=row.number,
            title=row.title,
            turn_title=row.turn_title,
            headline=row.headline if row.resolved_at else "",
            at=row.resolved_at or row.opened_at,
            began=row.opened_at,
            undone=at.undone(row.undone_at) is not None,
        )
        for row in rows
    }


def _named(one: Seen) -> frozenset[str]:
    """The parties of a private thread; nobody where a power does not give its name: it would name it."""
    private = one.row.kind == Kind.PRIVATE and not one.head.masked
    return frozenset(one.head.parties) if private else frozenset()


def _between(at: Reading, one: Seen) -> tuple[Between, ...]:
    """What the rulebook holds between just the parties: on the table, in force, and past."""
    parties = _named(one)
    return agreements_between(at, parties) if parties else ()


# --- How far others have read -------------------------------------------------------------------------


def shows_reading(at: Reading, head: ThreadHead, power: str) -> bool:
    """Whether the player of a party lets the others see that they have read to the end."""
    player = next((seat.person_id for seat in at.seats if seat.power == power), None)
    return player is not None and Agreed(power, player) in head.shown


def _read(at: Reading, one: Seen, power: str) -> Iterator[ReadTo]:
    """Of each other party whether it has read to the end, where its player and the reader's say so."""
    parties = _named(one)
    if power not in parties or not one.messages or not shows_reading(at, one.head, power):
        return
    last = PressMessage.objects.filter(thread=one.row).aggregate(last=Max("number"))["last"] or 0
    for seat in at.seats:
        badge = badge_named(at.names, seat.power)
        if seat.power in parties - {power} and shows_reading(at, one.head, seat.power):
            token = press_access.reader_token(at.campaign, one.row.key, seat.person)
            mark = PressMark.objects.filter(thread=one.row, reader=token).first()
            yield ReadTo(badge=badge, end=mark is not None and mark.read >= last)


# --- Search -------------------------------------------------------------------------------------------


def _found(
    at: Reading, seen: list[Seen], lines: Mapping[str, ThreadLine], words: str
) -> tuple[tuple[ThreadLine, MessageLine], ...]:
    """Messages that hold all these words as this reader is told them, the newest first."""
    if len(words) > LONGEST_SEARCH:
        raise NotOnTheMenu(
            _("A search has at most %(longest_search)s letters.")
            % {"longest_search": LONGEST_SEARCH},
            field="q",
            remedy=_("Use fewer words."),
        )
    wanted = words.casefold().split()
    every = sorted(
        ((message.at, number, one) for one in seen for number, message in enumerate(one.messages)),
        key=lambda each: each[:2],
        reverse=True,
    )
    result = []
    for _when, number, one in every[:SEARCHED]:
        line = message_line(at, one, one.messages[number])
        said = f"{line.text} {line.badge.name if line.badge else ''}".casefold()
        if all(word in said for word in wanted):
            result.append((lines[one.row.key], line))
            if len(result) == FOUND:
                break
    return tuple(result)
