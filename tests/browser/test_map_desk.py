"""What the map says by the scripts of its page: line after line by keys, and a saved game of VASSAL that is dropped."""

import base64
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from campaigns.domain.clock_policy import ClockPolicy
from campaigns.selectors.reader.access import reading
from campaigns.services.facts import mappings
from tests.browser.looks import too_small
from tests.browser.people import LIVE, Somebody, person_of
from tests.support import dispatches
from tests.support.books import vassal
from tests.support.books.vassal import WORLD, a_unit
from tests.support.campaigns import a_campaign

pytestmark = pytest.mark.long

MOST_ACTIONS = 25
"""Keys, lines and clicks in which the facts of a turn are declared."""
MOST_TABS = 20
"""Keys from the top of the page to *Declare*."""
PHONE = {"width": 390, "height": 844}
WRITTEN = ".tray:not(.suggested) tbody tr"
DROP = """([data, name]) => {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const moved = new DataTransfer();
  moved.items.add(new File([bytes], name));
  const zone = document.querySelector("form.drop");
  for (const type of ["dragover", "drop"]) {
    zone.dispatchEvent(new DragEvent(type, { dataTransfer: moved, bubbles: true, cancelable: true }));
  }
}"""


def saved() -> bytes:
    return vassal.saved(
        [
            vassal.Stack(
                (a_unit("German 3-3", 0, 0), a_unit("German 4-6", 0, 0, 4)), x=2140, y=1500
            ),
            a_unit("German 2-5", 2630, 730, 2),
            a_unit("British 3-4", 2140, 1500, 4, vassal.masked("somebody")),
        ]
    )


@pytest.fixture
def desk(somebody: Somebody) -> tuple[Any, str]:
    """The page of the map of somebody who plays Germany, with the campaign's address."""
    by = person_of(somebody.name)
    campaign = a_campaign(book="world_at_war", by=by, seats={"germany": by}).campaign
    mappings.change(campaign.slug, by=by, text=WORLD, reason="We fight with VASSAL")
    return somebody.open(f"/c/{campaign.slug}/facts/?power=germany"), campaign.slug


def test_the_facts_of_a_turn_are_declared_in_few_actions(desk: tuple[Any, str]) -> None:
    page, _ = desk
    text = dispatches.text("summer_1940")
    lines = [line for line in text.splitlines() if line and line[0] != "#"]
    assert 2 * len(lines) + 2 <= MOST_ACTIONS, "/, a line and Enter for each, and one click"
    page.keyboard.press("/")
    expect(page.locator("#say")).to_be_focused()
    for line in lines:
        page.keyboard.type(line)
        page.keyboard.press("Enter")
        expect(page.locator("#say")).to_have_value("")
    expect(page.locator("#said li")).to_have_count(0)
    expect(page.locator(WRITTEN).nth(14)).to_be_attached()
    page.get_by_role("button", name="Declare these").click()
    expect(page.locator("#desk")).to_contain_text("Nothing written")


def test_the_best_of_what_is_offered_is_taken_into_the_line_and_nothing_typed_is_lost(
    desk: tuple[Any, str],
) -> None:
    page, _ = desk
    line, ghost, told = page.locator("#say"), page.locator(".ghost"), page.locator("#offered-told")
    page.keyboard.press("/")
    page.keyboard.type("paris f")
    expect(ghost).to_have_text("paris falls to Germany")
    expect(told).to_contain_text("Paris falls to Germany, Western Allies → European Axis")
    expect(line).to_have_value("paris f")
    # It goes on while the letters fit, and is gone with the first that does not.
    page.keyboard.type("a")
    expect(ghost).to_have_text("paris falls to Germany")
    page.keyboard.type("x")
    expect(ghost).to_have_text("")
    page.keyboard.press("Backspace")
    expect(ghost).to_have_text("paris falls to Germany")
    page.keyboard.press("Tab")
    expect(line).to_have_value("Paris falls to Germany")
    expect(line).to_be_focused()
    expect(told).to_contain_text("Enter enters it.")
    # What is whole already keeps nobody in the line.
    page.keyboard.press("Tab")
    expect(line).not_to_be_focused()
    line.focus()
    page.keyboard.press("Enter")
    expect(page.locator(WRITTEN)).to_have_count(1)

    page.keyboard.type("brussels: ax")
    expect(ghost).to_contain_text("Brussels: European Axis")
    # Inside the line the arrow moves in it; at its end it takes what is offered.
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    expect(line).to_have_value("brussels: ax")
    page.keyboard.press("Escape")
    expect(page.locator("#offered button")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(line).to_have_value("brussels: ax")
    page.keyboard.type("i")
    expect(ghost).to_contain_text("Brussels: European Axis")
    page.keyboard.press("ArrowRight")
    expect(line).to_have_value("Brussels: European Axis")
    # Where the line has no room to show it, the arrow replaces nothing.
    usual = page.viewport_size
    page.set_viewport_size({"width": 320, "height": 844})
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("to germany falls paris")
    expect(page.locator("#offered [data-for='to germany falls paris']")).to_have_count(1)
    expect(page.locator("#offered.has-best")).to_have_count(1)
    expect(ghost).to_have_text("")
    page.keyboard.press("ArrowRight")
    expect(line).to_have_value("to germany falls paris")
    page.set_viewport_size(usual)

    # What is typed while a line that was offered is taken stays; of a number only the beginning is offered.
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("oslo a")
    page.get_by_role("button", name="Who holds Oslo Neutral → European Axis").click()
    page.keyboard.type("axis: brps for off")
    expect(page.locator(WRITTEN)).to_have_count(2)
    expect(line).to_have_value("axis: brps for off")
    page.locator("#offered button").first.click()
    expect(line).to_have_value("Axis: BRPs for offensives: ")
    page.keyboard.type("30")
    page.keyboard.press("Enter")
    expect(page.locator(WRITTEN)).to_have_count(3)


def test_an_emptied_line_offers_nothing_and_what_is_not_understood_is_not_sent_once_more(
    desk: tuple[Any, str],
) -> None:
    page, _ = desk
    line, offers = page.locator("#say"), page.locator("#offered button")
    line.fill("oslo fa")
    expect(offers).to_have_text([re.compile("Oslo falls to Germany"), re.compile("Britain")])
    line.fill("")
    expect(offers).to_have_count(0)
    line.fill("Oslo taken")
    page.keyboard.press("Enter")
    expect(page.locator("#said button")).to_have_text(
        ["Oslo taken by Germany", "Oslo taken by Britain", "Change it", "Leave it out"]
    )
    page.get_by_role("button", name="Oslo taken by Germany").click()
    expect(page.locator("#said li")).to_have_count(0)
    expect(page.locator(WRITTEN)).to_have_text(re.compile("Who holds Oslo.*European Axis", re.S))


def test_on_a_phone_the_time_left_and_declare_stay_in_sight(desk: tuple[Any, str]) -> None:
    page, _ = desk
    page.set_viewport_size(PHONE)
    bar = page.locator("#map-strip .declare")
    left, button = bar.locator("time"), bar.get_by_role("button", name="Declare this line")
    expect(bar).to_contain_text("Nothing written.")
    page.locator("#say").fill("paris: axis")
    page.keyboard.press("Enter")
    expect(button).to_be_visible()
    for place in ("document.body.scrollHeight", "document.body.scrollHeight / 2"):
        page.evaluate(f"scrollTo(0, {place})")
        expect(left).to_be_in_viewport(ratio=1)
        expect(button).to_be_in_viewport(ratio=1)
    assert bar.evaluate("(bar) => bar.getBoundingClientRect().height") <= 844 / 10


def test_on_a_phone_the_strip_leads_to_what_waits_as_it_arrives(somebody: Somebody) -> None:
    by, host = person_of(somebody.name), person_of("ingrid")
    table = a_campaign(
        book="war_game_1939",
        by=host,
        seats={"germany": host, "uk": by},
        policy=ClockPolicy(map_look="both"),
    )
    page = somebody.watching(f"/c/{table.slug}/facts/")
    page.set_viewport_size(PHONE)
    expect(page.locator("#map-strip")).to_contain_text("Nothing written.")
    taken = {"control.norway": "germany", "control.denmark": "germany"}
    table.act("germany", {"kind": "declare", "facts": taken})
    waits = page.get_by_role("link", name="2 facts to confirm")
    expect(waits).to_be_visible(timeout=LIVE)
    assert too_small(page) == []
    waits.click()
    expect(page.get_by_role("heading", name="Waiting for confirmation")).to_be_in_viewport()
    page.get_by_role("button", name="Confirm all 2").click()
    expect(page.locator("#map-strip")).to_contain_text("Nothing written.")


def test_pasted_notes_are_taken_over_into_the_one_sheet_there_is(desk: tuple[Any, str]) -> None:
    """Also where no news comes after them, which would set the page right."""
    page, _ = desk
    page.route("**/facts/**", lambda route: route.abort() if is_news(route) else route.continue_())
    page.get_by_text("Or paste your notes").click()
    page.locator("#paste").fill(dispatches.text("summer_1940"))
    page.get_by_role("button", name="Read them").click()
    page.get_by_role("button", name="Take these over").click()
    expect(page.get_by_role("button", name="Declare these")).to_be_visible()
    expect(page.locator("#notes form")).to_have_count(0)
    expect(page.locator("#desk")).to_have_count(1)
    expect(page.locator("#follows")).to_have_count(1)
    expect(page.locator(WRITTEN).nth(14)).to_be_attached()
    # The notes have served their turn; on a phone all that is to be declared stands on four screens.
    expect(page.locator("#paste")).to_have_value("")
    expect(page.locator("#paste")).to_be_hidden()
    page.set_viewport_size(PHONE)
    for line in page.locator(WRITTEN).all():
        expect(line).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight") <= 4 * PHONE["height"]
    page.get_by_text("As text").click()
    expect(page.locator(".dispatch-text")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_what_is_not_taken_over_of_notes_stays_in_them(desk: tuple[Any, str]) -> None:
    page, _ = desk
    notes = page.locator("#paste")
    page.get_by_text("Or paste your notes").click()
    notes.fill("# Tuesday\nparis: axis\nwe were lucky\nbergen: axis\noslo: axis")
    page.get_by_role("button", name="Read them").click()
    taken = page.locator("#notes input[name='line']")
    expect(taken).to_have_count(3)
    taken.last.uncheck()
    meant = taken.first.evaluate(
        "(box) => { const was = box.value; box.value = 'none'; return was; }"
    )
    page.get_by_role("button", name="Take these over").click()
    expect(page.locator("#desk")).to_contain_text("“none” is not understood")
    expect(notes).to_have_value(re.compile("paris.*oslo", re.DOTALL))
    taken.first.evaluate("(box, meant) => { box.value = meant; }", meant)
    page.get_by_role("button", name="Take these over").click()
    expect(page.locator(WRITTEN)).to_have_count(2)
    expect(notes).to_have_value("we were lucky\noslo: axis")
    expect(notes).to_be_visible()


def test_declare_is_few_keys_from_the_top(desk: tuple[Any, str]) -> None:
    page, _ = desk
    page.locator("#say").fill("paris: axis")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Declare this line")).to_be_visible()
    page.reload()
    words = ""
    for _key in range(MOST_TABS):
        page.keyboard.press("Tab")
        words = page.evaluate("document.activeElement.innerText")
        if "Declare" in words and "line" in words:
            return
    pytest.fail(f"after {MOST_TABS} keys one is at {words!r}")


def is_news(route: Any) -> bool:
    request = route.request
    return bool(request.method == "GET" and request.headers.get("hx-request"))


def test_a_save_is_dropped_taken_and_declared(desk: tuple[Any, str]) -> None:
    page, slug = desk
    page.get_by_text("Or drop a saved game").click()
    page.evaluate(DROP, ["bm90IGEgc2F2ZQ==", "notes.vsav"])
    expect(page.locator("#from-save [role=alert]")).to_contain_text("no whole zip archive")
    page.evaluate(DROP, [base64.b64encode(saved()).decode(), "1940.vsav"])
    rows = page.locator("#from-save .suggested tr")
    paris = rows.filter(has_text="Who holds Paris")
    expect(paris).to_contain_text("German 3-3, German 4-6")
    before = rows.count()
    paris.get_by_role("button").click()
    expect(rows).to_have_count(before - 1)
    expect(page.locator(WRITTEN)).to_have_count(1)
    rows.filter(has_text="Oslo").get_by_role("checkbox").uncheck()
    page.get_by_role("button", name="Take those ticked").click()
    expect(rows).to_have_count(1)
    expect(page.locator(WRITTEN)).to_have_count(before - 1)
    page.get_by_role("button", name=f"Declare these {before - 1}").click()
    expect(page.locator("#desk")).to_contain_text("Nothing written")
    assert reading(slug).view.facts["control.paris"] == "axis"
