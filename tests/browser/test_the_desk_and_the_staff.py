"""The moderator's desk while a table is late, and the site's staff after a bad day."""

import pytest
from playwright.sync_api import expect

from accounts.models import User
from campaigns.domain.clock_policy import ClockPolicy
from campaigns.models import Campaign
from tests.browser.story import Story
from tests.browser.test_press import looked_at

pytestmark = pytest.mark.long

BOTS = ["italy", "france", "united_states", "russia"]
PLACED = {"turkey": 2, "norway": 2}


def test_late_players_are_reminded_given_time_and_nobody_is_stuck_unseen(story: Story) -> None:
    story.at(2027, 9, 6, 18, 0)
    mia, theo, lise, paul, stan = story.enter("mia", "theo", "lise", "paul", "stan")
    User.objects.filter(username="stan").update(is_staff=True)
    table = {
        "by": "mia",
        "seated": {"britain": "theo", "germany": "lise"},
        "rulebook": "world_at_war",
        "scenario": "one-year",
        "bots": BOTS,
    }
    policy = ClockPolicy(zone="Europe/Berlin", hours={"default": 48})
    campaign = story.campaign(**table, title="Late Again", policy=policy)
    waits = ClockPolicy(hours={"default": 1}, missed="wait")
    story.campaign(**table, title="Nobody Home", policy=waits)
    here = f"/c/{campaign.slug}"

    # Theo has sealed, Lise has not: the desk shows it, and the reminder is for her alone.
    story.until(lambda: len(told(story, "theo")) == 1, "the letter that it has begun")
    theo.open(f"{here}/")
    theo.place(**PLACED)
    theo.seal()
    expect(theo.orders).to_contain_text("Fingerprint")
    lise.open(f"{here}/")
    story.at(2027, 9, 7, 15, 0)  # before the clock itself reminds anybody
    page = mia.open(f"{here}/desk/")
    late = page.locator("#at-a-glance tr", has_text="Germany")
    expect(late).to_contain_text("lise")
    expect(late).to_contain_text("waiting")
    expect(page.locator("#at-a-glance tr", has_text="Britain")).to_contain_text("sealed")
    looked_at(page, "desk-table")
    page.get_by_role("button", name="Send reminder").click()
    expect(late).to_contain_text("reminded")
    story.until(lambda: len(told(story, "lise")) == 2, "the reminder")
    assert len(told(story, "theo")) == 1

    # More time for all; the clock stands still and goes on; another clock from the next phase on.
    page = mia.open(f"{here}/desk/")
    page.locator("#hours").fill("5")
    page.locator("#extend-reason").fill("For everybody, then")
    page.get_by_role("button", name="Extend").click()
    expect(page.locator(".messages")).to_contain_text("Everybody has 5 hours more.")
    page.locator("#pause-reason").fill("Harvest")
    page.get_by_role("button", name="Pause").click()
    expect(page.locator("#desk-now")).to_contain_text("Paused.")
    expect(lise.open(f"{here}/").locator("#strip")).to_contain_text("Harvest")
    page.locator("#resume-reason").fill("The harvest is in")
    page.get_by_role("button", name="Resume the clock").click()
    expect(page.locator("#pause-reason")).to_be_visible()
    page.locator("#policy-reason").fill("Slower in autumn")
    page.locator("[name=hours_default]").fill("72")
    page.get_by_role("button", name="Change the clock").click()
    expect(page.locator(".messages")).to_contain_text("changed from the next phase on")
    page.locator("#successor-name").fill("paul")
    page.locator("#successor-reason").fill("He knows us")
    page.get_by_role("button", name="Save successor").click()
    expect(page.locator("#successor-name")).to_have_value("paul")
    log = theo.open(f"{here}/log/").locator("main")
    for reason in ("For everybody, then", "The harvest is in", "Slower in autumn", "He knows us"):
        expect(log).to_contain_text(reason)

    # An exact deadline for all, more time for one, which everybody reads.
    page = mia.open(f"{here}/desk/")
    page.get_by_label("Exact deadline").fill("2027-09-09T12:00")
    page.locator("#due-reason").fill("Lise's train")
    page.get_by_role("button", name="Move the deadline").click()
    strip = theo.open(f"{here}/").locator("#strip")
    expect(strip).to_contain_text("Due Thursday 9 September 2027, 12:00 CEST.")
    page.locator("#extend-power").select_option("germany")
    page.locator("#extend-reason").fill("The train again")
    page.get_by_role("button", name="Extend").click()
    expect(page.locator("#desk-now")).to_be_visible()
    strip = lise.open(f"{here}/").locator("#strip")
    expect(strip).to_contain_text("Due Friday 10 September 2027, 12:00 CEST, for you alone.")
    story.at(2027, 9, 9, 12, 5)
    strip = theo.open(f"{here}/").locator("#strip")
    expect(strip).to_contain_text("The phase waits for Germany alone.")
    log = theo.open(f"{here}/log/").locator("main")
    expect(log).to_contain_text("The train again")

    # The provider was away without the site noticing: the staff give it back to all, and say so.
    page = stan.open("/staff/")
    page.get_by_label("Hours").fill("6")
    page.get_by_label("Reason, for everybody to read").fill("The provider was away")
    page.get_by_role("button", name="Add to all campaigns").click()
    page.get_by_label("Text, shown on every page").fill("Everybody has six hours more.")
    page.get_by_role("button", name="Announce").click()
    expect(page.locator(".announced")).to_contain_text("Everybody has six hours more.")
    expect(story.passer_by().open("/").locator(".announced")).to_contain_text("six hours more")
    story.until(
        lambda: "staff" in Campaign.objects.get(pk=campaign.pk).phase.due_in_words,
        "the sweep to give it",
    )
    strip = lise.open(f"{here}/").locator("#strip")
    expect(strip).to_contain_text("Due Friday 10 September 2027, 18:00 CEST, for you alone.")
    expect(lise.open(f"{here}/log/").locator("main")).to_contain_text("The provider was away")

    # A second moderator takes the desk over.
    page = mia.open(f"{here}/desk/")
    page.get_by_label("Sign-in name of another moderator").fill("paul")
    page.locator("#add-reason").fill("I am away in June")
    page.get_by_role("button", name="Add moderator").click()
    page.locator("summary", has_text="Leave the desk").click()
    page.locator("#leave-reason").fill("I move house")
    page.get_by_role("button", name="Leave the desk").click()
    expect(page.locator("nav").first).not_to_contain_text("Desk")
    paul.open(f"{here}/desk/")
    expect(paul.page.get_by_role("heading", name="The moderator's desk")).to_be_visible()

    # A campaign that waits for its moderator for a week is shown to the staff, with what helps.
    story.at(2027, 9, 20, 12, 0)
    page = stan.open("/staff/")
    stuck = page.locator("tr", has_text="Nobody Home")
    expect(stuck).to_contain_text("moderator")
    looked_at(page, "staff")
    page.get_by_role("button", name="Take it back").click()
    expect(page.locator(".announced")).to_have_count(0)


def told(story: Story, name: str) -> list[str]:
    """What the letters to somebody about the campaign that is late are about."""
    subjects = [str(one["Subject"]) for one in story.site.letters_to(story.address(name))]
    return [subject for subject in subjects if subject.startswith("Late Again")]
