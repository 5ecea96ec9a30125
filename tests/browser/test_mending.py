"""Four ways to mend a campaign, by the people who need them: go back, override, rule, fork."""

import re

import pytest
from playwright.sync_api import expect

from campaigns.domain.clock_policy import ClockPolicy
from campaigns.models import Campaign
from tests.browser.people import Somebody
from tests.browser.story import Story, agrees, asks
from tests.browser.test_press import looked_at

pytestmark = pytest.mark.long

ALLIES, AXIS = ("britain", "france", "united_states"), ("germany", "italy", "russia")


def test_a_table_goes_back_overrides_rules_and_forks(story: Story) -> None:
    story.at(2027, 5, 3, 18, 0)
    harriet, otto, vera = story.enter("harriet", "otto", "vera")
    (mona,) = story.enter("monica")
    campaign = story.campaign(
        by="monica",
        seated=dict.fromkeys(ALLIES, "harriet") | dict.fromkeys(AXIS, "otto"),
        rulebook="world_at_war",
        scenario="one-year",
        title="Second Thoughts",
        policy=ClockPolicy(zone="Europe/Berlin", hours={"default": 24}, votes={"end": "all"}),
    )
    here = f"/c/{campaign.slug}"

    # Two phases pass on the clock; in the second the Axis name countries and throw dice.
    while story.next_phase(campaign).number < 3:
        pass
    first = link(harriet, f"{here}/history/2/")

    # Harriet asks to go back to the second phase, from its page in the history.
    page = harriet.page
    looked_at(page, "mending-history")
    page.get_by_role("link", name="Go back to this phase").click()
    expect(page.locator("main")).to_contain_text("2 phases would be undone")
    # The point stands on a line, and can be moved there by the keyboard; what would be undone is hatched.
    line = page.locator("#undo-line [data-scrubber]")
    expect(line.locator("a.would")).to_have_count(2)
    line.focus()
    page.keyboard.press("ArrowLeft")
    expect(line.locator("a.would")).to_have_count(3)
    expect(page).to_have_url(re.compile(r"to=1$"))
    page.locator("#undo-line .zoom a.would").nth(1).click()
    expect(line.locator("a.would")).to_have_count(2)
    expect(page.locator(".counted").first).to_contain_text("Dice thrown")
    expect(page.get_by_role("link", name="Fork from this point")).to_be_visible()
    page.locator("#back-reason").fill("We had Turkey on the wrong side")
    expect(page.locator("main")).to_contain_text("All who have a seat (2) must agree.")
    looked_at(page, "mending-undo")
    page.get_by_role("button", name="Ask the players").click()
    question = otto.at(f"{here}/seats/").page.locator("#question-1")
    expect(question).to_contain_text("The campaign goes back to phase 2")
    agrees(otto, here, 1)
    strip = vera.open(f"{here}/").locator("#strip")
    expect(strip).to_contain_text("Played again since the campaign went back.")
    expect(strip).to_contain_text("What was revealed stays known.")

    # The old line can be read, by everybody, and says what it is; the new one has dice of its own.
    old = vera.open(f"{here}/history/2/").locator("main")
    expect(old).to_contain_text("What was revealed here stays known.")
    expect(old.locator(".undone-note")).to_contain_text("It went on with phase 4.")
    expect(old.locator("ol.events li").first).to_be_visible()
    looked_at(vera.page, "mending-old-line")
    story.next_phase(campaign)
    expect(vera.at(f"{here}/history/4/").page.locator(".undone-note")).to_contain_text(
        "Phase 2 played again"
    )
    assert link(vera, f"{here}/history/4/") != first

    # Monica overrides a track; both agree, Harriet disputes it, and it is undone in the same way.
    page = mona.open(f"{here}/desk/")
    page.get_by_role("link", name="Override a value").click()
    page.get_by_label("Find a value").fill("track")
    page.get_by_role("button", name="Find").click()
    looked_at(page, "mending-find")
    page.locator("ul.rows a", has_text="Tracks, Russo-German tension, level").click()
    level = page.locator("h3", has_text="Tracks, Russo-German tension, level")
    before = int(level.inner_text().rpartition(" ")[2])
    page.get_by_label("New value").fill(str(before + 1))
    page.get_by_role("button", name="Show the difference").click()
    difference = re.compile(rf"{before} → {before + 1}")
    expect(page.locator("main")).to_contain_text(difference)
    page.get_by_label("Rule", exact=True).fill("49.3")
    page.get_by_label("Reason", exact=True).fill("We forgot the pact")
    looked_at(page, "mending-difference")
    page.get_by_role("button", name="Override it").click()
    for somebody in (harriet, otto):
        agrees(somebody, here, 2)
    page = harriet.open(f"{here}/overrides/")
    made = page.locator("#override-1")
    expect(made).to_contain_text(difference)
    made.get_by_label("Reason, if you dispute it").fill("The pact was broken")
    made.get_by_role("button", name="Dispute").click()
    expect(made).to_contain_text("disputed: The pact was broken")
    page = otto.open(f"{here}/overrides/")
    page.locator("#override-1").get_by_role("button", name="Acknowledge").click()
    expect(page.locator("#override-1")).to_contain_text("acknowledged")
    looked_at(page, "mending-overrides")
    page = mona.open(f"{here}/overrides/")
    page.locator("#override-1 summary", has_text="Undo it").click()
    page.locator("#undo-1").fill("Harriet is right")
    page.get_by_role("button", name="Undo override 1").click()
    for somebody in (harriet, otto):
        agrees(somebody, here, 3)
    page = vera.open(f"{here}/overrides/")
    expect(page.locator("#override-1")).to_contain_text("Undone by override 2.")

    # A ruling stands beside the rule and beside the rolls that it touched.
    page = mona.open(f"{here}/desk/")
    page.get_by_role("link", name="Rulings of the group").click()
    page.get_by_label("Rule", exact=True).fill("49.3")
    page.get_by_label("Ruling", exact=True).fill("A tie goes to the defender.")
    page.get_by_label("4. ").check()
    looked_at(page, "mending-ruling")
    page.get_by_role("button", name="Make the ruling").click()
    expect(page.locator("#ruling-1")).to_contain_text("A tie goes to the defender.")
    with page.expect_popup() as opened:
        page.locator("#ruling-1 a", has_text="49.3").click()
    expect(opened.value.locator("#rulings")).to_contain_text("A tie goes to the defender.")
    page = vera.open(f"{here}/history/4/")
    expect(page.locator("#rulings")).to_contain_text("A tie goes to the defender.")

    # Otto begins one at a die; the others are asked, and it stands at that die. Monica ends it again.
    page = otto.open(f"{here}/history/4/")
    page.locator("details", has=page.locator("ul.thrown")).locator("summary").click()
    page.locator("#die-1").get_by_role("link", name="Make a ruling about this").click()
    expect(page.locator("input[name=rolls]:checked")).to_have_count(1)
    page.get_by_label("Rule", exact=True).fill("49.3")
    page.get_by_label("Ruling", exact=True).fill("This die stands.")
    page.get_by_role("button", name="Ask the other players").click()
    agrees(harriet, here, 4)
    page = vera.open(f"{here}/history/4/")
    page.locator("details", has=page.locator("ul.thrown")).locator("summary").click()
    page.locator("#die-1").get_by_role("link", name="Ruling 2").click()
    expect(page.locator("#ruling-2")).to_contain_text("die 1 of phase 4")
    page = mona.open(f"{here}/rulings/")
    page.locator("#ruling-2 summary").click()
    page.locator("#withdraw-2").fill("It was the wrong die")
    page.get_by_role("button", name="Withdraw ruling 2").click()
    expect(page.locator("#ruling-2")).to_contain_text("It was the wrong die")

    # A fork while it runs: the same people in the same seats, all of whom are asked.
    page = harriet.open(f"{here}/history/4/")
    page.get_by_role("link", name="Fork from here").click()
    expect(page.locator("main")).to_contain_text("All who have a seat (2) must agree.")
    page.get_by_label("Name of the fork").fill("What if Turkey")
    page.get_by_label("Reason", exact=True).fill("To see")
    looked_at(page, "mending-fork-asking")
    page.get_by_role("button", name="Ask the players").click()
    expect(page.locator("#question-5")).to_contain_text(
        "A fork, What if Turkey, begins with phase 4"
    )
    looked_at(page, "mending-fork-asked")
    agrees(otto, here, 5)
    otto.open("/")
    otto.page.get_by_role("link", name="What if Turkey").click()
    expect(otto.page.locator(".who")).to_contain_text("Germany")
    fork = Campaign.objects.get(title="What if Turkey")
    assert vera.page.goto(f"{vera.site}/c/{fork.slug}/").status == 404

    # Over by agreement; then Vera, who only read, forks it with people of her own.
    asks(otto, here, "End the campaign", "Ask to end it", "#end-reason")
    agrees(harriet, here, 6)
    page = vera.open(f"{here}/history/4/")
    page.get_by_role("link", name="Fork from here").click()
    page.get_by_label("Germany").select_option("me")
    for power in ("Italy", "France", "United States", "Russia"):
        page.get_by_label(power).select_option("bot")
    looked_at(page, "mending-fork-form")
    page.get_by_role("button", name="Create the fork").click()
    expect(page.get_by_role("heading", name="The moderator's desk")).to_be_visible()
    looked_at(page, "mending-fork-desk")


def test_a_moderator_goes_back_alone_where_nothing_was_revealed(story: Story) -> None:
    story.at(2027, 6, 7, 18, 0)
    (mona, nora) = story.enter("mona_alone", "nora_alone")
    campaign = story.campaign(
        by="mona_alone",
        seated=dict.fromkeys(ALLIES + AXIS, "nora_alone"),
        rulebook="world_at_war",
        scenario="one-year",
        title="Begun Too Soon",
        policy=ClockPolicy(zone="Europe/Berlin", hours={"default": 24}),
    )
    here = f"/c/{campaign.slug}"
    page = mona.open(f"{here}/desk/")
    page.get_by_role("link", name="Go back to an earlier phase").click()
    page.locator("#undo-line .zoom a").first.click()
    expect(page.locator("main")).to_contain_text("you may do it alone")
    page.locator("#back-reason").fill("Two of us had not read the rules")
    looked_at(page, "mending-undo-alone")
    page.get_by_role("button", name="Go back now").click()
    expect(page.locator(".messages")).to_contain_text("The campaign has gone back.")
    expect(nora.open(f"{here}/").locator("#strip")).to_contain_text("Played again")
    expect(nora.at(f"{here}/undo/").page.locator("main")).to_contain_text("Two of us had not read")


def link(somebody: Somebody, path: str) -> str:
    """The link of the dice that a phase was played with, as its page has it."""
    page = somebody.open(path)
    return page.locator(".story .print").last.get_attribute("title") or ""
