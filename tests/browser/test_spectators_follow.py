"""Spectators of a game among strangers: who finds a campaign, who follows a turn behind by page and socket,
who reads who plays, and what the end opens.
"""

import re

import pytest
from playwright.sync_api import expect

from campaigns.domain.clock_policy import ClockPolicy
from campaigns.models import Campaign, Phase
from tests.browser.people import Somebody
from tests.browser.story import Story, agrees, asks
from tests.browser.test_press import looked_at

pytestmark = pytest.mark.long

BOTS = ["italy", "france", "united_states", "russia"]
NAMES = {"Britain": "ottilie", "Germany": "konrad"}
KNOWN = re.compile(r'<datalist id="people-known">.*?</datalist>', re.DOTALL)
HIDDEN = "The players are anonymous until the end."


def test_spectators_follow_a_turn_behind_and_read_all_of_it_after_the_end(story: Story) -> None:
    story.at(2027, 8, 2, 18, 0)
    minna, ida, kurt = story.enter("minna", *NAMES.values())
    reader = story.passer_by()
    campaign = founded_among_strangers(minna, {"Britain": ida, "Germany": kurt})
    table = {
        "by": "minna",
        "seated": {"britain": ida.name, "germany": kurt.name},
        "rulebook": "world_at_war",
        "scenario": "one-year",
        "bots": BOTS,
        "policy": ClockPolicy(hours={"default": 2}),
    }
    linked = story.campaign(**table, title="By Word of Mouth", listed=False)
    private = story.campaign(**table, title="Behind the Curtain", private=True)

    # The lobby lists what is public; the address is enough for the second, and for the third it is not.
    lobby = reader.open("/").locator("main")
    expect(lobby).to_contain_text("Old News")
    expect(lobby).not_to_contain_text("By Word of Mouth")
    expect(lobby).not_to_contain_text("Behind the Curtain")
    reader.open(f"/c/{linked.slug}/")
    expect(reader.heading).to_contain_text("Placement of points")
    assert reader.page.goto(f"{reader.site}/c/{private.slug}/").status == 404

    # Each player reads their own name and no other, in the seats and in the log; the moderator, who does not
    # play, reads all.
    here = f"/c/{campaign.slug}"
    for somebody, named in (
        (reader, []),
        (ida, ["Britain"]),
        (kurt, ["Germany"]),
        (minna, [*NAMES]),
    ):
        seats = somebody.open(f"{here}/seats/").locator("#seats")
        for power, name in NAMES.items():
            line = seats.locator("li", has_text=power)
            expect(line).to_contain_text(name if power in named else "a player")
        if somebody is minna:
            continue
        expect(somebody.page.locator("#anonymous")).to_contain_text(HIDDEN)
        expect(somebody.page.locator("#anonymous")).to_contain_text("does not play, and knows")
        shown = somebody.everything() + somebody.open(f"{here}/log/").content()
        # Whom they know from the two other campaigns, where names are shown, is the same on every page.
        shown = KNOWN.sub("", shown)
        for power, name in NAMES.items():
            assert (name in shown) == (power in named), (somebody.name, name)
    looked_at(kurt.open(f"{here}/seats/"), "spectators-anonymous")

    # A turn goes by under the open page, which is told nothing of it.
    page = reader.open(f"{here}/")
    expect(page.locator("html[data-live=on]")).to_have_count(1)
    expect(page.locator("#strip")).to_contain_text("The first turn is not shown yet.")
    looked_at(page, "spectators-behind")
    told = len(reader.frames)
    playing = kurt.open(f"{here}/")
    expect(playing.locator("html[data-live=on]")).to_have_count(1)
    second = story.next_phase(campaign)
    expect(kurt.heading).to_contain_text(second.title)
    assert second.turn == 1
    assert reader.frames[told:] == []
    expect(page.locator("#strip")).to_contain_text("The first turn is not shown yet.")
    assert page.goto(f"{reader.site}{here}/history/1/").status == 404
    open_now = second
    while open_now.turn == 1:
        open_now = story.next_phase(campaign)
    last = Phase.objects.filter(campaign=campaign, turn=1).latest("number")
    reader.open(f"{here}/")
    expect(page.locator("#strip")).to_contain_text("You follow 1 turn behind.")
    expect(page.locator("#strip")).not_to_contain_text(open_now.title)
    assert page.goto(f"{reader.site}{here}/history/{last.number}/").status == 200
    assert page.goto(f"{reader.site}{here}/history/{open_now.number}/").status == 404

    # After the end everything is open, the names too; whoever likes reads it as Germany knew it then.
    asks(kurt, here, "End the campaign", "Ask to end it", "#end-reason")
    question = ida.at(f"{here}/seats/").page.locator("#question-1")
    expect(question).to_contain_text("a player")
    shown = ida.page.content() + reader.open(f"{here}/seats/").content()
    letters = [str(one) for one in story.site.letters_to(story.address(ida.name))]
    assert [one for one in letters if "a question to the players" in one]
    assert kurt.name not in "".join((KNOWN.sub("", shown), *letters))
    agrees(ida, here, 1)
    seats = reader.open(f"{here}/seats/").locator("#seats")
    for power, name in NAMES.items():
        expect(seats.locator("li", has_text=power)).to_contain_text(name)
    reader.open(f"{here}/")
    expect(page.locator("main")).to_contain_text("Ended by vote of the players.")
    reader.open(f"{here}/history/1/")
    expect(page.locator(".story")).to_contain_text("Britain")
    everything = page.locator(".story").inner_text()
    page.get_by_label("Told as").get_by_role("link", name="Germany").click()
    expect(page.locator("main")).to_contain_text("As Germany knew it then")
    looked_at(page, "spectators-as-germany")
    assert page.locator(".story").inner_text() != everything
    expect(page.locator(".scrubber a[rel=next]")).to_have_attribute(
        "href", f"{here}/history/2/?as=germany"
    )


def founded_among_strangers(moderator: Somebody, players: dict[str, Somebody]) -> Campaign:
    """A campaign with anonymous seats, by its pages: created, joined by the link, and started."""
    page = moderator.open("/new/?book=world_at_war")
    page.get_by_label("Name of the campaign").fill("Old News")
    page.locator("[name=scenario][value=one-year]").check()
    page.get_by_label("Anonymous seats").check()
    page.get_by_label("Spectators follow this many turns behind").fill("1")
    page.locator("[name=hours_default]").fill("2")
    page.locator("summary", has_text="Votes of the players").click()
    page.locator("[name=vote_end]").select_option("all")
    page.get_by_role("button", name="Create campaign").click()
    invitation = moderator.invitation()
    for power, somebody in players.items():
        joining = somebody.page
        joining.goto(invitation)
        expect(joining.locator("main")).to_contain_text("The seats are anonymous until the end")
        joining.get_by_label(power, exact=True).check()
        joining.get_by_role("button", name="Take the chosen seats").click()
        expect(joining.locator(".who")).to_contain_text(power)
    page.get_by_role("button", name="Start the campaign").click()
    expect(page.locator("#desk-now")).to_contain_text("Placement of points")
    return Campaign.objects.get(title="Old News")
