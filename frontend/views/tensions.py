"""Supposing events and points, and seeing where the tension tracks would stand."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.selectors import page as page_selector
from campaigns.selectors import questions as selector
from config.untrusted import whole_number
from frontend.views.guard import power_of, reader_of, refusals

BOOK = "world_at_war"
TITLES = {
    "rgt": "Russo-German tension",
    "usat": "U.S.-Axis tension",
    "usjt": "U.S.-Japanese tension",
}
MOST = 20


@require_safe
@never_cache
@refusals
def tensions(request: HttpRequest, slug: str) -> HttpResponse:
    """A form of suppositions and, once it is sent, each track under them."""
    person, power = reader_of(request), power_of(request)
    if page_selector.strip(slug, person, power).head.book_key != BOOK:
        raise Http404
    chosen, points = request.GET.getlist("if"), points_of(request.GET.get("points", ""))
    told = selector.answered(
        slug,
        person,
        power,
        {"suppositions": {}, "prospect": {"suppose": chosen, "points": points}},
    )
    offered = {one.key for one in told.answers["suppositions"]}
    context = {
        "tab": "campaign",
        "head": told.head,
        "reader": told.reader,
        "titles": TITLES,
        "chosen": [key for key in chosen if key in offered],
        "points": points,
        "asked": "points" in request.GET,
        "most": MOST,
        "suppositions": told.answers["suppositions"],
        "tracks": [(TITLES[key], what) for key, what in told.answers["prospect"].items()],
    }
    return render(request, "frontend/boards/tensions.html", context)


def points_of(text: str) -> int:
    """Points supposed to be spent, plus for the Western Allies; what is no number is none."""
    return max(-MOST, min(MOST, whole_number(text) or 0))
