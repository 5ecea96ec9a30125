"""What two powers write to each other comes to their open pages by itself, and a treaty is dealt with where it lies;
a third, who watches, is told nothing.
"""

import re

import pytest
from playwright.sync_api import expect

from campaigns.models import PressThread
from campaigns.services.facts import perform_act
from campaigns.services.press import press_messages
from tests.browser.people import LIVE, Somebody, person_of
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


def test_a_treaty_is_declined_answered_and_stood_by_in_its_thread(people, here) -> None:
    slug = here.rpartition("/")[2]
    germany = person_of("germany")
    text = {"option": "ussr:raise", "details": {"give_works": {"bp": 1}}}
    act = {"kind": "offer", "texts": [text]}
    perform_act.perform_act(slug, by=germany, power="germany", act=act)
    thread, _message = press_messages.begin(
        slug, by=germany, power="germany", to=["ussr"], text="Read it."
    )
    there = f"{here}/press/{thread}/"
    reading, proposing = people["ussr"].open(there), people["germany"].watching(there)

    # Declined: no page between, and the thread says so, until it is taken back by standing by it.
    reading.get_by_role("button", name="Decline").click()
    expect(reading).to_have_url(re.compile(re.escape(there)))
    lying = reading.locator(".on-the-table")
    expect(lying).to_contain_text("You decline it")
    waiting = proposing.locator(".on-the-table")
    expect(waiting).to_contain_text("USSR declines", timeout=LIVE)
    expect(lying.get_by_role("button", name="Stand by it")).to_be_visible()
    expect(lying.get_by_role("button", name="Decline")).to_have_count(0)

    # Answered: its terms are in the form already, as seen from the other side.
    lying.get_by_role("link", name="Answer with another text").click()
    expect(reading.locator("#table")).to_contain_text("Your answer to the text of Germany")
    taken = reading.locator("[name='texts.germany:raise.take_works.bp']")
    expect(taken).to_have_value("1")
    taken.fill("2")
    reading.get_by_role("button", name="Send answer").click()
    expect(reading.locator(".in-force")).to_contain_text("In answer to the text of Germany.")

    # Stood by, in the thread of the one who had begun.
    proposing.reload()
    answer = proposing.locator(".on-the-table", has_text="In answer to the text of Germany.")
    expect(answer).to_contain_text("Germany gives the USSR 2 build points a turn.")
    answer.get_by_role("button", name="Stand by it").click()
    expect(answer).to_contain_text("Agreed")
    expect(answer.get_by_role("button", name="Stand by it no more")).to_be_visible()

    watching = people["usa"].open(f"{here}/agreements/")
    expect(watching.locator("#papers")).to_be_visible()
    expect(watching.locator(".agreement.paper")).to_have_count(0)
    assert watching.goto(f"{people['usa'].site}{there}").status == 404


def test_a_treaty_prints_on_one_sheet_and_nothing_beside_it(people, here) -> None:
    page = people["usa"].open(f"{here}/agreements/")
    page.get_by_role("link", name=re.compile("Print: .*exchange")).click()
    expect(page.locator(".sheet-of-paper")).to_contain_text("1 build point a turn")
    sheets = page.pdf(format="A4", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", sheets)) == 1
    page.emulate_media(media="print")
    for hidden in (".masthead nav", ".phone-tabs", ".no-print", "button:visible"):
        assert page.locator(hidden).filter(visible=True).count() == 0, hidden
