"""Two players go away across the change to summer time, one with a deputy; then the whole site is away."""

import pytest
from playwright.sync_api import expect

from campaigns.domain.absence_policy import AbsencePolicy, SilencePolicy
from campaigns.domain.clock_policy import ClockPolicy
from campaigns.models import Campaign, Notification
from tests.browser.story import Story
from tests.browser.test_press import looked_at

pytestmark = pytest.mark.long

BOTS = ["italy", "commonwealth", "france", "japan", "china"]
POLICY = ClockPolicy(
    zone="Europe/Berlin",
    at="20:00",
    absence=AbsencePolicy(does="stretch", stretch_hours=72),
    silence=SilencePolicy(disorder_after=1),
)


def test_a_deputy_plays_a_deadline_waits_and_everything_comes_back_by_itself(story: Story) -> None:
    story.at(2027, 3, 25, 18, 0)  # the Thursday before the clocks go forward
    anna, boris, carl, dora = story.enter("anna", "boris", "carl", "dora")
    campaign = story.campaign(
        by="anna",
        seated={"germany": "anna", "ussr": "boris", "usa": "carl"},
        rulebook="days_of_decision",
        scenario="first-year",
        title="The Long Easter",
        policy=POLICY,
        bots=BOTS,
    )
    here = f"/c/{campaign.slug}/"
    watching = anna.open(f"{here}?power=germany")
    expect(watching.locator("html[data-live=on]")).to_have_count(1)
    strip = watching.locator("#strip")
    expect(strip).to_contain_text("Due Sunday 28 March 2027, 20:00 CEST")

    # Boris names a deputy who may seal, and goes; no deadline moves for him.
    page = boris.open(f"{here}seats/deputies/")
    page.locator("#deputy-name").fill("dora")
    page.get_by_label("May", exact=True).select_option("seal")
    page.locator("#deputy-until").fill("2027-04-02T12:00")
    page.get_by_role("button", name="Ask them").click()
    expect(page.locator("#deputies")).to_contain_text("dora is asked to")
    page = dora.open("/")
    page.get_by_role("link", name="Standing in for others: 1 seat").click()
    expect(page.locator("main")).to_contain_text("you would be able to see, draft and seal")
    looked_at(page, "away-asked")
    page.get_by_role("button", name="Accept").click()
    expect(page.locator("main")).to_contain_text("you may see, draft and seal")
    page = boris.open(f"{here}seats/deputies/")
    page.locator("#away-ends").fill("2027-03-31T12:00")
    page.get_by_role("button", name="Announce it", exact=True).click()
    expect(page.locator("#absences")).to_contain_text("boris (you), until")
    expect(strip).to_contain_text("Due Sunday 28 March 2027, 20:00 CEST")

    # Dora sees, drafts and seals; what she did bears her name, to Boris and to everybody.
    dora.page.get_by_role("link", name="The Long Easter").click()
    expect(dora.orders).to_contain_text("You look after this seat for boris")
    dora.orders.get_by_label("Play this card").first.check()
    dora.orders.get_by_role("button", name="Save draft").click()
    expect(dora.orders.locator("[data-kept]")).to_contain_text("Draft saved")
    boris.open(f"{here}?power=ussr")
    expect(boris.orders).to_contain_text("The draft is by dora, a deputy.")
    boris.orders.locator("summary", has_text="Standing orders").first.wait_for()
    dora.orders.get_by_label("Play this card").first.uncheck()
    dora.orders.get_by_label("The phase may end early").uncheck()
    dora.seal()
    expect(dora.orders).to_contain_text("Fingerprint")
    boris.open(f"{here}?power=ussr")
    expect(boris.orders).to_contain_text("Sealed by dora, a deputy.")
    looked_at(boris.page, "away-sealed")
    log = anna.open(f"{here}log/")
    expect(log.locator("main")).to_contain_text("dora")

    # Carl has no deputy: the deadline goes past his return, which everybody reads.
    page = carl.open(f"{here}seats/deputies/")
    page.locator("#away-begins").fill("2027-03-26T08:00")
    page.locator("#away-ends").fill("2027-03-30T12:00")
    page.get_by_role("button", name="Announce it", exact=True).click()
    expect(page.locator("#absences")).to_contain_text("carl (you), from")
    looked_at(page, "away-page")
    anna.open(f"{here}?power=germany")
    expect(strip).to_contain_text("Due Wednesday 31 March 2027, 20:00 CEST")
    story.at(2027, 3, 28, 21, 0)
    page = anna.open(f"{here}seats/")
    expect(page.locator("main")).to_contain_text("carl is away until")
    expect(page.locator("main")).to_contain_text("boris is away until")

    # Every program ends before that deadline and is started again after it: the time is given back.
    story.at(2027, 3, 31, 13, 0)
    page = anna.open(f"{here}seats/")
    expect(page.locator("main")).to_contain_text("Who plays")
    expect(page.locator("main")).not_to_contain_text("is away")
    # On its last day who has sent nothing is reminded; for Boris there is a seal.
    story.until(lambda: reminded(story, "anna"), "the reminder")
    assert not reminded(story, "boris")
    story.outage_until(2027, 4, 1, 2, 0)
    story.until(
        lambda: now(campaign).phase.due_in_words.count("away") > 1, "the time to be given back"
    )
    anna.open(f"{here}?power=germany")
    expect(strip).to_contain_text("because the service was away")
    expect(strip).to_contain_text("Due Thursday 1 April 2027, 09:00 CEST")
    strip.locator("#deadline-steps summary").click()
    looked_at(anna.page, "away-outage")
    phase = now(campaign).phase_id

    # At the new deadline it is over by itself, with what Dora sealed; later she stands in no more.
    story.at(2027, 4, 1, 9, 5)
    story.until(lambda: now(campaign).phase_id != phase, "the deadline")
    dora.open(here)
    expect(dora.orders).to_contain_text("You look after this seat for boris")

    # Anna and Carl were silent: civil disorder. The autopilot has their seats, which are open to others.
    seats = anna.open(f"{here}seats/").locator("#seats")
    for power, holder in (
        ("Germany", "autopilot"),
        ("United States", "autopilot"),
        ("USSR", "boris"),
    ):
        expect(seats.locator("li", has_text=power)).to_contain_text(holder)
    looked_at(anna.page, "away-disorder")
    expect(anna.open(f"{here}log/").locator("main")).to_contain_text("civil disorder")
    wanted = story.passer_by().open("/").locator(".lobby-card.wanted", has_text="The Long Easter")
    expect(wanted.filter(has_text="Germany")).to_contain_text("a seat whose player has gone")
    story.at(2027, 4, 2, 12, 1)
    dora.open(here)
    expect(dora.page.locator("#watched")).to_be_visible()
    expect(dora.orders).to_have_count(0)
    page = boris.open(f"{here}seats/deputies/")
    expect(page.locator("#deputies")).to_contain_text("Nobody stands in for anybody.")
    expect(page.locator("#absences")).to_contain_text("Nobody has said that they are away.")


def now(campaign: Campaign) -> Campaign:
    """The campaign as it is by now."""
    return Campaign.objects.select_related("phase").get(pk=campaign.pk)


def reminded(story: Story, name: str) -> bool:
    """Whether somebody got a letter that reminds them, alone or with others in one message."""
    gone = Notification.objects.filter(kind="reminder", person__username=name, state="sent")
    return gone.exists() and bool(story.site.letters_to(story.address(name)))
