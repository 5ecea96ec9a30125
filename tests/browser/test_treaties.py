"""Two players sign a treaty, vary it and break it; a third sees what is signed, and no text before.

Texts pass on the page of treaties in the middle of a phase, so nobody ever waits for an answer.
"""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import User
from campaigns.models import Campaign, LogEntry, Phase
from campaigns.rulebooks import states
from campaigns.services.advance import end_phase
from campaigns.services.lifecycle import campaigns
from campaigns.services.seats import seats
from tests.browser.people import Somebody
from tests.stack_runner import wait_for

pytestmark = pytest.mark.long

BOTS = ["italy", "commonwealth", "france", "japan", "usa", "china"]


@pytest.fixture
def players(live_site, new_browser) -> dict[str, Somebody]:
    return {
        power: Somebody(live_site.url, new_browser(), f"player-{power}")
        for power in ("germany", "ussr")
    }


def bring_their_dice(campaign: Campaign, players: dict[str, Somebody]) -> None:
    """Let each browser add its chain to the dice, which everybody is told of, before anything is secret."""
    for player in players.values():
        player.open(f"/c/{campaign.slug}/")
    brought = LogEntry.objects.filter(campaign=campaign, kind="dice.seat")
    wait_for(lambda: brought.count() == len(players), "the chains of the dice")


def test_a_treaty_is_signed_varied_and_broken(live_site, new_browser, players) -> None:
    campaign = found(players)
    germany, ussr = players["germany"], players["ussr"]
    spectator = Somebody(live_site.url, new_browser())
    bring_their_dice(campaign, players)
    before = told(spectator, campaign)

    put(germany, campaign, "ussr:raise", give_works={"bp": 1}, take_goods={"resources": 3})
    assert told(spectator, campaign) == before
    stand_by(ussr, campaign, "germany")
    assert told(spectator, campaign) == before
    sign_what_is_agreed(campaign, players)
    on_to("Select", campaign, players, turn=1)
    assert "sign a treaty of level 1" in log_of(spectator, campaign)
    expect(treaties(spectator, campaign).locator("#agreement-treaty-germany-ussr")).to_contain_text(
        "The USSR gives Germany 3 resources a turn."
    )

    put(ussr, campaign, "germany:vary", give_goods={"resources": 2}, take_works={"bp": 1})
    stand_by(germany, campaign, "ussr")
    sign_what_is_agreed(campaign, players)
    on_to("Select", campaign, players, turn=2)
    assert "give their treaty other terms" in log_of(spectator, campaign)
    expect(treaties(spectator, campaign).locator("#agreement-treaty-germany-ussr")).to_contain_text(
        "The USSR gives Germany 2 resources a turn."
    )

    play(germany, campaign, "ipo-11", target="ussr")
    on_to("Bid", campaign, players, turn=3)
    page = treaties(spectator, campaign)
    expect(page.locator("#agreement-treaty-germany-ussr")).to_have_count(0)
    expect(page.locator("#agreement-pact-germany-ussr")).to_have_count(1)
    expect(page.locator(".past .breach-line")).to_contain_text("Germany breaks its treaty")


def found(players: dict[str, Somebody]) -> Campaign:
    """A campaign of a year in which these two play and bots hold the other seats."""
    people = {power: User.objects.get(username=player.name) for power, player in players.items()}
    slug = campaigns.create_campaign(
        by=people["germany"],
        rulebook="days_of_decision",
        scenario="first-year",
        title="Between Two Trains",
        take=["germany"],
        bots=BOTS,
    )
    token = Campaign.objects.get(slug=slug).invite_token
    seats.join(slug, by=people["ussr"], powers=["ussr"], token=token)
    campaigns.start(slug, by=people["germany"])
    return Campaign.objects.get(slug=slug)


def treaties(somebody: Somebody, campaign: Campaign, partner: str = "") -> Any:
    """The page of treaties as somebody sees it."""
    return somebody.open(f"/c/{campaign.slug}/agreements/?with={partner}")


def log_of(somebody: Somebody, campaign: Campaign) -> str:
    page = somebody.open(f"/c/{campaign.slug}/log/")
    text = page.locator("main").inner_text()
    while (earlier := page.locator("a[rel=prev]")).count():
        earlier.click()
        text = page.locator("main").inner_text() + text
    return text


def told(somebody: Somebody, campaign: Campaign) -> list[str]:
    """What stands on the pages where a treaty would show."""
    page = treaties(somebody, campaign).locator("main").inner_text()
    return [page, log_of(somebody, campaign)]


def put(somebody: Somebody, campaign: Campaign, text: str, **goods: dict[str, int]) -> None:
    """Send a proposal: in steps of one, as the buttons do it."""
    page = treaties(somebody, campaign, text.partition(":")[0])
    form = page.locator("form", has=page.locator(f"[name='texts.{text}']"))
    form.evaluate("form => { form.closest('details').open = true }")
    for group, amounts in goods.items():
        for good in ("resources", "factories", "bp"):
            control = form.locator(f"[name='texts.{text}.{group}.{good}']")
            if control.count():
                control.fill(str(amounts.get(good, 0)))
    form.get_by_role("button", name="Send proposal").click()
    expect(page.locator(".messages")).to_contain_text("Done")


def stand_by(somebody: Somebody, campaign: Campaign, partner: str) -> None:
    page = treaties(somebody, campaign, partner)
    page.get_by_role("button", name="Stand by a text").click()
    somebody.is_sure()
    expect(page.locator(".messages")).to_contain_text("Done")


def sign_what_is_agreed(campaign: Campaign, players: dict[str, Somebody]) -> None:
    """The one whose turn comes first proposes, so that the other signs in the same phase."""
    state = states.now(Phase.objects.get(campaign=campaign, resolved_at=None))
    first, other = (power for power in state.order_of_play() if power in players)
    play(players[first], campaign, "3", agreement=f"agreed:{other}")


def play(somebody: Somebody, campaign: Campaign, option: str, **details: str) -> None:
    """Choose a card of the hand and fill it in; it is sealed with the phase."""
    somebody.open(f"/c/{campaign.slug}/")
    name = f"plays.{option}"
    somebody.orders.locator(f"[name='{name}'][value='1']").check(force=True)
    for key, value in details.items():
        control = somebody.orders.locator(f"[name='{name}.{key}']")
        if control.first.evaluate("control => control.tagName") == "SELECT":
            control.select_option(value)
        else:
            somebody.orders.locator(f"[name='{name}.{key}'][value='{value}']").check(force=True)
    sealed(somebody, campaign)


def sealed(somebody: Somebody, campaign: Campaign) -> None:
    """Seal what the form holds, and wait until the seal is kept."""
    phase = Phase.objects.get(campaign=campaign, resolved_at=None)
    power = somebody.name.removeprefix("player-")
    somebody.seal_and_wait(phase, power)


def on_to(heading: str, campaign: Campaign, players: dict[str, Somebody], *, turn: int) -> None:
    """What is sealed counts, and whoever has sealed nothing holds, until this step of the turn after comes."""
    by = User.objects.get(username=players["germany"].name)
    for _ in range(12):
        phase = Phase.objects.get(campaign=campaign, resolved_at=None)
        if phase.turn > turn and re.search(heading, phase.title):
            return
        end_phase.force(
            campaign.slug, by=by, phase=phase.number, reason="nothing is left to do", silent="hold"
        )
        wait_for(
            lambda number=phase.pk: Phase.objects.get(pk=number).resolved_at is not None,
            f"{phase.title} to be resolved",
        )
    raise AssertionError(f"No {heading} after turn {turn}.")
