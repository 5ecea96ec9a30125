"""What the form of orders says and where it stands, before and after a seal."""

import re

import pytest
from playwright.sync_api import expect

from accounts.models import User
from campaigns.models import Sheet
from tests.browser.people import Somebody
from tests.started import started

pytestmark = pytest.mark.long

SEATS = {
    "world_at_war": ("britain", ["germany", "italy", "france", "united_states", "russia"]),
    "war_game_1939": ("uk", ["germany", "italy", "japan", "ussr", "france", "usa", "china"]),
}
"""The seat that somebody takes, and those of the bots."""


@pytest.fixture
def somebody(live_site, new_browser) -> Somebody:
    return Somebody(live_site.url, new_browser(), "eleanor")


def opened(somebody: Somebody, rulebook: str, scenario: str) -> None:
    """Open a running campaign in which somebody plays Britain and bots the rest."""
    person = User.objects.get(username=somebody.name)
    seat, bots = SEATS[rulebook]
    slug = started(
        by=person,
        rulebook=rulebook,
        scenario=scenario,
        title="The Window Table",
        take=[seat],
        bots=bots,
    ).slug
    somebody.open(f"/c/{slug}/")


def test_what_was_refused_is_complained_of_until_it_is_mended(somebody) -> None:
    opened(somebody, "world_at_war", "one-year")
    somebody.seal()
    expect(somebody.orders.get_by_role("alert")).to_contain_text("place all 4")
    somebody.place(turkey=2, greece=2)
    expect(somebody.roll_beside("points.turkey")).to_contain_text("Turkey")
    expect(somebody.orders.get_by_role("alert")).to_have_count(0)


def test_odds_stand_in_the_same_order_before_and_after_the_seal(somebody) -> None:
    opened(somebody, "world_at_war", "one-year")
    somebody.place(turkey=1, greece=1, bulgaria=2)
    odds = somebody.page.locator("[data-rolls] > details > summary .name")
    expect(odds).to_have_count(3)
    before = odds.all_inner_texts()
    assert [title.partition(",")[0] for title in before] == ["Bulgaria", "Greece", "Turkey"]
    somebody.page.get_by_label(re.compile("The phase may end early")).uncheck()
    somebody.seal()
    expect(somebody.orders.locator(".stamp")).to_be_visible()
    assert odds.all_inner_texts() == before
    somebody.page.reload()
    assert odds.all_inner_texts() == before


def test_each_reason_is_said_once_for_all_that_it_closes(somebody) -> None:
    opened(somebody, "world_at_war", "one-year")
    closed = somebody.orders.locator("details", has_text="closed: why, and what opens").first
    closed.locator("summary").click()
    lines = closed.locator(".barred li").all_inner_texts()
    names = closed.locator(".barred b").all_inner_texts()
    reasons = [line.removeprefix(name) for line, name in zip(lines, names, strict=True)]
    assert len(set(reasons)) == len(reasons), reasons
    closes = sum(len(name.split(", ")) for name in names)
    assert closes > len(reasons)
    expect(closed.locator("summary")).to_have_text(f"{closes} closed: why, and what opens them")


def test_the_fixed_bar_leaves_room_on_a_phone_and_goes_when_the_page_is_enlarged(somebody) -> None:
    opened(somebody, "world_at_war", "one-year")
    bar = somebody.orders.locator(".seal-bar")
    somebody.page.set_viewport_size({"width": 390, "height": 844})
    expect(bar).to_have_css("position", "fixed")
    box = bar.bounding_box()
    assert box is not None
    assert box["height"] < 844 / 6
    # A page at 200 % has half the room both ways.
    for width, height in ((195, 422), (640, 450)):
        somebody.page.set_viewport_size({"width": width, "height": height})
        expect(bar).to_have_css("position", "static")


def test_five_tabs_stand_at_the_foot_of_a_phone_and_a_seal_leaves_a_receipt(somebody) -> None:
    opened(somebody, "world_at_war", "one-year")
    page = somebody.page
    tabs = page.get_by_role("navigation", name="Tabs")
    expect(tabs).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(tabs.get_by_role("link")).to_have_text(
        [re.compile(name) for name in ("Asked", "Board", "Press", "Story", "More")]
    )
    asked = tabs.locator("[data-counts=asked]")
    expect(asked).to_have_text("1")
    every = page.get_by_role("navigation", name="Main")
    expect(every).to_be_hidden()
    tabs.get_by_role("link", name="More").click()
    expect(every.get_by_role("link", name="Rules")).to_be_visible()
    tabs.get_by_role("link", name="Less").click()
    expect(every).to_be_hidden()
    somebody.place(turkey=2, greece=2)
    somebody.orders.locator("[name=ready]").uncheck()
    somebody.seal()
    receipt = page.locator("#receipt")
    print_of = receipt.locator(".print.whole")
    expect(print_of).to_have_text(re.compile(r"^([0-9a-f]{4} ){15}[0-9a-f]{4}$"))
    seal = Sheet.objects.get(power="britain", state="sealed")
    assert print_of.inner_text().replace(" ", "") == seal.commitment
    expect(receipt).to_contain_text("points: Greece 2, Turkey 2")
    expect(asked).to_be_hidden()
    expect(somebody.orders.locator(".seal-bar")).to_have_css("position", "static")


def test_the_end_of_a_commerce_row_wraps_on_a_narrow_phone(somebody) -> None:
    """Its words come late in a war, so they are put where the ledger says them."""
    opened(somebody, "war_game_1939", "1939")
    page = somebody.page
    page.set_viewport_size({"width": 320, "height": 700})
    page.locator(".ledgers .row-of-dice").first.evaluate(
        """cell => cell.insertAdjacentHTML("beforeend",
          '<br><span class="small quiet">Soviet Union stands at Full War. '
          + '<cite>Japanese Cash and Carry</cite></span>')"""
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
