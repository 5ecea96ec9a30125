"""Six players, two bots and a spectator play the first year, and France falls.

Germany throws its commerce dice one at a time while everybody watches; the others leave plans. In
the first half-year nothing is attacked; in the second Germany takes France, and the rolls for its
empire and its fleet stand in the history with their reasons.
"""

import re

import pytest
from playwright.sync_api import expect

from accounts.models import User
from campaigns.models import Campaign, Phase
from campaigns.services.lifecycle import campaigns
from campaigns.services.seats import seats
from tests.browser.people import LIVE, Somebody
from tests.stack_runner import wait_for

pytestmark = pytest.mark.long

PEOPLE = {
    "germany": "Germany",
    "italy": "Italy",
    "japan": "Japan",
    "ussr": "Soviet Union",
    "uk": "Britain",
    "france": "France",
}
MOST_PHASES = 60


def test_the_first_year_and_the_fall_of_france(live_site, open_session) -> None:
    User.objects.create_user(username="moderator")
    players = {nation: open_session(f"player-{nation}") for nation in PEOPLE}
    spectator = open_session("")
    campaign = found()
    for somebody in (spectator, *players.values()):
        somebody.open(f"/c/{campaign.slug}/")

    dice_are_thrown_one_by_one(players["germany"], spectator)

    for _ in range(MOST_PHASES):
        campaign.refresh_from_db()
        phase = campaign.phase
        if phase is None or campaign.status == "finished":
            break
        asked = [nation for nation in phase.asked if nation in players]
        if asked:
            expect(spectator.heading).to_contain_text(phase.title, timeout=LIVE)
        for nation in asked:
            players[nation].is_asked_in(phase, LIVE)
            if phase.key == "axis.play" and phase.turn == 2 and nation == "germany":
                takes_france(players[nation])
            plans(players[nation])
            players[nation].seal()
        resolved(phase)

    expect(spectator.page.locator("#strip")).to_contain_text("Finished", timeout=LIVE)
    the_fall_is_told(spectator, campaign)
    board = spectator.page.locator("#board")
    expect(board.get_by_text("France fell in")).to_be_visible(timeout=LIVE)


def found() -> Campaign:
    """A public campaign of one year with its players in their seats, started."""
    people = {user.username: user for user in User.objects.all()}
    slug = campaigns.create_campaign(
        by=people["moderator"],
        rulebook="war_game_1939",
        scenario="phony-war",
        title="The Phony War",
    )
    for nation in PEOPLE:
        seats.join(slug, by=people[f"player-{nation}"], powers=[nation])
    campaigns.start(slug, by=people["moderator"])
    return Campaign.objects.get(slug=slug)


def dice_are_thrown_one_by_one(germany: Somebody, spectator: Somebody) -> None:
    """Each press throws one die at once, and the spectator's open page shows it."""
    expect(germany.heading).to_contain_text("Commerce", timeout=LIVE)
    for thrown in (1, 2, 3):
        germany.orders.get_by_role("button", name=re.compile("^Roll")).click()
        expect(germany.orders.locator(".sure")).to_contain_text("One die of 12 sides")
        germany.is_sure()
        mine = germany.page.locator("#board .deal", has_text="Germany")
        expect(mine.locator(".faces .thrown")).to_have_count(thrown, timeout=LIVE)
        # What was foreseen has sums of its own, and goes with the answer.
        expect(germany.orders.locator(".sure")).to_have_count(0, timeout=LIVE)
        expect(germany.orders.locator("[data-act=deal] > form .tally tbody tr")).to_have_count(
            thrown + 1, timeout=LIVE
        )
    theirs = spectator.page.locator("#board .deal", has_text="Germany")
    expect(theirs.locator(".faces .thrown")).to_have_count(3, timeout=LIVE)
    expect(germany.orders.get_by_text("There is no way back from a die.")).to_be_visible()


def plans(somebody: Somebody) -> None:
    """Where dice are left, what is to be done with them has to be chosen."""
    safe = somebody.orders.locator("form[data-orders] [name=policy][value=safe]")
    if safe.count():
        safe.check(force=True)


def takes_france(germany: Somebody) -> None:
    """Report the attack in the sheet of the player turn."""
    germany.orders.locator("form[data-orders] [name='reports.0']").select_option("land:france")
    line = germany.orders.locator("form[data-orders] [data-line]").first
    line.get_by_role("radio", name="Taken").check(force=True)


def resolved(phase: Phase) -> None:
    """Wait until the phase is resolved."""
    wait_for(
        lambda: Phase.objects.get(pk=phase.pk).resolved_at is not None,
        f"phase {phase.number} ({phase.title}) to be resolved",
    )


def the_fall_is_told(spectator: Somebody, campaign: Campaign) -> None:
    """At France's declarations its land is rolled for, each roll with its tally."""
    page = spectator.session.new_page()
    number = Phase.objects.get(campaign=campaign, turn=2, key="west.status").number
    page.goto(f"{spectator.site}/c/{campaign.slug}/history/{number}/")
    expect(page.get_by_text("France has fallen").first).to_be_visible()
    roll = page.locator(".events li", has_text="Algeria").filter(has=page.locator(".tally")).first
    roll.locator("summary").first.click()
    expect(roll.locator(".tally").first).to_contain_text("The territory's number")
    page.close()
