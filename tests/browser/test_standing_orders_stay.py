"""What somebody is writing as standing orders stays, open and whole, whatever else is renewed."""

import re

import pytest
from playwright.sync_api import expect

from accounts.models import User
from campaigns.models import Phase, StandingOrders
from campaigns.selectors.campaign.campaign_page import orders
from tests.browser.people import LIVE
from tests.browser.tables import display_of

pytestmark = pytest.mark.long


def test_half_written_standing_orders_outlive_a_phase(open_session, somebody) -> None:
    campaign = display_of(somebody)
    page = somebody.watching(f"/c/{campaign.slug}/")
    standing = page.locator("[data-standing]")
    standing.locator("> summary").click()
    standing.locator("summary", has_text="Proposals to").click()
    answer = standing.locator("[name='kinds.conference']")
    answer.select_option("accept")
    answer.focus()

    # She seals at another screen: the phase moves on, and this page with it.
    elsewhere = open_session(somebody.name).open(f"/c/{campaign.slug}/")
    elsewhere.get_by_role("button", name=re.compile("^Seal")).click()

    expect(somebody.heading).to_contain_text("Map", timeout=LIVE)
    somebody.is_asked_in(Phase.objects.get(resolved_at=None), LIVE)
    expect(answer).to_be_visible()
    expect(answer).to_have_value("accept")
    expect(answer).to_be_focused()

    # Her own seal, and the phase it ends, leave it alone as well.
    somebody.seal()
    expect(somebody.heading).to_contain_text("Bid", timeout=LIVE)
    somebody.is_asked_in(Phase.objects.get(resolved_at=None), LIVE)
    expect(answer).to_be_visible()
    expect(answer).to_have_value("accept")
    assert not StandingOrders.objects.exists()

    standing.get_by_role("button", name="Save standing orders").click()
    expect(page.get_by_text("Standing orders, saved")).to_be_visible(timeout=LIVE)
    kept = orders(campaign.slug, User.objects.get(username=somebody.name), "france").standing
    assert kept is not None
    assert kept["kinds"] == {"conference": "accept"}

    # Once kept, the next renewal shows what is kept.
    somebody.seal()
    expect(somebody.heading).to_contain_text("Select", timeout=LIVE)
    expect(page.locator("[data-standing] [name='kinds.conference']")).to_have_value("accept")


def test_standing_orders_that_are_only_read_stay_open(somebody) -> None:
    page = somebody.open(f"/c/{display_of(somebody).slug}/")
    page.locator("[data-standing] > summary").click()
    somebody.seal()
    expect(somebody.heading).to_contain_text("Map", timeout=LIVE)
    somebody.is_asked_in(Phase.objects.get(resolved_at=None), LIVE)
    button = page.get_by_role("button", name="Save standing orders")
    expect(button).to_be_visible()
