"""Campaigns of several years, as they are at their end: every page stays within the length that a page may have."""

import pytest
from django.db.models import Sum

from accounts.models import User
from campaigns.as_it_happened import files
from campaigns.models import LogEntry
from campaigns.services.lifecycle.import_campaign import import_campaign
from tests.browser import pictures
from tests.browser.looks import WIDTHS

pytestmark = pytest.mark.long

PAGES = (
    *("", "end/", "log/", "press/", "press/public/", "seats/", "charts/", "dice/", "facts/"),
    *("desk/", "undo/", "fork/", "rulings/", "overrides/", "rule-tables/"),
)
MORE = {
    "world_at_war": ("ledgers/", "ledgers/?of=britain", "tensions/", "countries/"),
    "war_game_1939": (),
}
HEAVIEST = 3
"""So many phases in which most happened are looked at, in the history and in the log."""


def test_no_page_of_a_long_campaign_is_longer_than_four_screens(somebody) -> None:
    moderator = User.objects.get(username=somebody.name)
    page = somebody.page
    page.set_viewport_size(WIDTHS["desk"])
    wrong = []
    for book, more in MORE.items():
        base = f"/c/{import_campaign(files.data(book), by=moderator)}/"
        entries = LogEntry.objects.filter(campaign__slug=base.split("/")[2], phase__isnull=False)
        phases = entries.values_list("phase__number").annotate(told=Sum("lines")).order_by("-told")
        heavy = [number for number, _ in phases[:HEAVIEST]]
        parts = [f"history/{number}/" for number in heavy]
        for number in heavy:
            entry = entries.filter(phase__number=number).order_by("-lines").values("seq")[0]["seq"]
            parts.append(f"log/?at={entry}")
        for path in (*PAGES, *more, *parts):
            answer = page.goto(f"{somebody.site}{base}{path}")
            assert answer is not None
            assert answer.ok, f"{base}{path} answers {answer.status}"
            wrong += pictures.too_long(page, f"{base}{path}")
    assert wrong == [], "\n".join(wrong)
