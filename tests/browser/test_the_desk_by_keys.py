"""A moderator at the desk without a mouse: what is met on the way to each act, and where one is afterwards."""

import re

import pytest
from playwright.sync_api import Page, expect

from campaigns.models import Invitation
from tests.browser.people import Somebody
from tests.browser.tables import display_of

pytestmark = pytest.mark.long

NAMED = """() => {
  const at = document.activeElement;
  const label = at.getAttribute("aria-label") ?? at.labels?.[0]?.innerText ?? at.innerText;
  return label.trim().replace(/\\s+/g, " ");
}"""
MOST = 60


def met(page: Page, last: str) -> list[str]:
    """The names that are met by going on, up to the one that begins like this."""
    names = list[str]()
    while not names or not names[-1].startswith(last):
        assert len(names) < MOST, names
        page.keyboard.press("Tab")
        names.append(page.evaluate(NAMED))
    return names


@pytest.fixture
def desk(somebody: Somebody) -> Page:
    """The desk of a campaign in which its moderator plays France."""
    return somebody.open(f"/c/{display_of(somebody).slug}/desk/")


def test_more_time_and_a_reminder(desk: Page) -> None:
    met(desk, "Extend…")
    desk.keyboard.press("Enter")
    assert met(desk, "Reason") == ["Extra hours", "For", "Reason"]
    desk.keyboard.type("Somebody is on a train")
    desk.keyboard.press("Enter")
    expect(desk.locator(".messages")).to_contain_text("Everybody has 24 hours more.")
    met(desk, "Remind France")
    desk.keyboard.press("Enter")
    expect(desk.locator(".messages")).to_contain_text("1 player reminded by letter.")


def test_an_invitation(desk: Page) -> None:
    met(desk, "Find a player for Germany")
    desk.keyboard.press("Enter")
    expect(desk).to_have_url(re.compile("#invite$"))
    assert met(desk, "Make a link") == [
        *("New invitation", "Seat", "Valid for days", "Number of people who can use it"),
        *("Show it in the lobby, to everybody", "Reason", "Make a link"),
    ]
    desk.keyboard.press("Enter")
    expect(desk).to_have_url(re.compile("#seats$"))
    # The link is there, two steps on, to be copied.
    assert met(desk, "Invitation to")[1:] == ["Invitation to Germany"]
    link = desk.evaluate("document.activeElement.value")
    assert link.endswith(f"/join/{Invitation.objects.latest('pk').token}/")


def test_overriding_a_value(desk: Page) -> None:
    met(desk, "Find a value")
    desk.keyboard.type("entry germany")
    desk.keyboard.press("Enter")
    # What was found is the next that is met, and so is each step after it.
    expect(desk.locator("#found")).to_be_focused()
    assert met(desk, "Germany") == ["Germany, own entry points"]
    desk.keyboard.press("Enter")
    expect(desk.locator("#looked")).to_be_focused()
    assert met(desk, "New value") == ["New value"]
    desk.keyboard.type("43")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("heading", name="What would change")).to_be_visible()
    expect(desk.locator("#looked")).to_be_focused()
    assert met(desk, "Rule") == ["New value", "Show the difference", "Rule"]
    desk.keyboard.type("13.0")
    assert met(desk, "Reason") == ["the book's index", "Reason"]
    desk.keyboard.type("A marker was counted twice")
    assert met(desk, "Override it") == ["Override it"]
    desk.keyboard.press("Enter")
    expect(desk.locator(".messages")).to_contain_text("It is done, and stands in the log.")
