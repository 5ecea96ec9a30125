"""Players: what of them can be known from the campaigns that a reader may read."""

from django.http import HttpRequest, HttpResponse

from campaigns.selectors.seats import profiles
from frontend.views.errors import read_view, reader_of, render


@read_view
def player(request: HttpRequest, person: int) -> HttpResponse:
    """One player: their seats, and how they answered."""
    found = profiles.profile(person, reader_of(request))
    return render(request, "frontend/player.html", {"profile": found})
