"""How the dice fell: of a campaign, and of all that everybody may read."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse

from campaigns.selectors.history import dice_statistics
from campaigns.selectors.history.dice_records import DiceStatistics
from campaigns.selectors.reader.power_badges import Badge
from frontend import chances
from frontend.views.errors import read_view, reader_of, render, render_page


@read_view
def of_campaign(request: HttpRequest, slug: str) -> HttpResponse:
    """The dice of a campaign."""
    page = dice_statistics.page(slug, reader_of(request))
    context = _told(page.statistics, page.badges)
    return render_page(request, "frontend/dice/campaign.html", page, tab="history", **context)


@read_view
def of_site(request: HttpRequest) -> HttpResponse:
    """The dice of all campaigns that everybody may read to their end."""
    found = dice_statistics.of_site()
    context = _told(found, dice_statistics.badges_of(found), site=True)
    return render(request, "frontend/dice/site.html", context)


def _told(
    found: DiceStatistics, badges: Mapping[Any, Badge], *, site: bool = False
) -> dict[str, Any]:
    return {
        "found": found,
        "site": site,
        "kinds": chances.kinds(found, site=site),
        "books": [
            (title, chances.groups(rows, badges, folded=site))
            for title, rows in groupby(found.rows, key=lambda row: row.book_title)
        ],
        "strange": chances.strange(found, badges, site=site),
        "shows": chances.least_that_shows(found),
        "expected_odd": round(found.expected_odd),
    }
