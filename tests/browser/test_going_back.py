"""Back and forward through the phases of a game by keys: what is shown is always that of the address."""

import re

import pytest
from playwright.sync_api import expect

from campaigns.services.advance import end_phase
from tests.browser.tables import over_of, short_of
from tests.support.programs.runner import wait_for

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
    somebody,
) -> None:
    campaign = over_of(somebody, "world_in_flames", "printed-example")
    page = somebody.open(f"/c/{campaign.slug}/history/1/")
    page.locator("[data-scrubber]").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(CURRENT)).to_have_attribute("href", re.compile("/history/2/$"))
    page.go_back()
    expect(page.locator(CURRENT)).to_have_attribute("href", re.compile("/history/1/$"))

    page.add_init_script(GONE_ON)
    page.reload()
    expect(page).to_have_url(re.compile("/history/2/$"))
    expect(page.locator(CURRENT)).to_have_attribute("href", re.compile("/history/2/$"))


def test_the_point_to_go_back_to_is_moved_by_keys(somebody) -> None:
    table = short_of(somebody, "world_in_flames", "printed-example", take=["axis"])
    for phase in (1, 2):
        by, why = table.moderator, "So agreed"
        end_phase.force(table.slug, by=by, phase=phase, reason=why, silent="autopilot")
        later = table.campaign.phases.filter(number=phase + 1)
        wait_for(later.exists, f"the end of phase {phase}")
    # From the desk on, where none is chosen; whoever moves along the line stays on it.
    page = somebody.open(f"/c/{table.slug}/desk/")
    line = page.locator("#undo-line [data-scrubber]")
    line.focus()
    for would in (1, 2, 3):
        page.keyboard.press("ArrowLeft")
        expect(page).to_have_url(re.compile(rf"to={4 - would}#back-line$"))
        expect(line.locator("a.would")).to_have_count(would)
        expect(line).to_be_focused()
    expect(line).to_have_accessible_description(re.compile("Back to the opening of"))
    # What it undoes and the reason are the next that is reached.
    for _each in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "back-reason":
            break
    expect(page.get_by_role("textbox", name="Reason")).to_be_focused()
    page.locator("#undo-line .zoom a.would").nth(1).click()
    expect(line.locator("a.would")).to_have_count(2)
