"""The first hour at a browser: what the guide says is done, step by step, until it has no more to say."""

import re
from collections.abc import Callable
from contextlib import nullcontext, suppress

from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as TooLong

from campaigns import first_games
from tests.browser.looks import SOON
from tests.browser.people import LIVE

GAMES = {one.key: one for one in first_games.every()}


def place_points(page: Page) -> None:
    for country, points in (("belux", 3), ("greece", 1)):
        for _ in range(points):
            page.locator(f"li:has([name='points.{country}']) button[data-step='1']").click()


def name_a_country(page: Page) -> None:
    page.locator("#orders").get_by_role("radio", name="Belgium and Luxembourg").check(force=True)


def choose_an_option(page: Page) -> None:
    bonus = page.locator("#orders .card-option").filter(has_text="Bonus")
    bonus.locator(".choose input").check(force=True)


def choose_what_to_keep(page: Page) -> None:
    page.locator("#orders form[data-orders] [name=policy][value=safe]").check(force=True)


DRAFTS: dict[str, Callable[[Page], None]] = {
    "points": place_points,
    "odds": name_a_country,
    "choose": choose_an_option,
    "compare": choose_what_to_keep,
}
"""What the stranger does where a step asks for a draft, by its key."""


WHERE = """[document.querySelector(".guide .say")?.textContent, document.querySelector(".guide")?.className,
  document.querySelector("#orders [name=phase]")?.value].join()"""
"""What the guide says, and of which phase: two phases in a row may be free, and so say the same."""


ONE_PHASE = """() => {
  if (document.querySelector(".htmx-request, .htmx-swapping, .htmx-settling")) return false;
  const guide = document.querySelector(".guide");
  return guide?.matches(".over") || guide?.dataset.phase === document.querySelector("#orders [name=phase]")?.value;
}"""
"""Whether the guide and the orders, which are renewed one after the other, are of one phase, and nothing is on its way:
what was pressed is answered with a look at the orders.
"""


def is_shown(page: Page, step: first_games.Step) -> None:
    """What a step speaks of comes into view by its own link, and what it says stays in sight above it."""
    for last in (False, False, True):
        page.locator(".guide").get_by_role("link", name="Show me").click(timeout=SOON)
        # News that come at that moment may move it away again: then one presses once more.
        with nullcontext() if last else suppress(AssertionError):
            lies_in_view(page, step)
            return


def lies_in_view(page: Page, step: first_games.Step) -> None:
    """What a step speaks of is in view, and not behind what it says."""
    place = page.locator(f"#{step.show}")
    expect(place, f"Where does “{step.say}” lead?").to_be_in_viewport(timeout=SOON // 2)
    expect(page.locator(".guide .say")).to_be_in_viewport(ratio=1)
    covered = place.evaluate(
        """place => document.querySelector(".guide").getBoundingClientRect().bottom
          - place.getBoundingClientRect().top"""
    )
    assert covered < 1, f"“{step.say}” lies {covered} px over #{step.show}."


def is_a_bar(page: Page) -> None:
    """What the guide says takes at most a third of the screen, however narrow that is."""
    of_screen = page.locator(".guide").bounding_box()["height"] / page.viewport_size["height"]
    assert of_screen < 1 / 3, f"The guide takes {of_screen:.0%} of the screen."


def plays(page: Page, key: str) -> list[str]:
    """Does what the guide says until it has no more to say; the steps that were shown, in their order."""
    game, shown = GAMES[key], []
    by_words = {step.say: step for step in game.steps}
    guide = page.locator(".guide")
    for _ in range(60):
        expect(guide).to_have_class(re.compile(r"step|free|over"), timeout=LIVE)
        if "over" in (guide.get_attribute("class") or ""):
            # That it is over, and where to go on, is seen wherever one has sealed last.
            expect(page.locator(".guide .say")).to_be_in_viewport(ratio=1)
            return shown
        page.wait_for_function(ONE_PHASE, timeout=LIVE)
        now = page.evaluate(WHERE)
        if "over" in (guide.get_attribute("class") or ""):
            continue
        step = by_words.get(page.locator(".guide .say").inner_text())
        is_a_bar(page)
        # What was sealed before may have come to its end meanwhile.
        if page.evaluate(WHERE) != now:
            continue
        if step is not None:
            shown.append(step.key)
            if step.show:
                is_shown(page, step)
        # The page may move on between the look and the hand, and take the button with it: then one looks again.
        with suppress(TooLong):
            if step is not None and step.until == "read":
                guide.get_by_role("button", name="Next").click(timeout=SOON)
            elif step is not None and step.until == "drafted":
                DRAFTS[step.key](page)
            else:
                page.locator("#orders button[value=seal]").click(timeout=SOON)
            page.wait_for_function(f"was => {WHERE} !== was", arg=now, timeout=SOON)
    raise AssertionError(f"The guide of {key} comes to no end: {shown}")
