"""One thread as its reader may read it: its messages, what was done between them, how far others have read."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import structs

from campaigns import rulebooks
from campaigns.models import PressMark, PressMessage
from campaigns.models.press import Agreed, ThreadHead
from campaigns.selectors.log.log_lines import lines_of
from campaigns.selectors.orders.agreements import Between, agreements_between, warnings_of
from campaigns.selectors.press.papers import Papers, merged, papers_of
from campaigns.selectors.press.press_records import (
    ROOM,
    Item,
    MessageLine,
    PhaseMark,
    ReadTo,
    ThreadAnswer,
    ThreadPage,
)
from campaigns.selectors.press.quotable import NO_QUOTES, QuoteRequest
from campaigns.selectors.press.seen import Kind, Seen, message_line, threads_of
from campaigns.selectors.press.threads import (
    empty_thread,
    held_back,
    list_of,
    named_parties,
    no_private,
    thread_line,
)
from campaigns.selectors.reader import press_access
from campaigns.selectors.reader.access import Reading, badge_named, reading
from rules.kernel.agreements import Agreement, Paper, Past

SHOWN = 20
"""Messages of a thread on one page."""
MOST_SHOWN = 60
"""So many at most stand on one page to which more came while it was open."""
WHOLE = 130
"""So many lines of a phone a page has at most, with what a phone folds: a wide screen shows all of it."""
SINCE = 5
"""So many phases that were resolved after the last message stand below it."""


def thread_page(
    slug: str,
    key: str,
    person: Any = None,
    power: str | None = None,
    *,
    before: str = "",
    after: str = "",
    since: str = "",
    to: str = "",
    show: str = "",
    wanted: QuoteRequest = NO_QUOTES,
) -> ThreadPage:
    """One thread: the messages ``before`` one or ``after`` one, else the newest with what is unread. Where more is
    unread than a page has room for it begins with the first of them. A page that is open already stays as it is: from
    the message ``since`` on, ``to`` another one or with all that came.

    Raises ``NoSuchPage``, in the same words for one that is not there and for one that is not this reader's.
    """
    at = reading(slug, person, power)
    seen = threads_of(at)
    listed = list_of(at, seen, "", show, wanted)
    one = next((each for each in seen if each.row.key == key), None)
    if one is None and key not in press_access.COMMON:
        raise press_access.no_such_thread()
    one = one or empty_thread(at, key)
    line = structs.replace(thread_line(at, one), since=_begun(at, one))
    unread = len(one.messages) - line.unread
    between = _between(at, one)
    places = {each.key: at for at, each in enumerate(one.messages)}
    cut = _cut(places, before, after, since, to, unread)
    items, loose, binds = _page(at, one, between, line.power, cut)
    first = places.get(since, unread)
    grows = since in places or before in places
    fits = _that_fit(items, cut, first, grows=grows, after=after in places)
    if fits != cut:
        cut = fits
        items, loose, binds = _page(at, one, between, line.power, cut)
    messages = one.messages[cut]
    earlier = messages[0].key if cut.start else ""
    later = messages[-1].key if cut.stop < len(one.messages) else ""
    policy = listed.policy
    agreed = {each.power for each in one.head.agreed} if line.power else set()
    return ThreadPage(
        head=listed.head,
        reader=listed.reader,
        policy=policy,
        phase=listed.beside.phase if listed.beside is not None else None,
        threads=listed,
        thread=line,
        items=items,
        earlier=earlier,
        later=later,
        reads=messages[-1].key if cut.start <= unread < cut.stop else "",
        waiting=len(one.messages) - max(cut.stop, unread),
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
        binds=binds,
        loose=loose,
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
    after: str = "",
) -> ThreadAnswer:
    """One thread for a program: without what stands around it on a page."""
    found = thread_page(slug, key, person, power, before=before, after=after)
    page = structs.asdict(found)
    texts: list[Any] = [row.what for row in found.between]
    shared = {name: page[name] for name in ThreadAnswer.__struct_fields__ if name in page}
    kinds: dict[str, Any] = {"papers": Paper, "signed": Agreement, "past": Past}
    of_kind: dict[str, Any] = {
        name: tuple(one for one in texts if rulebooks.is_a(one, kind))
        for name, kind in kinds.items()
    }
    messages = tuple(item.message for item in found.items if item.message is not None)
    return ThreadAnswer(messages=messages, **shared, **of_kind)


def _begun(at: Reading, one: Seen) -> str:
    """The turn in which the first message was written that the reader may read."""
    number = one.messages[0].content.phase if one.messages else 0
    titles = at.campaign.phases.filter(number=number).values_list("turn_title", flat=True)
    return titles.first() or ""


def _closed(at: Reading, one: Seen, policy: press_access.Policy) -> str:
    """Why this reader cannot write in a thread; empty where they can."""
    if one.row.kind == Kind.PRIVATE:
        mine = at.readable_seats
        if not set(mine) & set(one.head.parties):
            return _("Opened after the end, as its parties agreed.")
        return no_private(at, policy)
    if one.row.kind == Kind.ANNOUNCED:
        return "" if at.is_moderator else _("The moderator writes here.")
    if policy.allowed == "none":
        return _("This campaign has no press.")
    if at.is_moderator:
        return ""
    if at.own_powers:
        return held_back() if press_access.is_held_back(at.campaign) else ""
    return _("Players and moderators write here.")


def _page(at: Reading, one: Seen, between: Sequence[Between], power: str, cut: slice) -> Papers:
    """What stands on a page of a thread: its messages, and with them what was done at their times."""
    messages, newest = one.messages[cut], cut.stop >= len(one.messages)
    numbers = {number for each in messages for number in each.content.quotes}
    quoted = lines_of(at.everybody, numbers)
    lines = [message_line(at, one, message, quoted=quoted) for message in messages]
    parties = named_parties(one) if between or power else frozenset()
    begins = lines[0].at if lines and cut.start else at.campaign.created_at
    until = timezone.now() if newest else one.messages[cut.stop].at
    found = papers_of(at, between, parties, begins, until)
    return Papers(
        items=tuple(merged(_items(at, lines, newest=newest), found.items)),
        loose=found.loose if newest else (),
        binds=found.binds,
    )


def _cut(
    places: Mapping[str, int], before: str, after: str, since: str, to: str, unread: int
) -> slice:
    """Which messages may stand on a page. Those from the place ``unread`` on wait for the reader: what is not shown of
    them comes after what is.
    """
    end = len(places)
    if before in places:
        return slice(max(0, places[before] - SHOWN), places[before])
    if after in places:
        start = places[after] + 1
        stop = max(start, places[to]) + 1 if to in places else end
        return slice(start, min(end, stop, start + SHOWN))
    start = max(0, min(end - SHOWN, places.get(since, end), unread))
    if to in places:
        stop = max(start, places[to]) + 1
        return slice(max(start, stop - MOST_SHOWN), stop)
    start = max(start, min(unread, end - MOST_SHOWN))
    return slice(start, min(end, start + MOST_SHOWN))


def _that_fit(items: Iterable[Item], cut: slice, first: int, *, grows: bool, after: bool) -> slice:
    """Which messages of a page it has room for, one at least, up to its end or from its beginning (``after``). Those
    from the place ``first`` on are not folded on a phone: as many as it shows at once, unless the page ``grows``.
    """
    rooms = list(_rooms(items))
    whole, shown = [one for one, _ in rooms], [one for _, one in rooms]
    first, stop = min(max(0, first - cut.start), len(rooms)), len(rooms)
    if not grows:
        stop = first + _how_many(shown[first:], ROOM)
    if after:
        return slice(cut.start, cut.start + min(stop, _how_many(whole, WHOLE)))
    start = min(first, stop - _how_many(whole[:stop][::-1], WHOLE))
    return slice(cut.start + start, cut.start + stop)


def _rooms(items: Iterable[Item]) -> Iterator[tuple[int, int]]:
    """The room of each message, with what stands before it: whole, and as a phone shows it."""
    whole = shown = 0
    for item in items:
        whole, shown = whole + item.room(folded=False), shown + item.room(folded=True)
        if item.message is not None:
            yield whole, shown
            whole = shown = 0


def _how_many(rooms: Sequence[int], most: int) -> int:
    """How many of them fit, one at least where there is one."""
    return max(sum(total <= most for total in accumulate(rooms)), min(1, len(rooms)))


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
    rows = at.campaign.phases.filter(number__range=(first, last), pk__lte=at.shown.last_phase).only(
        "campaign",
        "number",
        "title",
        "turn_title",
        "headline",
        "resolved_at",
        "opened_at",
        "undone_at",
    )
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


def _between(at: Reading, one: Seen) -> tuple[Between, ...]:
    """What the rulebook holds between just the parties: on the table, in force, and past."""
    parties = named_parties(one)
    return agreements_between(at, parties) if parties else ()


def shows_reading(at: Reading, head: ThreadHead, power: str) -> bool:
    """Whether the player of a party lets the others see that they have read to the end."""
    player = next((seat.person_id for seat in at.seats if seat.power == power), None)
    return player is not None and Agreed(power, player) in head.shown


def _read(at: Reading, one: Seen, power: str) -> Iterator[ReadTo]:
    """Of each other party whether it has read to the end, where its player and the reader's say so."""
    parties = named_parties(one)
    if power not in parties or not one.messages or not shows_reading(at, one.head, power):
        return
    last = PressMessage.objects.filter(thread=one.row).aggregate(last=Max("number"))["last"] or 0
    for seat in at.seats:
        badge = badge_named(at.names, seat.power)
        if seat.power in parties - {power} and shows_reading(at, one.head, seat.power):
            token = press_access.reader_token(at.campaign, one.row.key, seat.person)
            mark = PressMark.objects.filter(thread=one.row, reader=token).first()
            yield ReadTo(badge=badge, end=mark is not None and mark.read >= last)
