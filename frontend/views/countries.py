"""Files of minor countries with their index, and the BRP ledgers of the powers."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.selectors import questions as selector
from frontend.views.guard import power_of, reader_of, refusals, shown


@require_safe
@never_cache
@refusals
def countries(request: HttpRequest, slug: str) -> HttpResponse:
    """Every country with what it is, what it is worth, and who holds its capital."""
    told = selector.page_of(
        slug, reader_of(request), power_of(request), "countries", "countries", {}
    )
    context = {"tab": "countries", "head": told.head, "reader": told.reader, "part": told.part}
    return shown(request, "frontend/countries/index.html", context)


@require_safe
@never_cache
@refusals
def country(request: HttpRequest, slug: str, area: str) -> HttpResponse:
    """Everything about one country."""
    told = selector.page_of(
        slug,
        reader_of(request),
        power_of(request),
        "countries",
        "country",
        {"of": area},
        acting="power",
    )
    context = {"tab": "countries", "head": told.head, "reader": told.reader, "part": told.part}
    return shown(request, "frontend/countries/country.html", context)


@require_safe
@never_cache
@refusals
def ledgers(request: HttpRequest, slug: str) -> HttpResponse:
    """The ledgers of all powers, or of one (``of``), adding up line by line."""
    of = request.GET.get("of", "")
    told = selector.page_of(
        slug,
        reader_of(request),
        power_of(request),
        "ledgers",
        "ledgers",
        {"of": of} if of else {},
    )
    context = {"tab": "ledgers", "head": told.head, "reader": told.reader, "part": told.part}
    return shown(request, "frontend/countries/ledgers.html", {**context, "of": of})
