"""When the line is gone a page says so, of when it is, and that the deadline stays."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.tables import campaign_of

pytestmark = pytest.mark.long


def test_a_page_without_a_line_says_since_when_and_what_holds(somebody) -> None:
    page = somebody.open(f"/c/{campaign_of(somebody).slug}/")
    told = page.locator(".offline")
    # A line that opens just now would say that the site is there.
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    expect(told).to_be_hidden()
    somebody.session.set_offline(offline=True)
    expect(told).to_be_visible()
    expect(told.get_by_role("heading")).to_have_text(
        re.compile(r"You are offline since \d{2}:\d{2}\.$")
    )
    expect(told).to_contain_text("What you see is of")
    expect(told).to_contain_text("What you write is kept on this page and saved then.")
    expect(told).to_contain_text(re.compile(r"The deadline stays \w+ \d{2}:\d{2}\.$"))
    for width in (1400, 390):
        page.set_viewport_size({"width": width, "height": 844})
        box = told.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    # What is written meanwhile is kept, and saved when the line is back.
    more = somebody.orders.locator("li:has([name='points.turkey']) button[data-step='1']")
    more.click()
    somebody.session.set_offline(offline=False)
    expect(page.locator("[data-kept]")).to_contain_text("Draft saved", timeout=30_000)
    # The page never stopped hearing the site, so nothing tells it that it hears again.
    expect(told).to_be_hidden()


def test_a_page_that_hears_again_takes_its_word_back(somebody, live_site) -> None:
    page = somebody.open("/rules/")
    told = page.locator(".offline")
    somebody.session.set_offline(offline=True)
    expect(told).to_be_visible()
    expect(told).not_to_contain_text("deadline")
    somebody.session.set_offline(offline=False)
    expect(told).to_be_hidden()
