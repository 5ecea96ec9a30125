"""What a player's browser adds to the dice, by itself."""

import json

import pytest
from playwright.sync_api import expect

from campaigns.crypto import dice_chain
from campaigns.models import LogEntry
from tests.browser.tables import campaign_of
from tests.support.programs.runner import wait_for

pytestmark = pytest.mark.long


def test_a_browser_brings_its_seed_keeps_it_and_notices_another(somebody) -> None:
    campaign = campaign_of(somebody)
    page = somebody.open(f"/c/{campaign.slug}/")
    kept = "Object.keys(localStorage).some(key => key.startsWith('chancellery.dice.'))"
    wait_for(lambda: bool(page.evaluate(kept)), "the browser to keep its seed")
    page.wait_for_load_state("networkidle")
    entry = LogEntry.objects.get(campaign=campaign, kind="dice.seat")
    name = f"chancellery.dice.{campaign.slug}.{entry.power}"
    mine = json.loads(page.evaluate("name => localStorage.getItem(name)", name))
    assert mine["head"] == json.loads(entry.body)["head"]
    assert dice_chain.head_of(bytes.fromhex(mine["seed"])) == mine["head"]
    # It is brought once, and shown beside the others.
    somebody.open(f"/c/{campaign.slug}/seats/")
    page.get_by_text("What the dice are made of").click()
    expect(page.locator("#dice-chains")).to_contain_text(mine["head"][:16])
    assert LogEntry.objects.filter(campaign=campaign, kind="dice.seat").count() == 1
    expect(page.get_by_role("alert")).to_have_count(0)
    # A site that put another in its place is found out by the browser.
    page.evaluate(
        "([name, mine]) => localStorage.setItem(name, JSON.stringify({...mine, head: '00'}))",
        [name, mine],
    )
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("names another chain of dice for your seat")
