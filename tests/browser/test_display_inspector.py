"""Boards that are looked into in place. The political status display by keyboard, pointer and touch: one
tab stop, an inspector on free ground, the plan of one's own orders as a layer that nobody else sees, and
nothing that moves as it loads, or as a row is pressed. The country board: one file open at a time.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import complaints
from tests.browser.looks import too_wide
from tests.browser.pictures import PHONE, keep_one
from tests.browser.tables import campaign_of, display_of

pytestmark = pytest.mark.long

SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const moved = (entry.sources ?? []).some((source) => source.node?.parentElement?.closest(".board-box"));
    if (moved && !entry.hadRecentInput) window.shifts.push(entry.value);
  }
}).observe({ type: "layout-shift", buffered: true });
"""


def at(page: Page) -> str:
    """The name of the counter that has the focus."""
    return str(page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''"))


def ready(page: Page) -> None:
    """Wait until the script of the display has made it one tab stop."""
    expect(page.locator("[data-display] a.stack[tabindex='0']")).to_have_count(1)


def test_the_display_is_one_tab_stop_and_its_inspector_opens_in_place(somebody, new_browser):
    campaign = display_of(somebody)
    page = somebody.page
    page.add_init_script(SHIFTS)
    somebody.open(f"/c/{campaign.slug}/")
    ready(page)
    assert page.evaluate("window.shifts.reduce((sum, value) => sum + value, 0)") < 0.02

    display = page.locator("[data-display]")
    stops = display.locator("a.stack")
    assert stops.count() > 20
    assert display.locator("a[tabindex='0']").count() == 1
    assert page.locator("#display [tabindex='0']").count() == 1
    names = stops.evaluate_all("stops => stops.map(stop => stop.getAttribute('aria-label'))")
    assert all(name.startswith("Hex q ") for name in names)
    alone = next(name for name in names if "France" in name)
    assert alone.endswith("democratic; 1 from the democratic center")

    # From counter to counter: what is there is told in place, and the page stays where it is.
    page.locator(".display-tools a.button").first.focus()
    page.keyboard.press("Tab")
    assert at(page) == names[0]
    page.keyboard.press("End")
    assert at(page) == names[-1]
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    assert at(page) in names[1:]
    opened = page.locator(".inspector.open")
    expect(opened).to_have_count(1)
    expect(opened).to_have_attribute("aria-label", at(page))
    here = at(page)
    page.keyboard.press("Enter")
    expect(opened.locator("h3")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".inspector.open")).to_have_count(0)
    assert at(page) == here
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.closest('[data-display]')")

    # By pointer: the hex, what may be done with it, and the way back.
    siam = display.locator("a.stack", has_text="Siam")
    siam.scroll_into_view_if_needed()
    siam.locator("circle").click()
    expect(opened).to_contain_text("Siam")
    expect(opened).to_contain_text("neutral")
    expect(opened).to_be_in_viewport(ratio=1)
    expect(siam.locator("circle")).to_be_in_viewport(ratio=1)
    covered = opened.evaluate(
        """(box) => {
          const a = box.getBoundingClientRect();
          return [...document.querySelectorAll("[data-display] .stack circle, [data-display] .name")]
            .filter((each) => {
              const b = each.getBoundingClientRect();
              return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
            }).length;
        }"""
    )
    assert covered == 0
    keep_one(page, "inspector", 1400, "light")
    # A card that is named in the list of boxes has its box ticked; the display stays where it is.
    stood = page.evaluate("scrollY")
    opened.get_by_role("link", name="IPO 4 Propaganda").click()
    named = page.locator("#card-ipo-4 [name$='.minors']:checked")
    expect(named).to_have_value("siam")
    expect(named).to_be_focused()
    assert page.evaluate("scrollY") == stood
    expect(page.locator(".slot.filled .title")).to_have_text("Propaganda against a power")
    page.locator("[data-empty]").click()
    expect(page.locator(".slot.filled")).to_have_count(0)
    opened.get_by_role("link", name="IPO 2 Trade deal").click()
    deal = page.locator("#card-ipo-2 [name$='.deal']")
    expect(deal).to_have_value(re.compile("^siam:"))
    expect(deal).to_be_focused()
    expect(page.locator("#card-ipo-2 [name$='.activate']")).to_have_value("")
    opened.get_by_role("link", name="IPO 3 Economic aid").click()
    card = page.locator("#card-ipo-3")
    expect(card).to_be_in_viewport()
    expect(card.get_by_label("Play this card")).to_be_checked()
    expect(card.locator("[name$='.minor']")).to_have_value("siam")
    expect(card.locator("[name$='.minor']")).to_be_focused()

    # What the orders would move stands beside them in words and on the display as a plan. What is said beside
    # choices is still there.
    said = page.locator("#orders .picks .beside").filter(has_text=re.compile(r"\w"))
    expect(said.nth(2)).to_be_attached()
    card.locator("[name$='.activate']").select_option("siam")
    moves = page.locator("#preview .movements")
    expect(moves).to_contain_text("Siam: 3 points toward France")
    expect(card.locator("p.mine")).to_have_text(
        "Siam: 3 points toward France, one hex, 1 point lost."
    )
    expect(card.locator(".plan-here .plan .head")).to_be_visible()
    expect(said.nth(2)).to_be_attached()
    expect(display.locator(".plan")).to_have_count(1)
    expect(page.locator(".inspector .mine")).to_contain_text("Your plan: Siam: 3 points")
    siam.locator("circle").click()
    keep_one(page, "plan", 1400, "light")
    assert complaints(page) == []
    opened.get_by_role("link", name="Close").click()
    expect(page.locator(".inspector.open")).to_have_count(0)
    page.get_by_role("button", name="Save draft").click()
    expect(page.locator("#orders")).to_contain_text("Discard")
    page.reload()
    expect(display.locator(".plan")).to_have_count(1)

    # The plan is nobody else's.
    spectator = new_browser().new_page()
    spectator.goto(page.url.split("?")[0])
    expect(spectator.locator("[data-display]")).to_be_visible()
    expect(spectator.locator(".plan")).to_have_count(0)
    assert "3 points toward France" not in spectator.content()


def test_of_several_minors_one_opens_at_a_time_and_a_power_shows_its_figures(somebody):
    page = somebody.open(f"/c/{display_of(somebody).slug}/")
    ready(page)
    page.locator("[data-display] a.stack[aria-label*='Belgium']").locator("circle").click()
    opened = page.locator(".inspector.open")
    expect(opened.locator("h3")).to_have_text("6 minors in one hex")
    rows = opened.locator(".held > li > details")
    expect(rows).to_have_count(6)
    expect(opened).to_be_in_viewport(ratio=1)
    rows.nth(1).locator("> summary").click()
    expect(opened.get_by_role("link", name="My note: Central America")).to_be_visible()
    rows.nth(0).locator("> summary").focus()
    page.keyboard.press("Enter")
    expect(opened.get_by_role("link", name="My note: Belgium")).to_be_visible()
    expect(opened.locator(".held > li > details[open]")).to_have_count(1)
    assert complaints(page) == []
    opened.get_by_role("link", name="IPO 2 Trade deal").first.click()
    expect(page.locator("#card-ipo-2 [name$='.deal']")).to_have_value(re.compile("^belgium:"))

    page.locator("[data-display] a.stack[aria-label*='France']").locator("rect").last.click()
    figures = opened.locator(".figures")
    expect(figures).to_contain_text("Money")
    expect(figures).to_contain_text("6 of 6")


def test_on_a_phone_the_list_comes_first_and_the_inspector_is_a_sheet(somebody, new_browser):
    campaign = display_of(somebody)
    size = {"width": 390, "height": 844}
    session = new_browser(viewport=size, has_touch=True, color_scheme="dark")
    session.add_cookies(somebody.session.cookies())
    page = session.new_page()
    page.goto(f"{somebody.site}/c/{campaign.slug}/")
    ready(page)
    page.locator(".phone-tabs").get_by_text("Board").tap()
    row = page.locator(".minors-list tbody", has_text="Siam")
    expect(row).to_be_visible()
    display = page.locator("[data-display]")
    names = page.locator(".minors-list > .wide")
    assert names.bounding_box()["y"] + names.bounding_box()["height"] < display.bounding_box()["y"]
    display.locator("a.stack", has_text="Siam").locator("circle").tap()
    sheet = page.locator(".inspector.open")
    expect(sheet).to_contain_text("Siam")
    box = sheet.bounding_box()
    tabs = page.locator(".phone-tabs").bounding_box()
    assert round(box["y"] + box["height"]) == round(tabs["y"] if tabs else size["height"])
    assert too_wide(page) == []
    keep_one(page, "inspector", size["width"], "dark")
    sheet.get_by_role("link", name="Close").tap()
    expect(sheet).to_have_count(0)

    # It begins whole, without names; a touch brings a part of it nearer, with them.
    frame = page.locator(".display-frame")
    wider = "frame => frame.scrollWidth - frame.clientWidth"
    assert frame.evaluate(wider) == 0
    expect(display.get_by_text("Siam", exact=True)).to_be_hidden()
    whole = display.bounding_box()
    display.tap(position={"x": whole["width"] * 0.7, "y": whole["height"] * 0.2})
    nearer = "frame => frame.scrollWidth - frame.clientWidth > 300 && frame.scrollLeft > 200"
    page.wait_for_function(nearer, arg=frame.element_handle())
    expect(display.get_by_text("Siam", exact=True)).to_be_visible()


def test_without_scripts_a_link_opens_the_page_with_that_hex_inspected(somebody, new_browser):
    campaign = display_of(somebody)
    session = new_browser(java_script_enabled=False)
    page = session.new_page()
    page.goto(f"{somebody.site}/c/{campaign.slug}/")
    expect(page.locator(".minors-list table")).to_be_hidden()
    link = page.locator("[data-display] a.stack", has_text="Siam").get_attribute("href")
    page.goto(f"{somebody.site}{link}")
    there = page.locator(f"#{link.partition('#')[2]}")
    expect(there).to_be_visible()
    expect(there).to_contain_text("Siam")
    expect(page.locator(".inspector:visible")).to_have_count(1)


def test_a_file_on_the_country_board_opens_in_place_one_at_a_time(somebody):
    campaign = campaign_of(somebody)
    page = somebody.open(f"/c/{campaign.slug}/")
    turkey, greece = (page.locator(f"#country-{key} .inspect") for key in ("turkey", "greece"))
    turkey.locator("svg.track").click()
    expect(turkey.locator("table").first).to_be_visible()
    expect(turkey).to_contain_text("In effect: row")
    greece.locator("summary").first.focus()
    page.keyboard.press("Enter")
    expect(greece.locator("table").first).to_be_visible()
    expect(page.locator(".dossier .inspect[open]")).to_have_count(1)
    keep_one(page, "board", 1400, "light")
    assert complaints(page) == []
    greece.get_by_role("link", name="Points on Greece").click()
    expect(page.locator("[name='points.greece']")).to_be_in_viewport()


def test_a_row_stays_where_it_was_pressed_when_the_others_make_room_for_it(somebody):
    campaign = display_of(somebody)
    page = somebody.page
    page.set_viewport_size(PHONE)
    somebody.open(f"/c/{campaign.slug}/")
    rows = page.locator(".card-option > details > summary")
    for pressed in (rows.nth(4), page.locator(".card-option > .choose input").nth(6)):
        pressed.evaluate("row => row.scrollIntoView({ block: 'center' })")
        before = pressed.bounding_box()
        pressed.click()
        expect(page.locator(".card-option > details[open]")).to_have_count(1)
        expect(page.locator(".card-option > details[open] .details > *").first).to_be_visible()
        expect(rows.nth(1)).to_be_hidden()
        after = pressed.bounding_box()
        assert before
        assert after
        assert abs(after["y"] - before["y"]) < 2
        page.get_by_role("button", name="Back to all").click()
        expect(rows.nth(1)).to_be_visible()
        expect(pressed).to_be_in_viewport()
