"""Cards turn one by one: live for who has the page open, afterwards by button and by key; without a script, or for
who wants no motion, all of them are there at once.
"""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import complaints
from tests.browser.looks import WIDTHS
from tests.browser.people import person_of
from tests.browser.pictures import MOST_SCREENS, screens
from tests.browser.tables import over_of
from tests.support.campaigns import a_campaign

pytestmark = pytest.mark.long

OWN_WORDS = """told => {
  const words = document.createTreeWalker(told, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) if (words.currentNode.nodeValue.trim()) return words.currentNode.nodeValue;
}"""
LIVE = 60_000
A_FEW_LINES = 100
"""So far what is renewed above them may move a reader's place, in px; a reveal is several times as tall."""
SECTION = "[data-turned]"
CAME = """number => {
  const target = document.getElementById("live-reveal");
  target.innerHTML = `<section data-turned="${number}">Phase ${number}</section>`;
  target.dispatchEvent(new CustomEvent("htmx:afterSwap", { bubbles: true, detail: { target } }));
}"""


def test_cards_turn_one_by_one_live_and_afterwards(live_site: Any, new_browser: Any) -> None:
    player = new_browser().new_page()
    player.goto(f"{live_site.url}/first-game/")
    player.locator("form", has=player.locator("[value=options]")).get_by_role("button").click()
    player.wait_for_url(re.compile(r"/c/\w+/$"))
    bonus = player.locator("#orders .card-option").filter(has_text="Bonus")
    bonus.locator(".choose input").check(force=True)
    still = new_browser(
        reduced_motion="reduce", storage_state=player.context.storage_state()
    ).new_page()
    busy = player.context.new_page()
    for page in (still, busy):
        page.goto(player.url)
    for page in (still, busy, player):
        expect(page.locator("html")).to_have_attribute("data-live", "on", timeout=LIVE)
    place = at_something(busy)
    player.locator("#orders").get_by_role("button", name="Seal these orders").click()

    # Live: by themselves to the last, for who wants no motion at once.
    for page in (still, player):
        turned = page.locator(f"#live-reveal {SECTION}")
        expect(turned.locator(".play.now")).to_have_count(1, timeout=LIVE)
        expect(turned.locator(".play.down")).to_have_count(0, timeout=LIVE)
        expect(turned.locator("[data-turn=next]")).to_be_disabled()
        # What is said as it turns goes after a while; what stands on the stage stays.
        expect(turned.locator(".stage h3")).to_contain_text("Position 8")
        # Each card stands for itself: nothing is told together, nor said to be.
        expect(turned.locator(".alike, .of-alike").filter(visible=True)).to_have_count(0)
        assert screens(page) <= MOST_SCREENS
    goes_on_at_it(busy, place)
    columns = player.locator(f"#live-reveal {SECTION} .row-1")
    assert columns.count() == 8
    assert len({round(box["x"]) for box in boxes(columns)}) == 8
    assert complaints(player) == []

    skipped_and_reopened(player)
    afterwards(player, player.locator(".turn-steps a").last.get_attribute("href") or "")
    plain = new_browser(
        java_script_enabled=False, storage_state=player.context.storage_state()
    ).new_page()
    plain.goto(player.url)
    expect(plain.locator(f"{SECTION} .play .title").first).to_be_visible()
    expect(plain.locator(f"{SECTION} [data-turn=begin]")).to_be_hidden()


def at_something(page: Page) -> float:
    """A reader who does something further down the page; where on the screen that is."""
    page.evaluate("document.querySelector('.standing').scrollIntoView({ block: 'center' })")
    page.keyboard.press("Shift")
    return top_of(page)


def top_of(page: Page) -> float:
    """Where on the screen what that reader looks at begins."""
    return float(page.evaluate("document.querySelector('.standing').getBoundingClientRect().top"))


def goes_on_at_it(page: Page, place: float) -> None:
    """The reveal has come above them and moved nothing; it turns once they come to it."""
    turned = page.locator(f"#live-reveal {SECTION}")
    expect(turned.locator(".play.down")).to_have_count(8)
    assert abs(top_of(page) - place) < A_FEW_LINES
    news = page.locator(".news-box .news")
    expect(news).to_be_visible()
    turned.locator(".plays").scroll_into_view_if_needed()
    expect(turned.locator(".play.now")).to_have_count(1, timeout=LIVE)
    expect(news, "tells nothing before its card").to_be_hidden()
    expect(turned.locator(".play.down")).to_have_count(0, timeout=LIVE)
    expect(news).to_be_visible()


def skipped_and_reopened(player: Page) -> None:
    """The page of the reveal begins face down; it plays, and Escape shows all of it at once."""
    page = player.context.new_page()
    page.goto(
        player.url.split("/c/")[0]
        + (player.locator(".turn-steps a").first.get_attribute("href") or "")
    )
    section = page.locator(SECTION)
    expect(section.locator(".play.down")).to_have_count(8)
    expect(page.locator("[data-board-says]")).to_have_text("The board before this phase")
    board = page.locator(".reveal-board")
    expect(page.locator("h1 .to-come")).to_be_visible()
    expect(page.locator("h1 .to-come")).to_have_text("Eight powers turn their cards")
    expect(page.locator("h1 .went")).to_be_hidden()
    expect(board.get_by_text("Turned over this turn")).to_have_count(0)
    display, beside = boxes(board.locator(":is(.display-box, .entries):visible"))
    assert beside["x"] >= display["x"] + display["width"], (
        "what a phone folds is beside the display"
    )
    page.keyboard.press("ArrowRight")
    expect(section.locator(".play.down")).to_have_count(7)
    # Each line of the track has its name where it has come to, and no further.
    names = page.locator(".by-card svg.then text")
    expect(names.last).to_have_text("Germany 5")
    section.locator("[data-turn=play]").click()
    page.keyboard.press("Escape")
    expect(names).to_have_count(0)
    expect(page.locator(".by-card .ends:not(.then) text").first).to_be_visible()
    expect(section.locator(".play.down")).to_have_count(0)
    expect(page.locator("[data-board-says]")).to_have_text("The board after this phase")
    expect(page.locator("h1 .went")).to_be_visible()
    expect(board.get_by_text("Turned over this turn")).to_have_count(1)
    expect(page.locator(".own-seal")).to_contain_text("matches what was opened")
    assert complaints(page) == []
    page.close()


def boxes(found: Any) -> list[dict[str, float]]:
    return [one.bounding_box() for one in found.all()]


def afterwards(page: Page, address: str) -> None:
    """On the page of the phase the same, from a list, by button and by key, in nobody's time but the reader's."""
    page.goto(page.url.split("/c/")[0] + address)
    section = page.locator(SECTION)
    expect(section.locator(".down")).to_have_count(0)
    section.locator("[data-turn=begin]").click()
    down = section.locator(".play.down")
    count = section.locator(".play").count()
    expect(down).to_have_count(count)
    assert section.locator(".play .title:visible").count() == 0, "nothing of a card can be read yet"
    expect(section.locator("[data-turn=next]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(down).to_have_count(count - 1)
    expect(section.locator(".stage h3")).to_contain_text("Position 1")
    page.keyboard.press("ArrowRight")
    expect(down).to_have_count(count - 2)
    page.keyboard.press("ArrowLeft")
    expect(down).to_have_count(count - 1)
    page.keyboard.press("End")
    expect(down).to_have_count(0)
    page.keyboard.press("Home")
    expect(down).to_have_count(count)
    section.locator("[data-turn=all]").click()
    expect(down).to_have_count(0)
    assert complaints(page) == []


def test_each_reveal_that_comes_is_seen_where_what_turns_cards_cannot_be_fetched(
    somebody: Any,
) -> None:
    by = person_of(somebody.name)
    table = a_campaign(book="world_at_war", by=by, seats={"germany": by}).campaign
    somebody.page.route("**/js/reveal*.js", lambda route: route.abort())
    page = somebody.open(f"/c/{table.slug}/")
    for number in (1, 2):
        page.evaluate(CAME, number)
        expect(page.locator("#live-reveal")).to_have_text(f"Phase {number}")
        expect(page.locator(f"#live-reveal {SECTION}")).to_be_visible()


def test_a_reveal_of_dice_is_short_and_on_a_phone_its_board_waits_below(somebody: Any) -> None:
    slug = over_of(somebody, "war_game_1939", "phony-war").slug
    for width in WIDTHS:
        somebody.page.set_viewport_size(WIDTHS[width])
        page = somebody.open(f"/c/{slug}/reveal/1/")
        expect(page.locator(f"{SECTION} .play.down").first).to_be_visible()
        expect(page.locator("[data-board-says]")).to_have_text("The board before this phase")
        board = page.locator(".reveal-board")
        assert screens(page) < MOST_SCREENS
        if width == "phone":
            expect(board.locator(".commerce")).not_to_be_visible()
            board.get_by_text("Show the board").click()
        expect(board.locator(".commerce")).to_be_visible()
        fold = board.locator(".board details:visible").first
        fold.locator("summary").first.click()
        expect(fold).to_have_attribute("open", "")
        page.keyboard.press("End")
        expect(fold).to_have_attribute("open", "")
        expect(page.locator("[data-board-says]")).to_have_text("The board after this phase")
        expect(board.locator(".ledgers")).to_be_visible()


def test_what_the_last_of_many_steps_did_is_on_the_screen(somebody: Any) -> None:
    slug = over_of(somebody, "world_at_war", "one-year").slug
    page = somebody.open(f"/c/{slug}/reveal/1/")
    page.emulate_media(reduced_motion="reduce")
    expect(page.locator(f"{SECTION} .play.down").first).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(f"{SECTION} .play.down")).to_have_count(0)
    steps = boxes(page.locator(f"{SECTION} .play"))
    assert len(steps) > 8
    assert len({round(step["y"]) for step in steps}) == 1
    expect(page.locator(f"{SECTION} .play.now")).to_be_in_viewport()
    expect(page.locator(".stage .told")).to_be_in_viewport()
    assert complaints(page) == []


@pytest.mark.parametrize("number", [1, 2], ids=["cards", "steps"])
def test_what_a_step_did_is_met_once_by_a_screen_reader(somebody: Any, number: int) -> None:
    slug = over_of(somebody, "days_of_decision", "first-year").slug
    page = somebody.open(f"/c/{slug}/reveal/{number}/")
    page.emulate_media(reduced_motion="reduce")
    expect(page.locator(f"{SECTION} .play.down").first).to_be_visible()
    status = page.locator("[data-turn-says]")
    for _step in range(page.locator(f"{SECTION} .play").count()):
        page.keyboard.press("ArrowRight")
        said, names = in_a_line(status.text_content()), read_out(page)
        # By a card that was wasted nothing came.
        for line in page.locator(".stage .told > .came").all()[:1]:
            told = in_a_line(line.evaluate(OWN_WORDS))
            assert said.count(told) == 1, said
            assert names.count(told) == 1, told
        for title in page.locator(f"{SECTION} .play:not(.down) .face .title").all():
            assert in_a_line(title.text_content()) in names, "what has turned can still be read"
    expect(status).to_have_text("")


def in_a_line(text: str | None) -> str:
    return " ".join((text or "").split()).rstrip(".")


def read_out(page: Page) -> list[str]:
    """All texts that the steps and their stage hold for a screen reader, but for what is said once as a step turns."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    status = {node["nodeId"] for node in nodes if node.get("role", {}).get("value") == "status"}
    said = {child for node in nodes if node["nodeId"] in status for child in node["childIds"]}
    return [
        in_a_line(node["name"]["value"])
        for node in nodes
        if not node["ignored"]
        and node["role"]["value"] == "StaticText"
        and node["nodeId"] not in said
        and node["parentId"] not in said
    ]
