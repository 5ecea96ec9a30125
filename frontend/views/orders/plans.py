"""Plans: several drafts of one phase side by side."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.errors import NotOnTheMenu
from campaigns.selectors.orders import plans_page as selector
from campaigns.services.orders import plans as service
from core.input_limits import whole_number
from frontend.views.errors import (
    acting_power,
    form_view,
    power_of,
    reader_of,
    render_page,
    signed_in,
)
from frontend.views.idempotency import idempotent

DONE = {
    "copy": gettext_lazy("Plan copied."),
    "rename": gettext_lazy("Plan renamed."),
    "delete": gettext_lazy("Plan deleted."),
    "take": gettext_lazy("The plan is your draft now. Seal it when you are sure."),
}


@form_view
def plans(request: HttpRequest, slug: str) -> HttpResponse:
    """Every plan with what it would lead to; or do something with one of them."""
    person = signed_in(request, _("Plans are kept by players."))
    page = selector.plans_page(slug, person, power_of(request))
    acting = acting_power(page.reader)
    if request.method != "POST":
        return render_page(
            request,
            "frontend/plans.html",
            page,
            tab="campaign",
            side=acting.faction,
            side_names=dict(page.head.sides),
        )
    verb = request.POST.get("action", "")
    change(request, slug, acting.key, verb, whole_number(request.POST.get("plan", "")) or 0)
    messages.success(request, DONE[verb])
    back = "frontend:campaign" if verb == "take" else "frontend:plans"
    there = "#orders" if verb == "take" else ""
    return redirect(f"{reverse(back, args=[slug])}?power={acting.key}{there}")


def change(request: HttpRequest, slug: str, power: str, verb: str, number: int) -> None:
    """Copy, rename, delete or take a plan."""
    phase = whole_number(request.POST.get("phase", "")) or 0
    who: dict[str, Any] = {"by": reader_of(request), "power": power, "phase": phase}
    name = request.POST.get("name", "")
    match verb:
        case "copy":
            work: Callable[[], Any] = partial(service.copy, slug, **who, number=number)
        case "rename":
            work = partial(service.rename, slug, **who, number=number, name=name)
        case "delete":
            work = partial(service.delete, slug, **who, number=number)
        case "take":
            seen, hand = (request.POST.get(field, "") for field in ("seen", "hand"))
            work = partial(service.take, slug, **who, number=number, seen=seen, tab_id=hand)
        case _:
            raise NotOnTheMenu(
                _("A plan can be copied, renamed, deleted or taken."),
                remedy=_("Choose one of these."),
            )
    idempotent(request, work, slug=slug, power=power, phase=phase)
