"""First games: the page that offers them, beginning one, the sentence that says what comes next, and the way
back for a guest.
"""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import guests, limits
from campaigns.errors import CampaignError
from campaigns.selectors.campaign import first_games as selector
from campaigns.services.lifecycle import first_games as service
from core.secret_urls import secret_address
from frontend.views.errors import form_view, is_fragment, post_view, read_view, reader_of
from frontend.views.idempotency import idempotent

BACKEND = "accounts.backends.PeopleBackend"


@form_view
def first_games(request: HttpRequest) -> HttpResponse:
    """The first games; begin one. Who has not signed in becomes a guest by it. With ``?watch=`` turns to watch come
    first.
    """
    if request.method != "POST":
        return _offered(request)
    game = request.POST.get("game", "")
    if game not in (offer.key for offer in selector.offers()):
        messages.error(request, _("Choose one of these games."))
        return _offered(request, status=400)
    person, instead = reader_of(request), request.POST.get("instead", "")
    if slug := service.under_way(person, game):
        return redirect("frontend:campaign", slug)
    as_guest, address = person is None or person.is_guest, limits.address_of(request)
    if as_guest:
        limits.hit("guest", address)
    welcomed = False
    try:
        if as_guest:
            service.require_room(person)
        if person is None:
            person, welcomed = guests.welcome(), True
            login(request, person, backend=BACKEND)
        slug = idempotent(
            request,
            lambda: service.begin(by=person, game=game, instead=instead),
            slug_of=lambda begun: begun,
        )
    except CampaignError as refusal:
        # A new guest counts, whatever came of the game: otherwise there could be any number of them.
        if as_guest and not welcomed:
            limits.take_back("guest", address)
        messages.error(request, f"{refusal.message} {refusal.remedy}")
        return _offered(request, status=refusal.status)
    return redirect("frontend:campaign", slug)


def _offered(request: HttpRequest, status: int = 200) -> HttpResponse:
    person = reader_of(request)
    offers, watchable = selector.offers(person), selector.watchable()
    context = {
        "offers": offers,
        "back": _way_back(request),
        "under_way": next((offer for offer in offers if offer.slug), None),
        "watchable": watchable,
        "watching": bool(watchable) and "watch" in request.GET,
    }
    return render(request, "frontend/first_games/page.html", context, status=status)


def _way_back(request: HttpRequest) -> str:
    """A guest's link; empty for everybody else."""
    guest = reader_of(request)
    if guest is None or not guest.is_guest:
        return ""
    path = reverse("frontend:first-game-back", args=[guests.key_of(guest)])
    return f"{settings.SITE_ADDRESS.rstrip('/')}{path}"


@secret_address
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def back(request: HttpRequest, key: str) -> HttpResponse:
    """A guest comes back: a page with one button, so that nobody is signed in by a link alone."""
    guest = guests.found_by(key)
    if guest is None:
        return render(request, "frontend/first_games/gone.html", status=404)
    if request.method == "POST":
        login(request, guest, backend=BACKEND)
        games = service.running(guest)
        if games:
            return redirect("frontend:campaign", games[0].slug)
        return redirect("frontend:first-games")
    return render(request, "frontend/first_games/back.html")


@read_view
def step(request: HttpRequest, slug: str) -> HttpResponse:
    """What comes next, alone."""
    return render(request, "frontend/first_games/_step.html", _what_next(request, slug))


def _what_next(request: HttpRequest, slug: str) -> dict[str, Any]:
    return {"step": selector.next_step(slug, reader_of(request)), "slug": slug}


@post_view
def read(request: HttpRequest, slug: str) -> HttpResponse:
    """The step was read; what comes next."""
    key, person = request.POST.get("step", ""), reader_of(request)
    _what_next(request, slug)  # whoever may not know of the campaign is told that there is none
    idempotent(request, lambda: service.read(slug, by=person, step=key), slug=slug)
    if is_fragment(request):
        return render(request, "frontend/first_games/_step.html", _what_next(request, slug))
    return redirect("frontend:campaign", slug)
