"""The commerce dice of The War Game in a browser: what is drawn can be seen."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import pictures
from tests.browser.keyboard import stops_on_to
from tests.browser.people import LIVE
from tests.browser.tables import short_of

pytestmark = pytest.mark.long

BARS = """box => [...box.querySelectorAll("svg.choice-chances")].map(svg => [...svg.querySelectorAll("rect.sum")]
  .filter(bar => bar.checkVisibility()).map(bar => bar.getBoundingClientRect().height / svg.getBoundingClientRect().height))"""
"""Of each distribution in a box the height of every bar that can be seen, as a part of its drawing."""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_bars_of_every_choice_stand_on_the_style_page(somebody, theme) -> None:
    page = somebody.open("/style/?part=war_game_1939")
    box = page.locator(f"[data-theme={theme}] .choices").first
    drawn = box.evaluate(BARS)
    assert len(drawn) == 2
    for bars in drawn:
        assert bars, "no bar can be seen"
        assert max(bars) > 0.5


def test_dice_are_thrown_where_they_lie(somebody) -> None:
    slug = short_of(somebody, "war_game_1939", "1939", ["germany"]).slug
    page = somebody.open(f"/c/{slug}/")
    first = page.locator("#first")
    thrown = first.locator(".faces .thrown")
    expect(thrown).to_have_count(0)
    expect(page.locator("#orders [data-act=deal]")).to_have_count(0)

    # In its card: what would come of it stands below, and the die in its place once it is thrown.
    first.get_by_role("button", name="Throw it", exact=True).click()
    sure = first.get_by_role("region", name="What would come of it")
    expect(sure).to_contain_text("Germany threw 1–12")
    sure.get_by_role("button", name="Do it now").click()
    expect(thrown).to_have_count(1)
    expect(sure).to_have_count(0)
    expect(first.locator(".of-die", has_text="next")).to_have_count(1)

    # Until a sum that needs so few dice that others are left, and then all of those: of eleven dice a higher sum now and
    # then takes all but one, which has no such button.
    first.get_by_label("Throw until the sum is at least").fill("13")
    first.get_by_role("button", name="Throw until then").click()
    expect(sure).to_contain_text("At least $13 on the table")
    sure.get_by_role("button", name="Do it now").click()
    expect(first.locator(".dollars")).to_have_text(re.compile(r"^\$(1[3-9]|2[0-4])$"))
    several = first.get_by_role("button", name=re.compile(r"Throw all \d+ that are left"))
    several.click()
    expect(sure).to_contain_text("would be thrown")
    sure.get_by_role("button", name="Do it now").click()
    expect(thrown).to_have_count(11)
    expect(several).to_have_count(0)
    faces = thrown.locator("svg text").all_text_contents()
    row = page.locator("#board .in-turn tr.mine .thrown")
    expect(row).to_have_text(faces)


def test_what_is_written_among_the_dice_stays_where_it_is(somebody) -> None:
    slug = short_of(somebody, "war_game_1939", "1939", ["germany"]).slug
    page = somebody.open(f"/c/{slug}/")
    until = page.get_by_label("Throw until the sum is at least")
    until.fill("41")
    with page.expect_response("**part=first**"):
        page.evaluate("document.body.dispatchEvent(new CustomEvent('changed-board'))")
    expect(until).to_have_count(1)
    expect(until).to_have_value("41")
    expect(page.locator("#first [data-left]")).to_have_count(0)


@pytest.mark.parametrize("width", [390, 1400])
def test_the_dice_stand_before_all_else(somebody, width) -> None:
    slug = short_of(somebody, "war_game_1939", "1939", ["germany"]).slug
    page = somebody.open(f"/c/{slug}/")
    page.set_viewport_size({"width": width, "height": 844})
    # A phone has the board in the place of all this, and its tab leads to where the dice begin.
    after = ["#orders"] if width == pictures.PHONE["width"] else ["#orders", "#board"]
    first, *others = (page.locator(name).bounding_box()["y"] for name in ("#first", *after))
    assert first < min(others)
    asked = page.locator(".phone-tabs [data-tab=asked]").get_attribute("href")
    assert page.locator(f"#{asked.partition('#')[2]}").bounding_box()["y"] <= first


def test_what_is_to_be_confirmed_takes_the_place_of_the_choices_on_a_phone(somebody) -> None:
    slug = short_of(somebody, "war_game_1939", "1939", ["germany"]).slug
    page = somebody.open(f"/c/{slug}/")
    page.set_viewport_size(pictures.PHONE)
    first = page.locator("#first")
    first.get_by_role("button", name="Throw all 11 that are left").click()
    expect(first.get_by_role("region", name="What would come of it")).to_be_visible()
    expect(first.locator(".choices")).to_be_hidden()
    assert list(pictures.too_long(page, "what would come of it")) == []
    first.get_by_role("link", name="Leave it").click()
    expect(first.locator(".choices")).to_be_visible()


def test_a_country_and_its_dollars_are_one_choice_in_a_table(somebody) -> None:
    slug = short_of(somebody, "war_game_1939", "1939", ["germany"]).slug
    page = somebody.open(f"/c/{slug}/")
    page.set_viewport_size(pictures.PHONE)
    orders = page.locator("#orders-form")
    orders.get_by_role("radio", name="Whatever brings most").check()
    page.locator("#seal-orders").click()
    table = orders.locator(".option-table")
    expect(table).to_be_visible(timeout=LIVE)
    expect(page.locator("#first .faces")).to_have_count(0, timeout=LIVE)

    page.locator("#orders").evaluate("orders => { orders.tabIndex = -1; orders.focus(); }")
    assert stops_on_to(page, "#seal-orders", 60) <= 20
    assert list(pictures.too_long(page, "influence")) == []

    turkey = table.get_by_role("radiogroup", name=re.compile("Turkey Worth"))
    expect(turkey.get_by_role("radio")).to_have_count(5)
    turkey.get_by_role("radio", name="2: 1 in 4").check()
    expect(orders.locator(".totals").first).to_have_text(re.compile("^Dollars: 2 of "))
    page.locator("#orders [name=ready]").uncheck()  # or the phase is over before one has read it
    page.locator("#seal-orders").click()
    expect(page.locator(".receipt .hand")).to_contain_text("Turkey")
    expect(page.locator(".receipt .hand")).to_contain_text("Influence money: 2")
