"""Plans: several drafts for a phase side by side, of which one can be taken for the draft.

Only the seat's own pages hear of them. A plan is gone with its phase, and with its author. ``phase`` is
the number of the phase that the page was made for.
"""

from typing import Any

from django.utils.translation import gettext as _

from campaigns import rulebooks
from campaigns.errors import NotNow, NotOnTheMenu, OrdersClosed
from campaigns.models import Plan
from campaigns.models.plan import PlanContent
from campaigns.rulebooks import menus, order_sheets
from campaigns.selectors.orders import plan_contents
from campaigns.services.log import push
from campaigns.services.log.service import service
from campaigns.services.orders import autosave, orders, submission
from campaigns.services.orders.submission import Submission


@service()
def keep(
    slug: str,
    *,
    by: Any,
    power: str,
    phase: int,
    order: Any,
    name: str = "",
    number: int | None = None,
) -> int:
    """Keep an order as a plan, a new one or (``number``) instead of what one held; returns its number.

    As a draft it may break rules, but must be readable. Without a name it keeps its own, or is called
    by its number. Raises ``NotOnTheMenu``, ``NotNow`` where there are as many as there can be, and
    what :func:`submission.begin` raises.
    """
    submitted = submission.begin(slug, by, power, phase)
    menu = menus.power_menu(submitted.phase, power).menu
    if menu is None:
        raise OrdersClosed(_("This phase has no orders to plan. Mark yourself done instead."))
    written = rulebooks.as_data(rulebooks.read_order(submitted.book, order, menu))
    if number is None:
        return _made(submitted, by, power, name, written)
    plan = _own(submitted, by, power, number)
    return _put(plan, name or plan_contents.named(plan), written, submitted)


@service()
def rename(slug: str, *, by: Any, power: str, phase: int, number: int, name: str) -> None:
    """Call a plan otherwise."""
    submitted = submission.begin(slug, by, power, phase)
    plan = _own(submitted, by, power, number)
    _put(plan, name, _readable(plan, submitted), submitted)


@service()
def copy(slug: str, *, by: Any, power: str, phase: int, number: int, name: str = "") -> int:
    """Make another plan of a plan; returns its number."""
    submitted = submission.begin(slug, by, power, phase)
    plan = _own(submitted, by, power, number)
    called = name or f"{plan_contents.named(plan)[: plan_contents.LONGEST_NAME - 8]}, copy"
    return _made(submitted, by, power, called, _readable(plan, submitted))


@service()
def delete(slug: str, *, by: Any, power: str, phase: int, number: int) -> None:
    """Forget a plan; one that is gone is gone."""
    submitted = submission.begin(slug, by, power, phase)
    Plan.objects.filter(phase=submitted.phase, power=power, number=number, by=by).delete()
    push.changed(slug, ("orders",), power=power)


@service()
def take(
    slug: str,
    *,
    by: Any,
    power: str,
    phase: int,
    number: int,
    seen: str = "",
    tab_id: str = "",
) -> None:
    """Take a plan: its order becomes the draft, which is what is sealed next.

    ``seen`` and ``tab_id`` as in :func:`orders.seal_orders`, for the draft that it takes the place of.
    """
    submitted = submission.begin(slug, by, power, phase)
    written = _readable(_own(submitted, by, power, number), submitted)
    orders.put_draft(submitted, power, written, seen=seen, tab_id=autosave.known(tab_id))


def _own(submitted: Submission, by: Any, power: str, number: int) -> Plan:
    found = [
        each for each in plan_contents.own(submitted.phase, power, by) if each.number == number
    ]
    if not found:
        raise NotOnTheMenu(
            _("You have no plan %(number)s for this phase.") % {"number": number},
            field="plan",
            remedy=_("Look at the list of your plans."),
        )
    return found[0]


def _readable(plan: Plan, submitted: Submission) -> Any:
    order = order_sheets.readable(plan, submitted.book)
    if order is None:
        raise NotNow(_("This plan can no longer be read."), remedy=_("Delete it."))
    return order


def _made(submitted: Submission, by: Any, power: str, name: str, order: Any) -> int:
    there = plan_contents.own(submitted.phase, power, by)
    if len(there) >= plan_contents.MOST:
        raise NotNow(
            _("You have %(most)s plans for this phase already.") % {"most": plan_contents.MOST},
            remedy=_("Delete one first."),
        )
    number = max((plan.number for plan in there), default=0) + 1
    plan = Plan(phase=submitted.phase, power=power, number=number, by=by)
    return _put(plan, plan_contents.a_name(name, number), order, submitted)


def _put(plan: Plan, name: str, order: Any, submitted: Submission) -> int:
    plan.content = PlanContent(name=plan_contents.a_name(name, plan.number), order=order)
    plan.at = submitted.now
    plan.save()
    push.changed(submitted.campaign.slug, ("orders",), power=plan.power)
    return plan.number
