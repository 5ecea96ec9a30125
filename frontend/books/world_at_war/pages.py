"""Files of minor countries with their index, the BRP ledgers of the powers, and supposing events
and points to see where the tension tracks would stand.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path

from campaigns.selectors.campaign import campaign_page as page_selector
from campaigns.selectors.rules import questions as selector
from core.input_limits import whole_number
from frontend.views.errors import power_of, read_view, reader_of, render_page

BOOK = "world_at_war"
MOST = 20
"""Points that can be supposed to be spent."""


@read_view
def countries(request: HttpRequest, slug: str) -> HttpResponse:
    """Every country with what it is, what it is worth, and who holds its capital."""
    told = selector.page_of(slug, reader_of(request), power_of(request), "countries", {}, book=BOOK)
    page = "world_at_war/countries/index.html"
    return render_page(request, page, told, tab="countries", part=told.part)


@read_view
def country(request: HttpRequest, slug: str, area: str) -> HttpResponse:
    """Everything about one country."""
    told = selector.page_of(
        slug,
        reader_of(request),
        power_of(request),
        "country",
        {"of": area},
        book=BOOK,
        acting="power",
    )
    page = "world_at_war/countries/country.html"
    return render_page(request, page, told, tab="countries", part=told.part, area=area)


@read_view
def ledgers(request: HttpRequest, slug: str) -> HttpResponse:
    """The ledgers of all powers, or of one (``of``), adding up line by line."""
    of = request.GET.get("of", "")
    told = selector.page_of(
        slug,
        reader_of(request),
        power_of(request),
        "ledgers",
        {"of": of} if of else {},
        book=BOOK,
    )
    page = "world_at_war/countries/ledgers.html"
    return render_page(request, page, told, tab="ledgers", part=told.part, of=of)


@read_view
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
        "chosen": [key for key in chosen if key in offered],
        "points": points,
        "asked": "points" in request.GET,
        "most": MOST,
        "suppositions": told.answers["suppositions"],
        "tracks": list(told.answers["prospect"].values()),
    }
    return render_page(request, "world_at_war/tensions.html", told, tab="campaign", **context)


def points_of(text: str) -> int:
    """Points supposed to be spent, plus for the Western Allies; what is no number is none."""
    return max(-MOST, min(MOST, whole_number(text) or 0))


urlpatterns = [
    path("c/<slug:slug>/tensions/", tensions, name="tensions"),
    path("c/<slug:slug>/countries/", countries, name="countries"),
    path("c/<slug:slug>/countries/<slug:area>/", country, name="country"),
    path("c/<slug:slug>/ledgers/", ledgers, name="ledgers"),
]
