"""Past phases, each at a permanent address."""

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.downloads import as_file
from campaigns.selectors import export as export_selector
from campaigns.selectors import history as selector
from campaigns.selectors import page as page_selector
from campaigns.selectors import rulings
from frontend.templatetags.fragments import story_of
from frontend.views.guard import reader_of, refusals, shown


@require_safe
@never_cache
@refusals
def latest(request: HttpRequest, slug: str) -> HttpResponse:
    """The newest resolved phase, or a page that says there is none yet."""
    newest = selector.newest(slug, reader_of(request))
    if newest is not None:
        return redirect("frontend:phase", slug=slug, number=newest)
    part = page_selector.strip(slug, reader_of(request))
    context = {"tab": "history", "head": part.head, "reader": part.reader}
    return render(request, "frontend/history/empty.html", context)


@require_safe
@never_cache
@refusals
def phase(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The story of one phase, as this reader may see it."""
    page = selector.past_page(slug, number, reader_of(request), request.GET.get("as", ""))
    headline, html = story_of(page)
    context = {
        "tab": "history",
        "head": page.head,
        "reader": page.reader,
        "page": page,
        "as_whom": f"?as={page.eyes.key}" if page.eyes else "",
        "headline": headline,
        "html": html,
        "rulings": rulings.touching(slug, reader_of(request), number),
    }
    return shown(request, "frontend/history/phase.html", context, parts=[html])


@require_safe
@never_cache
@refusals
def export(request: HttpRequest, slug: str) -> HttpResponse | StreamingHttpResponse:
    """The whole campaign as one file, as this reader may see it."""
    pieces = export_selector.export(slug, reader_of(request))
    return as_file(pieces, name=export_selector.file_name(slug))
