"""Founding a campaign, following an invitation, sitting down."""

from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.selectors.lobby import lobby_page as selector
from campaigns.selectors.rules import book_choices
from campaigns.services.deadlines import emergency_pauses, player_extensions
from campaigns.services.lifecycle import campaigns
from campaigns.services.seats import dice_seeds, hand_over, seats
from core.input_limits import whole_number
from core.secret_urls import secret_address
from frontend.forms.founding import FoundingForm
from frontend.views.errors import form_view, post_view, reader_of, refusals
from frontend.views.idempotency import idempotent

ANOTHER_BOOK = "another_book"
"""The button that keeps what a form for a new campaign says, and shows the form of another book."""


@form_view
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Found a campaign. Another book that is chosen meanwhile takes along what was written so far."""
    books = book_choices.books()
    other = request.POST.get(ANOTHER_BOOK)
    wanted = other or request.GET.get("book")
    book = next((b for b in books if b.key == wanted), books[0])
    form = FoundingForm(
        None if other else request.POST or None,
        book=book,
        zone=_zone(request),
        written=request.POST if other else None,
    )
    if not other and request.method == "POST" and form.is_valid():
        wishes = form.wishes()
        slug = idempotent(
            request,
            lambda: campaigns.create_campaign(by=request.user, rulebook=book.key, **wishes),
            slug_of=str,
        )
        messages.success(request, _("The campaign is created. Invite the others from the desk."))
        return redirect("frontend:moderator", slug=slug)
    clock = FoundingForm(request.POST, book=book, zone=_zone(request)) if other else form
    context = {
        "form": form,
        "book": book,
        "books": books,
        "clock_preview": clock.clock_preview(timezone.now()),
    }
    return render(request, "frontend/new.html", context, status=422 if form.errors else 200)


def _zone(request: HttpRequest) -> str:
    """The zone of the one who founds."""
    return str(getattr(request.user, "time_zone", "UTC"))


@post_view
@login_required
def new_clock(request: HttpRequest) -> HttpResponse:
    """What the clock being filled in makes of a new campaign; nothing is stored. ``part`` names the part of the form
    that was changed: the paces, or the clock, of which the other follows. On the desk it is ``desk``, or ``begun``
    where the campaign has; its ``revision`` of the book says which phases there are.
    """
    book = book_choices.book_of(request.GET.get("book", ""), request.POST.get("revision", "")[:60])
    part = request.POST.get("part", "")
    form = FoundingForm(request.POST, book=book, zone=_zone(request), chooses=part == "paces")
    context = {
        "form": form,
        "book": book,
        "clock_preview": form.clock_preview(timezone.now(), begun=part == "begun"),
        "part": part,
    }
    return render(request, "frontend/founding/follows.html", context)


@require_safe
@never_cache
@secret_address
@refusals
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """What an invitation leads to."""
    return render(
        request,
        "frontend/invitation.html",
        {"invitation": selector.invitation(token, reader_of(request)), "token": token},
    )


@post_view
@login_required
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the chosen seats."""
    powers, token = request.POST.getlist("powers"), request.POST.get("invitation", "")
    idempotent(
        request,
        lambda: seats.join(slug, by=request.user, powers=powers, token=token),
        slug=slug,
    )
    request.session[f"taken.{slug}"] = True
    # The seat's button, which one may have come to by its own place, is gone: one begins at the top.
    return redirect(f"{reverse('frontend:campaign', args=[slug])}#strip")


@post_view
@login_required
def extension(request: HttpRequest, slug: str) -> HttpResponse:
    """Take one of one's extensions, or (``action`` is ``pause``) an emergency pause."""
    post = request.POST
    power, phase = post.get("power", ""), whole_number(post.get("phase", "")) or 0
    pauses = post.get("action") == "pause"
    work = partial(
        emergency_pauses.pause if pauses else player_extensions.take,
        slug,
        by=request.user,
        power=power,
        phase=phase,
        reason=post.get("reason", ""),
    )
    left = idempotent(request, work, slug=slug, power=power, phase=phase)
    message = (
        _("The clock is stopped. Emergency pauses left: %(left)s.")
        if pauses
        else _("Everybody has more time. Extensions left: %(left)s.")
    )
    messages.success(request, message % {"left": left})
    return redirect(f"{reverse('frontend:campaign', args=[slug])}?{urlencode({'power': power})}")


@post_view
@login_required
def dice_seed(request: HttpRequest, slug: str) -> HttpResponse:
    """Give a seat the chain of dice links that the player's browser drew; answers its head."""
    power = request.POST.get("power", "")
    bring = partial(
        dice_seeds.bring_seed,
        slug,
        by=request.user,
        power=power,
        seed=request.POST.get("seed", ""),
    )
    return JsonResponse({"head": idempotent(request, bring, slug=slug, power=power)})


@post_view
@login_required
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Give a seat up, once one has said that one is sure."""
    if request.POST.get("sure") != "yes":
        messages.error(request, _("Nothing has changed. Confirm that you give up the seat."))
        return redirect("frontend:seats", slug=slug)
    power = request.POST.get("power", "")
    advice = request.POST.get("advice", "")
    idempotent(request, partial(_resign, slug, request.user, power, advice), slug=slug, power=power)
    messages.success(request, _("You have given the seat up."))
    return redirect("frontend:campaign", slug=slug)


def _resign(slug: str, by: Any, power: str, advice: str) -> None:
    """Give a seat up; what is written with it goes to the successor."""
    if advice.strip():
        hand_over.advise(slug, by=by, power=power, text=advice, threads=None)
    seats.leave(slug, by=by, power=power)
