"""A seat key in the browsers of its player: made, used, carried over by twelve words, lost and replaced."""

import json
from collections.abc import Callable

import pytest
from mnemonic import Mnemonic
from playwright.sync_api import Page, Route, expect

from campaigns.models import Campaign, LogEntry
from campaigns.selectors.export import export
from campaigns.services.lifecycle import campaigns
from tests.browser.people import Somebody, person_of
from tests.support.campaigns import a_campaign
from tests.support.programs.runner import wait_for
from verifier import verify

pytestmark = pytest.mark.long


def entries(campaign: Campaign, kind: str) -> list[LogEntry]:
    return list(LogEntry.objects.filter(campaign=campaign, kind=kind, power="britain"))


def seal(player: Somebody, campaign: Campaign, times: int) -> None:
    player.open(f"/c/{campaign.slug}/")
    if times == 1:
        player.place(turkey=2, greece=2)
    player.seal()
    wait_for(lambda: len(entries(campaign, "order.sealed")) == times, f"seal number {times}")


def assert_signed_seal(player: Somebody, campaign: Campaign) -> None:
    """The phase is over by the one seal, which bears a signature."""
    expect(player.heading).to_contain_text("diplomatic phase")
    (sealed,) = entries(campaign, "order.sealed")
    assert sealed.signature


RENEW = """() => {
  const box = document.querySelector(".orders-box");
  document.querySelector("form[data-orders]").dataset.touched = "false";
  return new Promise(done => {
    box.addEventListener("htmx:afterRequest", () => done("renewed"), {once: true});
    document.body.addEventListener("htmx:beforeRequest", event => {
      if (event.detail.elt === box && event.defaultPrevented) done("put off");
    });
    document.body.dispatchEvent(new CustomEvent("changed-orders"));
  });
}"""
"""Ask for new orders, and wait until they are there or put off."""


@pytest.fixture
def player(open_session: Callable[..., Somebody]) -> Somebody:
    return open_session("paula")


@pytest.fixture
def campaign(player: Somebody) -> Campaign:
    """A campaign that has started, in which a person plays Britain with a key that their browser made."""
    moderator = person_of("martin")
    bots = ("france", "germany", "italy", "russia", "united_states")
    campaign = a_campaign(book="world_at_war", by=moderator, bots=bots, at_phase=0).campaign
    slug = campaign.slug
    # The seat is taken: the browser makes its key by itself, and the log names the public part.
    player.open(f"/c/{slug}/")
    player.page.get_by_role("button", name="Take Britain").click()
    wait_for(lambda: len(entries(campaign, "seat.key")) == 1, "the key of the seat")
    campaigns.start(slug, by=moderator)
    return campaign


def held(page: Page, where: str) -> list[Route]:
    """What a page asks to sign there, which stays unanswered till the test goes on with it."""
    asked: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.headers.get("seat-sign") == "prepare":
            asked.append(route)
        else:
            route.fallback()

    page.route(f"**/{where}/**", hold)
    return asked


def test_what_is_sealed_arrives_though_the_orders_are_renewed_while_it_is_signed(
    player, campaign
) -> None:
    page = player.open(f"/c/{campaign.slug}/")
    player.place(turkey=2, greece=2)
    asked = held(page, "orders")
    player.seal()
    wait_for(lambda: bool(page.evaluate("true")) and bool(asked), "the page to ask what to sign")
    page.evaluate(RENEW)
    asked[0].continue_()
    assert_signed_seal(player, campaign)


def test_a_seal_that_is_pressed_before_its_script_is_there_is_signed_all_the_same(
    player, campaign
) -> None:
    scripts: list[Route] = []

    def hold(route: Route) -> None:
        scripts.append(route)

    player.page.route("**/seat-keys*.js*", hold)
    page = player.open(f"/c/{campaign.slug}/")
    player.place(turkey=2, greece=2)
    player.seal()
    player.seal()
    assert len(scripts) == 1
    scripts[0].continue_()
    page.unroute("**/seat-keys*.js*")
    assert_signed_seal(player, campaign)


def test_a_seal_that_finds_no_answer_to_what_it_signs_is_said_beside_its_button(
    player, campaign
) -> None:
    page = player.open(f"/c/{campaign.slug}/")
    player.place(turkey=2, greece=2)
    asked = held(page, "orders")
    player.seal()
    # A second press, which no mouse can make meanwhile, is one too many: it is asked once, and sealed once.
    player.orders.locator("button[name=action][value=seal]").dispatch_event("click")
    wait_for(lambda: len(asked) == 1, "what is to be signed is asked")
    asked[0].abort("connectionreset")
    said = player.orders.locator(".trouble")
    expect(said).to_contain_text("Not done: Seal these orders. The site did not answer. Try again.")
    page.unroute("**/orders/**")
    player.seal()
    wait_for(lambda: len(entries(campaign, "order.sealed")) == 1, "the seal")
    expect(said).to_have_count(0)


def test_what_is_declared_arrives_though_its_form_is_taken_out_while_it_is_signed(
    player, campaign
) -> None:
    page = player.open(f"/c/{campaign.slug}/facts/")
    page.get_by_label("Say it:").fill("Paris: European Axis")
    page.locator("form.say").get_by_role("button", name="Enter").click()
    expect(page.locator("#desk")).to_contain_text("Who holds Paris")
    asked = held(page, "facts")
    form = page.locator("#map-strip form:has([value=declare])")
    form.get_by_role("button", name="Declare").click()
    wait_for(lambda: bool(page.evaluate("true")) and bool(asked), "the page to ask what to sign")
    form.evaluate("form => form.remove()")
    asked[0].continue_()
    expect(page.locator("#desk")).to_contain_text("Nothing written")
    declared = LogEntry.objects.filter(campaign=campaign, power="britain", body__contains="paris")
    assert [bool(entry.signature) for entry in declared] == [True]


def test_what_is_to_be_signed_waits_for_who_was_signed_out(player, campaign) -> None:
    deputies = f"/c/{campaign.slug}/seats/deputies/"
    page = player.open(deputies)
    page.get_by_label("Sign-in name", exact=True).fill("martin")
    player.session.clear_cookies(name="sessionid")
    page.get_by_role("button", name="Ask them").click()
    expect(page.locator(".signed-out")).to_be_visible()
    page.locator(".signed-out a").click()
    player.sign_in()
    player.open(deputies)
    name = page.get_by_label("Sign-in name", exact=True)
    expect(name).to_have_value("martin")

    # Signed this time, and refused: it is there again all the same.
    page.get_by_role("button", name="Ask them").click()
    expect(page.locator("form .problem")).to_be_visible()
    expect(name).to_have_value("martin")
    player.open(deputies)
    expect(name).to_have_value("martin")


def test_a_player_signs_what_they_seal_and_carries_the_key_to_another_browser(
    player, campaign, open_session
) -> None:
    slug = campaign.slug

    # What is sealed bears the seat's signature.
    seal(player, campaign, 1)
    (sealed,) = entries(campaign, "order.sealed")
    assert sealed.scheme == "seat 1/1"
    assert sealed.signature

    # Twelve words, as every other program makes them of these bytes.
    page = player.open(f"/c/{slug}/key/")
    expect(page.locator("[data-here]")).to_have_text("This browser has the key.")
    page.get_by_text("Take the key to another device").click()
    page.get_by_role("button", name="Show the twelve words").click()
    expect(page.locator("[data-words] li")).to_have_count(12)
    words = " ".join(page.locator("[data-words] li").all_inner_texts())
    kept = json.loads(page.evaluate(f"localStorage.getItem('chancellery.seat.{slug}.britain')"))
    assert Mnemonic("english").to_mnemonic(bytes.fromhex(kept["secret"])) == words

    # Kept under a passphrase, the site has it only encrypted.
    page.get_by_text("Let the site keep it under a passphrase").click()
    page.get_by_label("Passphrase").fill("a red door and a white one")
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_text("The site keeps it under your passphrase")).to_be_visible()
    assert kept["secret"] not in page.content()

    # Another browser of the same player has no key, says so, and is refused.
    other = open_session("paula")
    other.open(f"/c/{slug}/")
    warned = other.page.get_by_text("this browser does not have it")
    expect(warned).to_be_visible()
    for place in ("", "press/"):
        other.open(f"/c/{slug}/{place}")
        expect(warned).to_have_css("padding-left", "24px")
    other.open(f"/c/{slug}/")
    other.seal()
    expect(other.page.get_by_text("was not signed with it")).to_be_visible()
    assert len(entries(campaign, "order.sealed")) == 1

    # The words bring it; a wrong one does not.
    page = other.open(f"/c/{slug}/key/")
    page.get_by_label("The twelve words").fill(words.replace(words.split()[0], "zoo", 1))
    page.get_by_role("button", name="Bring it").click()
    expect(page.get_by_text("These are not the twelve words")).to_be_visible()
    page.get_by_label("Or the passphrase").fill("a red door and a white one")
    page.get_by_role("button", name="Open it").click()
    expect(page.locator("[data-here]")).to_have_text("This browser has the key.")
    seal(other, campaign, 2)
    assert all(one.signature for one in entries(campaign, "order.sealed"))

    # Lost, it is replaced: from the next phase on, and the browser with the old one says so.
    page = other.open(f"/c/{slug}/key/")
    page.get_by_text("Replace a lost key").click()
    page.get_by_role("button", name="Replace the key").click()
    wait_for(lambda: len(entries(campaign, "seat.key")) == 2, "another key")
    player.open(f"/c/{slug}/")
    expect(player.page.get_by_text("names another key for your seat")).to_be_visible()
    assert [fault for check in verify(b"".join(export(slug))) for fault in check.faults] == []
