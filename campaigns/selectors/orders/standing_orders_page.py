"""The page of one's standing orders: what is queued, until when, what it would do now, what it has done."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns import rulebooks
from campaigns.errors import NotYours, SignInFirst
from campaigns.models import StandingAnswer, StandingOrders, Tenure
from campaigns.rulebooks import standing_answers
from campaigns.sealed.sealing import CannotUnseal
from campaigns.selectors.orders.own_orders import in_words, is_unread, orders_of, standing_of
from campaigns.selectors.phase.phase_strip import head_of, phase_line, reader_of, sheets_of
from campaigns.selectors.phase.records import BasePage, PhaseLine
from campaigns.selectors.reader import names
from campaigns.selectors.reader.access import Reading, power_badge, reading
from campaigns.selectors.reader.power_badges import Badge
from rules.kernel.orders import Problem


class Ran(Struct, frozen=True, kw_only=True):
    """A phase in which standing orders spoke for a power. ``answer`` is the part of them that did, in words, and
    ``brought`` what came of it.
    """

    number: int
    title: str
    at: datetime | None
    version: int
    answer: str
    brought: tuple[str, ...]


class Past(Struct, frozen=True, kw_only=True):
    """A version that is in force no more: what it said, by which deputy if not by the player, and how
    (``over``, in words) and when it ended, by which deputy.
    """

    version: int
    words: str
    at: datetime
    by: str
    over: str
    over_at: datetime | None
    over_by: str


class Queued(Struct, frozen=True, kw_only=True):
    """The standing orders of one power. ``words`` is empty where there are none; ``unread`` says that
    those in force are a predecessor's. ``problems`` are what forbids them now, ``warnings`` what of them
    can never count; ``asked`` says that the phase asks something of the power, ``answers`` that they
    would answer it, and ``answer`` which part of them. ``by`` and ``until_by`` name the deputy who left
    them, or set their end, if one did. ``past`` are earlier versions. ``can_leave`` is false where the rules ask nothing in advance.
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
    answer: str
    by: str
    until_by: str
    ran: tuple[Ran, ...]
    past: tuple[Past, ...]


class StandingPage(BasePage, frozen=True, kw_only=True):
    """The page, with one part for each of the reader's powers."""

    phase: PhaseLine | None
    queued: tuple[Queued, ...]


def standing_page(slug: str, person: Any) -> StandingPage:
    """The page of a player, or of a deputy. Raises ``SignInFirst``, ``NotYours``."""
    at = reading(slug, person)
    if at.person is None:
        raise SignInFirst(_("Standing orders are left by players."), remedy=_("Sign in first."))
    if not at.powers:
        raise NotYours(
            _("You hold no seat in this campaign."), remedy=_("Ask its moderator for one.")
        )
    standing = standing_of(at)
    return StandingPage(
        head=head_of(at),
        reader=reader_of(at),
        phase=phase_line(at),
        queued=tuple(_queued(at, power, standing) for power in at.powers),
    )


def _queued(at: Reading, power: str, standing: dict[str, StandingOrders]) -> Queued:
    left = standing.get(power)
    mine = orders_of(at, power, sheets_of(at), standing)
    unread = left is not None and is_unread(at, left)
    known = rulebooks.understood(at.book, mine.standing) if mine.standing else None
    view, asked = at.view_for(power), at.phase is not None and at.rules.awaits(power)
    problems = None if known is None else at.book.standing_problems(view, power, known)
    shown = left if not unread else None
    part = None
    if known is not None and asked and not problems:
        part = standing_answers.asked_part(at.book, view, power, known)
    return Queued(
        badge=power_badge(at.book, power),
        can_leave=mine.standing_menu is not None,
        words=in_words(at, mine.standing) if mine.standing else "",
        unread=unread,
        version=shown.version if shown else 0,
        at=shown.at if shown else None,
        until_phase=shown.until_phase if shown else None,
        until_turn=shown.until_turn if shown else None,
        until_at=shown.until_at if shown else None,
        problems=tuple(problems or ()),
        warnings=mine.standing_warnings,
        asked=asked,
        answers=part is not None,
        answer=at.book.say(part) if part is not None else "",
        by=_deputy(at, shown.via_id if shown else None),
        until_by=_deputy(at, shown.until_via_id if shown else None),
        ran=_ran(at, power),
        past=_past(at, power),
    )


def _deputy(at: Reading, person: int | None) -> str:
    """The name of the deputy whose hand something was; empty if it was the player's."""
    if person is None:
        return ""
    return at.called.of([person], hidden=names.A_DEPUTY)[person].name


def _past(at: Reading, power: str) -> tuple[Past, ...]:
    """The versions of the one who sits there now that are over, the last first."""
    rows = at.campaign.standing.filter(power=power, live=False, by=at.hand.pk)
    result = []
    for row in rows.order_by("-version"):
        try:
            words = in_words(at, row.content.order)
        except (CannotUnseal, ValueError, LookupError, TypeError):
            words = ""
        result.append(
            Past(
                version=row.version,
                words=words,
                at=row.at,
                by=_deputy(at, row.via_id),
                over=_over(row),
                over_at=row.over_at,
                over_by=_deputy(at, row.over_via_id),
            )
        )
    return tuple(result)


def _over(row: StandingOrders) -> str:
    """Why a version is over."""
    match row.over:
        case StandingOrders.Over.PHASE:
            return _("it held until phase %(number)s") % {"number": row.until_phase}
        case StandingOrders.Over.TURN:
            return _("it held until turn %(number)s") % {"number": row.until_turn}
    return str(row.get_over_display())


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
    result = []
    for row in rows.order_by("-phase__number", "-pk"):
        row.standing.campaign = at.campaign
        result.append(
            Ran(
                number=row.phase.number,
                title=row.phase.title,
                at=row.phase.resolved_at,
                version=row.standing.version,
                answer=in_words(at, row.content.order),
                brought=tuple(row.content.told),
            )
        )
    return tuple(result)
