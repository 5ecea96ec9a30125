"""What the form of orders says and where it stands, on a phone, before and after a seal."""

import re

import pytest
from playwright.sync_api import Route, expect

from campaigns.models import Sheet
from tests.browser.tables import campaign_of, display_of, short_of

pytestmark = pytest.mark.long


def test_on_a_phone_five_tabs_lead_to_a_bar_that_seals_and_leaves_a_receipt(somebody) -> None:
    page = somebody.open(f"/c/{campaign_of(somebody).slug}/")
    tabs = page.get_by_role("navigation", name="Tabs")
    bar = somebody.orders.locator(".seal-now")
    expect(tabs).to_be_hidden()
    # A page at 200 % has half the room both ways, and no bar that stays in its place.
    for width, height in ((195, 422), (640, 450)):
        page.set_viewport_size({"width": width, "height": height})
        expect(bar).to_have_css("position", "static")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(bar).to_have_css("position", "fixed")
    assert bar.bounding_box()["height"] <= 72
    expect(bar.get_by_role("button")).to_have_count(1)
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

    # What is refused is complained of until it is mended.
    somebody.orders.locator("[name=ready]").uncheck()
    somebody.seal()
    expect(somebody.orders.get_by_role("alert")).to_contain_text("place all 4")
    somebody.place(turkey=2, greece=2)
    expect(somebody.roll_beside("points.turkey")).to_contain_text("Turkey")
    expect(somebody.orders.get_by_role("alert")).to_have_count(0)
    somebody.seal()
    receipt = page.locator("#receipt")
    print_of = receipt.locator(".print.whole")
    expect(print_of).to_have_text(re.compile(r"^([0-9a-f]{4} ){15}[0-9a-f]{4}$"))
    seal = Sheet.objects.get(power="britain", state="sealed")
    assert print_of.inner_text().replace(" ", "") == seal.commitment
    expect(receipt).to_contain_text("points: Greece 2, Turkey 2")
    expect(asked).to_be_hidden()
    expect(bar).to_be_hidden()
    back = receipt.locator(".card-back")
    expect(back).to_have_text([re.compile("Greece *2 points"), re.compile("Turkey *2 points")])
    expect(receipt).to_be_focused()
    expect(receipt).to_be_in_viewport()
    head = somebody.orders.get_by_role("heading", name="Your orders")
    expect(head).to_be_in_viewport(ratio=1)
    assert somebody.orders.bounding_box()["height"] < 2 * 844
    change = somebody.orders.get_by_text("Change", exact=True)
    change.click()
    expect(change).to_be_in_viewport()
    expect(somebody.orders.get_by_role("button", name="Seal again")).to_be_in_viewport()
    expect(bar).to_have_css("position", "fixed")


@pytest.mark.parametrize("when", ["saved", "at once", "while it is saved", "not saved"])
def test_a_seal_that_is_changed_and_taken_back_keeps_what_was_changed(somebody, when) -> None:
    """Where it cannot be kept, the seal is taken back all the same."""
    page = somebody.open(f"/c/{campaign_of(somebody).slug}/")
    somebody.place(turkey=2, greece=2)
    page.get_by_label("The phase may end early").uncheck()
    somebody.seal()
    page.locator("#change-orders > summary").click()
    less = page.locator("#orders li:has([name='points.greece']) button[data-step='-1']")
    take_back = page.locator("#orders button[value=unseal]")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    if when == "not saved":
        page.route(re.compile("/draft/"), lambda route: route.abort())
    if when == "while it is saved":
        page.route(re.compile("/draft/"), hold)
        with page.expect_request(re.compile("/draft/")):
            less.click()
        take_back.dblclick()
        held[0].continue_()
        page.unroute(re.compile("/draft/"))
    elif when == "saved":
        less.click()
        expect(page.locator("[data-kept]")).to_contain_text("Draft saved")
        take_back.click()
    else:
        at_once = "(less, takeBack) => { less.click(); takeBack.click(); }"
        less.evaluate(at_once, take_back.element_handle())
    expect(page.locator("#orders .stamp.sealed")).to_have_count(0)
    greece = page.locator("[name='points.greece']")
    expect(greece).to_have_value("2" if when == "not saved" else "1")
    expect(page.locator("[name='points.turkey']")).to_have_value("2")


def test_the_end_of_a_commerce_row_wraps_on_a_narrow_phone(somebody) -> None:
    """Its words come late in a war, so they are put where the ledger says them."""
    page = somebody.open(f"/c/{short_of(somebody, 'war_game_1939', '1939', ['uk']).slug}/")
    page.set_viewport_size({"width": 320, "height": 700})
    page.locator(".ledgers .row-of-dice").first.evaluate(
        """cell => cell.insertAdjacentHTML("beforeend",
          '<br><span class="small quiet">Soviet Union stands at Full War. '
          + '<cite>Japanese Cash and Carry</cite></span>')"""
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_line_asks_for_what_its_option_asks_for(somebody) -> None:
    page = somebody.open(f"/c/{short_of(somebody, 'war_game_1939', '1939', ['germany']).slug}/")
    shown = page.locator("[data-line]:has(.line-details)").first.evaluate(
        """line => {
          const select = line.querySelector("select");
          const asked = () => [...line.querySelectorAll(".line-details")]
            .filter(one => !one.hidden).map(one => one.dataset.details).join();
          const others = [...select.options].filter(one => one.value && one.dataset.details);
          const first = [...select.options].find(one => one.value && !one.dataset.details);
          return ["", first.value, ...others.map(one => one.value)].map((value) => {
            select.value = value;
            select.dispatchEvent(new Event("change", { bubbles: true }));
            return [asked(), value && (select.selectedOptions[0].dataset.details ?? "0")];
          });
        }"""
    )
    assert shown[:2] == [["", ""], ["0", "0"]]
    assert all(seen == meant for seen, meant in shown)


def test_what_a_card_asks_for_comes_when_it_is_chosen_from_a_hand_that_came_alone(somebody) -> None:
    page = somebody.open(f"/c/{display_of(somebody).slug}/")
    card = page.locator("#card-ipo-1")
    whole = card.locator(".details [name]").count()
    assert whole > 5
    # As news of the orders renew them.
    page.evaluate("document.body.dispatchEvent(new CustomEvent('changed-orders'))")
    expect(card.locator(".details [name]")).to_have_count(0)
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    for _ in range(2):
        card.get_by_label("Play this card").check()
        expect(card.locator(".details [name]")).to_have_count(whole)
        expect(card.locator(".details select").first).to_be_visible()
        card.get_by_label("Play this card").uncheck()
    # Once, though it was opened by being chosen.
    assert sum("only=card-ipo-1" in address for address in fetched) == 1
    card.get_by_label("Play this card").check()
    card.locator("select[name$=activate]").select_option("spain")
    expect(page.locator("[data-kept]")).to_contain_text("Draft saved")
    page.evaluate("document.body.dispatchEvent(new CustomEvent('changed-orders'))")
    expect(page.locator("#card-ipo-2 .details [name]")).to_have_count(0)
    expect(card.locator("select[name$=activate]")).to_have_value("spain")
    page.reload()
    expect(card.locator("select[name$=activate]")).to_have_value("spain")


def test_a_seal_that_is_refused_leads_to_the_field_it_is_about(somebody) -> None:
    page = somebody.open(f"/c/{display_of(somebody).slug}/")
    page.locator("#card-ipo-2 .choose input").first.check()
    deal = page.locator("[name='plays.ipo-2.deal']")
    expect(deal).to_be_attached()
    page.locator("#seal-orders").press("Enter")
    wrong = page.locator("#orders-wrong")
    expect(wrong).to_contain_text("IPO 2 Trade deal with a minor, Deal: choose one.")
    expect(deal).to_be_focused()
    expect(deal).to_be_in_viewport()
    here = page.locator(".problem.here")
    expect(here).to_be_in_viewport()
    expect(page.locator("#preview .problem")).to_have_count(0)
    # So too for orders that were saved before, which are only saved again.
    expect(page.locator("[data-kept]")).to_contain_text("Draft saved")
    page.reload()
    page.locator("#seal-orders").press("Enter")
    expect(deal).to_be_focused()
    expect(page.locator("[data-kept]")).to_contain_text("Draft saved")
    expect(wrong).to_be_visible()
    deal.select_option(index=1)
    expect(here).to_have_count(0)
    expect(wrong).to_have_count(0)


def test_a_refusal_stays_though_what_was_chosen_before_it_is_looked_at_after_it(somebody) -> None:
    page = somebody.open(f"/c/{display_of(somebody).slug}/")
    looks: list[Route] = []

    def waits(route: Route) -> None:
        looks.append(route)

    page.route("**/preview/**", waits)
    with page.expect_request("**/preview/**"):
        page.evaluate(
            """() => {
              document.querySelector("#card-ipo-2 .choose input").click();
              document.querySelector("#seal-orders").click();
            }"""
        )
    wrong = page.locator("#orders-wrong")
    expect(wrong).to_be_visible()
    with page.expect_response("**/preview/**"):
        looks[0].continue_()
    expect(page.locator("[data-kept]")).to_contain_text("Draft saved")
    expect(wrong).to_be_visible()
    expect(page.locator(".problem.here")).to_be_visible()
    expect(page.locator("#preview .problem")).to_have_count(0)
    # The next change is looked at again.
    page.unroute("**/preview/**")
    page.locator("[name='plays.ipo-2.deal']").select_option(index=1)
    expect(wrong).to_have_count(0)


def test_a_draft_that_is_saved_moves_nothing_on_the_page(somebody) -> None:
    page = somebody.open(f"/c/{campaign_of(somebody).slug}/")
    for width in (1400, 1000, 390):
        page.set_viewport_size({"width": width, "height": 900})
        top = "document.querySelector('#orders').getBoundingClientRect().top + scrollY"
        before = page.evaluate(top)
        # As long as the word of a state can be, and on another day than today.
        page.evaluate(
            """() => document.querySelectorAll(".readiness .how").forEach((how, at) => {
                 how.textContent = at ? "sealed Wed 20:57" : "draft, not sealed, Wed 20:57";
               })"""
        )
        assert page.evaluate(top) == before, width


def test_in_a_hand_the_arrow_keys_go_from_card_to_card_and_its_views_are_no_part_of_the_orders(
    somebody,
) -> None:
    page = somebody.open(f"/c/{display_of(somebody).slug}/")
    sent = []
    page.on("request", lambda request: sent.append(request.url))
    hand = page.locator("[data-plays]")
    expect(hand.locator(".cards summary:visible")).not_to_have_count(0)
    views = hand.get_by_role("group", name="Which cards are shown")
    barred = hand.locator(".barred-cards b")
    expect(barred.first).to_be_hidden()
    views.get_by_text("barred").click()
    expect(barred.first).to_be_visible()
    expect(page.locator("#card-ipo-3")).to_be_hidden()
    views.get_by_text("now").click()
    # One stop for all boxes and one for all rows.
    stops = hand.locator(".cards [tabindex='0']")
    expect(stops).to_have_count(2)
    page.locator("#card-ipo-2 summary").first.click()
    expect(page.locator("#card-ipo-2 .sheet")).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#card-ipo-3 > details > summary")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#card-ipo-3 .sheet")).to_be_visible()
    expect(page.locator("#card-ipo-2 .sheet")).to_be_hidden()
    # It stands beside the list, which stays as long as it was.
    row, sheet = (
        page.locator(f"#card-ipo-3 {part}").first.bounding_box() for part in ("summary", ".sheet")
    )
    assert sheet["x"] > row["x"] + row["width"]
    assert not [address for address in sent if "/draft/" in address or "/preview/" in address]


def test_what_a_card_need_not_ask_comes_with_what_makes_it_worth_asking(somebody) -> None:
    page = somebody.open(f"/c/{display_of(somebody).slug}/")
    card = page.locator("#card-ipo-3")
    card.get_by_label("Play this card").check()
    # Nobody holds values yet.
    expect(card.get_by_text("Order of values")).to_have_count(0)
    way = card.get_by_text("Prefer the way")
    expect(way).to_be_hidden()
    card.locator("[name$='.activate']").select_option("spain")
    expect(way).to_be_visible()
    card.locator("[name$='.activate']").select_option("")
    expect(way).to_be_hidden()


def test_on_a_phone_what_is_asked_is_in_sight_as_the_page_opens(somebody) -> None:
    page = somebody.page
    page.set_viewport_size({"width": 390, "height": 844})
    somebody.open(f"/c/{campaign_of(somebody).slug}/")
    bar = somebody.orders.locator(".seal-now").bounding_box()
    asked = somebody.orders.get_by_text("Place 4 diplomatic points").bounding_box()
    assert asked["y"] + asked["height"] < bar["y"]
    assert page.locator("#strip").bounding_box()["height"] < 340

    # How far the others are, in one line that opens.
    line = page.locator("#readiness > summary")
    expect(line).to_have_text(re.compile(r"^\s*\d of \d sealed\s+,\s+you:\s+waiting\s*$"))
    expect(page.locator(".readiness")).to_be_hidden()
    line.click()
    expect(somebody.readiness("Germany")).to_contain_text("sealed")

    # What is no picture of the board is folded, as for those who watch.
    expect(page.locator("#track-usat")).to_be_hidden()
    # The log is a page of its own: one line says how much is in it, and leads to the first of them there.
    expect(page.locator("#log .entry").first).to_be_hidden()
    to_log = page.get_by_role("link", name=re.compile(r"^\d+ lines, in the log$"))
    lines = page.locator("#log .entry").count()
    assert int(to_log.inner_text().split()[0]) >= lines > 0
    expect(to_log).to_have_attribute("href", re.compile(r"/log/\d+/$"))
    page.set_viewport_size({"width": 1400, "height": 900})
    expect(to_log).to_be_hidden()
    expect(page.locator("#log .entry").first).to_be_visible()
    expect(page.locator("#track-usat")).to_be_visible()
    expect(page.locator(".readiness caption")).to_be_visible()
