"""One thread as its reader may read it: its messages, what was done between them, how far others have read."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import structs

from campaigns import rulebooks
from campaigns.models import Phase, PressMark, PressMessage
from campaigns.models.press import Agreed, ThreadHead
from campaigns.selectors.log.log_lines import lines_of
from campaigns.selectors.orders.agreements import Between, agreements_between, warnings_of
from campaigns.selectors.press.papers import merged, papers_of
from campaigns.selectors.press.press_records import (
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
"""So many at most stand on one page where they are unread."""
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
    show: str = "",
    wanted: QuoteRequest = NO_QUOTES,
) -> ThreadPage:
    """One thread: the messages ``before`` one or ``after`` one, else the newest with what is unread, and what came
    ``since`` a message. Where more is unread than a page shows it begins with the first of them.

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
    cut = _cut(one.messages, before, after, since, unread)
    messages = one.messages[cut]
    earlier = messages[0].key if cut.start else ""
    later = messages[-1].key if cut.stop < len(one.messages) else ""
    numbers = {number for each in messages for number in each.content.quotes}
    quoted = lines_of(at, numbers)
    lines = [message_line(at, one, message, quoted=quoted) for message in messages]
    policy = listed.policy
    agreed = {each.power for each in one.head.agreed} if line.power else set()
    between, newest = _between(at, one), not later
    begins = lines[0].at if lines and earlier else at.campaign.created_at
    until = lines[-1].at if lines and not newest else timezone.now()
    papers = papers_of(
        at, between, named_parties(one) if between or line.power else frozenset(), begins, until
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
        later=later,
        reads=messages[-1].key if cut.start <= unread < cut.stop else "",
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
    row = Phase.objects.filter(campaign=at.campaign, number=number).only("turn_title").first()
    return row.turn_title if row is not None else ""


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


def _cut(
    messages: tuple[PressMessage, ...], before: str, after: str, since: str, unread: int
) -> slice:
    """Which messages stand on a page. Those from the place ``unread`` on wait for the reader: what is not shown of
    them comes after what is.
    """
    places = {each.key: at for at, each in enumerate(messages)}
    end = len(messages)
    if before in places:
        return slice(max(0, places[before] - SHOWN), places[before])
    if after in places:
        return slice(places[after] + 1, min(end, places[after] + 1 + SHOWN))
    start = min(end - SHOWN, places.get(since, end), unread)
    start = max(0, start, min(unread, end - MOST_SHOWN))
    return slice(start, min(end, start + MOST_SHOWN))


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
