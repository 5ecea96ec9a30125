"""No page is longer than four of its screens, in the fullest states that campaigns come to.

``test_every_page.py`` measures each page once; here stand those that grow with what is done in a campaign.
"""

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from campaigns.services.facts import perform_act
from campaigns.services.press import press_messages, press_settings
from tests.browser import first_hour
from tests.browser.people import LIVE, Somebody, person_of
from tests.browser.pictures import MOST_SCREENS, PHONE, sheets, too_long
from tests.support.campaigns import a_campaign

pytestmark = pytest.mark.long

SETTLED = "() => !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')"
OPENED = """async () => {
  const [found, said] = [[], (summary) => summary.innerText.trim().slice(0, 40)];
  const folds = (box) => [...box.querySelectorAll("summary")].filter((one) => one.checkVisibility() && !one.closest(".card-option"));
  const opened = async (summary, name) => {
    if (summary.parentElement.open) return;
    const toggled = new Promise((done) => summary.parentElement.addEventListener("toggle", done, { once: true }));
    summary.click();
    if (summary.parentElement.open) await toggled;
    while (document.querySelector(".htmx-request, .htmx-swapping, .htmx-settling")) await new Promise(requestAnimationFrame);
    found.push([document.documentElement.scrollHeight / innerHeight, name]);
  };
  const before = [...document.querySelectorAll("details")].map((one) => [one, one.open]);
  for (const summary of [...folds(document.querySelector("main")), ...folds(document.getElementById("strip"))]) {
    if (!summary.isConnected || !summary.checkVisibility()) continue;
    await opened(summary, said(summary));
    for (const inner of folds(summary.parentElement)) await opened(inner, `${said(summary)} > ${said(inner)}`);
  }
  before.forEach(([one, open]) => { one.open = open; });
  return found;
}"""
"""Opens what can be opened of the page of a campaign, one after the other, and what can be opened in it: how many screens
it is long each time. The cards of a hand are left as they are.
"""
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


def with_everything_opened(page: Page, wrong: list[str], is_a_bar: Callable[[Page], None]) -> None:
    """Whatever is opened of the page of a first game, asked or board, it stays within its screens: what does not is told
    in ``wrong``. Afterwards it is as it was, and the guide still a bar.
    """
    phase = page.locator("#strip h1").inner_text()
    page.wait_for_function(SETTLED)
    for sheet in sheets(page):
        wrong += too_long(page, f"{phase}{sheet}")
        opened = page.evaluate(OPENED)
        wrong += [f"{phase}{sheet}, {it}: {long:.2f}" for long, it in opened if long > MOST_SCREENS]
    page.evaluate("location.hash = 'asked'")
    is_a_bar(page)


@pytest.mark.parametrize("key", sorted(first_hour.GAMES))
def test_whatever_is_opened_of_a_first_game_fits_a_phone(
    live_site, new_browser, monkeypatch, key
) -> None:
    wrong: list[str] = []
    browser = new_browser(viewport=PHONE, reduced_motion="reduce")
    page = Somebody(live_site.url, browser).open("/first-game/")
    page.get_by_role("button", name=f"Begin: {first_hour.GAMES[key].title}").click()
    measured = partial(with_everything_opened, wrong=wrong, is_a_bar=first_hour.is_a_bar)
    monkeypatch.setattr(first_hour, "is_a_bar", measured)
    first_hour.plays(page, key)
    assert wrong == []


def test_a_lobby_of_ten_tables_fits_a_phone(open_session) -> None:
    player, other = person_of("player"), person_of("other")
    for number in range(10):
        who = player if number < 3 else other
        seats = {"germany": who}
        table = a_campaign(
            book="days_of_decision", by=other, seats=seats, title=f"Table {number}"
        ).campaign
        if who is other:
            table.moderators.add(player)
    page = open_session("player", viewport=PHONE).open("/")
    expect(page.locator("#asked > ul .asked-row")).to_have_count(3 + 3)
    assert [*too_long_at_any_size(page, "The lobby")] == []
