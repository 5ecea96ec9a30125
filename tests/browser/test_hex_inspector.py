"""Hexes are drawn with the pointer, with the keyboard alone, and judged without any script."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import complaints
from tests.browser.looks import WIDTHS, open_everything, reach, too_wide
from tests.browser.people import person_of
from tests.support.campaigns import a_campaign

pytestmark = pytest.mark.long

POCKET = "GE GE GE GE\n GE SU GE GE\nGE GE GE GE\n"


@pytest.fixture
def visitor(live_site, new_browser) -> Page:
    page = new_browser().new_page()
    page.goto(f"{live_site.url}/tools/hexes/?example=tie")
    expect(page.locator(".hexes-answer h2")).to_have_text("1 hex changes hands")
    return page


STEP = 300
"""So many milliseconds after the last stroke the map is sent."""


def hex_at(page: Page, at: str):
    return page.locator(f'[data-hexmap] [data-at="{at}"]')


def says(page: Page, words: str) -> None:
    expect(page.locator(".hexes-answer h2")).to_contain_text(words)


def test_painting_is_answered_at_once_and_written_down(visitor) -> None:
    says(visitor, "1 hex changes hands")
    visitor.locator("[name=tool][value='land:ussr']").check(force=True)
    hex_at(visitor, "1,1").click()
    says(visitor, "2 hexes change hands")
    expect(visitor.locator("#hex-text")).to_have_value(re.compile(r"GE SU SU IT IT"))
    visitor.locator("[name=tool][value=city]").check(force=True)
    hex_at(visitor, "1,1").click()
    says(visitor, "Nothing changes hands")
    expect(visitor.locator(".sets").first).to_contain_text("A city lies in it")


def test_a_stroke_of_the_pointer_paints_every_hex_it_crosses(visitor) -> None:
    visitor.locator("[name=tool][value=sea]").check(force=True)
    first, last = (hex_at(visitor, at).bounding_box() for at in ("0,-1", "4,-1"))
    assert first is not None
    assert last is not None
    visitor.mouse.move(first["x"] + 15, first["y"] + 25)
    visitor.mouse.down()
    # However long it takes, the map stays where it is: it would grow by the first hex already.
    visitor.wait_for_timeout(5 * STEP)
    visitor.mouse.move(last["x"] + 15, last["y"] + 25, steps=25)
    visitor.mouse.up()
    expect(visitor.locator("#hex-text")).to_have_value(re.compile(r"^[^~]*~ +~ +~ +~ +~[^~]*$"))


def test_the_map_is_drawn_with_the_keyboard_alone(visitor) -> None:
    reach(visitor, "[name=tool][value='land:germany']")
    reach(visitor, "[data-hexmap] .hex")
    start = visitor.evaluate("document.activeElement.dataset.at")
    assert start == "0,0"
    for key in ("ArrowDown", "ArrowRight", "ArrowRight"):
        visitor.keyboard.press(key)
    assert visitor.evaluate("document.activeElement.dataset.at") == "2,1"
    visitor.keyboard.press("u")
    says(visitor, "Nothing changes hands")
    expect(visitor.locator(".sets").first).to_contain_text("A unit of its side stands in it")
    # The map was drawn anew, and its hex is the place of the keyboard again.
    expect(visitor.locator("[data-hexmap] .hex[data-at='2,1']")).to_be_focused()
    visitor.keyboard.press("u")
    says(visitor, "1 hex changes hands")
    expect(visitor.locator("[data-hexmap] .hex[data-at='2,1']")).to_be_focused()
    visitor.keyboard.press("Space")
    says(visitor, "Nothing changes hands")


def test_a_map_that_cannot_be_read_leaves_the_last_one_standing(visitor) -> None:
    visitor.locator("#hex-text").fill("GE XX")
    visitor.locator("#hex-text").blur()
    expect(visitor.get_by_role("alert")).to_contain_text("nobody has the code 'XX'")
    expect(visitor.locator("svg.hexmap")).to_have_count(1)
    visitor.locator("#hex-text").fill(POCKET)
    visitor.locator("#hex-text").blur()
    says(visitor, "1 hex changes hands")
    expect(visitor.get_by_role("alert")).to_have_count(0)


def test_a_map_is_pasted_and_judged_without_any_script(live_site, new_browser) -> None:
    page = new_browser(java_script_enabled=False).new_page()
    page.goto(f"{live_site.url}/tools/hexes/")
    expect(page.locator("#hex-tools")).not_to_be_visible()
    page.locator("#hex-text").fill(POCKET)
    page.locator("[name=nested]").select_option("inside_first")
    page.get_by_role("button", name="Check this map").click()
    says(page, "1 hex changes hands")
    expect(page.locator("[name=nested]")).to_have_value("inside_first")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export JSON").click()
    page.locator("#hex-text").fill("GE XX")
    page.get_by_role("button", name="Check this map").click()
    expect(page.get_by_role("alert")).to_contain_text("Line 1, hex 2")
    page.set_input_files("#hex-file", download.value.path())
    page.get_by_role("button", name="Read it").click()
    says(page, "1 hex changes hands")


def test_neither_inspector_nor_board_shuts_anybody_out(somebody) -> None:
    person = person_of(somebody.name)
    seats = dict.fromkeys(["axis", "allied"], person)
    slug = a_campaign(book="world_in_flames", by=person, seats=seats).slug
    page = somebody.open(f"/c/{slug}/hexes/?power=allied")
    expect(page.get_by_role("button", name="Declare it for this turn")).to_have_count(0)
    page.locator("#hex-text").fill("title: Pocket\n" + POCKET)
    page.locator("#hex-text").blur()
    page.get_by_role("button", name="Declare it for this turn").click()
    somebody.is_sure()
    expect(page.locator(".messages")).to_contain_text("Map declared")
    paths = ["/tools/hexes/", "/tools/hexes/?example=rings", f"/c/{slug}/", f"/c/{slug}/hexes/"]
    paths += [f"/c/{slug}/facts/", "/rules/world_in_flames/"]
    wrong = []
    for size in WIDTHS.values():
        page.set_viewport_size(size)
        for path in paths:
            somebody.open(path)
            open_everything(page)
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                where = f"{path} ({size['width']}, {scheme})"
                found = complaints(page, colors_alone=scheme == "dark")
                wrong += [f"{where} {line}" for line in found]
                if too_wide(page):
                    wrong.append(f"{where} is wider than the screen")
    assert wrong == [], "\n".join(wrong)
