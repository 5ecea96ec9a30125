"""What somebody is writing as standing orders stays, open and whole, whatever else is renewed."""

import re

import pytest
from playwright.sync_api import expect

from accounts.models import User
from campaigns.models import Phase, StandingOrders
from campaigns.selectors.campaign.campaign_page import orders
from tests.browser.people import LIVE, PASSWORD, Somebody
from tests.browser.tables import display_of

pytestmark = pytest.mark.long


@pytest.fixture
def harriet(live_site, new_browser) -> Somebody:
    """She plays France against seven autopilots, and moderates."""
    return Somebody(live_site.url, new_browser(), "harriet")


def test_half_written_standing_orders_outlive_a_phase(live_site, new_browser, harriet) -> None:
    campaign = display_of(harriet)
    page = harriet.open(f"/c/{campaign.slug}/")
    expect(page.locator("html[data-live=on]")).to_be_attached(timeout=LIVE)
    standing = page.locator("[data-standing]")
    standing.locator("> summary").click()
    standing.locator("summary", has_text="Proposals to").click()
    answer = standing.locator("[name='kinds.conference']")
    answer.select_option("accept")
    answer.focus()

    # She seals at another screen: the phase moves on, and this page with it.
    elsewhere = new_browser().new_page()
    elsewhere.goto(f"{live_site.url}/accounts/sign-in/")
    elsewhere.locator("[name=username]").fill(harriet.name)
    elsewhere.locator("[name=password]").fill(PASSWORD)
    elsewhere.get_by_role("button", name="Sign in", exact=True).click()
    elsewhere.goto(f"{live_site.url}/c/{campaign.slug}/")
    elsewhere.get_by_role("button", name=re.compile("^Seal")).click()

    expect(harriet.heading).to_contain_text("Map", timeout=LIVE)
    harriet.is_asked_in(Phase.objects.get(resolved_at=None), LIVE)
    expect(answer).to_be_visible()
    expect(answer).to_have_value("accept")
    expect(answer).to_be_focused()

    # Her own seal, and the phase it ends, leave it alone as well.
    harriet.seal()
    expect(harriet.heading).to_contain_text("Bid", timeout=LIVE)
    harriet.is_asked_in(Phase.objects.get(resolved_at=None), LIVE)
    expect(answer).to_be_visible()
    expect(answer).to_have_value("accept")
    assert not StandingOrders.objects.exists()

    standing.get_by_role("button", name="Save standing orders").click()
    expect(page.get_by_text("Standing orders, saved")).to_be_visible(timeout=LIVE)
    kept = orders(campaign.slug, User.objects.get(username=harriet.name), "france").standing
    assert kept is not None
    assert kept["kinds"] == {"conference": "accept"}

    # Once kept, the next renewal shows what is kept.
    harriet.seal()
    expect(harriet.heading).to_contain_text("Select", timeout=LIVE)
    expect(page.locator("[data-standing] [name='kinds.conference']")).to_have_value("accept")


def test_standing_orders_that_are_only_read_stay_open(harriet) -> None:
    campaign = display_of(harriet)
    page = harriet.open(f"/c/{campaign.slug}/")
    page.locator("[data-standing] > summary").click()
    harriet.seal()
    expect(harriet.heading).to_contain_text("Map", timeout=LIVE)
    harriet.is_asked_in(Phase.objects.get(resolved_at=None), LIVE)
    button = page.get_by_role("button", name="Save standing orders")
    expect(button).to_be_visible()
