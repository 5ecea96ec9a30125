"""Dice after the close, in two browsers: nobody presses anything, and no roll is known before."""

import json

import pytest
from playwright.sync_api import expect

from accounts.models import User
from campaigns.models import Campaign, LogEntry, SeatChain
from campaigns.selectors.export import export
from campaigns.services.lifecycle import campaigns
from tests.browser.people import Somebody
from tests.browser.test_a_diplomatic_year import PLACEMENTS
from tests.stack_runner import wait_for
from verifier import verify

pytestmark = pytest.mark.long

BOTS = ("germany", "italy", "united_states", "russia")


def test_open_pages_hand_their_links_over_by_themselves(live_site, new_browser) -> None:
    host = User.objects.create_user(username="hugo")
    players = {
        power: Somebody(live_site.url, new_browser(), f"of-{power}")
        for power in ("britain", "france")
    }
    slug = campaigns.create_campaign(
        by=host,
        rulebook="world_at_war",
        scenario="one-year",
        title="After the close",
        bots=BOTS,
        dice="close",
        dice_wait_hours=48,
    )
    campaign = Campaign.objects.get(slug=slug)
    for power, player in players.items():
        player.open(f"/c/{slug}/")
        player.page.get_by_label(power.title()).check()
        player.page.get_by_role("button", name="Take the chosen seats").click()
        wait_for(
            lambda power=power: SeatChain.objects.filter(
                campaign=campaign, power=power, kept_by_player=True
            ).exists(),
            f"the chain of {power}",
        )
    assert not any(SeatChain.objects.filter(campaign=campaign).values_list("content", flat=True))
    campaigns.start(slug, by=host)

    # Both seal; then nobody does anything, and the dice are thrown with what their pages handed over.
    first = Campaign.objects.get(pk=campaign.pk).phase
    for power, player in players.items():
        player.open(f"/c/{slug}/")
        player.place(**PLACEMENTS[power])
        player.seal_and_wait(first, power)
    wait_for(lambda: entry(campaign, "phase.resolved") is not None, "the first phase")
    resolved = entry(campaign, "phase.resolved")
    assert sorted(resolved["links"]) == ["britain", "france"]
    assert "withheld" not in resolved
    for player in players.values():
        expect(player.heading).not_to_contain_text("Placement", timeout=20_000)
    players["britain"].open(f"/c/{slug}/history/1/")
    expect(players["britain"].page.locator("#check")).to_contain_text("Thrown after the close")
    found = [fault for check in verify(b"".join(export(slug))) for fault in check.faults]
    assert found == []


def entry(campaign: Campaign, kind: str) -> dict | None:
    row = LogEntry.objects.filter(campaign=campaign, kind=kind).order_by("seq").first()
    return json.loads(row.body) if row else None
