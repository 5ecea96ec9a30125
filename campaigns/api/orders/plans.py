"""The plans that a player keeps for a phase."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.wire import requests
from campaigns.api.wire.answers import ApiView, answer, described, write_action
from campaigns.errors import NotOnTheMenu
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.orders import plans_page as selector
from campaigns.selectors.phase import records
from campaigns.services.orders import plans
from core.input_limits import whole_number

PHASE = OpenApiParameter("phase", int, required=True, description="The phase that is meant.")


class PlansView(ApiView):
    """All plans of one power."""

    @described("Your plans for the phase in play", selector.PlanLine, many=True)
    def get(self, request: Request, slug: str, power: str) -> Response:
        """Answer the plans, each with its problems and exact odds."""
        return answer(selector.plans_of(slug, request.user, power))

    @write_action("Make a plan", selector.PlanLine, takes=requests.SavePlan, many=True)
    def post(self, request: Request, slug: str, power: str, body: requests.SavePlan) -> Any:
        """Make one of an order, or a copy of another; answer all that are there now."""
        who: dict[str, Any] = {"by": request.user, "power": power, "phase": body.phase}
        if body.copy is not None:
            plans.copy(slug, **who, number=body.copy, name=body.name)
        else:
            plans.keep(slug, **who, order=body.order, name=body.name)
        return selector.plans_of(slug, request.user, power)


class PlanView(ApiView):
    """One plan."""

    @described("One of your plans", selector.PlanLine)
    def get(self, request: Request, slug: str, power: str, number: int) -> Response:
        """Answer the plan."""
        return answer(selector.plan_of(slug, request.user, power, number))

    @write_action("Change a plan", selector.PlanLine, takes=requests.SavePlan)
    def put(
        self, request: Request, slug: str, power: str, number: int, body: requests.SavePlan
    ) -> selector.PlanLine:
        """Give it another order, or (without one) another name; answer it."""
        which: dict[str, Any] = {"power": power, "phase": body.phase, "number": number}
        if body.order is None:
            plans.rename(slug, by=request.user, **which, name=body.name)
        else:
            plans.keep(slug, by=request.user, **which, order=body.order, name=body.name)
        return selector.plan_of(slug, request.user, power, number)

    @write_action("Forget a plan", selector.PlanLine, many=True, parameters=[PHASE])
    def delete(self, request: Request, slug: str, power: str, number: int) -> Any:
        """Forget it; answer those that are left."""
        phase = whole_number(request.query_params.get("phase", ""))
        if phase is None:
            raise NotOnTheMenu(_("phase is a whole number."), field="phase")
        plans.delete(slug, by=request.user, power=power, phase=phase, number=number)
        return selector.plans_of(slug, request.user, power)


class UsePlanView(ApiView):
    """Choosing one."""

    @write_action("Let a plan be your draft", records.MyOrders, takes=requests.UsePlan)
    def post(
        self, request: Request, slug: str, power: str, number: int, body: requests.UsePlan
    ) -> records.MyOrders:
        """Take it, and answer the orders as they are now."""
        plans.take(slug, by=request.user, power=power, number=number, **body.fields)
        return campaign_page.orders(slug, request.user, power)
