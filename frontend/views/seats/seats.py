"""Who sits where, and what the seated people are asked to agree to."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from campaigns.errors import NotOnTheMenu, together
from campaigns.selectors.seats import seats_page as selector
from campaigns.services.clock.phase_clock import require_hours
from campaigns.services.log.lock import require_reason
from campaigns.services.seats import moderators
from campaigns.services.voting import agree
from core.input_limits import number, whole_number
from frontend.views.errors import post_view, read_view, reader_of, render_page
from frontend.views.idempotency import idempotent
from frontend.views.seats.absences import moment_in


@read_view
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """The table: seats, questions, and who moderates."""
    data = selector.seats_page(slug, reader_of(request))
    return render_page(request, "frontend/table.html", data, tab="seats", table=data)


def _agree(slug: str, by: Any, number: int) -> str:
    carried_out = agree.agree(slug, by=by, number=number)
    return (
        _("You agree. It is done.") if carried_out else _("You agree. Others have still to answer.")
    )


def _take_back(slug: str, by: Any, number: int) -> str:
    agree.take_back(slug, by=by, number=number)
    return _("You no longer agree.")


def _withdraw(slug: str, by: Any, number: int) -> str:
    agree.withdraw(slug, by=by, number=number)
    return _("The question is withdrawn.")


ANSWERS: dict[str, Callable[[str, Any, int], str]] = {
    "agree": _agree,
    "take-back": _take_back,
    "withdraw": _withdraw,
}


@post_view
@login_required
def answer(request: HttpRequest, slug: str, number: int, verb: str) -> HttpResponse:
    """Answer a question, or take one back."""
    if verb not in ANSWERS:
        raise Http404
    message = idempotent(request, lambda: ANSWERS[verb](slug, request.user, number), slug=slug)
    messages.success(request, message)
    return redirect("frontend:seats", slug=slug)


@post_view
@login_required
def offer(request: HttpRequest, slug: str) -> HttpResponse:
    """Offer to take the desk, or take it where nobody moderates."""
    willing = request.POST.get("willing") == "yes"
    idempotent(request, lambda: moderators.offer(slug, by=request.user, willing=willing), slug=slug)
    on_it = _("You are on the list of those who would take the desk.")
    messages.success(request, on_it if willing else _("You are no longer on the list."))
    return redirect("frontend:seats", slug=slug)


@post_view
@login_required
def propose(request: HttpRequest, slug: str) -> HttpResponse:
    """Where nobody moderates: ask the others to resume, extend or resolve."""
    post = request.POST
    kind = post.get("kind", "")
    # Read inside the service's request, where a repetition is known.
    ask = partial(_propose, request, slug, kind)
    carried_out = idempotent(request, ask, slug=slug)
    messages.success(
        request, _("It is done.") if carried_out else _("The other players are asked.")
    )
    return redirect("frontend:seats", slug=slug)


def _propose(request: HttpRequest, slug: str, kind: str) -> bool:
    post, text = request.POST, request.POST.get("until", "").strip()
    pauses = kind == "pause" and text
    # Who may not read the campaign learns nothing of it, whatever they sent.
    zone = selector.seats_page(slug, request.user).head.zone
    reason, hours, until = together(
        partial(require_reason, post.get("reason", "")),
        partial(hours_in, post.get("hours", "") if kind == "extend" else "1"),
        partial(moment_in, text if pauses else "", zone, field="until"),
    )
    return agree.propose(
        slug,
        by=request.user,
        kind=kind,
        reason=reason,
        hours=hours,
        power=post.get("power", ""),
        to=post.get("to", ""),
        username=post.get("username", "").strip(),
        phase=whole_number(post.get("phase", "")),
        until=until,
    )


def hours_in(text: str) -> float:
    """A number of hours that somebody wrote."""
    hours = number(text)
    if hours is None:
        raise NotOnTheMenu(
            _("The extension is no number of hours."),
            field="hours",
            remedy=_("Write it in figures, such as 24."),
        )
    return require_hours(hours)
