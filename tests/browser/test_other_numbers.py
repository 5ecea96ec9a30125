"""A moderator gives the group other numbers: from the table through what changes to the override."""

import pytest
from playwright.sync_api import expect

from accounts.models import User
from tests.browser.people import Somebody
from tests.started import started

pytestmark = pytest.mark.long

OTHERS = ("germany", "italy", "france", "united_states", "russia")


def test_a_moderator_changes_two_numbers_of_a_table(live_site, new_browser) -> None:
    keeper = Somebody(live_site.url, new_browser(), "keeper")
    campaign = started(
        by=User.objects.get(username="keeper"),
        rulebook="world_at_war",
        scenario="one-year",
        title="The Other Numbers",
        take=["britain"],
        bots=OTHERS,
    )
    page = keeper.open(f"/c/{campaign.slug}/desk/")
    page.get_by_role("link", name="Change tables and variants").click()
    page.get_by_label("Find a table").fill("germany")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name="Allotments").click()
    basic = page.get_by_label("Germany, basic")
    basic.fill("2.5")
    page.get_by_role("button", name="See what changes").click()
    expect(page.locator(".problem")).to_contain_text("no whole number")
    page.get_by_label("Germany, basic").fill("5")
    page.get_by_label("Russia, basic").fill("4")
    page.get_by_role("button", name="See what changes").click()
    changes = page.locator("#what-changes")
    expect(changes).to_contain_text("Germany, basic")
    expect(changes).to_contain_text("3 → 5")
    page.get_by_label("Rule", exact=True).fill("49.3")
    page.get_by_label("Reason", exact=True).fill("As our boxed game has it")
    page.get_by_role("button", name="Override 2 values").click()
    expect(page.locator("#override-1")).to_contain_text("Allotments: Germany, basic")
    expect(page.locator("#override-1")).to_contain_text("As our boxed game has it")
    keeper.open(f"/c/{campaign.slug}/rule-tables/?table=allotments")
    expect(page.locator("form.rule-table")).to_contain_text("the book has 3")
    # A player acknowledges it, and it is undone: the book's numbers hold again.
    made = page.locator("#override-1")
    keeper.open(f"/c/{campaign.slug}/overrides/")
    made.get_by_role("button", name="Acknowledge").click()
    expect(made).to_contain_text("acknowledged")
    made.locator("summary", has_text="Undo it").click()
    page.locator("#undo-1").fill("We play by the book after all")
    page.get_by_role("button", name="Undo override 1").click()
    expect(page.locator("#override-1")).to_contain_text("Undone by override 2.")
    keeper.open(f"/c/{campaign.slug}/rule-tables/?table=allotments")
    expect(page.locator("form.rule-table")).not_to_contain_text("the book has 3")
    # A value that has choices is chosen, in words; its path is no riddle.
    keeper.open(f"/c/{campaign.slug}/overrides/?q=china+stays")
    page.locator("ul.rows a").first.click()
    page.get_by_label("New value").select_option(label="yes")
    page.get_by_role("button", name="Show the difference").click()
    expect(page.get_by_role("heading", name="What would change")).to_be_visible()
