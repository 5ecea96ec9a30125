"""Two powers write to each other while a third watches its own page: at a desk and on a phone."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from campaigns.models import Campaign, PressThread
from campaigns.services import acts, campaigns, press, press_care, seats
from tests.browser.axe import complaints
from tests.browser.people import Somebody
from tests.browser.test_every_page import too_wide

PEOPLE = ("germany", "ussr", "usa")
BOTS = ["italy", "commonwealth", "france", "japan", "china"]
TEXT = {"kind": "offer", "texts": [{"option": "ussr:raise", "details": {"give_works": {"bp": 1}}}]}
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
    )
    token = Campaign.objects.get(slug=slug).invite_token
    for power in PEOPLE[1:]:
        seats.join(slug, by=users[power], powers=[power], token=token)
    campaigns.start(slug, by=users["germany"])
    press_care.set_policy(
        slug, by=users["germany"], allowed="full", anonymous=True, opens=True, reason="As agreed"
    )
    press.write(slug, by=users["germany"], thread="announcements", text="We skip *Sunday*.")
    acts.perform_act(slug, by=users["germany"], power="germany", act=TEXT)
    return Campaign.objects.get(slug=slug)


def looked_at(page: Page, name: str) -> None:
    """Fits both widths and shuts nobody out."""
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        assert not too_wide(page), (name, width)
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
    reading.locator("nav a", has_text="Press").click()
    looked_at(reading, "press-list")
    reading.locator(".thread-line.unread", has_text="Germany").click()
    expect(reading.locator(".on-the-table")).to_contain_text("1 build point a turn")
    expect(reading.locator(".log-quote")).to_contain_text("Log entry 2")
    expect(count).to_have_text("1")
    reading.get_by_label("Message").fill("Clause 1 will do.")
    reading.get_by_role("button", name="Send").click()
    looked_at(reading, "press-thread")
    expect(writing.locator(".message .words").last).to_have_text("Clause 1 will do.")

    ussr.open(f"{here}/press/?q=clause+twice")
    expect(reading.locator(".message")).to_have_count(1)
    usa.open(f"{here}/press/?q=clause")
    expect(watching.locator("main")).to_contain_text("No message that you can read")
    assert not [frame for frame in usa.frames if "press" in frame.get("what", ())]
    assert watching.goto(f"{usa.site}{here}/press/{thread}/").status == 404

    notes = ussr.open(f"{here}/")
    notes.locator(".note-beside summary").click()
    notes.locator(".note textarea").fill("Mind the mill")
    notes.get_by_role("button", name="Save note").click()
    expect(notes.locator(".note [role=status]")).to_contain_text("Saved.")
    ussr.open(f"{here}/notes/")
    expect(notes.locator(".note textarea").last).to_have_value("Mind the mill")
    looked_at(notes, "notes")
