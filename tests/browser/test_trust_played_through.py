"""A campaign in which two people have seat keys, one of them loses theirs, and autopilots have the other seats: played
through in browsers, dice after the close, and checked by all three verifiers.
"""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from campaigns.domain.clock_policy import ClockPolicy
from campaigns.models import Campaign, LogEntry, Phase, SeatChain
from campaigns.services.lifecycle import campaigns
from tests.browser.people import Somebody, agrees, asks, person_of
from tests.browser.tables import PLACEMENTS
from tests.browser.verifier_page import Found, checked
from tests.support.campaigns import a_campaign
from tests.support.exports import third_verifier as third
from tests.support.programs.runner import wait_for
from verifier import verify

pytestmark = pytest.mark.long

PLAYERS = ("britain", "france")
BOTS = ("germany", "italy", "russia", "united_states")


class Played:
    """The campaign as its players see it in their browsers."""

    def __init__(self, site: str, new_browser: Callable[..., Any]) -> None:
        host = person_of("hugo")
        self.players = {power: Somebody(site, new_browser(), f"of-{power}") for power in PLAYERS}
        dice = {"dice": "close", "dice_wait_hours": 48, "policy": ClockPolicy(votes={"end": "all"})}
        table = a_campaign(book="world_at_war", by=host, bots=BOTS, at_phase=0, **dice)
        self.slug = table.slug
        self.here = f"/c/{self.slug}"
        for power, player in self.players.items():
            player.open(f"{self.here}/")
            player.page.get_by_role("button", name=f"Take {power.title()}").click()
            self.comes("dice.seat", power)
        campaigns.start(self.slug, by=host)

    def entries(self, kind: str, power: str = "") -> list[LogEntry]:
        rows = LogEntry.objects.filter(campaign__slug=self.slug, kind=kind).order_by("seq")
        return list(rows.filter(power=power) if power else rows)

    def comes(self, kind: str, power: str, times: int = 1) -> None:
        """Wait until a browser has done something by itself."""
        wait_for(lambda: len(self.entries(kind, power)) == times, f"{kind} of {power}")

    @property
    def phase(self) -> Phase:
        phase = Campaign.objects.get(slug=self.slug).phase
        assert phase is not None
        return phase

    def all_seal(self) -> None:
        """Both seal what the open phase asks of them; its dice come, and all that autopilots play after it."""
        phase = self.phase
        assert set(PLAYERS) <= set(phase.asked)
        for power, player in self.players.items():
            player.open(f"{self.here}/")
            if phase.key == "place":
                player.place(**PLACEMENTS[power])
            player.seal_and_wait(phase, power)
        asked = Phase.objects.filter(campaign__slug=self.slug, number__gt=phase.number)
        wait_for(
            lambda: asked.filter(asked__contains=["britain"]).exists(), f"the end of {phase.title}"
        )

    def lose_the_key(self, power: str) -> None:
        """The browser forgets it, and makes another in its place."""
        player = self.players[power]
        player.page.evaluate("localStorage.clear()")
        page = player.open(f"{self.here}/")
        expect(page.get_by_text("this browser does not have it")).to_be_visible()
        page = player.open(f"{self.here}/key/")
        page.get_by_text("Replace a lost key").click()
        # Once the key is there the browser opens its page again.
        with page.expect_event("load"):
            page.get_by_role("button", name="Replace the key").click()
        self.comes("seat.key", power, 2)
        player.open(f"{self.here}/")
        self.comes("dice.seat", power, 2)

    def end(self) -> None:
        """Both agree to end it; their browsers hand over what the last dice wait for."""
        asks(self.players["britain"], self.here, "End the campaign", "Ask to end it", "#end-reason")
        agrees(self.players["france"], self.here, 1)
        for player in self.players.values():
            player.open(f"{self.here}/")
        over = Campaign.objects.filter(slug=self.slug, status="finished")
        wait_for(over.exists, "the end of the campaign")

    def download(self, path: Path) -> bytes:
        """The whole campaign as one file, from the page of a player."""
        page = self.players["france"].open(f"{self.here}/history/1/")
        with page.expect_download() as download:
            page.locator(f"a[href='{self.here}/export/']").first.evaluate("link => link.click()")
        download.value.save_as(path)
        return path.read_bytes()


def test_a_campaign_with_a_lost_key_and_autopilots_is_played_through_and_verified_by_all_three(
    live_site: Any, new_browser: Callable[..., Any], tmp_path: Path
) -> None:
    played = Played(live_site.url, new_browser)
    played.all_seal()
    # The site knew no link of theirs before the close; Germany and Italy are autopilots, so their phases went by on
    # the links that open pages handed over.
    chains = SeatChain.objects.filter(campaign__slug=played.slug, kept_by_player=True)
    assert sorted(chains.values_list("power", "content")) == [("britain", b""), ("france", b"")]
    for resolved in played.entries("phase.resolved"):
        body = json.loads(resolved.body)
        assert (sorted(body["links"]), body.get("withheld")) == (["britain", "france"], None)
    assert played.phase.key == "allied.targets"
    lost_in = played.phase.number
    played.lose_the_key("britain")
    played.all_seal()
    played.all_seal()
    played.end()

    # Until the new key counts, the site alone vouches for what Britain hands in.
    for power, schemes in {
        "britain": ["seat 1/1", "", "seat 1/2"],
        "france": ["seat 1/1"] * 3,
    }.items():
        assert [one.scheme for one in played.entries("order.sealed", power)] == schemes
        assert [one.scheme for one in played.entries("consent.given", power)] == schemes[-1:]
    second = json.loads(played.entries("seat.key", "britain")[1].body)
    assert (second["number"], second["begins"]) == (2, lost_in + 1)

    path = tmp_path / "campaign.json"
    data = played.download(path)
    page = new_browser().new_page()
    page.goto(f"{live_site.url}/verify/")
    _nothing_is_wrong(path, data, page)
    _an_altered_order_is_named(data, page)


def _nothing_is_wrong(path: Path, data: bytes, page: Page) -> None:
    """Each verifier says so, and whose word stands for which seat."""
    out = StringIO()
    call_command("verify", path, stdout=out)
    said = next(line for line in out.getvalue().splitlines() if "signatures:" in line)
    assert " 0 faults, 0 not checked" in out.getvalue()
    assert "britain 5, france 7)" in said
    assert "for britain the site alone vouches, at least in part" in said
    assert said.endswith(f"autopilots sealed for {', '.join(BOTS)}")

    found = checked(page, data)
    assert (found.verdict, found.faults) == ("Everything that was checked here holds", "")
    rows = page.locator("#seats tr").evaluate_all(
        "rows => rows.slice(1).map(row => [...row.cells].map(cell => cell.innerText))"
    )
    told = {
        power: (key.split()[0], int(signed), int(alone)) for power, key, signed, alone, _ in rows
    }
    assert told["britain"] == ("2", 5, 1)
    assert told["france"] == ("1", 7, 0)
    assert {told[power] for power in BOTS} == {("none", 0, 0)}

    assert list(third.verify(data)) == []
    vouched = third.vouched_for(json.loads(data))
    assert vouched["britain"] == {"signed": 3, "the site's word": 1}
    assert vouched["france"] == {"signed": 4}
    assert all(set(vouched[power]) == {"an autopilot"} for power in BOTS)


def _an_altered_order_is_named(data: bytes, page: Page) -> None:
    """One byte of an order that France sealed, and all three say which it is."""
    altered = _altered(data)
    assert sum(one != other for one, other in zip(data, altered, strict=True)) == 1
    (seals,) = [check for check in verify(altered) if check.name == "seals"]
    assert any("phase 1: the order of france is not what was sealed" in one for one in seals.faults)
    found: Found = checked(page, altered)
    assert "phase 1: the order of france is not what was sealed" in found.checks["seals"]
    assert "seals: phase 1: sealed by france" in list(third.verify(altered))


def _altered(data: bytes) -> bytes:
    """The file with another number of points in what France placed."""
    before = _placed(data)
    for at, byte in enumerate(data):
        if data[at - 9 : at + 1] == b'"greece":2' and byte == ord("2"):
            altered = data[:at] + b"1" + data[at + 1 :]
            if _placed(altered) != before:
                return altered
    pytest.fail("France has placed nothing in Greece")


def _placed(data: bytes) -> Any:
    (phase,) = [one for one in json.loads(data)["phases"] if one["number"] == 1]
    return next(one["order"] for one in phase["orders"] if one["power"] == "france")
