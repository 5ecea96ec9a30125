"""Forking a campaign from one of its phases."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from campaigns.selectors.history import forks as selector
from campaigns.services.repair import fork as campaign_fork
from core.input_limits import whole_number
from frontend.views.errors import form_view, reader_of, render_page
from frontend.views.idempotency import idempotent


@form_view
def fork(request: HttpRequest, slug: str) -> HttpResponse:
    """Show from where a campaign can be forked; fork it, or ask its players."""
    person = reader_of(request)
    if request.method == "POST":
        return _done(request, slug)
    found = selector.forks(slug, person, phase=whole_number(request.GET.get("phase", "")) or 0)
    return render_page(request, "frontend/fork.html", found, tab="history")


def _done(request: HttpRequest, slug: str) -> HttpResponse:
    post, person = request.POST, reader_of(request)
    phase, title = whole_number(post.get("phase", "")) or 0, post.get("title", "")
    if post.get("do") == "ask":
        ask = partial(
            campaign_fork.propose,
            slug,
            by=person,
            phase=phase,
            title=title,
            reason=post.get("reason", ""),
        )
        made = idempotent(request, ask, slug=slug)
        if not made:
            messages.success(request, _("The players are asked to agree. See Seats."))
            return redirect("frontend:seats", slug=slug)
        messages.success(request, _("The fork has begun. This is it."))
        return redirect("frontend:campaign", slug=made)
    watch = post.get("watch", "")
    go = partial(
        campaign_fork.fork,
        slug,
        by=person,
        phase=phase,
        title=title,
        private=watch == "private",
        listed=watch in ("", "public"),
        anonymous=post.get("anonymous") == "yes",
        take=_powers(post, "me"),
        bots=_powers(post, "bot"),
    )
    made = idempotent(request, go, slug=slug)
    messages.success(
        request, _("The fork is created. Invite the others from the desk, and start it.")
    )
    return redirect("frontend:moderator", slug=made)


def _powers(post: Any, who: str) -> list[str]:
    """The powers whose seat is for this one: ``me``, or ``bot`` for the autopilot."""
    return [
        name.removeprefix("seat-") for name in post if post[name] == who and name[:5] == "seat-"
    ]
