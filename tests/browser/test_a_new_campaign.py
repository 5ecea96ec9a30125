"""The form of a new campaign in a browser: its sentence goes with what is chosen, and nothing is lost on the way."""

import re

import pytest
from playwright.sync_api import expect

from campaigns.models import Campaign
from tests.browser.people import LIVE, Somebody


@pytest.mark.long
def test_the_sentence_follows_the_form(somebody: Somebody) -> None:
    page = somebody.open("/new/?book=world_at_war")
    said, at = page.locator("#clock-preview"), page.locator("[name=at]")
    clock = page.locator("#clock")
    page.locator("[name=title]").fill("The Long Table")
    page.get_by_role("radio", name="Daily").check()
    expect(said).to_contain_text("At least 12 hours a phase, at 20:00", timeout=LIVE)
    expect(page.locator("[name=hours_default]")).to_have_value("12")
    expect(clock).not_to_have_attribute("open", "")

    # One's own opens the clock; what is wrong is said at once, where one is.
    page.get_by_role("radio", name="My own").check()
    expect(at).to_be_visible(timeout=LIVE)
    at.fill("8pm")
    at.press("Tab")
    expect(said).to_contain_text("Deadlines fall at: '8pm' is no time of day", timeout=LIVE)
    expect(page.locator("[name=zone]")).to_be_focused()
    at.fill("21:00")
    at.press("Tab")
    expect(said).to_contain_text("at 21:00", timeout=LIVE)

    # A pace that is chosen after all takes the clock's place; changed again, it is one's own.
    page.get_by_role("radio", name="Slow").check()
    expect(at).to_have_value("20:00", timeout=LIVE)
    clock.locator("> summary").click()
    at.fill("22:00")
    at.press("Tab")
    expect(page.get_by_role("radio", name="My own")).to_be_checked(timeout=LIVE)

    # A browser that finds something wrong shows it, though it is folded away.
    grace = page.locator("[name=grace_hours]")
    grace.fill("-1")
    clock.locator("> summary").click()
    expect(grace).not_to_be_visible()
    page.get_by_role("button", name="Create campaign").click()
    expect(grace).to_be_focused()
    grace.fill("3")
    page.get_by_role("button", name="Create campaign").click()
    page.wait_for_url(re.compile("/desk/"))
    policy = Campaign.objects.get(title="The Long Table").policy
    assert (policy.at, policy.grace_hours, policy.days_off) == ("22:00", 3, ("sat", "sun"))
