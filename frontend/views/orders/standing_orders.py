"""The page of one's standing orders, and until when they hold."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from campaigns.selectors.orders import standing_orders_page as selector
from campaigns.services.orders import standing_order_expiry
from core.input_limits import whole_number
from frontend.views.errors import form_view, reader_of, render_page
from frontend.views.idempotency import idempotent
from frontend.views.seats.absences import moment_in


@form_view
def standing_orders(request: HttpRequest, slug: str) -> HttpResponse:
    """What is queued, until when, what it would do now and what it has done; or set its end."""
    page = selector.standing_page(slug, reader_of(request))
    if request.method != "POST":
        return render_page(request, "frontend/standing_orders.html", page, tab="campaign")
    post = request.POST
    power = post.get("power", "")
    idempotent(
        request,
        lambda: standing_order_expiry.set_end(
            slug,
            by=request.user,
            power=power,
            phase=whole_number(post.get("phase", "")),
            turn=whole_number(post.get("turn", "")),
            at=moment_in(post.get("at", ""), page.head.zone),
        ),
        slug=slug,
        power=power,
    )
    messages.success(request, _("Kept. Nobody else is told."))
    return redirect("frontend:standing-orders", slug=slug)
