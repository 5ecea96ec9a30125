"""What is new waits where it moves nothing, and a visitor's browser remembers how far they have read."""

import pytest
from playwright.sync_api import Locator, Page, expect

from campaigns.models import Campaign, LogEntry
from tests.browser.people import LIVE, declare, seal, window_table
from tests.browser.pictures import PHONE

WHOLE = "e => e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight"


@pytest.fixture
def campaign(live_site) -> Campaign:
    """Harriet plays Britain and moderates, Otto plays Germany, the rest are autopilots."""
    return window_table(moderator="harriet", britain="harriet", germany="otto")


def covered_by(page: Page, band: Locator) -> list[str]:
    """What leads on, and lies under the band."""
    box = band.bounding_box()
    assert box
    assert box["y"] + box["height"] <= page.viewport_size["height"]
    found = []
    bars = [".phone-tabs", ".seal-bar .seal-now"] if page.viewport_size["width"] < 761 else []
    for name in (".masthead", ".strip", *bars):
        for other in page.locator(name).all():
            there = other.bounding_box() if other.is_visible() else None
            if there and (
                box["x"] < there["x"] + there["width"]
                and there["x"] < box["x"] + box["width"]
                and box["y"] < there["y"] + there["height"]
                and there["y"] < box["y"] + box["height"]
            ):
                found.append(name)
    return found


def test_scripts_begin_whatever_the_address_ends_in(campaign, open_session) -> None:
    page = open_session("harriet").watching(f"/c/{campaign.slug}/#100%")  # until its line is open
    expect(page.locator("main")).to_have_attribute("data-sheet", "asked")
    page.evaluate("location.hash = '#board'")
    expect(page.locator("main")).to_have_attribute("data-sheet", "board")


def test_a_push_brings_news_and_moves_nothing_that_is_read(campaign, open_session) -> None:
    page = open_session("harriet").watching(f"/c/{campaign.slug}/")
    expect(page).to_have_title("The Window Table · Chancellery")
    before = page.locator("#country-turkey").bounding_box()

    declare(campaign, control__copenhagen="axis")

    # It has its room under the strip, and lies over nothing.
    band = page.locator(".news-box .news")
    expect(band).to_be_visible(timeout=LIVE)
    expect(band).to_contain_text("1 fact to confirm", use_inner_text=False)
    assert page.locator("#country-turkey").bounding_box() == before
    assert page.locator(".news-box").evaluate("e => getComputedStyle(e).position") == "static"
    expect(page).to_have_title("(2) The Window Table · Chancellery")
    expect(page.locator("[data-counts=confirm]")).to_have_text("1")

    # What the reader has opened stays open when the next news have another headline.
    band.locator("summary").click()
    seal(campaign, "britain", turkey=2, norway=2)
    seal(campaign, "germany", turkey=2, greece=3)
    expect(band.locator("summary")).to_contain_text("new or waiting:", timeout=LIVE)
    expect(band.get_by_role("heading", name="What happened")).to_be_visible()
    band.get_by_role("button", name="Seen").click()
    expect(page.locator(".news-box .news")).to_have_count(0)
    expect(page.locator(".no-news")).to_be_visible()
    page.reload()
    expect(page.locator(".news-box .news")).to_have_count(0)


@pytest.mark.long
def test_on_a_phone_news_wait_as_a_row_on_the_bar_and_the_tabs(campaign, open_session) -> None:
    harriet = open_session("harriet", viewport=PHONE)
    page = harriet.watching(f"/c/{campaign.slug}/")
    expect(page.locator(".no-news")).to_be_hidden()
    declare(campaign, control__copenhagen="axis")
    chip = page.locator(".news-box.arrived .news")
    expect(chip).to_be_visible(timeout=LIVE)
    assert covered_by(page, chip) == []
    assert chip.bounding_box()["height"] <= 48
    # So too where the form was sealed and is opened again; the last of the page can be read over both.
    harriet.place(turkey=2, norway=2)
    page.locator("#orders [name=ready]").uncheck()
    harriet.seal()
    page.locator("#change-orders > summary").click()
    expect(page.locator("#seal-orders")).to_be_visible()
    assert covered_by(page, chip) == []
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    last = page.locator(".foot :is(a, button)").last.bounding_box()
    assert last["y"] + last["height"] <= chip.bounding_box()["y"]
    assert chip.locator("summary").evaluate(WHOLE)
    chip.locator("summary").click()
    expect(chip.get_by_role("heading", name="Waits for you")).to_be_visible()
    chip.get_by_role("button", name="Seen").click()
    expect(page.locator(".news-box .news")).to_have_count(0)


@pytest.mark.long
def test_a_visitor_is_shown_what_is_new_since_their_last_visit(campaign, open_session) -> None:
    visitor = open_session()
    page = visitor.open(f"/c/{campaign.slug}/")
    expect(page.locator("#news")).to_have_count(0)
    seen = page.evaluate("name => localStorage.getItem(name)", f"chancellery.seen.{campaign.slug}")
    assert int(seen) == LogEntry.objects.filter(campaign=campaign).count()
    page.goto("about:blank")

    declare(campaign, control__copenhagen="axis")

    page = visitor.open(f"/c/{campaign.slug}/")
    expect(page.locator("#news")).to_contain_text("Who holds Copenhagen", use_inner_text=False)
    expect(page).to_have_title("(1) The Window Table · Chancellery")
    assert {cookie["name"] for cookie in visitor.session.cookies()} <= {"csrftoken"}
    visitor.open(f"/c/{campaign.slug}/")
    expect(page.locator("#news")).to_have_count(0)
