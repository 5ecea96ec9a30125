"""What a draft would move stands beside the orders, in words and as a layer for the board, for its owner alone."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from tests.support.campaigns import a_campaign

pytestmark = pytest.mark.django_db

AID = {
    "plays.ipo-3": "1",
    "plays.ipo-3.minor": "rumania",
    "plays.ipo-3.activate": "rumania",
    "plays.ipo-3.heading": "",
}


@pytest.fixture
def preview(client: Client, host: User) -> Callable[[dict[str, str]], str]:
    """What the page says of a draft of Germany."""
    seats = {"germany": host}
    slug = a_campaign(book="days_of_decision", scenario="1936", by=host, seats=seats).slug
    client.force_login(host)
    return lambda draft: client.post(f"/c/{slug}/preview/?power=germany", draft).text


def test_the_preview_says_how_far_and_what_is_lost_and_draws_it(preview) -> None:
    page = preview(AID)
    assert "Rumania: 3 points toward Germany, one hex, 1 point lost." in page
    assert "IPO 3 Economic aid" in page
    assert page.count('<g class="plan" ') == 1
    assert "only you see this" in page


def test_a_way_that_hangs_on_a_test_is_dashed_otherwise_and_says_its_chance(preview) -> None:
    page = preview({"plays.ipo-8": "1", "plays.ipo-8.minor": "austria"})
    assert "If IPO 8 Subversion succeeds: 2 in 3." in page
    assert page.count('<g class="plan maybe" ') == 1
