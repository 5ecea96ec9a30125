"""The charts of a campaign with a cursor: all of them, or one with its numbers, also beside another campaign's."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from campaigns.chronicles.sampling import Series
from campaigns.selectors.history import charts as charts_page
from campaigns.selectors.history import chronicle
from campaigns.selectors.history.charts import Charts
from core.input_limits import whole_number
from frontend import chronicle_pages
from frontend.charts import draw, numbers
from frontend.views.errors import is_fragment, read_view, reader_of, render_page

BESIDE = 2
"""So many charts stand beside the story of a phase."""

KEPT = ("of", "power", "with", "as", "until")
"""What a page of charts is asked for besides the place of its cursor."""


@read_view
def charts(request: HttpRequest, slug: str) -> HttpResponse:
    """Every chart of a campaign, or one (``?of=``) with its numbers, of some powers (``?power=``) or beside
    another campaign's (``?with=``). ``?at=`` is the phase at which the cursor stands, ``?until=`` the one at which
    they end, as a power knew it then. Asked for as a part, the first few charts.
    """
    until = whole_number(request.GET.get("until", ""))
    page = charts_page.page(slug, reader_of(request), eyes=request.GET.get("as", ""), until=until)
    found = page.charts
    at = _cursor(request, found)
    context: dict[str, Any] = {
        "story": found,
        "cursor": _Cursor(found, at, page.over),
        "as_whom": f"as={page.eyes.key}" if page.eyes else "",
        "until": until,
        "keeps_on": "".join(
            f"&{name}={value}"
            for name, value in (("as", page.eyes.key if page.eyes else ""), ("until", until))
            if value
        ),
    }
    if is_fragment(request):
        context["all"] = [
            chronicle_pages.drawn(found, each, cursor=at, moves=False)
            for each in found.series[:BESIDE]
        ]
        return render_page(
            request, "frontend/chronicle/_charts_beside.html", page, tab="history", **context
        )
    parameters = [(name, value) for name in KEPT for value in request.GET.getlist(name) if value]
    context["keeps"] = parameters
    chosen = charts_page.drawable(found.series, request.GET.get("of", ""))
    if chosen is None:
        context["all"] = [chronicle_pages.drawn(found, each, cursor=at) for each in found.series]
    else:
        context |= _abreast(request, page, chosen, at)
    return render_page(request, "frontend/chronicle/charts.html", page, tab="history", **context)


class _Cursor:
    """Where the cursor of a page of charts stands."""

    def __init__(self, found: Charts, at: int, over: bool) -> None:
        self.at, self.first, self.last, self.over = at, found.first, found.last, over
        self.place = found.places[at - found.first]
        self.before = at - 1 if at > found.first else None
        self.after = at + 1 if at < found.last else None
        # Where each name begins: the phases of a turn share one.
        self.places = [
            (found.first + n, name)
            for n, name in enumerate(found.places)
            if not n or found.places[n - 1] != name
        ]


def _cursor(request: HttpRequest, found: Charts) -> int:
    """The phase that is asked for, or the nearest that there is; else the last."""
    wanted = whole_number(request.GET.get("at", ""))
    return found.last if wanted is None else min(max(wanted, found.first), found.last)


def _abreast(
    request: HttpRequest, page: charts_page.ChartsPage, chosen: Series, at: int
) -> dict[str, Any]:
    """One chart, whose powers can be chosen, and the same of another campaign."""
    found = page.charts
    picked = [key for key in request.GET.getlist("power") if key in found.badges]
    other, refused = request.GET.get("with", "").strip(), ""
    sides = [_side(page.head.title, found, chosen, picked, at)]
    if other and other != page.head.slug:
        beside = charts_page.compared_with(other, reader_of(request), chosen.key)
        if beside is None:
            refused = _(
                "There is no campaign at that address that you can read and that has this chart."
            )
        else:
            theirs, same = beside
            place = found.places[at - found.first]
            sides.append(
                _side(
                    theirs.head.title, theirs.charts, same, picked, _same(theirs.charts, place, at)
                )
            )
    return {
        "chosen": chosen,
        "sides": sides,
        "powers": [found.badges[t.key] for t in chosen.tracks if t.key in found.badges],
        "picked": picked,
        "other": other,
        "others": chronicle.others_like(page.head.slug, reader_of(request)),
        "refused": refused,
    }


def _same(found: Charts, place: str, at: int) -> int:
    """The last phase of the turn of this name; where there is none, that number or the nearest."""
    named = [found.first + n for n, name in enumerate(found.places) if name == place]
    return named[-1] if named else min(max(at, found.first), found.last)


def _side(title: str, found: Charts, series: Series, powers: list[str], at: int) -> dict[str, Any]:
    chart = chronicle_pages.chart_of(found, series, only=powers, whole=True, rings=True)
    if not chart.lines:
        chart = chronicle_pages.chart_of(found, series, whole=True, rings=True)
    return {
        "title": title,
        "svg": draw(chart, cursor=at, moves=True),
        "table": numbers(chart),
        "turnings": found.turnings,
        "cursor": _Cursor(found, at, over=True),
    }
