"""The lobby, and what belongs to no campaign: appearance and language."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.languages import is_spoken
from accounts.services import change_language
from campaigns.selectors.campaign import first_games
from campaigns.selectors.lobby import lobby_page as selector
from core.safe_redirects import way_back
from frontend.views.errors import reader_of

CARDS = 6
"""So many campaigns of each kind stand beside what is worth reading; all are found on a page of their own."""


@require_safe
@never_cache
def lobby(request: HttpRequest) -> HttpResponse:
    """All campaigns this person may see, his own first."""
    person = reader_of(request)
    context = {
        "lobby": selector.lobby(person),
        "shown": CARDS,
        "offers": first_games.offers() if person is None else (),
    }
    return render(request, "frontend/lobby.html", context)


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Remember how this browser likes its pages: light, dark, or as the system says."""
    answer = redirect(way_back(request))
    chosen = request.POST.get("theme")
    if chosen in ("light", "dark"):
        answer.set_cookie("theme", chosen, max_age=365 * 86400, samesite="Lax", httponly=True)
    else:
        answer.delete_cookie("theme")
    return answer


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Remember in which language this browser, and the account in it, reads pages."""
    answer = redirect(way_back(request))
    chosen = request.POST.get("language", "")
    if is_spoken(chosen):
        answer.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            chosen,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            samesite="Lax",
            httponly=True,
        )
        if request.user.is_authenticated:
            change_language(request.user.pk, chosen)
    return answer
