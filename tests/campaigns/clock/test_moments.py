"""Moments in words that no template writes: in the zone of whoever reads them."""

from datetime import UTC, datetime, timedelta

from django.test import Client
from django.utils import timezone

from campaigns.services.deadlines import absences
from core.text.moments import day_and_time
from tests.support.campaigns import Table

WINTER = datetime(2026, 11, 2, 20, 0, tzinfo=UTC)


def test_a_moment_is_said_in_the_zone_that_is_active() -> None:
    assert day_and_time(WINTER) == "2 November 2026, 20:00 UTC"
    with timezone.override("Europe/Berlin"):
        assert day_and_time(WINTER) == "2 November 2026, 21:00 CET"


def test_a_line_of_the_log_speaks_the_zone_that_its_page_speaks(
    table: Table, client: Client
) -> None:
    north, south = table.players["north"], table.players["south"]
    south.time_zone = "Asia/Tokyo"
    south.save()
    begins = timezone.now() + timedelta(days=1)
    absences.announce(table.slug, by=north, begins=begins, ends=begins + timedelta(days=2))
    for who, zone in ((north, "UTC"), (south, "JST"), (north, "UTC")):
        client.force_login(who)
        page = client.get(f"/c/{table.slug}/log/").text
        (line,) = (one for one in page.split('<p class="entry') if "is away" in one)
        assert zone in line
        assert ("UTC" in line) == (zone == "UTC")
