"""The page of one's standing orders: what is queued, until when, what it would do now, what it has done."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from campaigns import rulebooks
from campaigns.errors import NotYours, SignInFirst
from campaigns.models import Standing, StandingAnswer, Tenure
from campaigns.selectors.access import Reading, reading
from campaigns.selectors.badges import Badge
from campaigns.selectors.my_orders import in_words, is_unread, orders_of, standing_of
from campaigns.selectors.phase_strip import head_of, phase_line, reader_of, sheets_of
from campaigns.selectors.records import Head, PhaseLine, Reader
from rules.kernel.orders import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """A phase in which standing orders spoke for a power that had sealed nothing."""

    number: int
    title: str
    at: datetime | None
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Queued:
    """The standing orders of one power. ``words`` is empty where there are none; ``unread`` says that
    those in force are a predecessor's. ``problems`` are what forbids them now, ``warnings`` what of them
    can never count; ``asked`` says that the phase asks something of the power, ``answers`` that they
    would answer it. ``can_leave`` is false where the rules ask nothing in advance.
    """

    badge: Badge
    can_leave: bool
    words: str
    unread: bool
    version: int
    at: datetime | None
    until_phase: int | None
    until_turn: int | None
    until_at: datetime | None
    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    asked: bool
    answers: bool
    ran: tuple[Ran, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingPage:
    """The page, with one part for each of the reader's powers."""

    head: Head
    reader: Reader
    phase: PhaseLine | None
    queued: tuple[Queued, ...]


def standing_page(slug: str, person: Any) -> StandingPage:
    """The page of a player, or of a deputy. Raises ``SignInFirst``, ``NotYours``."""
    at = reading(slug, person)
    if at.person is None:
        raise SignInFirst("Standing orders are left by players.", remedy="Sign in first.")
    if not at.powers:
        raise NotYours("You hold no seat in this campaign.", remedy="Ask its moderator for one.")
    standing = standing_of(at)
    return StandingPage(
        head=head_of(at),
        reader=reader_of(at),
        phase=phase_line(at),
        queued=tuple(_queued(at, power, standing) for power in at.powers),
    )


def _queued(at: Reading, power: str, standing: dict[str, Standing]) -> Queued:
    badge = at.badge(power)
    if badge is None:
        raise NotYours(f"You do not play {power!r} in this campaign.")
    left = standing.get(power)
    mine = orders_of(at, power, sheets_of(at), standing)
    unread = left is not None and is_unread(at, left)
    known = rulebooks.understood(at.book, mine.standing) if mine.standing else None
    view, asked = at.view_for(power), at.phase is not None and at.rules.awaits(power)
    problems = None if known is None else at.book.standing_problems(view, power, known)
    shown = left is not None and not unread
    return Queued(
        badge=badge,
        can_leave=mine.standing_menu is not None,
        words=in_words(at, mine.standing) if mine.standing else "",
        unread=unread,
        version=left.version if left is not None and shown else 0,
        at=left.at if left is not None and shown else None,
        until_phase=left.until_phase if left is not None and shown else None,
        until_turn=left.until_turn if left is not None and shown else None,
        until_at=left.until_at if left is not None and shown else None,
        problems=tuple(problems or ()),
        warnings=mine.standing_warnings,
        asked=asked,
        answers=bool(
            known is not None and asked and not problems and at.book.stands(view, power, known)
        ),
        ran=_ran(at, power),
    )


def _ran(at: Reading, power: str) -> tuple[Ran, ...]:
    """When they spoke, in the time of the one who sits there now; the last first."""
    sat = Tenure.objects.filter(
        seat__campaign=at.campaign, seat__power=power, person=at.hand.pk, left_at=None
    ).first()
    if sat is None:
        return ()
    rows = StandingAnswer.objects.filter(
        standing__campaign=at.campaign,
        standing__power=power,
        phase__opened_at__gte=sat.joined_at,
        phase__undone_at=None,
    ).select_related("standing", "phase")
    return tuple(
        Ran(
            number=row.phase.number,
            title=row.phase.title,
            at=row.phase.resolved_at,
            version=row.standing.version,
        )
        for row in rows.order_by("-phase__number", "-pk")
    )
