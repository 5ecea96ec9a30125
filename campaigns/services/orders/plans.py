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
    given = submission.begin(slug, by, power, phase)
    menu = menus.power_menu(given.phase, power).menu
    if menu is None:
        raise OrdersClosed(_("This phase has no orders to plan. Mark yourself done instead."))
    written = rulebooks.as_data(rulebooks.read_order(given.book, order, menu))
    if number is None:
        return _made(given, by, power, name, written)
    plan = _own(given, by, power, number)
    return _put(plan, name or plan_contents.named(plan), written, given)


@service()
def rename(slug: str, *, by: Any, power: str, phase: int, number: int, name: str) -> None:
    """Call a plan otherwise."""
    given = submission.begin(slug, by, power, phase)
    plan = _own(given, by, power, number)
    _put(plan, name, _readable(plan, given), given)


@service()
def copy(slug: str, *, by: Any, power: str, phase: int, number: int, name: str = "") -> int:
    """Make another plan of a plan; returns its number."""
    given = submission.begin(slug, by, power, phase)
    plan = _own(given, by, power, number)
    called = name or f"{plan_contents.named(plan)[: plan_contents.LONGEST_NAME - 8]}, copy"
    return _made(given, by, power, called, _readable(plan, given))


@service()
def delete(slug: str, *, by: Any, power: str, phase: int, number: int) -> None:
    """Forget a plan; one that is gone is gone."""
    given = submission.begin(slug, by, power, phase)
    Plan.objects.filter(phase=given.phase, power=power, number=number, by=by).delete()
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
    given = submission.begin(slug, by, power, phase)
    written = _readable(_own(given, by, power, number), given)
    orders.put_draft(given, power, written, seen=seen, tab_id=autosave.known(tab_id))


def _own(given: Submission, by: Any, power: str, number: int) -> Plan:
    found = [each for each in plan_contents.own(given.phase, power, by) if each.number == number]
    if not found:
        raise NotOnTheMenu(
            _("You have no plan %(number)s for this phase.") % {"number": number},
            field="plan",
            remedy=_("Look at the list of your plans."),
        )
    return found[0]


def _readable(plan: Plan, given: Submission) -> Any:
    order = order_sheets.readable(plan, given.book)
    if order is None:
        raise NotNow(_("This plan can no longer be read."), remedy=_("Delete it."))
    return order


def _made(given: Submission, by: Any, power: str, name: str, order: Any) -> int:
    there = plan_contents.own(given.phase, power, by)
    if len(there) >= plan_contents.MOST:
        raise NotNow(
            _("You have %(most)s plans for this phase already.") % {"most": plan_contents.MOST},
            remedy=_("Delete one first."),
        )
    number = max((plan.number for plan in there), default=0) + 1
    plan = Plan(phase=given.phase, power=power, number=number, by=by)
    return _put(plan, plan_contents.a_name(name, number), order, given)


def _put(plan: Plan, name: str, order: Any, given: Submission) -> int:
    plan.content = PlanContent(name=plan_contents.a_name(name, plan.number), order=order)
    plan.at = given.now
    plan.save()
    push.changed(given.campaign.slug, ("orders",), power=plan.power)
    return plan.number
