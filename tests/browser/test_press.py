"""What two powers write to each other comes to their open pages by itself; a third, who watches, is told nothing."""

import pytest
from playwright.sync_api import expect

from campaigns.models import PressThread
from tests.browser.people import Somebody, person_of
from tests.support.campaigns import a_campaign

pytestmark = pytest.mark.long

PEOPLE = ("germany", "ussr", "usa")


@pytest.fixture
def people(open_session) -> dict[str, Somebody]:
    return {power: open_session(power) for power in PEOPLE}


@pytest.fixture
def here(people) -> str:
    """Where their campaign is."""
    users = {power: person_of(power) for power in PEOPLE}
    return f"/c/{a_campaign(book='days_of_decision', by=users['germany'], seats=users).slug}"


def test_a_message_comes_to_the_open_page_of_its_reader_and_to_nobody_else(people, here) -> None:
    germany, ussr, usa = (people[power] for power in PEOPLE)
    reading, watching = ussr.watching(f"{here}/"), usa.watching(f"{here}/press/")
    writing = germany.watching(f"{here}/press/")
    writing.get_by_label("USSR").check()
    writing.get_by_label("Message").fill("Read **clause 1** twice.")
    writing.get_by_role("button", name="Send").click()
    expect(writing.locator(".message.mine .words")).to_contain_text("clause 1")

    # The count comes by itself, and so does the answer.
    count = reading.locator("nav [data-counts=press]")
    expect(count).to_have_text("1")
    reading.get_by_role("link", name="Press").click()
    reading.locator(".thread-line.unread", has_text="Germany").click()
    expect(count).to_be_hidden()
    reading.get_by_label("Message").fill("Clause 1 will do.")
    reading.get_by_role("button", name="Send").click()
    expect(writing.locator(".message .words").last).to_have_text("Clause 1 will do.")
    assert not [frame for frame in usa.frames if "press" in frame.get("what", ())]
    thread = PressThread.objects.get(kind="private").key
    assert watching.goto(f"{usa.site}{here}/press/{thread}/").status == 404

    # A note beside the orders is saved without leaving the page.
    notes = ussr.open(f"{here}/")
    notes.locator(".note-beside summary").click()
    notes.locator(".note textarea").fill("Mind the mill")
    notes.get_by_role("button", name="Save note").click()
    expect(notes.locator(".note [role=status]")).to_contain_text("Saved.")
