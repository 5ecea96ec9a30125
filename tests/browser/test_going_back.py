"""Back and forward through the phases of a game: the story is always that of the address."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.people import Somebody
from tests.browser.test_every_page import over_of

pytestmark = pytest.mark.long

CURRENT = "#scrubber .zoom [aria-current=page]"

GONE_ON = """
  if (location.pathname.endsWith("/history/1/") && !sessionStorage.getItem("gone")) {
    sessionStorage.setItem("gone", "on");
    history.pushState({htmx: true}, "", location.pathname.replace("/1/", "/2/"));
  }
"""
"""What a browser does when its reader presses Forward before the page has heard of it."""


def test_whoever_goes_on_while_a_page_is_being_read_gets_the_story_of_the_address(
    live_site, new_browser
) -> None:
    reader = Somebody(live_site.url, new_browser(), "harriet")
    campaign = over_of(reader, "world_in_flames", "printed-example")
    page = reader.open(f"/c/{campaign.slug}/history/1/")
    page.locator("[data-scrubber]").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(CURRENT)).to_have_attribute("href", re.compile("/history/2/$"))
    page.go_back()
    expect(page.locator(CURRENT)).to_have_attribute("href", re.compile("/history/1/$"))

    page.add_init_script(GONE_ON)
    page.reload()
    expect(page).to_have_url(re.compile("/history/2/$"))
    expect(page.locator(CURRENT)).to_have_attribute("href", re.compile("/history/2/$"))
