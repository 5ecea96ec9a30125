"""Going back to an earlier phase."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from campaigns.selectors.history import rollback as selector
from campaigns.services.repair import rollback
from core.input_limits import whole_number
from frontend.views.errors import form_view, reader_of, render_page
from frontend.views.idempotency import idempotent


@form_view
def roll_back(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what going back would undo; go back, or ask the players."""
    person = reader_of(request)
    if request.method == "POST":
        go = partial(
            rollback.roll_back,
            slug,
            by=person,
            to=whole_number(request.POST.get("to", "")) or 0,
            reason=request.POST.get("reason", ""),
        )
        if idempotent(request, go, slug=slug) is not None:
            messages.success(request, _("The players are asked to agree. See Seats."))
            return redirect("frontend:seats", slug=slug)
        messages.success(request, _("The campaign has gone back. The phase is open again."))
        return redirect("frontend:campaign", slug=slug)
    found = selector.rollback_page(slug, person, to=whole_number(request.GET.get("to", "")) or 0)
    return render_page(request, "frontend/undo.html", found, tab="history")
