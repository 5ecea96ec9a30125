"""A page that renews itself leaves its reader in peace: open things, the focus, what is being written."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from campaigns.models import Campaign
from campaigns.selectors.facts import fact_sheet
from tests.browser.people import LIVE, Somebody, declare, seal, window_table
from tests.support.programs.runner import wait_for

pytestmark = pytest.mark.long

PLAYERS = {"britain": "harriet-at-her-desk", "germany": "otto-at-his-desk"}


@pytest.fixture
def campaign(live_site) -> Campaign:
    """Harriet plays Britain and moderates, Otto plays Germany, the rest are autopilots."""
    return window_table(moderator=PLAYERS["britain"], **PLAYERS)


@pytest.fixture
def harriet(campaign: Campaign, open_session: Callable[..., Somebody]) -> Somebody:
    return open_session(PLAYERS["britain"])


def value_of(campaign: Campaign, key: str) -> object:
    """A fact as everybody may read it."""
    lines = [line for part in fact_sheet.fact_sheet(campaign.slug).sections for line in part.facts]
    return next(line.value for line in lines if line.spec.key == key)


def test_what_a_reader_opened_stays_open_and_focused_when_the_board_is_renewed(
    campaign, open_session
) -> None:
    reader = open_session()
    reader.watching(f"/c/{campaign.slug}/")
    why = reader.page.locator("#country-turkey details").first
    why.locator("> summary").focus()
    reader.page.keyboard.press("Enter")
    expect(why).to_have_attribute("open", "")
    # What is marked so is the same element as before: nothing was fetched in its place.
    reader.page.evaluate(
        "document.querySelectorAll('#board [data-unit]').forEach(unit => { unit.dataset.old = 'yes' })"
    )
    units = reader.page.locator("#board [data-unit]")
    count = units.count()
    with reader.page.expect_response(re.compile("/board/"), timeout=LIVE) as answer:
        declare(campaign, control__paris="axis")
    assert len(answer.value.text()) < len(reader.page.content()) / 2

    expect(reader.page.locator("#board [data-unit]:not([data-old])").first).to_be_attached()
    assert 0 < reader.page.locator("#board [data-unit][data-old]").count() < units.count()
    assert abs(units.count() - count) < count / 10
    expect(why).to_have_attribute("open", "")
    expect(why.locator("> summary")).to_be_focused()


def test_what_a_reader_had_fetched_by_opening_it_is_fetched_again_once_it_is_not_the_same(
    campaign, open_session
) -> None:
    reader = open_session()
    reader.watching(f"/c/{campaign.slug}/")
    track, told = reader.page.locator("#track-usat > details"), reader.page.locator("#why-usat")
    expect(told).to_be_empty()
    track.locator("> summary").click()
    expect(told).to_contain_text("Thresholds")
    before = told.get_attribute("data-apart")

    declare(campaign, control__paris="axis")
    expect(told).not_to_have_attribute("data-apart", before or "", timeout=LIVE)
    expect(track).to_have_attribute("open", "")
    expect(told).to_contain_text("Thresholds")


def test_whoever_seals_by_keyboard_goes_on_where_he_was(campaign, harriet) -> None:
    harriet.watching(f"/c/{campaign.slug}/")
    harriet.place(turkey=2, norway=2)
    draft = harriet.orders.get_by_role("button", name="Save draft")
    draft.focus()
    harriet.page.keyboard.press("Enter")
    expect(harriet.orders.locator("[data-kept]")).to_contain_text("Draft saved")
    expect(draft).to_be_focused()

    harriet.orders.get_by_role("button", name="Seal these orders").focus()
    harriet.page.keyboard.press("Enter")
    receipt = harriet.orders.locator("#receipt")
    expect(receipt).to_be_focused()
    # The receipt is in sight, and stays there when the push of one's own seal has renewed the orders.
    harriet.page.wait_for_load_state("networkidle")
    expect(receipt).to_be_focused()
    assert -2 <= receipt.evaluate("one => one.getBoundingClientRect().top") < 400

    harriet.orders.get_by_role("button", name="Take back").focus()
    harriet.page.keyboard.press("Enter")
    expect(harriet.orders.locator(".stamp")).to_have_count(0)
    # That button is gone; the next Tab is still among the orders.
    expect(harriet.orders).to_be_focused()


class Renewal:
    """A renewal of the box of orders that was asked for; its answer, as of then, waits to be let go."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._held: list[Route] = []
        page.route("**/orders/**", self._hold)
        page.evaluate(
            """() => {
              window.renewed = new Promise(done => document.querySelector(".orders-box")
                .addEventListener("htmx:afterRequest", () => done(true), {once: true}));
              document.body.dispatchEvent(new CustomEvent("changed-orders"));
            }"""
        )
        wait_for(self._asked, "the page to ask for its orders")
        self._answer = self._held[0].fetch()

    def _hold(self, route: Route) -> None:
        if route.request.method == "GET" and not self._held:
            self._held.append(route)
        else:
            route.fallback()

    def _asked(self) -> bool:
        self.page.evaluate("true")  # lets Playwright hand over what it has heard
        return bool(self._held)

    def comes(self) -> None:
        """Let the answer come, and wait until the page has dealt with it."""
        self._held[0].fulfill(response=self._answer)
        assert self.page.evaluate("window.renewed")


def test_a_first_choice_made_while_the_orders_are_being_renewed_is_kept(campaign, harriet) -> None:
    harriet.watching(f"/c/{campaign.slug}/")
    renewal = Renewal(harriet.page)
    harriet.place(turkey=2)
    more = harriet.orders.get_by_role("button", name="One more: Turkey")
    more.focus()
    standing = harriet.page.locator("[data-standing] form")
    standing.evaluate("form => { form.dataset.touched = 'true' }")
    renewal.comes()
    expect(harriet.orders.locator("[name='points.turkey']")).to_have_value("2")
    expect(more).to_be_focused()
    expect(standing).to_be_attached()

    # Another phase does renew it, however much was written: the next one asks nothing of her.
    seal(campaign, "britain", turkey=2, norway=2)
    seal(campaign, "germany", turkey=2, greece=3)
    expect(harriet.orders).to_contain_text("Nothing is asked of Britain now.", timeout=LIVE)


def test_a_renewal_asked_for_before_a_seal_does_not_hide_it(campaign, harriet) -> None:
    harriet.watching(f"/c/{campaign.slug}/")
    renewal = Renewal(harriet.page)
    harriet.place(turkey=2, norway=2)
    harriet.seal()
    take_back = harriet.orders.get_by_role("button", name="Take back")
    take_back.focus()
    harriet.page.evaluate("document.querySelector('#receipt').dataset.mine = 'yes'")
    renewal.comes()
    # It is asked for once more, and says the same as the page: sealed.
    expect(harriet.orders.locator("#receipt[data-mine]")).to_have_count(0, timeout=LIVE)
    expect(harriet.orders.locator("#receipt")).to_be_visible()
    expect(take_back).to_be_focused()


HEARS = """
const Site = WebSocket;
window.sockets = [];
window.WebSocket = class extends Site {
  constructor(...address) {
    super(...address);
    window.sockets.push(this);
    this.addEventListener("message", (event) => {
      if (window.deaf && event.isTrusted && event.data !== "{}") event.stopImmediatePropagation();
    });
  }
};
"""
"""Keeps the sockets of a page, which hear no news of the site while the page is ``deaf``, but that it is there."""


def test_what_changes_at_once_is_fetched_once_and_a_tab_only_where_it_stands(
    campaign, harriet
) -> None:
    page = harriet.page
    page.add_init_script(HEARS)
    harriet.watching(f"/c/{campaign.slug}/")
    expect(page.locator(".readiness caption")).to_have_text("4 of 6 sealed", timeout=LIVE)
    page.wait_for_load_state("networkidle")
    # From here on the page hears what is sent below, and nothing that the site happens to say.
    page.evaluate("window.deaf = true")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition(campaign.slug)[2]))
    page.evaluate(
        """() => new Promise(done => {
             document.body.addEventListener("changed-last", done, {once: true});
             for (const what of [["readiness", "log"], ["phase", "readiness", "log"], ["last"]])
               sockets[0].dispatchEvent(new MessageEvent("message", {data: JSON.stringify({what})}));
           }).then(() => true)"""
    )
    expect(page.locator(".htmx-request")).to_have_count(0)
    parts = [path.partition("?")[0] for path in asked]
    assert [parts.count(part) for part in ("/strip/", "/orders/", "/log/latest/")] == [1, 1, 1]

    # No tab is shown here; where one turns up it is asked for, and says how much is asked.
    assert "/orders/?part=asked" not in asked
    page.set_viewport_size({"width": 390, "height": 800})
    expect(page.locator(".phone-tabs .count").first).to_have_text("1")
    assert asked.count("/orders/?part=asked") == 1
    page.evaluate("window.deaf = false")
    harriet.place(turkey=2, norway=2)
    harriet.seal()
    expect(page.locator(".phone-tabs [data-counts=asked]")).to_be_hidden(timeout=LIVE)


def test_the_fact_sheet_follows_others_and_keeps_what_is_being_written(campaign, harriet) -> None:
    harriet.watching(f"/c/{campaign.slug}/facts/?sheet=whole")
    page = harriet.page
    page.evaluate("document.querySelectorAll('details.section').forEach(d => { d.open = true })")
    mine = page.locator("tr[id='fact-control.cairo'] select")
    mine.select_option(label="European Axis")
    contested = page.locator("tr[id='fact-control.oslo']")
    contested.locator("select").select_option(label="Western Allies")
    contested.locator("select").focus()

    declare(campaign, control__copenhagen="axis", control__oslo="axis")

    told = page.locator("tr[id='fact-control.copenhagen']")
    expect(told).to_contain_text("not confirmed", timeout=LIVE)
    expect(told.get_by_role("button", name="Confirm")).to_be_visible()
    expect(contested.locator(".value")).to_have_text("European Axis")
    expect(contested.locator("select")).to_have_value("western")
    expect(contested.locator("select")).to_be_focused()
    expect(mine).to_have_value("axis")

    # Only what was touched is sent; of the two, one was declared meanwhile, so nothing is entered
    # before she has chosen.
    with page.expect_request(lambda request: request.method == "POST") as sent:
        page.get_by_role("button", name="Declare what I changed").click()
    assert set(re.findall(r"fact[.][a-z.]+", sent.value.post_data)) == {
        "fact.control.cairo",
        "fact.control.oslo",
    }
    expect(page.get_by_role("heading", level=1)).to_have_text("1 fact changed since you looked")
    expect(page.locator("fieldset.contested")).to_contain_text("declared by Germany")
    assert value_of(campaign, "control.cairo") == "western"
    page.get_by_label("Western Allies").check()
    page.get_by_role("button", name="Declare what I chose").click()
    expect(page.locator(".messages")).to_contain_text("2 declared")
    assert value_of(campaign, "control.cairo") == "axis"
    assert value_of(campaign, "control.oslo") == "western"
    assert value_of(campaign, "control.copenhagen") == "axis"


def test_the_desk_shows_who_has_sealed_without_being_asked(campaign, harriet) -> None:
    harriet.watching(f"/c/{campaign.slug}/desk/")
    page = harriet.page
    germany = page.locator(".desk-rows tr", has_text="Germany")
    expect(germany).to_contain_text("waiting")
    page.locator("summary", has_text="Pause…").click()
    page.locator("#pause-reason").fill("Somebody is on a train")
    page.locator("#pause-reason").focus()

    seal(campaign, "germany", ready=False, turkey=2, greece=3)

    expect(germany).to_contain_text("sealed", timeout=LIVE)
    expect(page.locator("#pause-reason")).to_have_value("Somebody is on a train")
    expect(page.locator("#pause-reason")).to_be_focused()


def test_a_day_and_a_time_are_read_back_in_full(campaign, harriet) -> None:
    page = harriet.open(f"/c/{campaign.slug}/desk/")
    page.locator("summary", has_text="Pause…").click()
    said, field = page.locator("output[for=pause-until]"), page.locator("#pause-until")
    expect(said).to_have_text("Day and time UTC")
    field.fill("2026-12-01T20:00")
    expect(said).to_have_text("Tuesday 1 December 2026, 20:00 UTC")
    # What was written is put back, and read back.
    page.reload()
    expect(field).to_have_value("2026-12-01T20:00")
    expect(said).to_have_text("Tuesday 1 December 2026, 20:00 UTC")
    field.fill("")
    expect(said).to_have_text("Day and time UTC")


@pytest.mark.parametrize(
    ("own", "listed"), [("Europe/Lisbon", "Europe/Lisbon"), ("Asia/Calcutta", "Asia/Kolkata")]
)
def test_a_new_account_is_offered_the_zone_of_its_own_clock(open_session, own, listed) -> None:
    somebody = open_session(timezone_id=own)
    page = somebody.open("/accounts/sign-up/")
    expect(page.locator("[name=time_zone]")).to_have_value(listed)
    page.locator("[name=time_zone]").select_option("Asia/Tokyo")
    page.locator("main button").click()
    expect(page.locator("[name=time_zone]")).to_have_value("Asia/Tokyo")
