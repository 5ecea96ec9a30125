"""Who works by keyboard alone is never left without a place, nor out of sight of it, by what the page does of itself."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.people import LIVE, Somebody, person_of
from tests.browser.pictures import PHONE
from tests.support.campaigns import a_campaign

pytestmark = pytest.mark.long

ON_BODY = "document.activeElement === document.body"


@pytest.fixture
def table(somebody: Somebody) -> tuple[Somebody, str]:
    """A game of A World at War in which they play Britain, and its address."""
    by = person_of(somebody.name)
    campaign = a_campaign(book="world_at_war", by=by, seats={"britain": by}).campaign
    return somebody, f"/c/{campaign.slug}/"


def top_of(place: Locator) -> float:
    box = place.bounding_box()
    assert box is not None
    return box["y"]


def pressed(page: Page, place: Locator) -> Any:
    """By the Enter key; what was pressed, to be looked for again."""
    place.focus()
    page.keyboard.press("Enter")
    return place


def test_what_is_opened_keeps_its_head_in_sight(somebody: Somebody) -> None:
    page = somebody.open("/new/")
    pressed(page, page.locator("summary", has_text="The clock"))
    parts = page.locator("main details details").filter(visible=True)
    assert parts.count() > 1
    for one in parts.all():
        why = pressed(page, one.locator("> summary"))
        expect(one).to_have_attribute("open", "")
        expect(why).to_be_focused()
        expect(why).to_be_in_viewport()


def test_a_button_stays_under_the_eyes_while_its_part_is_renewed(
    table: tuple[Somebody, str],
) -> None:
    somebody, address = table
    page = somebody.watching(address)
    somebody.place(turkey=1)
    save = somebody.orders.get_by_role("button", name="Save draft")
    save.focus()
    before = top_of(save)
    with page.expect_response(lambda answer: answer.request.method == "POST", timeout=LIVE):
        page.keyboard.press("Enter")
    expect(page.locator("#orders.htmx-request, .htmx-settling")).to_have_count(0)
    expect(save).to_be_focused()
    expect(save).to_be_in_viewport()
    assert abs(top_of(save) - before) < page.viewport_size["height"] / 2


@pytest.mark.parametrize("size", [None, PHONE], ids=["wide", "phone"])
def test_what_goes_when_it_is_pressed_hands_the_focus_on(
    table: tuple[Somebody, str], size: Any
) -> None:
    somebody, address = table
    page = somebody.page
    if size:
        page.set_viewport_size(size)
    somebody.open(f"{address}facts/")
    for name in ("yes", "Clear"):
        button = page.locator("#desk").get_by_role("button", name=name).filter(visible=True).first
        written = page.locator(".tray:not(.suggested) tbody tr").count()
        pressed(page, button)
        rows = page.locator(".tray:not(.suggested) tbody tr")
        expect(rows).to_have_count(0 if name == "Clear" else written + 1)
        # Else it is lost where this is pressed.
        page.wait_for_function(f"() => !({ON_BODY})", timeout=LIVE)
        expect(page.locator(":focus")).to_be_in_viewport()
