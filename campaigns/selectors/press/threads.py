"""The threads that a reader may read, as a list: what waits in each, and a search in them."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from msgspec import structs

from campaigns.errors import NotOnTheMenu
from campaigns.models import PressThread, Status
from campaigns.models.press import ThreadHead
from campaigns.selectors.orders.agreements import papers_to_answer
from campaigns.selectors.phase.phase_strip import (
    head_of,
    phase_line,
    reader_of,
    readiness_of,
    sheets_of,
)
from campaigns.selectors.press.press_records import SHOWN as SHOWN_THREADS
from campaigns.selectors.press.press_records import MessageLine, PhaseBeside, PressPage, ThreadLine
from campaigns.selectors.press.quotable import NO_QUOTES, QuoteRequest, offered_to_quote
from campaigns.selectors.press.seen import Kind, Seen, message_line, threads_of, unread_of
from campaigns.selectors.reader import press_access
from campaigns.selectors.reader.access import Reading, badge_named, reading

LONGEST_SEARCH = 100
FOUND = 50
"""So many messages found end a search."""
SEARCHED = 3000
"""So many messages one search opens, the newest first."""


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
    return list_of(at, threads_of(at), words, show, wanted)


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


def list_of(
    at: Reading, seen: list[Seen], words: str, show: str, wanted: QuoteRequest
) -> PressPage:
    """The page of these threads, as :func:`press_page` says it."""
    waits = _waits(at) if any(one.row.kind == Kind.PRIVATE for one in seen) else frozenset()
    lines = {
        one.row.key: structs.replace(thread_line(at, one), waits=named_parties(one) in waits)
        for one in seen
    }
    policy = press_access.policy(at.campaign)
    private = [lines[one.row.key] for one in seen if one.row.kind == Kind.PRIVATE]
    common = [
        lines.get(key) or thread_line(at, empty_thread(at, key)) for key in press_access.COMMON
    ]
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
        closed=no_private(at, policy),
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
        unread=unread_of(at, one),
        muted=one.mark is not None and one.mark.muted,
        power=power,
        written=len(one.messages),
    )


def empty_thread(at: Reading, key: str) -> Seen:
    """A common thread in which nobody has written yet."""
    row = PressThread(campaign=at.campaign, key=key, kind=press_access.COMMON[key])
    return Seen(row, ThreadHead(), (), None)


def named_parties(one: Seen) -> frozenset[str]:
    """The parties of a private thread; nobody where a power does not give its name: it would name it."""
    private = one.row.kind == Kind.PRIVATE and not one.head.masked
    return frozenset(one.head.parties) if private else frozenset()


def no_private(at: Reading, policy: press_access.Policy) -> str:
    """Why no private message can be written now; empty where one can."""
    if not at.own_powers:
        return _("Only players write to each other.")
    if at.campaign.status == Status.GATHERING:
        return _("Powers write to each other once the campaign has begun.")
    if at.campaign.status == Status.FINISHED:
        return _("The campaign is over.")
    if policy.allowed != "full":
        return _("This campaign has no private press.")
    return held_back() if press_access.is_held_back(at.campaign) else ""


def held_back() -> str:
    """That nobody writes while somebody is waited for."""
    return _(
        "Somebody is waited for after the deadline. Powers write again once the phase is over."
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
