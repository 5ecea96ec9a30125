"""Two powers write to each other while a third watches its own page: at a desk and on a phone."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from campaigns.domain.clock_policy import ClockPolicy
from campaigns.models import Campaign, PressReport, PressThread
from campaigns.services.facts import perform_act
from campaigns.services.lifecycle import campaigns
from campaigns.services.seats import seats
from campaigns.services.voting import agree
from tests.browser.axe import complaints
from tests.browser.people import Somebody
from tests.browser.test_every_page import too_wide
from tests.stack_runner import wait_for

pytestmark = pytest.mark.long

PEOPLE = ("germany", "ussr", "usa")
BOTS = ["italy", "commonwealth", "france", "japan", "china"]
TEXT = {"kind": "offer", "texts": [{"option": "ussr:raise", "details": {"give_works": {"bp": 1}}}]}
CHANGED = {
    "kind": "offer",
    "texts": [{"option": "ussr:raise", "details": {"give_works": {"bp": 2}}}],
}
WIDTHS = ((1400, 900), (360, 780))
#: A folder into which pictures are put, for people to look at.
PICTURES = os.environ.get("PICTURES", "")


@pytest.fixture
def people(live_site, new_browser) -> dict[str, Somebody]:
    return {power: Somebody(live_site.url, new_browser(), power) for power in PEOPLE}


@pytest.fixture
def campaign(people) -> Campaign:
    users = {power: User.objects.get(username=power) for power in PEOPLE}
    slug = campaigns.create_campaign(
        by=users["germany"],
        rulebook="days_of_decision",
        scenario="first-year",
        title="The Salon",
        bots=BOTS,
        take=["germany"],
        policy=ClockPolicy(votes={"end": "most"}),
    )
    token = Campaign.objects.get(slug=slug).invite_token
    for power in PEOPLE[1:]:
        seats.join(slug, by=users[power], powers=[power], token=token)
    campaigns.start(slug, by=users["germany"])
    perform_act.perform_act(slug, by=users["germany"], power="germany", act=TEXT)
    return Campaign.objects.get(slug=slug)


def looked_at(page: Page, name: str) -> None:
    """Fits both widths and shuts nobody out."""
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        assert not (wide := too_wide(page)), (name, width, wide)
        assert complaints(page) == [], (name, width)
        if PICTURES:
            page.screenshot(path=Path(PICTURES) / f"{name}-{width}.png", full_page=True)
    page.set_viewport_size({"width": 1400, "height": 900})


def test_a_message_reaches_its_reader_and_nobody_else(people, campaign) -> None:
    here = f"/c/{campaign.slug}"
    germany, ussr, usa = (people[power] for power in PEOPLE)
    reading, watching = ussr.open(f"{here}/agreements/"), usa.open(f"{here}/press/")
    for page in (reading, watching):
        expect(page.locator("html[data-live=on]")).to_have_count(1)
    # Germany, who moderates, says what press is allowed, and announces something.
    writing = germany.open(f"{here}/press/")
    writing.locator("summary", has_text="Change this").click()
    for allowed in ("A power may write without its name", "Private threads may open after the end"):
        writing.get_by_label(allowed).check()
    writing.locator("#press-reason").fill("As agreed")
    writing.get_by_role("button", name="Save").click()
    expect(writing.locator(".press-rules")).to_contain_text("may open after the end")
    writing.locator(".thread-line", has_text="Announcements").click()
    writing.get_by_label("Message").fill("We skip *Sunday*.")
    writing.get_by_role("button", name="Send").click()
    expect(writing.locator(".message .words em")).to_have_text("Sunday")

    expect(watching.locator("nav [data-counts=press]")).to_have_text("1")
    heard = len(usa.frames)

    writing = germany.open(f"{here}/press/?quote=2")
    writing.get_by_label("USSR").check()
    writing.get_by_label("Message").fill("Read **clause 1** twice.\n\n- It is yours\n- and mine")
    writing.get_by_role("button", name="Send").click()
    expect(writing.locator(".message.mine .words")).to_contain_text("clause 1")
    looked_at(writing, "press-written")

    # The count comes by itself; the page says nothing of it to anybody else.
    count = reading.locator("nav [data-counts=press]")
    expect(count).to_have_text("2")
    thread = PressThread.objects.get(campaign=campaign, kind="private").key
    reading.get_by_role("link", name="Press").click()
    looked_at(reading, "press-list")
    reading.locator(".thread-line.unread", has_text="Germany").click()
    expect(reading.locator(".on-the-table")).to_contain_text("1 build point a turn")
    expect(reading.locator(".log-quote")).to_contain_text("Log entry 2")
    expect(count).to_have_text("1")
    reading.get_by_label("Message").fill("Clause 1 will do.")
    reading.get_by_role("button", name="Send").click()
    expect(reading.locator(".message .words").last).to_have_text("Clause 1 will do.")
    looked_at(reading, "press-thread")
    expect(writing.locator(".message .words").last).to_have_text("Clause 1 will do.")

    # An edit shows as one, with what it said before; one message is reported, the thread muted.
    writing.locator(".message.mine").get_by_role("link", name="Edit").click()
    writing.get_by_label("Change your message").fill("Read **clause 1** twice. It is yours.")
    writing.get_by_role("button", name="Save").click()
    theirs = reading.locator(".message:not(.mine)").first
    expect(theirs).to_contain_text("edited")
    theirs.locator("summary", has_text="What it said before").click()
    expect(theirs.locator("details .words")).to_contain_text("and mine")
    theirs.get_by_role("link", name="Report").click()
    reading.get_by_label("What is wrong with this message?").fill("It is rude")
    looked_at(reading, "press-report")
    reading.get_by_role("button", name="Report").click()
    expect(reading.locator(".messages")).to_contain_text("run this site")
    reading.get_by_role("button", name="Mute", exact=True).click()
    expect(reading.locator(".thread-line", has_text="Germany")).to_contain_text("muted")
    assert PressReport.objects.get(campaign=campaign).by == User.objects.get(username="ussr")

    # Both say that they show when they have read to the end, and each sees it of the other.
    for somebody, page in ((germany, writing), (ussr, reading)):
        somebody.open(f"{here}/press/{thread}/?power={somebody.name}")
        page.get_by_role("button", name="Show when you have read").click()
        expect(page.get_by_role("button", name="Show it no more")).to_be_visible()
    expect(reading.locator("#who-reads")).to_be_visible()
    expect(reading.locator(".press-rules").first).to_contain_text("Germany has read to the end")

    # Germany puts another text there: it stands after the letters, with what changed underlined.
    perform_act.perform_act(
        campaign.slug, by=User.objects.get(username="germany"), power="germany", act=CHANGED
    )
    ussr.open(f"{here}/press/{thread}/")
    text = reading.locator(".on-the-table")
    expect(text).to_contain_text("version 2. Only you two see it")
    expect(text.locator("ins")).to_contain_text("2 build points a turn")
    expect(text.locator("del")).to_contain_text("1 build point a turn")
    expect(text).to_contain_text("How it is signed")
    expect(reading.locator(".doing")).to_contain_text("puts a text on the table")
    looked_at(reading, "press-text")

    ussr.open(f"{here}/press/?q=clause+twice")
    expect(reading.locator(".message")).to_have_count(1)
    usa.open(f"{here}/press/?q=clause")
    expect(watching.locator("main")).to_contain_text("No message that you can read")
    assert not [frame for frame in usa.frames[heard:] if "press" in frame.get("what", ())]
    assert watching.goto(f"{usa.site}{here}/press/{thread}/").status == 404

    notes = ussr.open(f"{here}/")
    notes.locator(".note-beside summary").click()
    notes.locator(".note textarea").fill("Mind the mill")
    notes.get_by_role("button", name="Save note").click()
    expect(notes.locator(".note [role=status]")).to_contain_text("Saved.")
    ussr.open(f"{here}/notes/")
    expect(notes.locator(".note textarea").last).to_have_value("Mind the mill")
    looked_at(notes, "notes")

    # After the end the thread is open to everybody, for it was written so and both agree; the notes are not.
    for somebody, page in ((germany, writing), (ussr, reading)):
        somebody.open(f"{here}/press/{thread}/")
        page.get_by_role("button", name="Agree to open it").click()
        expect(page.get_by_role("button", name="Keep it closed")).to_be_visible()
    assert watching.goto(f"{usa.site}{here}/press/{thread}/").status == 404
    users = {power: User.objects.get(username=power) for power in PEOPLE}
    agree.propose(campaign.slug, by=users["germany"], kind="end", reason="Over")
    assert agree.agree(campaign.slug, by=users["ussr"], number=1)
    over = Campaign.objects.filter(pk=campaign.pk, status="finished")
    wait_for(over.exists, "the end of the campaign")
    usa.open(f"{here}/press/{thread}/")
    expect(watching.locator(".message").first).to_contain_text("It is yours.")
    looked_at(watching, "press-opened")


def test_three_powers_write_in_a_group_and_a_player_in_public(people, campaign) -> None:
    here = f"/c/{campaign.slug}"
    germany, ussr, usa = (people[power] for power in PEOPLE)
    pages = {one.name: one.open(f"{here}/press/") for one in (germany, ussr, usa)}
    for page in pages.values():
        expect(page.locator("html[data-live=on]")).to_have_count(1)
    writing = pages["germany"]
    for name in ("USSR", "United States"):
        writing.get_by_label(name).check()
    writing.get_by_label("Title, if you like").fill("The three")
    writing.get_by_label("Message").fill("To both of you.")
    writing.get_by_role("button", name="Send").click()
    for name, answer in (("ussr", "Agreed."), ("usa", "So are we.")):
        page = pages[name]
        expect(page.locator("nav [data-counts=press]")).to_have_text("1" if name == "ussr" else "2")
        page.locator(".thread-line", has_text="The three").click()
        expect(page.locator(".message").first).to_contain_text("To both of you.")
        page.get_by_label("Message").fill(answer)
        page.get_by_role("button", name="Send").click()
    expect(writing.locator(".message .words").last).to_have_text("So are we.")
    expect(writing.locator("#who-reads")).to_be_visible()
    # A player writes in public, with a link to the phase; a visitor without an account reads it.
    ussr.open(f"{here}/press/public/?phase=1")
    writing = pages["ussr"]
    expect(writing.get_by_label("Message")).to_have_value("<phase:1> ")
    writing.get_by_label("Message").fill("Look at <phase:1>.")
    writing.get_by_role("button", name="Send").click()
    expect(writing.locator(".message .words a")).to_have_attribute("href", f"{here}/history/1/")
    usa.open(f"{here}/press/public/")
    expect(pages["usa"].locator(".message", has_text="Look at")).to_be_visible()
