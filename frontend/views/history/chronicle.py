"""The chronicle of a campaign that is over: its page, and its print."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from campaigns.chronicles.spec import told_of
from campaigns.errors import NotNow
from campaigns.selectors.history import chronicle
from campaigns.selectors.history.chronicle_parts.records import ChroniclePage
from frontend import chronicle_pages
from frontend.templatetags.boards import board_html
from frontend.views.errors import read_view, reader_of, render_page

BRIEF = "brief"


def chronicle_page(request: HttpRequest, slug: str) -> HttpResponse | None:
    """The chronicle in place of the campaign's page; ``None`` where nothing was played that it could tell."""
    try:
        page = _page(request, slug)
    except NotNow:
        if request.GET.get("as"):
            raise
        return None
    context = {
        **_context(page),
        **{name: chronicle_pages.chronicle_part(page, name) for name in ("top", "foot", "side")},
        "board_html": board_html(page.board, page.head, None, past=True, told=True),
        "pages": chronicle_pages.page_count(page.story),
        "told": told_of(page.head.book_key),
        "played": chronicle_pages.players_of(page),
    }
    return render_page(request, "frontend/chronicle/page.html", page, tab="campaign", **context)


def _page(request: HttpRequest, slug: str) -> ChroniclePage:
    return chronicle.page(
        slug,
        reader_of(request),
        eyes=request.GET.get("as", ""),
        board=request.GET.get("board", ""),
    )


def _context(page: ChroniclePage) -> dict[str, Any]:
    return {"story": page.story, "as_whom": f"as={page.eyes.key}" if page.eyes else ""}


@read_view
def printed(request: HttpRequest, slug: str) -> HttpResponse:
    """The chronicle laid out on pages, to be printed: all, the first page (``?length=brief``), or some years
    (``?from=1936&to=1938``).
    """
    page = _page(request, slug)
    brief = request.GET.get("length") == BRIEF
    years = chronicle_pages.years_between(
        page.story, request.GET.get("from", ""), request.GET.get("to", "")
    )
    context = {
        **_context(page),
        **chronicle_pages.printed(page.story, page.head.book_key, brief=brief, years=years),
        "eyes": page.eyes,
        "replay": page.replay,
        "asked": f"?as={page.eyes.key}" if page.eyes else "",
        "board_html": ""
        if brief or years
        else board_html(page.board, page.head, None, past=True, told=True),
    }
    return render_page(request, "frontend/chronicle/print.html", page, tab="campaign", **context)
