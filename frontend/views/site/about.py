"""Pages about the site itself: what it is made of, and how far it is translated."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from core.translations.progress import standings
from frontend import fonts, page_samples, samples, verifier
from frontend.books import faces

LISTED = 100
"""So many texts that are not translated are listed."""


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """What this site is, which version, and whose work its typefaces are."""
    context = {
        "typefaces": fonts.licences(),
        "verifier": verifier.NAME,
        "verifier_digest": verifier.digest(),
    }
    return render(request, "frontend/about.html", context)


@require_safe
def verify(_request: HttpRequest) -> HttpResponse:
    """The page that checks an export without a server, byte for byte as it can be saved."""
    headers = {"Content-Security-Policy": verifier.served_policy()}
    return HttpResponse(verifier.page(), content_type="text/html; charset=utf-8", headers=headers)


@require_safe
def languages(request: HttpRequest) -> HttpResponse:
    """How much of each part is translated into which language, and of one part what is not."""
    spoken = standings()
    wanted = request.GET.get("of", "")
    parts = (part for language in spoken for part in language.parts)
    shown = next((part for part in parts if f"{part.language}/{part.part}" == wanted), None)
    more = max(0, len(shown.left) - LISTED) if shown else 0
    context = {"spoken": spoken, "shown": shown, "more": more, "listed": f":{LISTED}"}
    return render(request, "frontend/languages.html", context)


@require_safe
def style(request: HttpRequest) -> HttpResponse:
    """Every part that pages are made of, in all its states and both themes."""
    # Rules that the examples cite are those of the book that has examples of its own.
    book = next((key for key, face in faces().items() if face.samples), "")
    context = {
        "cited_book": (book,) if book else (),
        "themes": [_themed("light"), _themed("dark")],
    }
    return render(request, "frontend/style.html", context)


def _themed(theme: str) -> dict[str, Any]:
    parts = samples.of(theme)
    return {**parts, **page_samples.of(theme, parts["log"])}
