"""Heads of logs, and a player's receipts: what one keeps to hold the site to its word."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.selectors.log import receipts as selector
from frontend.views.errors import read_view, reader_of
from rules.kernel.serial import canonical


@read_view
def head(request: HttpRequest, slug: str) -> HttpResponse:
    """The head of the log as the foot of each page of the campaign has it."""
    found = selector.head(slug, reader_of(request))
    context = {
        "slug": slug,
        "seq": found.seq,
        "hash": found.hash,
        "signs": found.signs,
        "keeps": found.keeps,
    }
    return render(request, "frontend/campaign/_log_head.html", context)


@read_view
def receipts(request: HttpRequest, slug: str) -> HttpResponse:
    """The reader's receipts as a file. Where scripts run, it is made in the browser of all that it kept."""
    found = selector.receipts_of(slug, reader_of(request))
    return _file(found, f"chancellery-receipts-{slug}.json")


@require_safe
@never_cache
def heads(_request: HttpRequest) -> HttpResponse:
    """The heads of all campaigns that everybody may find and read as they happen."""
    return _file(selector.public_heads())


def _file(content: object, name: str = "") -> HttpResponse:
    answer = HttpResponse(canonical(content), content_type="application/json")
    if name:
        answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
