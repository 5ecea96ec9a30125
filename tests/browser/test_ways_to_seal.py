"""How far it is to the seal: by keyboard, and with a finger on a phone."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from campaigns.as_it_happened import files
from campaigns.models import Phase
from campaigns.services.lifecycle import campaigns
from campaigns.services.lifecycle.import_campaign import import_campaign
from campaigns.services.repair.fork import fork
from tests.browser.keyboard import stops_on_to, stops_to
from tests.browser.looks import too_small
from tests.browser.people import Somebody, person_of
from tests.browser.pictures import PHONE, sheets, too_long
from tests.browser.tables import short_of
from tests.support.campaigns import Table

pytestmark = pytest.mark.long

BOOKS = {
    "world_at_war": ("one-year", "britain"),
    "days_of_decision": ("1936", "france"),
    "war_game_1939": ("1939", "germany"),
}
DIRECTLY = {"world_at_war": 20, "days_of_decision": 20, "war_game_1939": 12}
"""Stops from the head of the orders to the seal, through the whole form: each number, group and card is one."""
PHASES: dict[str, dict[str, dict[str, Any]]] = {
    "world_at_war": {
        "place": {"points": {"turkey": 2, "norway": 2}},
        "allied.targets": {},
        "allied.facts": {},
    },
    "days_of_decision": {"select": {}, "map": {}, "bid": {"options": 1}},
    "war_game_1939": {
        "commerce": {"policy": "safe"},
        "influence": {},
        "counter": {},
        "axis.play": {},
    },
}
"""What is asked in the first turns, and how it is answered: each kind of phase that asks this power."""


def asked_in(somebody: Somebody, book: str) -> Page:
    """The page of a campaign of a book that asks for orders."""
    scenario, power = BOOKS[book]
    page = somebody.open(f"/c/{short_of(somebody, book, scenario, [power]).slug}/")
    expect(page.locator("#seal-orders")).to_be_visible()
    return page


@pytest.mark.parametrize("book", BOOKS)
def test_the_seal_is_a_few_stops_from_the_top_in_every_phase(somebody, book) -> None:
    scenario, power = BOOKS[book]
    table = short_of(somebody, book, scenario, [power])
    for key, order in PHASES[book].items():
        for _ in range(20):
            if table.phase.key != key:
                table.advance()
        assert table.phase.key == key
        page = somebody.open(f"/c/{table.slug}/")
        stops_to(page, ".skip[href='#seal-orders']", 3)
        page.keyboard.press("Enter")
        expect(page.locator("#seal-orders")).to_be_focused()

        page.locator("#orders").evaluate("orders => { orders.tabIndex = -1; orders.focus(); }")
        assert stops_on_to(page, "#seal-orders", 200) <= DIRECTLY[book], key
        table.seal(power, order)
        table.advance()


def test_a_hand_stands_beside_the_display_on_every_wide_screen(somebody) -> None:
    page = asked_in(somebody, "days_of_decision")
    for width in (901, 1024, 1180, 1200, 1279, 1400):
        page.set_viewport_size({"width": width, "height": 900})
        hand, display = (
            page.locator(".hand-box").bounding_box(),
            page.locator("#display").bounding_box(),
        )
        assert display["x"] + display["width"] <= hand["x"]
        assert page.evaluate("document.documentElement.scrollHeight") <= 3600, width


LATE = (("germany", "November/December 1941"), ("china", "September/October 1941"))
"""Who holds the most cards in a game that was played to its end: with values in nearly all minors, and the most of all
(26 of 34). By the rules not even China could ever play more than 33 at once.
"""


def late_hand_of(somebody: Somebody, history: str, power: str, turn: str) -> Page:
    """A page late in that game, in a fork of it, on which this power may play three cards."""
    person = person_of(somebody.name)
    bid = Phase.objects.get(campaign__slug=history, key="bid", turn_title=turn)
    bots = [seat.power for seat in bid.campaign.seats.all() if seat.power != power]
    slug = fork(history, by=person, phase=bid.number, take=[power], bots=bots)
    campaigns.start(slug, by=person)
    table = Table(slug, person, {power: person})
    table.seal(power, {"options": 3, "points": 0})
    table.advance()
    page = somebody.open(f"/c/{slug}/")
    expect(page.locator("[data-slot]")).to_have_count(3)
    return page


def choose_and_aim(page: Page, key: str, place: int) -> None:
    """A card is chosen for a place, aimed, and moves something."""
    card = page.locator(f"#card-{key}")
    if (back := page.locator("[data-others]")).is_visible():
        back.click()
    card.locator(f".choose [value='{place}']").check()
    chosen = card.locator(".details select:visible")
    expect(chosen.first).to_be_visible()
    for number in range(chosen.count()):
        values = (
            chosen.nth(number)
            .locator("option:enabled")
            .evaluate_all("options => options.map(each => each.value).filter(Boolean)")
        )
        with page.expect_response(lambda answer: "/preview/" in answer.url):
            chosen.nth(number).select_option(values[min(place, len(values) - 1)])


def test_the_largest_hand_is_at_most_four_screens_whatever_is_open(open_session) -> None:
    history = import_campaign(files.data("days_of_decision"), by=person_of("ingrid"))
    wrong: list[str] = []

    def measured(page: Page, state: str) -> None:
        for width in (390, 901, 1024, 1200, 1400):
            page.set_viewport_size(
                PHONE if width == PHONE["width"] else {"width": width, "height": 900}
            )
            wrong.extend(too_long(page, f"{state} ({width})"))

    for language in ("en-GB", "de-DE"):
        somebody = open_session("harriet", locale=language)
        for power, turn in LATE:
            name = f"{power}, {language}"
            page = late_hand_of(somebody, history, power, turn)
            for view in ("now", "barred", "all"):
                page.locator(f".views [value={view}]").check(force=True)
                measured(page, f"{name}, {view}")
            for place, key in enumerate(("0g", "ipo-2", "ipo-4", "ipo-3"), start=1):
                choose_and_aim(page, key, min(place, 3))
                measured(page, f"{name}, {key} open")
            # One looks at what moves, at a card, or at the list of all.
            moves, other = page.locator("#preview .movements"), page.locator("#card-ipo-2")
            expect(moves).not_to_have_attribute("open", "")
            moves.locator("summary").first.click()
            expect(page.locator(".card-option > details[open]")).to_have_count(0)
            expect(other).to_be_hidden()
            measured(page, f"{name}, what would move")
            page.locator("[data-others]").click()
            expect(other).to_be_visible()
            expect(moves).not_to_have_attribute("open", "")
            measured(page, f"{name}, three cards chosen")
    assert wrong == [], "\n".join(wrong)


def test_what_a_list_says_of_its_choice_is_said_once(somebody) -> None:
    page = asked_in(somebody, "days_of_decision")
    card = page.locator("#card-ipo-3")
    card.locator(".choose [value='1']").check()
    card.locator("[name='plays.ipo-3.minor']").select_option("greece")
    expect(card.locator(".does .beside")).to_have_text("0 → +3")
    expect(card.locator("option:checked").first).to_contain_text("0 → +3")
    expect(card.locator(".beside").filter(has_text="0 → +3").filter(visible=True)).to_have_count(0)
    card.locator("summary").first.click()
    expect(card.locator(".does .beside")).to_be_visible()


def two_cards_on(somebody: Somebody, minor: str) -> Page:
    """A page on which two cards may be played, and both are on one minor."""
    table = short_of(somebody, "days_of_decision", "1936", ["france"])
    while table.phase.key != "bid":
        table.strike()
        table.advance()
    table.seal("france", {"options": 2, "points": 1})
    table.advance()
    page = somebody.open(f"/c/{table.slug}/")
    for place, key in enumerate(("0g", "ipo-3"), start=1):
        page.locator(f"#card-{key} .choose [value='{place}']").check()
        page.locator(f"[name='plays.{key}.minor']").select_option(minor)
    expect(page.locator("#card-ipo-3 summary .does")).to_contain_text("0 → +3, with option 1 +4")
    return page


def test_two_cards_on_one_minor_are_added_up_and_the_way_to_the_seal_is_short(somebody) -> None:
    page = two_cards_on(somebody, "greece")
    page.locator("#orders").evaluate("orders => { orders.tabIndex = -1; orders.focus(); }")
    assert stops_on_to(page, "#seal-orders", 200) <= DIRECTLY["days_of_decision"]

    page.locator("[data-display] a.stack", has_text="Greece").locator("circle").click()
    sum_of_both = page.locator(".inspector.open .sum-here")
    expect(sum_of_both).to_contain_text("Your value in Greece")
    expect(sum_of_both.locator("tr").last).to_have_text(re.compile(r"If both are played\s*\+4"))

    # On a phone neither sheet is longer than four screens. The bar says what the cards cost.
    page.set_viewport_size(PHONE)
    assert [each for sheet in sheets(page) for each in too_long(page, sheet)] == []
    expect(page.locator(".seal-now .totals")).to_have_text(
        re.compile("^Money: 3 of"), use_inner_text=True
    )
    page.get_by_role("button", name="Back to all").click()
    closed = page.locator("#card-ipo-12 > details > summary")
    expect(closed.locator(".does")).to_be_hidden()
    assert closed.bounding_box()["height"] < 60

    # So does another look at the hand, which would show one card alone.
    closed.click()
    expect(page.locator("#card-ipo-2")).to_be_hidden()
    page.locator(".views").get_by_text("all").click()
    expect(page.locator("#card-ipo-2")).to_be_visible()
    expect(closed.locator(".does")).to_be_hidden()

    # What is named on the board leads back to the orders.
    page.locator(".phone-tabs").get_by_text("Board").click()
    expect(page.locator("#orders")).to_be_hidden()
    page.locator(".inspector.open").get_by_role("link", name="Close").click()
    page.locator("[data-display] a.stack", has_text="Turkey").locator("circle").click()
    page.locator(".inspector.open").get_by_role("link", name="IPO 3 Economic aid").click()
    expect(page.locator("[name='plays.ipo-3.minor']")).to_have_value("turkey")
    expect(page.locator("[name='plays.ipo-3.minor']")).to_be_in_viewport()


@pytest.mark.parametrize("key", ["map", "bid"])
def test_on_a_phone_the_other_phases_are_at_most_four_screens_too(somebody, key) -> None:
    table = short_of(somebody, "days_of_decision", "1936", ["france"])
    while table.phase.key != key:
        table.strike()
        table.advance()
    page = somebody.open(f"/c/{table.slug}/")
    page.set_viewport_size(PHONE)
    assert [each for sheet in sheets(page) for each in too_long(page, sheet)] == []


def test_a_number_is_one_stop_and_the_keys_do_what_its_buttons_do(somebody) -> None:
    page = asked_in(somebody, "world_at_war")
    turkey, norway = (page.locator(f"[name='points.{name}']") for name in ("turkey", "norway"))
    placed = page.locator("[data-placed]")
    turkey.focus()
    for key, value in (
        ("ArrowUp", 1),
        ("ArrowDown", 0),
        ("ArrowDown", 0),
        ("PageUp", 3),
        ("Home", 0),
    ):
        page.keyboard.press(key)
        expect(turkey).to_have_value(str(value))
    page.keyboard.press("End")
    expect(placed).to_have_text("3 placed, 1 left")
    norway.focus()
    page.keyboard.press("PageUp")
    expect(placed).to_have_text("4 placed, 0 left")
    page.locator("[name='points.greece']").focus()
    page.keyboard.press("ArrowUp")
    expect(placed).to_have_text("4 placed, 0 left")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.stepper button')") is None


def test_a_row_says_its_chances_once_a_point_lies_there_or_it_is_open(somebody) -> None:
    page = asked_in(somebody, "world_at_war")
    row = {name: page.locator(f"li:has([name='points.{name}'])") for name in ("turkey", "norway")}
    odds = {name: each.locator(".beside") for name, each in row.items()}
    for each in odds.values():
        expect(each).to_be_hidden()
    row["turkey"].locator("[data-step='1']").click()
    expect(odds["turkey"]).to_be_visible()
    row["norway"].locator(".name").first.click()
    expect(odds["norway"]).to_be_visible()
    expect(page.locator("[name='points.norway']")).not_to_be_focused()
    row["turkey"].locator("[data-step='-1']").click()
    expect(odds["turkey"]).to_be_hidden()
    page.locator("[name='points.turkey']").focus()
    expect(odds["turkey"]).to_be_visible()
    expect(odds["norway"]).to_be_hidden()
    described = page.locator("[name='points.norway']").get_attribute("aria-describedby")
    assert page.locator(f"#{described}").text_content().strip()


@pytest.mark.parametrize("book", BOOKS)
def test_on_a_phone_whatever_is_touched_is_large_enough(somebody, book) -> None:
    page = asked_in(somebody, book)
    page.set_viewport_size(PHONE)
    assert too_small(page) == []
    page.evaluate(
        "document.querySelectorAll('#orders details').forEach(one => { one.open = true; })"
    )
    assert too_small(page) == []


def test_on_a_phone_who_changes_what_is_sealed_is_at_the_head_of_the_form(somebody) -> None:
    page = asked_in(somebody, "world_at_war")
    page.set_viewport_size(PHONE)
    somebody.place(turkey=2, norway=2)
    page.locator("#orders [name=ready]").uncheck()
    somebody.seal()
    change = page.locator("#change-orders > summary")
    expect(page.locator("[name='points.turkey']")).to_be_hidden()
    change.click()
    page.wait_for_function(
        "document.querySelector('#change-orders').getBoundingClientRect().top < 60"
    )
    expect(change).to_be_in_viewport(ratio=1)
    first = page.locator("#change-orders [data-step]").first
    expect(first).to_be_in_viewport(ratio=1)
    bar = page.locator(".seal-now").bounding_box()
    assert first.bounding_box()["y"] < bar["y"]


ASKED = """
- region "Phase":
  - heading "Placement of points, 1940" [level=1]
  - paragraph:
    - strong: "Asked of Britain:"
    - link "Your orders"
  - timer: /\\d+ ?d \\d+ ?h/
  - paragraph:
    - strong: /Due .+/
  - group: What comes then
  - group: How this deadline came about
  - group: /^\\d of \\d sealed , you. /
- main:
  - region "Your orders":
    - button "Seal these orders"
    - status
    - button "Save draft"
- navigation "Tabs":
  - link "Asked 1 asked of you"
  - link "Board"
  - link "Press"
  - link "Story"
  - link "More"
"""
SEALED = """
- region "Phase":
  - paragraph:
    - strong: "Asked of Britain:"
    - text: done,
    - link "your orders"
  - group: /^\\d of \\d sealed , you. sealed/
- main:
  - region "Your orders":
    - group "What you have sealed":
      - text: Sealed
      - heading "Your receipt" [level=3]
      - paragraph: /^Sealed .+ Fingerprint.$/
      - paragraph: /^([0-9a-f]{4} ){15}[0-9a-f]{4}$/
      - paragraph: Everybody sees
      - paragraph: Only you see
    - group: Change
    - button "Take back"
- navigation "Tabs":
  - link "Asked"
"""
"""What a screen reader meets on a phone, before the seal and after it: in its order, and every number by what it is."""


def test_on_a_phone_each_part_is_met_by_its_name(somebody) -> None:
    page = asked_in(somebody, "world_at_war")
    page.set_viewport_size(PHONE)
    body = page.locator("body")
    expect(body).to_match_aria_snapshot(ASKED)
    somebody.place(turkey=2, norway=2)
    page.locator("#orders [name=ready]").uncheck()
    somebody.seal()
    expect(body).to_match_aria_snapshot(SEALED)
    expect(page.locator("#tabs a", has_text="Asked")).to_have_accessible_name("Asked")


@pytest.mark.parametrize("script", [True, False])
def test_on_a_phone_the_board_stands_in_the_place_of_what_is_asked(
    live_site, new_browser, somebody, script
) -> None:
    slug = short_of(somebody, "world_at_war", "one-year", ["britain"]).slug
    phone = Somebody(live_site.url, new_browser(java_script_enabled=script, viewport=PHONE))
    page = phone.open(f"/c/{slug}/")
    board, asked = page.locator("#board"), page.locator(".watched-box")
    expect(asked).to_be_visible()
    expect(board).not_to_be_visible()
    page.locator(".phone-tabs").get_by_text("Board").click()
    expect(board).to_be_in_viewport()
    expect(asked).not_to_be_visible()
    if script:
        expect(page.locator(".phone-tabs [aria-current]")).to_have_text("Board")
        # The list of all pages is no other place: who closes it is at the board still.
        page.locator(".phone-tabs .more").click()
        page.locator(".phone-tabs .less").click()
        expect(board).to_be_in_viewport()
    page.go_back()
    page.goto(f"{live_site.url}/c/{slug}/#strip")
    expect(asked).to_be_visible()
    expect(board).not_to_be_visible()
    page.set_viewport_size({"width": 1400, "height": 900})
    expect(board).to_be_visible()
    expect(asked).to_be_visible()


def test_what_a_phone_opens_stays_under_the_finger_and_leaves_the_board_as_it_was(
    somebody,
) -> None:
    """What follows the orders does not hold the page, and the sheet that is out of sight keeps what it shows."""
    page = asked_in(somebody, "world_at_war")
    page.set_viewport_size(PHONE)
    countries = page.locator("#board .countries-fold")
    expect(countries).to_have_attribute("open", "")
    plans = page.locator(".orders-box .plans > summary")
    plans.evaluate("plans => plans.scrollIntoView({ block: 'center' })")
    stood = plans.bounding_box()["y"]
    plans.click()
    expect(page.locator(".orders-box .plans")).to_have_attribute("open", "")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    assert abs(plans.bounding_box()["y"] - stood) < 2
    expect(countries).to_have_attribute("open", "")


def test_news_of_the_board_do_not_take_a_phone_away_from_it(somebody) -> None:
    page = asked_in(somebody, "world_at_war")
    page.set_viewport_size(PHONE)
    page.locator("#board [id]").last.evaluate("place => { location.hash = place.id; }")
    expect(page.locator("#board")).to_be_visible()
    with page.expect_response("**/board/*"):
        page.evaluate("document.body.dispatchEvent(new CustomEvent('changed-board'))")
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator("#orders")).not_to_be_visible()
