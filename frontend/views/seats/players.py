"""Players: what of them can be known from the campaigns that a reader may read."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.selectors.seats import profiles
from frontend.views.errors import reader_of, refusals, render


@require_safe
@never_cache
@refusals
def player(request: HttpRequest, person: int) -> HttpResponse:
    """One player: their seats, and how they answered."""
    found = profiles.profile(person, reader_of(request))
    return render(request, "frontend/player.html", {"profile": found})
