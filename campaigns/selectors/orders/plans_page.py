"""The plans that a reader keeps for a power: each with what is wrong with it and what it would lead to."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.errors import NotOnTheMenu
from campaigns.models import Plan
from campaigns.rulebooks import menus, order_sheets
from campaigns.selectors.orders import plan_contents
from campaigns.selectors.orders.own_orders import in_words, is_unread, previewed, standing_of
from campaigns.selectors.phase.phase_strip import head_of, phase_line, reader_of
from campaigns.selectors.phase.records import NOT_UNDERSTOOD, BasePage, PhaseLine
from campaigns.selectors.reader.access import Reading, reading
from rules.kernel.menus import Menu
from rules.kernel.orders import Problem
from rules.kernel.pages import Panel


class PlanLine(Struct, frozen=True, kw_only=True):
    """One plan. ``order`` is ``None`` where it can no longer be read; ``words`` say it; ``panels`` are
    the rolls it would lead to, each with its exact chances.
    """

    number: int
    name: str
    at: datetime
    order: dict[str, Any] | None
    words: str
    problems: tuple[Problem, ...]
    panels: tuple[Panel, ...]
    warnings: tuple[Problem, ...]


class PlansPage(BasePage, frozen=True, kw_only=True):
    """All plans of one power for the phase in play, side by side; ``most`` can be kept."""

    phase: PhaseLine | None
    plans: tuple[PlanLine, ...]
    most: int
    menu: Menu | None


def plans_page(slug: str, person: Any, power: str | None = None) -> PlansPage:
    """The page of plans for the power that one acts for."""
    at = reading(slug, person, power)
    menu = _menu(at)
    return PlansPage(
        head=head_of(at),
        reader=reader_of(at),
        phase=phase_line(at),
        plans=_lines(at, menu),
        most=plan_contents.MOST,
        menu=menu,
    )


def plans_of(slug: str, person: Any, power: str) -> tuple[PlanLine, ...]:
    """The plans of one of my powers. Raises ``NotYours`` for another's."""
    at = reading(slug, person, power)
    at.view_for(power)
    return _lines(at, _menu(at))


def plan_of(slug: str, person: Any, power: str, number: int) -> PlanLine:
    """One of them. Raises ``NotOnTheMenu`` where there is no such plan."""
    for line in plans_of(slug, person, power):
        if line.number == number:
            return line
    raise NotOnTheMenu(
        _("You have no plan %(number)s for this phase.") % {"number": number},
        field="plan",
        remedy=_("Look at the list of your plans."),
    )


def _menu(at: Reading) -> Menu | None:
    if at.acting is None or at.phase is None:
        return None
    return menus.power_menu(at.phase, at.acting).menu


def _lines(at: Reading, menu: Menu | None) -> tuple[PlanLine, ...]:
    power = at.acting
    if power is None or at.phase is None:
        return ()
    view, left = at.view_for(power), standing_of(at).get(power)
    standing = left.content.order if left and not is_unread(at, left) else None
    return tuple(
        _line(at, plan, power, view, menu, standing)
        for plan in plan_contents.own(at.phase, power, at.person)
    )


def _line(
    at: Reading, plan: Plan, power: str, view: Any, menu: Menu | None, standing: Any
) -> PlanLine:
    order = order_sheets.readable(plan, at.book)
    seen = NOT_UNDERSTOOD
    if menu and order:
        seen = previewed(at, power, view, menu, order, standing, form=False)
    return PlanLine(
        number=plan.number,
        name=plan_contents.named(plan),
        at=plan.at,
        order=order,
        words=in_words(at, order) if order is not None else "",
        problems=seen.problems,
        panels=seen.panels,
        warnings=seen.warnings,
    )
