"""No page is longer than four of its screens, in the fullest states that campaigns come to.

``test_every_page.py`` measures each page once; here stand those that grow with what is done in a campaign.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from campaigns.services.facts import perform_act
from campaigns.services.press import press_messages, press_settings
from tests.browser.people import LIVE, person_of
from tests.browser.pictures import PHONE, too_long
from tests.support.campaigns import a_campaign

pytestmark = pytest.mark.long

DESK = {"width": 1400, "height": 900}
SHORT = "Then we speak of Rumania first, and of the rest in May."
LONG = (
    "We have read your text twice, and we can live with all of it but its second clause. What you ask of us there "
    "would leave our border open for a year, and nobody here believes that France waits for so long.\n\n"
    "So we propose: the works this turn, the border when you have moved. If you want more, say what you give for it; "
    "and say it before Thursday, since we seal that night.\n\n- one build point now\n- the pact in July"
)
LONGEST = " ".join([LONG[:300]] * 19)
"""As much as a message may hold, in one paragraph."""


def too_long_at_any_size(page: Page, name: str) -> Iterator[str]:
    """What is too long of an open page at the sizes of a desk and a phone; it is left at that of a phone."""
    for size in (DESK, PHONE):
        page.set_viewport_size(size)
        yield from too_long(page, f"{name} ({size['width']})")


def letters(slug: str, *, number: int, read: int = 0, longest: int = -1) -> str:
    """A thread of Germany to the USSR: so many letters, long and short, with a proposal among them; the USSR has read
    the first of them, and one is as long as may be.
    """
    germany, ussr = person_of("germany"), person_of("ussr")
    thread = ""
    for one in range(number):
        said = LONGEST if one == longest else LONG if one % 4 == 0 else SHORT
        write = {"by": germany, "power": "germany", "text": f"Letter {one}.\n\n{said}"}
        if not thread:
            thread, message = press_messages.begin(slug, to=["ussr"], **write)
        else:
            message = press_messages.write(slug, thread=thread, **write)
        if one == read - 1:
            press_settings.mark_read(slug, by=ussr, thread=thread, message=message)
        if one == read + 1:
            text = {"option": "ussr:raise", "details": {"give_works": {"bp": 1}}}
            act = {"kind": "offer", "texts": [text]}
            perform_act.perform_act(slug, by=germany, power="germany", act=act)
    return thread


@pytest.mark.parametrize(
    ("number", "read", "longest"), [(16, 0, -1), (60, 20, -1), (3, 1, 1)], ids=str
)
def test_what_is_unread_of_a_thread_stands_there_in_pages(
    open_session, number, read, longest
) -> None:
    """The first that is unread comes first, all of it can be read in turn, and nothing counts as read that was not shown."""
    people = {power: person_of(power) for power in ("germany", "ussr")}
    slug = a_campaign(book="days_of_decision", by=people["germany"], seats=people).slug
    thread = letters(slug, number=number, read=read, longest=longest)
    reader = open_session("ussr", viewport=PHONE)
    page = reader.open(f"/c/{slug}/press/")
    page.locator(".thread-line.unread").click()
    unread, wrong, shown = number - read, [], []
    count = page.locator("#press-count [data-counts=press]")
    while True:
        expect(page.locator("#unread")).to_be_in_viewport()
        new = page.locator(".message.new")
        expect(new.first).to_be_in_viewport()
        unread -= new.count()
        said = page.locator(".message.new > .words").all_inner_texts()
        shown += [int(one.split(".")[0].split()[1]) for one in said]
        more = page.get_by_role("link", name="more unread message")
        expect(count).to_have_text(str(unread or ""), timeout=LIVE)
        if unread:
            expect(more).to_have_text(f"{unread} more unread message{'s' if unread > 1 else ''}")
        else:
            expect(more).to_have_count(0)
        wrong += too_long_at_any_size(page, f"{unread} of {number} left")
        if not unread:
            break
        more.click()
    assert shown == list(range(read, number))
    # Once all of it is read, the last of it stands there, and what was before it page by page.
    reader.open(f"/c/{slug}/press/{thread}/")
    wrong += too_long_at_any_size(page, f"{number} read")
    while page.locator("a[rel=prev]").count():
        page.locator("a[rel=prev]").click()
        wrong += too_long_at_any_size(page, f"{number} read, {page.url}")
    assert wrong == []
