"""What is new since the reader last looked: the band under the phase strip, by itself."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from campaigns.selectors.campaign import news as selector
from campaigns.selectors.phase.records import Head, News, Reader
from campaigns.selectors.reader.access import reading
from campaigns.services.log import read_marks
from core.input_limits import whole_number
from frontend.change_markers import changed_on
from frontend.views.errors import form_view, is_fragment, power_of, reader_of, render


def news_context(head: Head, reader: Reader, news: News | None, log_seq: int) -> dict[str, Any]:
    """What the band's template needs."""
    return {
        "head": head,
        "reader": reader,
        "news": news,
        "changed": changed_on(head.book_key, news.changed) if news else (),
        "log_seq": log_seq,
    }


@form_view
def news(request: HttpRequest, slug: str) -> HttpResponse:
    """The band, since the entry that the page began with; POST says that all of it is seen.

    A visitor's browser remembers by itself how far they have read, and says it.
    """
    person = reader_of(request)
    if request.method == "POST":
        reading(slug, person)  # who may not read it is not told that it is there
        read_marks.mark_seen(slug, by=person)
        if not is_fragment(request):
            return redirect("frontend:campaign", slug)
    since = whole_number(request.GET.get("since", ""))
    part = selector.news_part(slug, person, power_of(request), since)
    context = news_context(part.head, part.reader, part.news, part.log_seq)
    return render(request, "frontend/campaign/_news.html", context)
