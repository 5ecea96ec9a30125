"""The lobby, and what belongs to no campaign: appearance."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from campaigns.selectors import lobby as selector
from frontend.views.guard import reader_of


@require_safe
@never_cache
def lobby(request: HttpRequest) -> HttpResponse:
    """All campaigns this person may see, his own first."""
    return render(request, "frontend/lobby.html", {"lobby": selector.lobby(reader_of(request))})


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Remember how this browser likes its pages: by day, by lamp, or as the system says."""
    target = request.POST.get("next", "/")
    if not url_has_allowed_host_and_scheme(target, {request.get_host()}):
        target = "/"
    answer = redirect(target)
    chosen = request.POST.get("theme")
    if chosen in ("light", "dark"):
        answer.set_cookie("theme", chosen, max_age=365 * 86400, samesite="Lax", httponly=True)
    else:
        answer.delete_cookie("theme")
    return answer
