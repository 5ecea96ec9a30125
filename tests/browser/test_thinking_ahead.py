"""Plans side by side and what-ifs, at the width of a desk and of a phone."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from campaigns.models import Campaign
from tests.browser.axe import complaints
from tests.browser.people import Somebody
from tests.browser.test_every_page import too_wide
from tests.started import started

pytestmark = pytest.mark.long

BOTS = ["germany", "italy", "france", "united_states", "russia"]
WIDTHS = ((1400, 900), (360, 780))
#: A folder into which pictures are put, for people to look at.
PICTURES = os.environ.get("PICTURES", "")


@pytest.fixture
def eleanor(live_site, new_browser) -> Somebody:
    return Somebody(live_site.url, new_browser(), "eleanor")


@pytest.fixture
def campaign(eleanor) -> Campaign:
    return started(
        by=User.objects.get(username=eleanor.name),
        rulebook="world_at_war",
        scenario="one-year",
        title="The Window Table",
        take=["britain"],
        bots=BOTS,
    )


def looked_at(page: Page, name: str) -> None:
    """Fits both widths and shuts nobody out."""
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        assert not (wide := too_wide(page)), (name, width, wide)
        assert complaints(page) == [], (name, width)
        if PICTURES:
            page.screenshot(path=Path(PICTURES) / f"{name}-{width}.png", full_page=True)
    page.set_viewport_size({"width": 1400, "height": 900})


def test_plans_are_compared_and_one_is_tried_and_used(eleanor, campaign) -> None:
    page = eleanor.open(f"/c/{campaign.slug}/")
    for name, points in (
        ("The Balkans", {"turkey": 2, "greece": 2}),
        ("The north", {"sweden": 2, "norway": 2}),
    ):
        eleanor.place(**points)
        plans = eleanor.orders.locator("[data-plans]")
        if plans.get_attribute("open") is None:
            plans.locator("summary").click()
        plans.get_by_label("Name").fill(name)
        plans.get_by_role("button", name="Keep as a plan").click()
        expect(eleanor.orders.locator("[data-plans] li", has_text=name)).to_have_count(1)
        eleanor.open(f"/c/{campaign.slug}/plans/")
        expect(page.get_by_role("heading", name=name)).to_be_visible()
        eleanor.open(f"/c/{campaign.slug}/")
        for target in points:
            less = f"li:has([name='points.{target}']) button[data-step='-1']"
            for _ in range(2):
                if page.locator(f"[name='points.{target}']").input_value() != "0":
                    eleanor.orders.locator(less).click()
    looked_at(page, "orders")
    eleanor.open(f"/c/{campaign.slug}/plans/")
    expect(page.locator(".plan")).to_have_count(2)
    looked_at(page, "plans")

    eleanor.open(f"/c/{campaign.slug}/what-if/")
    page.get_by_label("Your orders").select_option(label="The north")
    page.get_by_label("Phases to play").fill("4")
    page.get_by_role("button", name="Play on").click()
    story = page.locator("#thought")
    expect(story).to_contain_text("What is supposed", timeout=90_000)
    expect(story.locator(".odds-told .fell").first).to_be_visible()
    expect(page.locator("#tried")).not_to_contain_text("being played")
    looked_at(page, "what-if")

    eleanor.open(f"/c/{campaign.slug}/plans/")
    page.get_by_role("button", name="Use this plan: The Balkans").click()
    expect(page.locator("[name='points.turkey']")).to_have_value("2")
    eleanor.seal()
    expect(eleanor.heading).to_contain_text("diplomatic phase", timeout=30_000)
