"""A moderator sets the clock by its form, and the players live by it: a deadline that waits, an absence with a
deputy, a vote with second thoughts.
"""

import pytest
from playwright.sync_api import expect

from campaigns.domain.clock_policy import ClockPolicy
from campaigns.models import Campaign
from tests.browser.story import Story, agrees, asks
from tests.browser.test_press import looked_at

pytestmark = pytest.mark.long

BOTS = ["italy", "united_states", "russia"]


def test_a_policy_set_by_the_form_is_read_and_lived_by(story: Story) -> None:
    story.at(2027, 5, 3, 12, 0)  # a Monday
    olga, bert, cleo, dirk, emma = story.enter("olga", "bert", "cleo", "dirk", "emma")
    campaign = story.campaign(
        by="olga",
        seated={"britain": "bert", "germany": "cleo", "france": "dirk"},
        rulebook="world_at_war",
        scenario="one-year",
        title="By the Clock",
        policy=ClockPolicy(zone="Europe/Berlin", hours={"default": 48}, votes={"resolve": "all"}),
        bots=BOTS,
    )
    here = f"/c/{campaign.slug}"

    # The moderator writes the policy.
    page = olga.open(f"{here}/desk/")
    form = page.locator("form[action*='clock']").filter(has=page.locator("#policy-reason"))
    form.locator("[name=at]").fill("20:00")
    for day in ("mon", "thu"):
        form.locator(f"[name=weekdays][value={day}]").check()
    form.locator("[name=days_off][value=sun]").check()
    form.locator("[name=holidays]").fill("2027-05-06: Ascension Day")
    form.locator("[name=grace_hours]").fill("0")
    form.locator("[name=least_hours]").fill("12")
    form.locator("[name=extensions]").fill("2")
    form.locator("[name=missed]").select_option("wait")
    form.locator("summary", has_text="away or silent").click()
    form.locator("[name=absence_does]").select_option("deputy")
    form.locator("[name=silence_disorder_after]").fill("4")
    form.locator("[name=silence_remind][value=others]").check()
    form.locator("[name=silence_press]").select_option("no")
    form.locator("[name=breaks_takeover_hours]").fill("24")
    form.locator("[name=breaks_pauses]").fill("1")
    form.locator("[name=breaks_pause_hours]").fill("24")
    looked_at(page, "policy-form")
    form.locator("#policy-reason").fill("As we agreed")
    form.get_by_role("button", name="Change the clock").click()
    expect(page.locator("body")).to_contain_text("The clock is changed from the next phase on.")
    policy = Campaign.objects.get(pk=campaign.pk).policy
    assert (policy.weekdays, policy.days_off, policy.missed) == (("mon", "thu"), ("sun",), "wait")
    assert policy.votes == {"resolve": "all"}
    clock = cleo.open(f"{here}/seats/").locator("main")
    expect(clock).to_contain_text("on Mondays and Thursdays at 20:00 (Europe/Berlin)")
    expect(clock).to_contain_text("not in the holidays (Ascension Day)")
    expect(clock).to_contain_text("never over in less than 12 hours")
    expect(clock).to_contain_text("each player may take 24 hours more 2 times")
    expect(clock).to_contain_text("then the moderator decides")
    expect(clock).to_contain_text("a successor has at least 24 hours")

    # Nobody seals; the campaign stands still, and everybody reads for whom.
    story.at(2027, 5, 5, 12, 5)
    rows = Campaign.objects.filter(pk=campaign.pk)
    story.until(rows.filter(status="waiting").exists, "the campaign to wait")
    strip = cleo.open(f"{here}/").locator("#strip")
    expect(strip).to_contain_text("Waiting for the moderator.")
    expect(strip).to_contain_text("Nothing has come from Germany, Britain, France.")
    looked_at(cleo.page, "policy-waiting")
    news = olga.open("/news/").locator("main")
    expect(news).to_contain_text("The campaign stands still and waits for you at its desk")
    story.until(lambda: told(story, "olga"), "the letter to the moderator")
    press = cleo.open(f"{here}/press/").locator("main")
    expect(press).to_contain_text("Powers write again once the phase is over.")
    page = olga.open(f"{here}/desk/")
    page.locator("#hours").fill("240")
    page.locator("#extend-reason").fill("We wait for you")
    page.get_by_role("button", name="Extend", exact=True).click()
    expect(cleo.open(f"{here}/").locator("#strip")).to_contain_text("Due Saturday 15 May 2027")

    # Bert goes away and names Emma; she looks after Britain until he is back.
    page = bert.open(f"{here}/seats/deputies/")
    page.locator("#away-ends").fill("2027-05-12T12:00")
    page.locator("summary", has_text="Name a deputy for that time").click()
    page.locator("#away-deputy").fill("emma")
    page.get_by_role("button", name="Announce it", exact=True).click()
    expect(page.locator("#deputies")).to_contain_text("emma is asked to see, draft and seal")
    looked_at(page, "policy-away")
    page = emma.open("/")
    page.get_by_role("link", name="Standing in for others: 1 seat").click()
    page.get_by_role("button", name="Accept").click()
    emma.open(f"{here}/")
    expect(emma.orders).to_contain_text("You look after this seat for bert")
    page = bert.open(f"{here}/seats/deputies/")
    page.get_by_role("button", name="I am back").click()
    expect(page.locator("#deputies")).to_contain_text("Nobody stands in for anybody.")
    expect(page.locator("#absences")).to_contain_text("Nobody has said that they are away.")
    emma.open(f"{here}/")
    expect(emma.orders).to_contain_text("You are watching as a spectator")

    # A deputy without an absence, taken back.
    page = bert.open(f"{here}/seats/deputies/")
    page.locator("#deputy-name").fill("emma")
    page.get_by_role("button", name="Ask them").click()
    page = emma.open("/standing-in/")
    page.get_by_role("button", name="Accept").click()
    page = bert.open(f"{here}/seats/deputies/")
    expect(page.locator("#deputies")).to_contain_text("emma may see")
    page.locator("#deputies").get_by_role("button", name="End it").click()
    expect(page.locator("#deputies")).to_contain_text("Nobody stands in for anybody.")

    # A vote to resolve the phase now: one agrees, thinks again, and agrees after all.
    asks(cleo, here, "Resolve", "Ask to resolve now", "#resolve-reason")
    page = bert.open(f"{here}/seats/")
    page.locator("#question-1").get_by_role("button", name="I agree").click()
    expect(page.locator("#question-1 .tally")).to_have_text("2 of 3 needed have agreed")
    page.locator("#question-1").get_by_role("button", name="Take back my agreement").click()
    expect(page.locator("#question-1 .tally")).to_have_text("1 of 3 needed have agreed")
    page.locator("#question-1").get_by_role("button", name="I agree").click()
    phase = Campaign.objects.get(pk=campaign.pk).phase_id
    agrees(dirk, here, 1)
    story.until(rows.exclude(phase=phase).exists, "the phase to be resolved")
    page = bert.open(f"{here}/seats/")
    page.locator("#closed-questions summary").click()
    expect(page.locator("#closed-1")).to_contain_text("agreed and carried out")
    expect(page.locator("#closed-1")).to_contain_text("3 agreed, 3 were needed")
    looked_at(page, "policy-closed")

    # An emergency: the clock stops, and runs again by itself.
    page = dirk.open(f"{here}/?power=france")
    page.locator("#emergency summary").click()
    page.locator("#emergency-reason").fill("A flood")
    page.get_by_role("button", name="Stop the clock for 24 hours").click()
    expect(page.locator("#strip")).to_contain_text("The clock runs again")
    looked_at(page, "policy-emergency")
    story.later(hours=25)
    story.until(rows.filter(status="running").exists, "the clock to run again")
    expect(dirk.open(f"{here}/").locator("#strip")).to_contain_text("of pause")


def told(story: Story, name: str) -> bool:
    """Whether somebody got a letter that the campaign stands still."""
    letters = story.site.letters_to(story.address(name))
    return any("stands still" in str(one["Subject"]) for one in letters)
