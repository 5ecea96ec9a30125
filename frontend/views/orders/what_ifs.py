"""What if: the next phases, played on in thought for one player."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.errors import NotOnTheMenu, NotYours
from campaigns.selectors.campaign import what_if_page as selector
from campaigns.services.orders import what_ifs as service
from core.input_limits import whole_number
from frontend.views.errors import (
    acting_power,
    form_view,
    power_of,
    read_view,
    reader_of,
    render_page,
    signed_in,
)
from frontend.views.idempotency import idempotent


@form_view
def what_ifs(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose what to try and see the newest; or have one played, once more, or deleted."""
    page = _page(request, slug)
    if request.method != "POST":
        return _shown(request, page)
    power = page.reader.acting.key if page.reader.acting else ""
    number = _do(request, slug, power)
    there = ("frontend:what-if", slug, number) if number else ("frontend:what-ifs", slug)
    return redirect(f"{reverse(there[0], args=there[1:])}?power={power}")


@read_view
def what_if(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One of them."""
    return _shown(request, _page(request, slug, number))


def _page(request: HttpRequest, slug: str, number: int | None = None) -> selector.WhatIfPage:
    person = signed_in(request, _("Only players play on in thought."))
    page = selector.what_if_page(slug, person, power_of(request), number)
    acting_power(page.reader)
    if page.reader.stands_in:
        raise NotYours(
            _("Only the player of this seat does this."),
            remedy=_("You look after the seat; ask its player."),
        )
    return page


def _shown(request: HttpRequest, page: selector.WhatIfPage) -> HttpResponse:
    return render_page(request, "frontend/what_if.html", page, tab="what-if")


def _do(request: HttpRequest, slug: str, power: str) -> int:
    """Carry out what was asked; the number of what is played, 0 for nothing."""
    who: dict[str, Any] = {"by": reader_of(request), "power": power}
    number = whole_number(request.POST.get("number", "")) or 0
    match request.POST.get("action", ""):
        case "play":
            tried = request.POST.get("orders", "")
            plan = whole_number(tried.removeprefix("plan-")) if tried.startswith("plan-") else None
            phases = whole_number(request.POST.get("phases", "")) or 0
            more: dict[str, Any] = {"phases": phases, "plan": plan, "draft": tried == "draft"}
            return int(
                idempotent(
                    request, partial(service.ask, slug, **who, **more), slug=slug, power=power
                )
            )
        case "again":
            work = partial(service.again, slug, **who, number=number)
            return int(idempotent(request, work, slug=slug, power=power))
        case "delete":
            idempotent(
                request, partial(service.delete, slug, **who, number=number), slug=slug, power=power
            )
            messages.success(request, _("Deleted."))
            return 0
        case _:
            raise NotOnTheMenu(
                _("A what-if is played, repeated or deleted."), remedy=_("Choose one.")
            )
