"""A reader's own orders: what he may hand in, what he has, what it would lead to."""

from collections.abc import Mapping
from typing import Any

import structlog
from django.utils.translation import gettext as _
from msgspec.structs import replace

from campaigns import rulebooks
from campaigns.cache import Cache, LazyPart, fingerprint, state_name
from campaigns.domain.clock import ClosedReason
from campaigns.domain.entries.phases import OrdersPublished
from campaigns.errors import NotOnTheMenu
from campaigns.models import Sheet, StandingOrders, Status, Tenure
from campaigns.rulebooks import menus
from campaigns.sealed.sealing import CannotUnseal
from campaigns.selectors.facts.map_desk import summed_up
from campaigns.selectors.orders import plan_contents
from campaigns.selectors.phase.clocks import closed_to
from campaigns.selectors.phase.phase_strip import Sheets, own_draft, silence_of
from campaigns.selectors.phase.records import NOT_UNDERSTOOD, MyOrders, PlanName, Preview
from campaigns.selectors.reader import names, record_versions
from campaigns.selectors.reader.access import Reading, power_badge, reading
from core.sql.statements import Select
from rules.kernel.act_preview import ActPreview, preview_act
from rules.kernel.field_odds import Beside, beside
from rules.kernel.menus import Allot, Menu
from rules.kernel.orders import Problem
from rules.kernel.totals import totals

_say = structlog.get_logger(__name__)

MOST_BYTES = 2_000_000
_beside = Cache(MOST_BYTES)
"""What stands beside the choices of orders, by state, power and order; a process keeps so much of it."""
_STANDING = Select(StandingOrders, "campaign_id = %s AND live AND power = ANY(%s)")


def standing_of(at: Reading) -> dict[str, StandingOrders]:
    """The reader's own standing orders, by power, unopened."""
    found = _STANDING.all(at.campaign.pk, list(at.powers))
    for row in found:
        row.campaign = at.campaign
    return {row.power: row for row in found}


def my_orders(at: Reading, sheets: Sheets) -> tuple[MyOrders, ...]:
    """The orders of each of the reader's powers."""
    if not at.powers:
        return ()
    standing = standing_of(at)
    return tuple(orders_of(at, power, sheets, standing) for power in at.powers)


def orders_of(
    at: Reading, power: str, sheets: Sheets, standing: dict[str, StandingOrders]
) -> MyOrders:
    """One of the reader's powers: what it may hand in, and what it has handed in."""
    view = at.view_for(power)
    desk = menus.power_menu(at.phase, power) if at.phase is not None else None
    asked = desk.asked if desk is not None else None
    menu = desk.menu if desk is not None and asked is not None else None
    draft = own_draft(at, sheets, power)
    sealed = sheets.get(power, {}).get(Sheet.State.SEALED)
    mine = sealed is not None and sealed.is_hand_of(at.hand)
    left = standing.get(power)
    unread = left is not None and is_unread(at, left)
    standing_menu = at.book.standing_menu(view, power) if at.phase is not None else None
    unreadable: list[str] = []
    draft_order = _readable(at, draft, menu, "draft", unreadable)
    sealed_order = _readable(at, sealed if mine else None, menu, "sealed", unreadable)
    standing_order = _readable(at, None if unread else left, standing_menu, "standing", unreadable)
    earlier, earlier_given = (0, None) if draft or sealed else earlier_order(at, power, menu)
    start = draft_order or sealed_order or earlier_given or (menu.blank() if menu else None)
    seen = NOT_UNDERSTOOD
    if menu and start:
        seen = previewed(at, power, view, menu, start, standing_order)
    may_seal = at.may(power, "seal")
    acts = at.book.acts(view, power) if at.phase is not None and may_seal else ()
    return MyOrders(
        badge=power_badge(at.book, power),
        menu=menu,
        manner=asked.manner if asked else "",
        what=asked.what if asked else "",
        silence=silence_of(at, asked),
        draft=draft_order,
        draft_at=draft.at if draft else None,
        sealed=sealed_order,
        sealed_at=sealed.at if sealed else None,
        sealed_words=in_words(at, sealed_order) if sealed_order else "",
        commitment=sealed.commitment if sealed else "",
        ready=sealed.ready if sealed else False,
        order=start,
        earlier=earlier,
        panels=seen.panels,
        movements=seen.movements,
        beside=seen.beside,
        totals=seen.totals,
        problems=seen.problems if draft_order or sealed_order or earlier else (),
        warnings=seen.warnings,
        standing_menu=standing_menu,
        standing=standing_order,
        standing_at=left.at if left else None,
        standing_by=_written_by(at, left if left is not None and not unread else None),
        acts=acts,
        locked=_locked(at, power, sealed),
        elsewhere=tuple(sorted(at.book.agreement_acts)),
        standing_warnings=_standing_warnings(at, power, view, standing_order),
        version=record_versions.of_orders(sealed, draft, at.hand),
        standing_version=record_versions.of_standing(left),
        unread_seal=sealed is not None and not mine,
        unread_standing=unread,
        unreadable=tuple(unreadable),
        may_seal=may_seal,
        drafted_by=_written_by(at, draft),
        sealed_by=_written_by(at, sealed if mine else None),
        plans=plan_names(at, power) if menu is not None and menu.fields else (),
        dispatch=summed_up(at, power) if any(each.order == "declare" for each in acts) else None,
    )


_ITS_PLAYERS = "sealed"


def earlier_order(at: Reading, power: str, menu: Menu | None) -> tuple[int, Any]:
    """The number of the phase that the open one plays again, and the order that the power's player had
    sealed for it, as the log published it; ``(0, None)`` where there is none that can still be given.
    """
    if at.phase is None or not at.phase.again or menu is None:
        return 0, None
    bodies = at.campaign.log.filter(
        phase__number=at.phase.again, kind=OrdersPublished.tag
    ).order_by("-seq")
    body = bodies.values_list("body", flat=True).first()
    given = OrdersPublished.of(body).orders if body is not None else ()
    order = next(
        (one["order"] for one in given if (one["power"], one["how"]) == (power, _ITS_PLAYERS)), None
    )
    if order is None:
        return 0, None
    try:
        rulebooks.read_order(at.book, order, menu)
    except (NotOnTheMenu, ValueError, LookupError, TypeError):
        return 0, None
    return at.phase.again, order


def planned_board(at: Reading, menu: Menu | None, raw: Any) -> LazyPart:
    """The board of the power that the reader acts for, with an order of its own laid on it; as it stands where
    the order says nothing, cannot be read, or is nothing that a board of this game shows. It is the reader's own: it
    is kept under what the order says, for who holds the same powers.
    """
    planned = getattr(at.book, "planned", None)
    if at.acting is None or menu is None or planned is None:
        return at.board
    try:
        order = rulebooks.read_order(at.book, _as_listed(raw, menu), menu)
    except (NotOnTheMenu, ValueError, LookupError, TypeError):
        return at.board
    said, blank = rulebooks.as_data(order), rulebooks.read_order(at.book, menu.blank(), menu)
    if said == rulebooks.as_data(blank):
        return at.board
    acting = at.acting

    def drawn() -> Any:
        try:
            return planned(at.view, acting, order)
        except LookupError:  # a program may have saved what no menu offers
            return at.board()

    return LazyPart((at.board.key, fingerprint(said)), drawn)


def plan_names(at: Reading, power: str) -> tuple[PlanName, ...]:
    """What the reader's own plans for the phase are called."""
    plans = plan_contents.own(at.phase, power, at.person)
    return tuple(PlanName(number=p.number, name=plan_contents.named(p), at=p.at) for p in plans)


def in_words(at: Reading, order: Any) -> str:
    """An order of the reader's own in words; empty if the book cannot read it."""
    known = rulebooks.understood(at.book, order)
    return at.book.say(known) if known is not None else ""


def is_unread(at: Reading, left: StandingOrders) -> bool:
    """Whether these standing orders are a predecessor's, in force for a phase that the reader
    found open when they took the seat over.
    """
    if left.by_id == at.hand.pk or at.phase is None:
        return False
    came = Tenure.objects.filter(
        seat__campaign=at.campaign,
        seat__power=left.power,
        person=at.hand.pk,
        left_at__isnull=True,
        joined_at__lt=at.phase.opened_at,
    )
    return not came.exists()


def _standing_warnings(at: Reading, power: str, view: Any, raw: Any) -> tuple[Problem, ...]:
    """What of a standing order can never count."""
    order = rulebooks.understood(at.book, raw) if at.phase is not None else None
    return () if order is None else at.book.warnings(view, power, order)


def _readable(
    at: Reading,
    row: Sheet | StandingOrders | None,
    menu: Menu | None,
    what: str,
    unreadable: list[str],
) -> dict[str, Any] | None:
    """The order in an envelope, if there is one that the rulebook still reads; else it is noted."""
    if row is None:
        return None
    try:
        order: dict[str, Any] | None = row.content.order
        if order is not None and menu is not None:
            rulebooks.read_order(at.book, order, menu)
        elif order is not None and rulebooks.understood(at.book, order) is None:
            raise NotOnTheMenu(_("It is of no kind that the rulebook knows."))
    except (CannotUnseal, NotOnTheMenu, ValueError, LookupError, TypeError) as error:
        _say.warning(
            _("an order cannot be read"),
            what=what,
            place=type(row).content.field.place_of(row),
            error=type(error).__name__,
        )
        unreadable.append(what)
        return None
    return order


def _as_listed(raw: Any, menu: Menu) -> Any:
    """An order with its points in the order of the menu, so that the rolls stand in one order before
    and after it is sealed.
    """
    if not isinstance(raw, Mapping):
        return raw
    listed = dict(raw)
    for field in menu.fields:
        points = raw.get(field.key)
        if rulebooks.is_a(field, Allot) and isinstance(points, Mapping):
            place = {choice.value: at for at, choice in enumerate(field.choices)}
            listed[field.key] = dict(
                sorted(points.items(), key=lambda one: place.get(one[0], len(place)))
            )
    return listed


def previewed(
    at: Reading,
    power: str,
    view: Any,
    menu: Menu,
    raw: Any,
    standing: Any = None,
    *,
    form: bool = True,
) -> Preview:
    """What is wrong with an order of the reader's own power, what it would lead to, and what it
    would spoil beside the ``standing`` order that he left. With a ``form``, what stands beside each choice is
    said of the power that he acts for, whether or not the order is whole.
    """
    try:
        order = rulebooks.read_order(at.book, _as_listed(raw, menu), menu)
    except NotOnTheMenu as error:
        problem = Problem(error.field, error.message, error.rule)
        return replace(NOT_UNDERSTOOD, problems=(problem,))
    problems = tuple(menu.problems(order))
    acts_for = form and power == at.acting
    return Preview(
        order=rulebooks.as_data(order),
        understood=True,
        problems=problems,
        panels=() if problems else at.book.preview(view, power, order),
        warnings=()
        if problems
        else at.book.warnings(view, power, order, rulebooks.understood(at.book, standing)),
        movements=() if problems else at.book.movements(view, power, order),
        beside=_said_beside(at, view, power, menu, order) if acts_for else (),
        totals=totals(menu, order) if acts_for else (),
    )


def _said_beside(at: Reading, view: Any, power: str, menu: Menu, order: Any) -> tuple[Beside, ...]:
    """What stands beside each choice. Each is tried out, so it is kept until the state or the order changes."""
    if at.phase is None:
        return beside(at.book, view, power, menu, order)
    return _beside.get(
        (state_name(at.phase), power, fingerprint(rulebooks.as_data(order))),
        lambda: beside(at.book, view, power, menu, order),
    )


def act_preview(slug: str, person: Any, power: str, act: Any) -> ActPreview:
    """What an act of one of my powers would bring if it were done now, from what the power may know.
    Nothing is stored, no die is thrown. Raises ``NotYours``, ``NotOnTheMenu`` and ``OrderRefused``.
    """
    at = reading(slug, person, power)
    view = at.view_for(power)
    offered = {menu.order: menu for menu in at.book.acts(view, power)} if at.phase else {}
    kind = act.get("kind") if isinstance(act, Mapping) else None
    if not isinstance(kind, str) or kind not in offered:
        raise NotOnTheMenu(
            _("%(name)s cannot do %(kind)r now.")
            % {"name": at.book.powers[power].name, "kind": kind},
            field="kind",
            remedy=_("Now: %(offered)s.") % {"offered": ", ".join(offered) or "nothing"},
        )
    return preview_act(at.book, view, power, rulebooks.legal_order(at.book, act, offered[kind]))


def _written_by(at: Reading, sheet: Sheet | StandingOrders | None) -> str:
    """The deputy whose hand a sheet or standing order was, if it was one."""
    if sheet is None or sheet.via_id is None:
        return ""
    return at.called.of([sheet.via_id], hidden=names.A_DEPUTY)[sheet.via_id].name


def _locked(at: Reading, power: str, sealed: Sheet | None) -> str:
    """Why nothing can be changed now, or nothing."""
    phase = at.phase
    if not at.may(power, "draft"):
        return _(
            "You look after this seat for %(person)s. You may see its orders, not change them."
        ) % {"person": at.stands_in_for}
    if phase is None:
        return ""
    match closed_to(at.campaign, phase, power, at.now, sealed=sealed is not None):
        case ClosedReason.LOCKED:
            return _("The deadline has passed; your seal stays as it is.")
        case ClosedReason.OTHERS:
            return _(
                "The deadline has passed; the phase waits for the power that was given more time."
            )
        case ClosedReason.OVER if at.campaign.status == Status.PAUSED:
            return _("The deadline has passed; the phase is resolved when the clock runs again.")
        case ClosedReason.OVER:
            return _("The deadline has passed; the phase is about to be resolved.")
    return ""
