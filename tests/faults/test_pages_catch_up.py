"""An open page shows what happened, whoever died before telling it. Nobody reloads.

A real browser at the page of a campaign, as a spectator. Each time something dies that should have
told it, or that it needs in order to look, the page comes round by itself.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from campaigns.models import Campaign
from tests.faults.play import assert_all_is_well, hand_in, strike, wait_until_resolved
from tests.faults.players import Player, found
from tests.support.programs.site import Site

pytestmark = [pytest.mark.faults, pytest.mark.long]

SOON = 60_000  # milliseconds that a page may take to come round, on a busy machine


def assert_it_shows(page: Page, slug: str) -> None:
    phase = Campaign.objects.get(slug=slug).phase
    assert phase is not None
    expect(page.locator("#strip h1")).to_contain_text(phase.title, timeout=SOON)


def resolve_next(site: Site, players: list[Player]) -> None:
    for player in players:
        player.hang_up()
    number = hand_in(players)
    wait_until_resolved(site, players[0].slug, number)


def test_a_page_comes_round_whoever_dies_before_telling_it(
    site: Site, new_browser: Callable[..., BrowserContext]
) -> None:
    slug, players = found(site, "watched")
    page = new_browser().new_page()
    page.goto(f"{site.url}/c/{slug}/")
    expect(page.locator("html")).to_have_attribute("data-live", "on", timeout=SOON)
    assert_it_shows(page, slug)

    # The worker dies between its commit and its news.
    struck = site.arm("advance.committed", "kill program")
    resolve_next(site, players)
    site.wait_for_strike(struck)
    assert_it_shows(page, slug)

    # Redis, which carries the news, is not there when there is some.
    with site.frozen("redis"):
        strike(slug)
        number = Campaign.objects.get(slug=slug).phase.number
        site.kill("worker")
    wait_until_resolved(site, slug, number)
    assert_it_shows(page, slug)

    # The web server is gone while it happens.
    site.kill("web")
    strike(slug)
    wait_until_resolved(site, slug, Campaign.objects.get(slug=slug).phase.number)
    assert_it_shows(page, slug)

    # The database is gone when the page comes to look: it is told at once, and fetches in vain.
    number = Campaign.objects.get(slug=slug).phase.number
    struck = site.arm("advance.announced", "hold")
    with page.expect_response(lambda answer: answer.status == 503, timeout=SOON):
        page.route(f"**/c/{slug}/strip/*", lambda route: route.fulfill(status=503, body="away"))
        page.route(f"**/c/{slug}/strip/", lambda route: route.fulfill(status=503, body="away"))
        strike(slug)
        site.wait_for_strike(struck)
        site.kill("postgres")
    page.unroute_all()
    site.release("advance.announced")
    site.wait_until_it_answers()
    wait_until_resolved(site, slug, number)
    assert_it_shows(page, slug)
    assert_all_is_well(players)
