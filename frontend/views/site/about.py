"""Pages about the site itself: what it is made of, and how far it is translated."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from core.translations.progress import standings
from frontend import fonts, samples, verifier

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
    """A group of the parts that pages are made of, in all their states and both themes; the first with an index."""
    leaves = list(samples.leaves())
    wanted = request.GET.get("part", leaves[0].key)
    place = next((at for at, leaf in enumerate(leaves) if leaf.key == wanted), None)
    if place is None:
        raise Http404
    leaf = leaves[place]
    context = {
        "leaf": leaf,
        "leaves": leaves,
        "themed": samples.themed(leaf),
        "before": leaves[place - 1] if place else None,
        "after": leaves[place + 1] if place + 1 < len(leaves) else None,
    }
    return render(request, "frontend/style.html", context)
