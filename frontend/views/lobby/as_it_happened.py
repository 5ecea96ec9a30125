"""History as it happened: the readings, one of each rulebook that has a script."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.selectors.campaign import as_it_happened as selector
from campaigns.selectors.lobby.readings import offered
from frontend.views.errors import refusals


@require_safe
def readings(request: HttpRequest) -> HttpResponse:
    """Every reading there is."""
    context = {"readings": offered()}
    return render(request, "frontend/as_it_happened/readings.html", context)


@require_safe
@refusals
def reading(request: HttpRequest, book: str) -> HttpResponse:
    """The war by one rulebook, turn by turn, in chapters of whole years (``?from=1942``)."""
    found = selector.reading(book, request.GET.get("from", ""))
    context = {"reading": found, "cited_book": (book, found.script.revision)}
    return render(request, "frontend/as_it_happened/reading.html", context)
