"""Seat keys: the page on which a player makes, carries over, keeps or replaces the key of a seat."""

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from mnemonic import Mnemonic

from campaigns.errors import CampaignError, NotOnTheMenu
from campaigns.selectors.phase import dice_chains as selector
from campaigns.selectors.seats.seat_keys import seat_keys
from campaigns.services.phases import dice_collection
from campaigns.services.seats import dice_seeds
from campaigns.services.seats import seat_keys as service
from frontend.views.errors import form_view, reader_of, render_page
from frontend.views.idempotency import idempotent


@form_view
def seat_key(request: HttpRequest, slug: str) -> HttpResponse:
    """The keys of the seats (GET); bring one, give it up, or have its encrypted secret kept (POST)."""
    person = reader_of(request)
    if request.method == "POST":
        return _change(request, slug, person)
    page = seat_keys(slug, person)
    return render_page(request, "frontend/seat_key.html", page, tab="seat-key", keys=page.keys)


def _change(request: HttpRequest, slug: str, person: Any) -> HttpResponse:
    """Scripts get an answer of their own, and a refusal as plain data."""
    seat_keys(slug, person)  # nobody is told anything of a campaign that they may not read
    post, power = request.POST, request.POST.get("power", "")
    who = {"by": person, "power": power}
    work: Callable[[], int | None]
    match post.get("action", ""):
        case "bring":
            work = partial(
                service.bring_key,
                slug,
                **who,
                public=post.get("public", ""),
                proof=post.get("proof", ""),
                kept=post.get("kept", ""),
                replace=post.get("replace") == "yes",
            )
        case "drop":
            work = partial(service.drop_key, slug, **who)
        case "keep":
            work = partial(service.keep_secret, slug, **who, kept=post.get("kept", ""))
        case _:
            raise NotOnTheMenu(_("Nothing was chosen."), remedy=_("Use one of the buttons."))
    asks_json = "application/json" in request.headers.get("Accept", "")
    try:
        found = idempotent(request, work, slug=slug, power=power)
    except CampaignError as refusal:
        if not asks_json:
            raise
        return JsonResponse({"message": str(refusal)}, status=refusal.status)
    return (
        JsonResponse({"number": found}) if asks_json else redirect("frontend:seat-key", slug=slug)
    )


@form_view
def dice_links(request: HttpRequest, slug: str) -> HttpResponse:
    """What the browser of a player is asked for where dice are thrown after the close (GET); hand the next link
    of a seat's chain over, or bring the head of a new one (POST).
    """
    person, post = reader_of(request), request.POST
    if request.method == "POST":
        selector.dice_links(slug, person)  # who may not read it is not told that it is there
        power = post.get("power", "")
        try:
            if post.get("head"):
                dice_seeds.bring_head(slug, by=person, power=power, head=post["head"])
            else:
                dice_collection.hand_link_over(
                    slug, by=person, power=power, link=post.get("link", "")
                )
        except CampaignError as refusal:
            return JsonResponse({"message": str(refusal)}, status=refusal.status)
    found = selector.dice_links(slug, person)
    return JsonResponse(msgspec.to_builtins(found))


@require_safe
@cache_control(public=True, max_age=86_400)
def words(request: HttpRequest) -> HttpResponse:
    """The 2048 words of which twelve say a seat's secret (BIP 39, English)."""
    return JsonResponse(_words(), safe=False)


@cache
def _words() -> list[str]:
    return list(Mnemonic("english").wordlist)
