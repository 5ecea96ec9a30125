"""The guides of the first games lead to their ends."""

import pytest
from playwright.sync_api import expect

from tests.browser.first_hour import GAMES, plays
from tests.browser.looks import looked_at
from tests.browser.people import Somebody

pytestmark = pytest.mark.long


@pytest.mark.parametrize(
    "size", [(1400, 900), (390, 844), (320, 640)], ids=["wide", "phone", "narrow"]
)
@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_guide_leads_to_the_end(live_site, new_browser, key, size) -> None:
    width, height = size
    browser = new_browser(viewport={"width": width, "height": height})
    page = Somebody(live_site.url, browser).open("/first-game/")
    page.get_by_role("button", name=f"Begin: {GAMES[key].title}").click()
    expect(page.locator(".guide .say")).to_be_visible()
    looked_at(page, f"first-game-{key}-{width}")
    shown = plays(page, key)
    looked_at(page, f"first-game-{key}-{width}-over")
    assert list(dict.fromkeys(shown)) == [step.key for step in GAMES[key].steps]
