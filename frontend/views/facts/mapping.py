"""How saved games of VASSAL are read in a campaign: everybody sees it, its moderator changes it."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from msgspec.structs import replace

from campaigns.errors import ChangedMeanwhile, NotNow, NotOnTheMenu, OrderRefused
from campaigns.selectors.facts import mapping_page as selector
from campaigns.services.facts import mappings as service
from frontend.refused_forms import problems_of
from frontend.views.errors import form_view, reader_of, render_page, signed_in
from frontend.views.idempotency import idempotent


@form_view
def mapping(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the mappings; save one, with a reason."""
    if request.method == "POST":
        return _changed(request, slug)
    found = selector.page(slug, reader_of(request))
    copied = request.GET.get("copy", "")
    sent = next((one.text for one in found.shipped if one.module == copied), "")
    return render_page(request, "frontend/mapping.html", found, tab="facts", sent=sent)


def _changed(request: HttpRequest, slug: str) -> HttpResponse:
    person = signed_in(request, _("A moderator changes this."))
    post = request.POST
    was, reason = post.get("was", ""), post.get("reason", "")
    text = "" if "remove" in post else post.get("text", "")
    change = partial(
        service.change,
        slug,
        by=person,
        text=text,
        reason=reason,
        was=was,
        seen=post.get("seen", ""),
    )
    try:
        idempotent(request, change, slug=slug)
    except (OrderRefused, ChangedMeanwhile, NotOnTheMenu, NotNow) as refusal:
        # What was written is not lost: it stands in its form again, with what is wrong with it.
        found = selector.page(slug, person)
        context = {
            "problems": [one for one in problems_of(refusal) if one.field != "reason"],
            "bad_reason": next(
                (one for one in problems_of(refusal) if one.field == "reason"), None
            ),
            "was": was if any(one.module == was for one in found.mappings) else "",
            "sent": post.get("text", ""),
            "reason": reason,
        }
        page = replace(found, may_add=found.may_add or not was)
        return render_page(
            request, "frontend/mapping.html", page, tab="facts", status=refusal.status, **context
        )
    messages.success(
        request, _("The mapping is taken away.") if not text else _("The mapping is saved.")
    )
    return redirect("frontend:mapping", slug=slug)
