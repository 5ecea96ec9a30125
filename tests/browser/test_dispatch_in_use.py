"""The bench of use: what a turn's facts cost to declare and to confirm, in actions and page height.

An action is a click, a line that is typed or pasted, or a key that is pressed. The lines are those of
`tests/dispatches/`.
"""

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import Page, expect

from campaigns.domain.clock_policy import ClockPolicy
from campaigns.selectors.reader.access import reading
from campaigns.services.lifecycle import campaigns
from campaigns.services.seats import seats
from tests.browser.people import Somebody
from tests.browser.test_press import looked_at

pytestmark = pytest.mark.long

TEXTS = Path(__file__).parent.parent / "dispatches"
PICTURES = os.environ.get("PICTURES", "")

BENCH = {
    "world_at_war": ("one-year", "germany", "britain", "summer_1940", 15, "both"),
    "days_of_decision": ("1936", "germany", "ussr", "barbarossa", 12, "at_once"),
}
"""Scenario, who declares, who confirms, the text, how many of its facts are changes at least (some are so already), and when
what is declared counts."""

MOST_ACTIONS = 25
MOST_CLICKS_TO_CONFIRM = 2


class Hands:
    """Somebody's hands at a page: every action is counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.actions = page, 0

    def click(self, name: str) -> None:
        self.page.get_by_role("button", name=name).first.click()
        self.actions += 1

    def type(self, where: str, text: str) -> None:
        self.page.locator(where).fill(text)
        self.actions += 1

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.actions += 1


def picture(page: Page, name: str) -> None:
    """Pictures to look at, where somebody asks for them."""
    if PICTURES:
        for width in (1400, 360):
            page.set_viewport_size({"width": width, "height": 900})
            page.screenshot(path=f"{PICTURES}/{name}-{width}.png", full_page=True)
        page.set_viewport_size({"width": 1400, "height": 900})


def height(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollHeight"))


@pytest.mark.parametrize("book", BENCH)
def test_a_turns_facts_are_declared_and_confirmed_in_few_actions(
    live_site: Any, new_browser: Any, book: str, capsys: pytest.CaptureFixture[str]
) -> None:
    scenario, declarer, other, name, least, look = BENCH[book]
    writes, confirms = (
        Somebody(live_site.url, new_browser(), each) for each in ("writes", "confirms")
    )
    people = {each: get_user_model().objects.get(username=each) for each in ("writes", "confirms")}
    slug = campaigns.create_campaign(
        by=people["writes"],
        rulebook=book,
        scenario=scenario,
        title="In use",
        policy=ClockPolicy(map_look=look),
    )
    seats.join(slug, by=people["writes"], powers=[declarer])
    seats.join(slug, by=people["confirms"], powers=[other])
    campaigns.start(slug, by=people["writes"])
    lines = [
        line
        for line in (TEXTS / f"{name}.txt").read_text().splitlines()
        if line and not line.startswith("#")
    ]

    page = writes.open(f"/c/{slug}/facts/?power={declarer}")
    hands = Hands(page)
    hands.press("/")
    for line in lines:
        hands.type("#say", line)
        hands.press("Enter")
        expect(page.locator("#say")).to_have_value("")
    expect(page.locator("#said li")).to_have_count(0)
    facts = page.locator(".tray tbody tr").count()
    assert facts >= least
    by_line = hands.actions + 1
    picture(page, f"{book}-written")
    tall = height(page)
    page.get_by_role("button", name="Clear").click()
    expect(page.locator("#desk")).to_contain_text("Nothing written")

    hands = Hands(page)
    page.get_by_text("Or paste your notes").click()
    hands.actions += 1
    hands.type("#paste", "\n".join(lines))
    hands.click("Read them")
    hands.click("Take these over")
    expect(page.locator(".tray tbody tr")).to_have_count(facts)
    hands.click(f"Declare these {facts}")
    expect(page.locator("#desk")).to_contain_text("Nothing written")
    by_paste = hands.actions

    page = confirms.open(f"/c/{slug}/facts/?power={other}")
    picture(page, f"{book}-waiting")
    if PICTURES and look == "both":
        picture(writes.open(f"/c/{slug}/facts/?power={declarer}"), f"{book}-mine")
    hands = Hands(page)
    while page.locator("#waiting .primary").count():
        hands.click("Confirm all")
        expect(page.locator("#waiting")).not_to_contain_text("Confirm all")
    assert hands.actions <= MOST_CLICKS_TO_CONFIRM
    confirmed = [
        key
        for key, claim in reading(slug).view.claims.items()
        if claim.by == declarer and claim.confirmed_by == other
    ]
    with capsys.disabled():
        sys.stdout.write(
            f"\n{book}: {facts} facts in {by_line} actions line by line, {by_paste} pasted, "
            f"on {tall} px; "
            f"{len(confirmed)} confirmed with {hands.actions} click(s)\n"
        )
    # "/", a line and Enter for each, and one click to declare it.
    assert by_line == 2 * len(lines) + 2
    assert by_line <= MOST_ACTIONS
    assert by_paste <= MOST_ACTIONS
    assert len(confirmed) >= least
    if look == "at_once":
        one_is_disputed_and_corrected(writes, confirms, f"/c/{slug}/facts/", (declarer, other))


def one_is_disputed_and_corrected(
    writes: Somebody, confirms: Somebody, here: str, powers: tuple[str, str]
) -> None:
    """Who declares says Kiev is theirs no more, the other side disputes it; the moderator, who plays, corrects
    it with a reason, and the page lists what hung on what it said before.
    """
    page = writes.open(f"{here}?power={powers[0]}")
    page.locator("#say").fill(f"kiev: {powers[1]}")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Declare this line").click()
    expect(page.locator("#desk")).to_contain_text("Nothing written")
    disputing = confirms.open(f"{here}?power={powers[1]}")
    disputing.locator("#waiting details.dispute > summary").first.click()
    disputing.locator("#waiting").get_by_label("because").first.fill("We burnt the bridges")
    disputing.get_by_role("button", name="Dispute it: ").first.click()
    expect(disputing.locator(".disputed").first).to_contain_text("We burnt the bridges")

    page = writes.open(f"{here}?power={powers[0]}&find=kiev")
    expect(page.locator("#sheet .disputed")).to_contain_text("We burnt the bridges")
    page.locator("#sheet select[name^='fact.']").first.select_option(powers[0])
    page.locator("#reason").fill("The bridges stand")
    looked_at(page, "facts-to-correct")
    page.get_by_role("button", name="Correct what I changed").click()
    expect(page.locator(".messages")).to_contain_text("1 corrected.")
    corrected = confirms.open(here).locator("#corrections")
    expect(corrected).to_contain_text("The bridges stand")
    corrected.get_by_role("link", name="what hung on it").first.click()
    hung = confirms.page.locator("#hung")
    expect(hung).to_contain_text("What hung on")
    expect(hung).to_contain_text("Looked through")
    looked_at(confirms.page, "facts-corrected")
