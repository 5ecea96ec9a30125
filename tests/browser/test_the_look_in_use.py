"""What the look promises, in a browser: motion, the time line's keys, one thing open at a time, other fonts, paper."""

import re

import pytest
from playwright.sync_api import Page, expect

from campaigns.selectors.history.phase_story import story
from tests.browser import pictures
from tests.browser.people import Somebody
from tests.browser.tables import campaign_of, over_of

pytestmark = pytest.mark.long

MOVED = """() => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) { window.moved.push(this.className); return animate.apply(this, given); };
  document.addEventListener("animationstart", (event) => window.moved.push(event.animationName));
}"""


def test_a_stamp_comes_down_but_for_who_wants_no_motion(somebody) -> None:
    campaign = campaign_of(somebody)
    moved = {}
    for wish in ("no-preference", "reduce"):
        page = somebody.page
        page.emulate_media(reduced_motion=wish)
        somebody.open(f"/c/{campaign.slug}/")
        page.evaluate(MOVED)
        if wish == "no-preference":
            somebody.place(turkey=2, greece=2)
        somebody.orders.locator("[name=ready]").uncheck()
        before = somebody.orders.locator(".print.whole").all_inner_texts()
        somebody.seal()
        expect(somebody.orders.locator(".print.whole")).not_to_have_text("".join(before) or "none")
        # The news of the log may say it next, in the same place.
        said = re.compile(r"Sealed\.|Britain sealed")
        expect(page.get_by_role("status").filter(has_text=said)).to_be_attached()
        moved[wish] = page.evaluate("window.moved")
    assert any("stamp" in name for name in moved["no-preference"])
    assert moved["reduce"] == []


def test_one_reason_is_open_at_a_time_and_other_fonts_shut_nothing_out(
    somebody, live_site, new_browser
) -> None:
    campaign = campaign_of(somebody)
    session = new_browser()
    session.route("**/*.woff2", lambda route: route.abort())
    plain = Somebody(live_site.url, session)
    page = plain.open(f"/c/{campaign.slug}/")
    page.wait_for_load_state("networkidle")
    assert not page.evaluate(
        "[...document.fonts].some(font => font.status === 'loaded' && !font.family.includes('Fallback'))"
    )
    assert pictures.wrong_with(page, "without its fonts", widths=(1400, 390)) == []
    why = page.locator("#board details[name] > summary")
    assert why.count() > 2
    for at in (0, 2):
        why.nth(at).click()
        expect(why.nth(at).locator("..")).to_have_attribute("open", "")
    assert page.locator("#board details[name][open]").count() == 1


def test_the_time_line_goes_by_keys(somebody) -> None:
    told = over_of(somebody, "war_game_1939", "phony-war")
    page = somebody.open(f"/c/{told.slug}/history/1/")
    last = told.phases.filter(undone_at=None).count()
    page.locator("[data-scrubber]").focus()
    assert _pressed(page, "ArrowRight") == 2
    assert _pressed(page, "ArrowLeft") == 1
    assert _pressed(page, "End") == last
    assert _pressed(page, "Home") == 1
    turns = dict(told.phases.values_list("number", "turn"))
    second = min(number for number, turn in turns.items() if turn > turns[1])
    assert _pressed(page, "PageDown") == second
    assert _pressed(page, "PageUp") == 1

    # With Shift from one phase in which something happened to the next; those between them are passed over.
    loud = [number for number in sorted(turns) if not story(told.slug, number).quiet]
    first = next(at for at, number in enumerate(loud[:-1]) if loud[at + 1] > number + 1)
    page.goto(f"{somebody.site}/c/{told.slug}/history/{loud[first]}/")
    page.locator("[data-scrubber]").focus()
    assert _pressed(page, "Shift+ArrowRight") == loud[first + 1]
    assert _pressed(page, "ArrowLeft") == loud[first + 1] - 1
    assert _pressed(page, "Shift+ArrowLeft") == loud[first]
    page.goto(f"{somebody.site}/c/{told.slug}/history/{loud[-1]}/")
    page.locator("[data-scrubber]").focus()
    page.keyboard.press("Shift+ArrowRight")  # nothing is left to go to
    assert _pressed(page, "Shift+ArrowLeft") == loud[-2]


def _pressed(page: Page, key: str) -> int:
    """Where the time line stands once a key has been pressed on it."""
    before = page.url
    page.keyboard.press(key)
    expect(page).not_to_have_url(before)
    expect(page.locator("#stepped")).not_to_be_empty()
    return int(re.findall(r"/history/(\d+)/", page.url)[0])


def test_a_part_of_a_chronicle_is_closed_on_a_phone_until_its_address_is_opened(somebody) -> None:
    told = over_of(somebody, "days_of_decision", "first-year")
    page = somebody.open(f"/c/{told.slug}/")
    expect(page.locator("#years")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("#years")).to_be_hidden()
    page.goto("about:blank")
    page.goto(f"{somebody.site}/c/{told.slug}/#years")
    expect(page.locator("#years")).to_be_visible()
    expect(page.locator("#checked")).to_be_hidden()
    # Who tells it is chosen by whole buttons: their row is as high as they are.
    told_by = page.locator(".tell .choice")
    cut = told_by.evaluate("row => row.scrollHeight - row.clientHeight")
    assert cut == 0, f"The choices of who tells it are cut by {cut} px."


@pytest.mark.parametrize(
    ("book", "scenario"),
    [
        ("days_of_decision", "first-year"),
        ("war_game_1939", "phony-war"),
        ("world_in_flames", "printed-example"),
    ],
)
def test_a_chronicle_prints_on_as_many_pages_as_it_says(somebody, book: str, scenario: str) -> None:
    told = over_of(somebody, book, scenario)
    page = somebody.open(f"/c/{told.slug}/")
    link = page.get_by_role("link", name=re.compile(r"Print, \d+ pages?")).first
    said = int(re.findall(r"\d+", link.inner_text())[0])
    page.goto(f"{somebody.site}{link.get_attribute('href')}")
    sheets = page.pdf(format="A4", prefer_css_page_size=True)
    printed = len(re.findall(rb"/Type\s*/Page\b", sheets))
    assert printed == said
    page.emulate_media(media="print")
    for hidden in (".masthead", ".phone-tabs", "button:visible"):
        assert page.locator(hidden).filter(visible=True).count() == 0, hidden
    # Paper is not scrolled: each drawing lies on its leaf, 174 mm wide, all of it.
    page.set_viewport_size({"width": 658, "height": 986})
    leaves = page.locator(".leaf").all()
    high = [leaf.bounding_box()["height"] for leaf in leaves]
    assert leaves
    assert max(high) <= 987, f"A leaf is higher than a page: {high}"
    assert (
        page.evaluate(
            """() => [...document.querySelectorAll(".leaf svg")].filter(each => {
            const [one, leaf] = [each, each.closest(".leaf")].map(part => part.getBoundingClientRect());
            return one.right > leaf.right + 1 || one.bottom > leaf.bottom + 1;
          }).map(each => each.outerHTML.slice(0, 80))"""
        )
        == []
    )
    # What is small on the screen is small on paper too.
    small, text = page.evaluate(
        """() => [document.querySelector(".leaf .small"), document.body].map(each =>
          parseFloat(getComputedStyle(each).fontSize))"""
    )
    assert small < text

    # A phase and its board are as wide as the paper (but for the pixel of a hidden word), and offer nothing to press.
    page.goto(f"{somebody.site}/c/{told.slug}/history/2/")
    expect(page.get_by_text("Quote", exact=True).filter(visible=True)).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 659
