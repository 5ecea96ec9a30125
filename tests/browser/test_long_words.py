"""What people write widens no page of a narrow phone, and no field there makes it jump."""

import pytest
from playwright.sync_api import Page

from accounts.models import User
from campaigns.selectors.campaign.campaign_page import campaign_page
from campaigns.services.deadlines import moderation
from campaigns.services.orders import plans
from campaigns.services.press import notes, press_messages
from campaigns.services.repair import rulings
from campaigns.services.seats import hand_over
from campaigns.services.site import announcements
from tests.browser.looks import open_everything, too_wide
from tests.browser.people import Somebody
from tests.support.addresses import page_kinds
from tests.support.campaigns import a_campaign

pytestmark = pytest.mark.long

NARROW = {"width": 320, "height": 700}
WORD = "Donaudampfschifffahrt" * 14

#: Pages that hold most kinds of what people write; all others are looked at in their own time.
MOST = (
    *("/", "/c/{war}/", "/c/{war}/rulings/", "/c/{war}/press/public/", "/c/{war}/seats/"),
    *("/c/{war}/desk/", "/c/{war}/log/", "/players/{person}/"),
)


def written_by(somebody: Somebody) -> dict[str, str]:
    """A campaign in which everything that people write is one long word."""
    person = User.objects.get(username=somebody.name)
    User.objects.filter(pk=person.pk).update(display_name=WORD[:60], is_staff=True)
    person.refresh_from_db()
    campaign = a_campaign(
        book="world_at_war", by=person, seats={"britain": person}, title=WORD[:120]
    ).campaign
    here = campaign.slug
    announcements.announce(by=person, key="down", text=WORD)
    rulings.make(here, by=person, text=WORD, rule="49.3")
    rulings.make(here, by=person, text=f"Withdrawn. {WORD}", rule="49.3")
    rulings.withdraw(here, by=person, number=2, reason=WORD)
    press_messages.write(
        here, by=person, power="britain", thread="public", text=f"{WORD}\n\n> {WORD}\n\n- {WORD}"
    )
    notes.keep(here, by=person, subject="phase/1", text=WORD)
    hand_over.advise(here, by=person, power="britain", text=WORD)
    shown = campaign_page(here, person)
    order = shown.acting.menu.blank()
    plans.keep(here, by=person, power="britain", phase=1, order=order, name=WORD[:60])
    moderation.pause(here, by=person, reason=WORD)
    return {"war": here, "person": str(person.pk)}


def paths(filled: dict[str, str]) -> list[str]:
    """The pages that can be asked for with this much."""
    found = []
    for kind in page_kinds():
        try:
            found.append(kind.path.format(**filled))
        except KeyError:
            continue
    return list(dict.fromkeys(found))


def wrong_at(page: Page, address: str) -> list[str]:
    """What is too wide there, which fields have letters that a phone enlarges, whether a name breaks the head."""
    page.goto(address)
    open_everything(page)
    small = page.evaluate(
        """() => [...document.querySelectorAll(
             "input:not([type=hidden], [type=checkbox], [type=radio], [type=range], [type=file]), select, textarea")]
           .filter(one => parseFloat(getComputedStyle(one).fontSize) < 16)
           .map(one => `small letters: ${one.cloneNode(false).outerHTML.slice(0, 120)}`).slice(0, 5)"""
    )
    lines = page.evaluate(
        """() => new Set([".house", ".who"].map(part =>
             document.querySelector(`.masthead ${part}`)?.getBoundingClientRect().bottom > 60)).size"""
    )
    broken = ["the head has two lines"] if lines > 1 else []
    return [f"{address}: {line}" for line in (*too_wide(page), *small, *broken)]


def test_a_long_word_breaks_on_the_pages_that_hold_most(somebody: Somebody) -> None:
    filled = written_by(somebody)
    somebody.page.set_viewport_size(NARROW)
    wrong = [
        line
        for path in MOST
        for line in wrong_at(somebody.page, somebody.site + path.format(**filled))
    ]
    assert wrong == [], "\n".join(wrong)


def test_a_long_word_breaks_on_every_page(somebody: Somebody) -> None:
    filled = written_by(somebody)
    somebody.page.set_viewport_size(NARROW)
    wrong = [
        line for path in paths(filled) for line in wrong_at(somebody.page, somebody.site + path)
    ]
    assert wrong == [], "\n".join(wrong)
