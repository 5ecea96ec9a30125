"""Past phases, each at a permanent address."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from campaigns.cache import LazyPart
from campaigns.selectors import export as export_selector
from campaigns.selectors.campaign import campaign_page as page_selector
from campaigns.selectors.history import chronicle, event_kinds
from campaigns.selectors.history import phase_story as selector
from core.downloads import as_file
from core.input_limits import whole_number
from frontend.phase_pages import reveal_of, story_of
from frontend.templatetags.history import GREAT, MINE, PINS, ZOOMS, line_asked
from frontend.views.errors import read_view, reader_of, render_page


@read_view
def latest(request: HttpRequest, slug: str) -> HttpResponse:
    """The newest resolved phase, one that was undone where no other is left, or a page that says there is none yet.

    ``?as=`` is kept: through whose eyes it is read. ``?turned=`` asks for the reveal to watch, if one came after this entry of the log; where there is none, the answer
    is empty. A page that is open asks so when a phase is over, for a ``part``: it is sent the ``cards`` alone, of a phase
    after the one that it ``had``.
    """
    if "turned" in request.GET:
        return _reveal_to_watch(request, slug)
    newest = selector.newest_to_read(slug, reader_of(request))
    if newest is not None:
        eyes = request.GET.get("as", "")
        found = reverse("frontend:phase", kwargs={"slug": slug, "number": newest})
        return redirect(f"{found}{line_asked(eyes, '', '')}")
    part = page_selector.strip(slug, reader_of(request))
    return render_page(request, "frontend/history/empty.html", part, tab="history")


def _reveal_to_watch(request: HttpRequest, slug: str) -> HttpResponse:
    person = reader_of(request)
    since, had = (whole_number(request.GET.get(name, "")) or 0 for name in ("turned", "had"))
    for number in event_kinds.newest_reveals(slug, person, since=since, had=had):
        page = selector.past_page(slug, number, person)
        shown = reveal_of(page)
        if shown.opens and request.GET.get("part") == "cards":
            return HttpResponse(shown.steps)
        if shown.opens:
            return redirect("frontend:reveal", slug=slug, number=number)
    return HttpResponse(status=204)


@read_view
def reveal(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The reveal of one phase: its steps one by one, and the board that follows them; with ``?as=``
    as that power knew it then.
    """
    page = selector.past_page(slug, number, reader_of(request), request.GET.get("as", ""))
    context: dict[str, Any] = {
        "shown": reveal_of(page),
        "as_whom": line_asked(page.eyes.key if page.eyes else "", "", ""),
    }
    return render_page(request, "frontend/history/reveal.html", page, tab="campaign", **context)


@read_view
def phase(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The story of one phase, as this reader may see it."""
    page = selector.past_page(slug, number, reader_of(request), request.GET.get("as", ""))
    told = story_of(page, whole=request.GET.get("board") == "whole")
    pins, zoom = (request.GET.get(name, "") for name in ("pins", "zoom"))
    pins, zoom = pins if pins in (*PINS, MINE, GREAT) else "", zoom if zoom in ZOOMS else ""
    context: dict[str, Any] = {
        "as_whom": line_asked(page.eyes.key if page.eyes else "", pins, zoom),
        "charts_asked": _charts_asked(page),
        "pins": pins,
        "zoom": zoom,
        "turnings": _turnings(page, reader_of(request)),
        "told": told,
        "rulings": page.rulings,
    }
    return render_page(request, "frontend/history/phase.html", page, tab="history", **context)


def _turnings(page: selector.PastPage, person: Any) -> LazyPart | None:
    """The turning points of the chronicle of a campaign that is over, worked out if its time line is not kept."""
    if page.head.status != "finished":
        return None
    slug, eyes = page.head.slug, page.eyes.key if page.eyes else ""
    return LazyPart(None, lambda: chronicle.turnings(slug, person, eyes=eyes))


def _charts_asked(page: selector.PastPage) -> str:
    """What the charts beside a phase are asked for: as a power knew it then they end with it."""
    asked = {"at": page.number}
    if page.eyes:
        return f"?{urlencode({'as': page.eyes.key, 'until': page.number, **asked})}"
    return f"?{urlencode(asked)}"


@read_view
def export(request: HttpRequest, slug: str) -> HttpResponse | StreamingHttpResponse:
    """The whole campaign as one file, as this reader may see it."""
    pieces = export_selector.export(slug, reader_of(request))
    return as_file(pieces, name=export_selector.file_name(slug))
