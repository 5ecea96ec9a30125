"""Past phases, each at a permanent address."""

from typing import Any

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect

from campaigns.selectors import export as export_selector
from campaigns.selectors.campaign import campaign_page as page_selector
from campaigns.selectors.history import event_kinds
from campaigns.selectors.history import phase_story as selector
from core.downloads import as_file
from frontend.templatetags.fragments import story_of, turned_of
from frontend.templatetags.history import MINE, PINS, ZOOMS, line_asked
from frontend.views.errors import read_view, reader_of, render_page


@read_view
def latest(request: HttpRequest, slug: str) -> HttpResponse:
    """The newest resolved phase, one that was undone where no other is left, or a page that says there is none yet.

    ``?turned=`` asks for the newest in which cards were turned over, if that came after this entry of the log; where
    there is none, the answer is empty. A page that is open asks so when a phase is over, for a ``part``: it is sent the
    ``cards`` alone, and nothing where it ``had`` those of that phase.
    """
    if "turned" in request.GET:
        since = request.GET["turned"]
        number = event_kinds.newest_turned(
            slug, reader_of(request), since=int(since[:9]) if since.isdecimal() else 0
        )
        if number is None or request.GET.get("had") == str(number):
            return HttpResponse(status=204)
        if request.GET.get("part") == "cards":
            return _turned(request, slug, number)
        return redirect("frontend:phase", slug=slug, number=number)
    newest = selector.newest_to_read(slug, reader_of(request))
    if newest is not None:
        return redirect("frontend:phase", slug=slug, number=newest)
    part = page_selector.strip(slug, reader_of(request))
    return render_page(request, "frontend/history/empty.html", part, tab="history")


def _turned(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    page = selector.past_page(slug, number, reader_of(request))
    return HttpResponse(turned_of(page))


@read_view
def phase(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The story of one phase, as this reader may see it."""
    page = selector.past_page(slug, number, reader_of(request), request.GET.get("as", ""))
    told = story_of(page, whole=request.GET.get("board") == "whole")
    pins, zoom = (request.GET.get(name, "") for name in ("pins", "zoom"))
    pins, zoom = pins if pins in (*PINS, MINE) else "", zoom if zoom in ZOOMS else ""
    context: dict[str, Any] = {
        "as_whom": line_asked(page.eyes.key if page.eyes else "", pins, zoom),
        "pins": pins,
        "zoom": zoom,
        "told": told,
        "rulings": page.rulings,
    }
    return render_page(request, "frontend/history/phase.html", page, tab="history", **context)


@read_view
def export(request: HttpRequest, slug: str) -> HttpResponse | StreamingHttpResponse:
    """The whole campaign as one file, as this reader may see it."""
    pieces = export_selector.export(slug, reader_of(request))
    return as_file(pieces, name=export_selector.file_name(slug))
