"""Past phases, each at a permanent address."""

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.downloads import as_file
from campaigns.selectors import export as export_selector
from campaigns.selectors import history as selector
from campaigns.selectors import page as page_selector
from frontend.views.guard import reader_of, refusals, shown

UNTURNED = ("idle", "returned")
"""States of a card that nobody saw the face of."""


def turns(phases: tuple[selector.PastPhase, ...]) -> list[tuple[str, list[selector.PastPhase]]]:
    """The blocks of the scrubber: the phases of each turn under its name."""
    grouped: dict[str, list[selector.PastPhase]] = {}
    for phase in phases:
        grouped.setdefault(phase.turn_title, []).append(phase)
    return list(grouped.items())


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
    story = selector.story(slug, number, reader_of(request), parts=True)
    context = {
        "tab": "history",
        "head": story.head,
        "reader": story.reader,
        "story": story,
        "turns": turns(selector.phases(slug, reader_of(request))),
        "board": story.board,
        "turned": sum(card.state not in UNTURNED for card in story.cards),
    }
    return shown(request, "frontend/history/phase.html", context)


@require_safe
@never_cache
@refusals
def export(request: HttpRequest, slug: str) -> HttpResponse | StreamingHttpResponse:
    """The whole campaign as one file, as this reader may see it."""
    pieces = export_selector.export(slug, reader_of(request))
    return as_file(pieces, name=export_selector.file_name(slug))
