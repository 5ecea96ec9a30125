"""The hand-over packet of a seat, and what its player leaves for whoever follows."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.selectors.seats import hand_over as selector
from campaigns.services.seats import hand_over as service
from frontend.views.errors import form_view, power_of, reader_of, render_page
from frontend.views.idempotency import idempotent


@form_view
def hand_over(request: HttpRequest, slug: str) -> HttpResponse:
    """What the seat knows and owes; or keep advice for whoever follows."""
    page = selector.hand_over(slug, reader_of(request), power_of(request))
    power = page.badge.key
    if request.method != "POST":
        return render_page(request, "frontend/hand_over.html", page, tab="seats", packet=page)
    idempotent(
        request,
        lambda: service.advise(
            slug,
            by=request.user,
            power=power,
            text=request.POST.get("text", ""),
            threads=request.POST.getlist("threads"),
        ),
        slug=slug,
        power=power,
    )
    messages.success(request, _("Kept for whoever follows you. Nobody else reads it."))
    return redirect(f"{reverse('frontend:hand-over', args=[slug])}?power={power}")
