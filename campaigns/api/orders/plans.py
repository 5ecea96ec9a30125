"""The plans that a player keeps for a phase."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.tokens import PLAY, READ
from campaigns.api.wire import requests
from campaigns.api.wire.answers import ApiView, answer, described, idempotent, read
from campaigns.errors import NotOnTheMenu
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.orders import plans_page as selector
from campaigns.services.orders import plans
from core.input_limits import whole_number

PHASE = OpenApiParameter("phase", int, required=True, description="The phase that is meant.")


class PlansView(ApiView):
    """All plans of one power."""

    scopes = {"GET": READ, "POST": PLAY}

    @described("Your plans for the phase in play", selector.PlanLine, many=True)
    def get(self, request: Request, slug: str, power: str) -> Response:
        """Answer the plans, each with its problems and exact odds."""
        return answer(selector.plans_of(slug, request.user, power))

    @described("Make a plan", selector.PlanLine, takes=requests.SavePlan, many=True, writes=True)
    def post(self, request: Request, slug: str, power: str) -> Response:
        """Make one of an order, or a copy of another; answer all that are there now."""
        given = read(request, requests.SavePlan)

        def make() -> tuple[selector.PlanLine, ...]:
            who: dict[str, Any] = {"by": request.user, "power": power, "phase": given.phase}
            if given.copy is not None:
                plans.copy(slug, **who, number=given.copy, name=given.name)
            else:
                plans.keep(slug, **who, order=given.order, name=given.name)
            return selector.plans_of(slug, request.user, power)

        return answer(
            idempotent(request, make, given=given, slug=slug, power=power, phase=given.phase)
        )


class PlanView(ApiView):
    """One plan."""

    scopes = {"GET": READ, "PUT": PLAY, "DELETE": PLAY}

    @described("One of your plans", selector.PlanLine)
    def get(self, request: Request, slug: str, power: str, number: int) -> Response:
        """Answer the plan."""
        return answer(selector.plan_of(slug, request.user, power, number))

    @described("Change a plan", selector.PlanLine, takes=requests.SavePlan, writes=True)
    def put(self, request: Request, slug: str, power: str, number: int) -> Response:
        """Give it another order, or (without one) another name; answer it."""
        given = read(request, requests.SavePlan)

        def change() -> selector.PlanLine:
            who: dict[str, Any] = {
                "by": request.user,
                "power": power,
                "phase": given.phase,
                "number": number,
            }
            if given.order is None:
                plans.rename(slug, **who, name=given.name)
            else:
                plans.keep(slug, **who, order=given.order, name=given.name)
            return selector.plan_of(slug, request.user, power, number)

        return answer(
            idempotent(request, change, given=given, slug=slug, power=power, phase=given.phase)
        )

    @described("Forget a plan", selector.PlanLine, many=True, parameters=[PHASE], writes=True)
    def delete(self, request: Request, slug: str, power: str, number: int) -> Response:
        """Forget it; answer those that are left."""
        phase = whole_number(request.query_params.get("phase", ""))
        if phase is None:
            raise NotOnTheMenu(_("phase is a whole number."), field="phase")

        def forget() -> tuple[selector.PlanLine, ...]:
            plans.delete(slug, by=request.user, power=power, phase=phase, number=number)
            return selector.plans_of(slug, request.user, power)

        return answer(idempotent(request, forget, slug=slug, power=power, phase=phase))


class UsePlanView(ApiView):
    """Choosing one."""

    scopes = {"POST": PLAY}

    @described(
        "Let a plan be your draft", campaign_page.MyOrders, takes=requests.UsePlan, writes=True
    )
    def post(self, request: Request, slug: str, power: str, number: int) -> Response:
        """Take it, and answer the orders as they are now."""
        given = read(request, requests.UsePlan)

        def take() -> campaign_page.MyOrders:
            plans.take(
                slug,
                by=request.user,
                power=power,
                phase=given.phase,
                number=number,
                seen=given.seen,
            )
            return campaign_page.orders(slug, request.user, power)

        return answer(
            idempotent(request, take, given=given, slug=slug, power=power, phase=given.phase)
        )
