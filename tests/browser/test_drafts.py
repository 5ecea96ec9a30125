"""What is chosen and not sealed outlives the page, and two windows do not fight over it."""

import pytest
from playwright.sync_api import Page, expect

from campaigns.models import Campaign, Sheet
from campaigns.selectors.campaign import campaign_page as selector
from tests.browser.tables import campaign_of
from tests.support.programs.runner import wait_for


@pytest.fixture
def campaign(somebody) -> Campaign:
    return campaign_of(somebody)


def saved(campaign: Campaign, **points: int) -> None:
    """Wait until just this is the draft."""

    def is_so() -> bool:
        person = campaign.seats.get(power="britain").person
        draft = selector.orders(campaign.slug, person, "britain").draft
        return draft is not None and {k: v for k, v in draft["points"].items() if v} == points

    wait_for(is_so, f"a draft of {points}")


def holds(page: Page, **points: int) -> None:
    for target, count in points.items():
        expect(page.locator(f"[name='points.{target}']")).to_have_value(str(count))


def test_leaving_the_page_loses_nothing(somebody, campaign) -> None:
    page = somebody.open(f"/c/{campaign.slug}/")
    somebody.place(turkey=2)
    expect(somebody.orders.locator("[data-kept]")).to_contain_text("Draft saved")
    saved(campaign, turkey=2)
    # Left at once after the last change, before it was saved.
    somebody.place(greece=1)
    somebody.open(f"/c/{campaign.slug}/log/")
    saved(campaign, turkey=2, greece=1)
    somebody.open(f"/c/{campaign.slug}/")
    holds(page, turkey=2, greece=1)
    assert not Sheet.objects.filter(phase=campaign.phase, power="britain", state="sealed").exists()
    somebody.place(norway=1)
    # All are placed: no more can be, and who goes by keyboard stays where they are.
    more = page.locator("li:has([name='points.norway']) button[data-step='1']")
    expect(more).to_have_attribute("aria-disabled", "true")
    expect(more).to_be_focused()
    somebody.seal()
    expect(somebody.heading).to_contain_text("diplomatic phase", timeout=30_000)


def test_what_is_placed_lies_on_the_board_at_once(somebody, campaign) -> None:
    page = somebody.open(f"/c/{campaign.slug}/")
    turkey, greece = page.locator("#country-turkey"), page.locator("#country-greece")
    greece.locator("summary").first.click()
    expect(turkey.locator(".pip")).to_have_count(0)
    somebody.place(turkey=2)
    expect(turkey.locator(".pip")).to_have_count(2)
    expect(turkey.locator(".odds")).not_to_have_count(0)
    expect(greece.locator("details").first).to_have_attribute("open", "")
    saved(campaign, turkey=2)
    somebody.open(f"/c/{campaign.slug}/")
    expect(turkey.locator(".pip")).to_have_count(2)
    somebody.orders.get_by_role("button", name="Discard").click()
    expect(turkey.locator(".pip")).to_have_count(0)


def test_a_click_on_a_name_opens_its_roll_and_the_chances_are_said_once(somebody, campaign) -> None:
    page = somebody.open(f"/c/{campaign.slug}/")
    somebody.place(turkey=2, greece=2)
    roll = somebody.roll_beside("points.turkey")
    expect(roll.locator("summary").first).to_have_text("Turkey, Western Allied roll")
    row = somebody.orders.locator("li:has([name='points.turkey'])")
    expect(row.locator(".beside")).to_contain_text("in 6")
    name = row.locator("label.name")
    name.click()
    expect(roll).to_have_attribute("open", "")
    expect(page.locator("[name='points.turkey']")).to_have_value("2")
    name.click()
    expect(roll).not_to_have_attribute("open", "")


def test_a_seal_comes_before_the_draft_that_is_on_its_way(somebody, campaign) -> None:
    page = somebody.open(f"/c/{campaign.slug}/")
    errors: list[str] = []
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    # It arrives nowhere: it is on its way until the page calls it back.
    page.route("**/draft/**", lambda _route: None)
    with page.expect_request("**/draft/**"):
        somebody.place(turkey=2, norway=2)
    page.locator("[name=ready]").uncheck()
    with page.expect_event("requestfailed", lambda request: "/draft/" in request.url):
        somebody.seal()
    expect(page.locator("#receipt")).to_be_visible()
    expect(page.locator("#two-windows")).to_have_count(0)
    assert errors == []
    assert not Sheet.objects.filter(phase=campaign.phase, power="britain", state="draft").exists()


def test_a_draft_that_was_called_back_is_kept_when_the_seal_comes_to_nothing(
    somebody, campaign
) -> None:
    page = somebody.open(f"/c/{campaign.slug}/")
    page.route("**/draft/**", lambda _route: None)
    with page.expect_request("**/draft/**"):
        somebody.place(turkey=2)
    page.route("**/orders/**", lambda route: route.abort())
    with page.expect_event("requestfailed", lambda request: "/orders/" in request.url):
        somebody.seal()
    expect(page.locator("[data-kept]")).to_have_text("Not saved yet. It is tried again.")
    page.unroute("**/draft/**")
    saved(campaign, turkey=2)
    assert not Sheet.objects.filter(phase=campaign.phase, power="britain", state="sealed").exists()


@pytest.mark.long
def test_two_windows_are_told_of_each_other_and_offered_both(somebody, campaign) -> None:
    page = somebody.open(f"/c/{campaign.slug}/")
    other = somebody.session.new_page()
    other.goto(f"{somebody.site}/c/{campaign.slug}/")
    more = "li:has([name='points.{}']) button[data-step='1']"
    somebody.place(turkey=1)
    saved(campaign, turkey=1)
    # No part of the draft: the name of a plan that is being made up.
    page.locator("details", has=page.locator("[name=plan_name]")).locator("summary").first.click()
    page.locator("[name=plan_name]").fill("Ankara first")
    # The other window had nothing written: it shows what is there now.
    holds(other, turkey=1)
    other.locator(more.format("greece")).click()
    saved(campaign, turkey=1, greece=1)
    # This one had written, and all of it is in what the other saved: it goes along.
    holds(page, turkey=1, greece=1)
    expect(page.locator("[name=plan_name]")).to_have_value("Ankara first")

    other.route("**/orders/**", lambda route: route.abort())  # a window that hears nothing
    page.locator(more.format("norway")).click()
    saved(campaign, turkey=1, greece=1, norway=1)
    other.locator(more.format("sweden")).click()
    told = other.locator("#two-windows")
    expect(told).to_contain_text("Norway")
    saved(campaign, turkey=1, greece=1, norway=1)
    told.get_by_role("button", name="Keep what is here").click()
    expect(told).to_have_count(0)
    saved(campaign, turkey=1, greece=1, sweden=1)


@pytest.mark.long
def test_a_draft_on_its_way_arrives_when_its_tab_is_closed(somebody, campaign) -> None:
    somebody.open(f"/c/{campaign.slug}/")
    other = somebody.session.new_page()
    other.goto(f"{somebody.site}/c/{campaign.slug}/")
    with other.expect_request("**/draft/**") as sent:
        other.locator("li:has([name='points.greece']) button[data-step='1']").click()
    other.close()
    saved(campaign, greece=1)
    # What goes on after its page is bounded by the browser, and this is small.
    assert len(sent.value.post_data or "") < 1000
