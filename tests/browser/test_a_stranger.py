"""A stranger's path through the site: they arrive, read a little, play the first hour, sign up, take a seat, seal, and
read the reveal.

The stranger has no rulebook and knows no address. They go on only by a link or a button that the page itself
names, in its content: neither by the menu at its top nor by its foot, but to sign up at once. How to give orders they
read in the form (``newcomer.py``), and in the first hour from its guide (``first_hour.py``).
"""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from campaigns.services.advance import end_phase
from campaigns.services.lifecycle import campaigns
from campaigns.services.seats import invitations
from rules import registry
from tests.browser.first_hour import GAMES, plays
from tests.browser.looks import too_wide
from tests.browser.newcomer import LIVE, Newcomer
from tests.browser.people import PASSWORD
from tests.support.campaigns import a_campaign


class Stranger(Newcomer):
    """Somebody who has never been here."""

    def named(self, name: str | re.Pattern[str], role: str = "link") -> Locator:
        """What the page names as a way on, in its content."""
        content = self.page.get_by_role("main").or_(self.region("Phase"))
        content = content.or_(self.region("First game"))
        return content.get_by_role(role, name=name)

    def goes_on(self, name: str | re.Pattern[str], role: str = "link") -> Page:
        """By what is named so; it is there, it can be seen, and no page is wider than the screen."""
        step = self.named(name, role).first
        expect(step, f"Where is “{name}”? {self.page.url}").to_be_visible()
        assert too_wide(self.page) == [], self.page.url
        step.click()
        return self.page

    def signs_up(self) -> None:
        """By the form of the page."""
        self.page.get_by_label("Username").fill("newcomer")
        self.page.get_by_label("Password", exact=True).fill(PASSWORD)
        again = self.page.get_by_label(re.compile("Password confirmation|again", re.IGNORECASE))
        again.fill(PASSWORD)
        self.goes_on("Create account", "button")
        expect(self.page.get_by_role("banner")).to_contain_text("newcomer")

    def within(self, title: str) -> Locator:
        """The part of the page under a heading."""
        heading = self.page.get_by_role("heading", name=title, exact=True)
        return self.page.get_by_role("main").locator("section").filter(has=heading).last


def a_table_with_a_free_seat(host: User, book: str, scenario: str, free: str) -> str:
    """One that gathers: autopilots have all seats but one."""
    seats = registry.BOOKS[book].scenarios[scenario].seats
    bots = [power for power in seats if power != free]
    return a_campaign(
        book=book, scenario=scenario, by=host, bots=bots, at_phase=0, title="The Open Door"
    ).slug


@pytest.mark.parametrize(
    ("book", "scenario", "free", "name", "phases"),
    [
        ("days_of_decision", "first-year", "commonwealth", "the Commonwealth", 1),
        # What is placed in the first phase lies face down until countries are named.
        pytest.param("world_at_war", "one-year", "germany", "Germany", 2, marks=pytest.mark.long),
        pytest.param("war_game_1939", "phony-war", "italy", "Italy", 1, marks=pytest.mark.long),
    ],
)
def test_a_stranger_goes_from_the_lobby_to_a_seat_and_the_reveal(
    live_site, new_browser, book: str, scenario: str, free: str, name: str, phases: int
) -> None:
    host = User.objects.create_user(username="host")
    slug = a_table_with_a_free_seat(host, book, scenario, free)
    stranger = Stranger(live_site.url, new_browser())
    page = stranger.open("/")
    page.get_by_role("banner").get_by_role("link", name="Sign up").click()
    stranger.signs_up()
    # They take the seat that is free, and are told what they wait for.
    stranger.within("Open seats").get_by_role("link", name=name.removeprefix("the ")).first.click()
    stranger.goes_on(f"Take {name}", "button")
    expect(stranger.region("Phase")).to_contain_text("The moderator starts the game.")
    expect(stranger.region("Your orders")).to_contain_text(
        re.compile(rf"You play\s+{name}\.\s+Once the campaign starts")
    )
    # It begins; the page goes on by itself, and asks. They choose, seal, and read what came of it.
    campaigns.start(slug, by=host)
    expect(stranger.region("Phase")).to_contain_text("Asked of", timeout=LIVE)
    for _ in range(phases):
        asked = stranger.reads_the_strip()
        stranger.gives_orders()
        stranger.waits_until_it_is_over(asked.phase)
    # Cards or dice are turned above; until they go on, one line leads to the last phase.
    expect(stranger.region("Log").get_by_role("link", name="in the log")).to_be_visible(
        timeout=LIVE
    )
    assert stranger.reads_what_happened()
    stranger.follows_the_headline()


def an_open_table(host: User) -> str:
    """One that has a past, and a player who takes their time."""
    table = a_campaign(
        book="days_of_decision",
        scenario="1936",
        by=host,
        seats=["france"],
        at_phase=2,
        title="The Long Table",
    )
    invitations.open_table(table.slug, by=host)
    return table.slug


def test_a_stranger_reads_plays_the_first_hour_signs_up_and_takes_the_seat_of_an_autopilot(
    live_site, new_browser
) -> None:
    host = User.objects.create_user(username="host")
    slug = an_open_table(host)
    stranger = Stranger(live_site.url, new_browser())
    page = stranger.open("/")
    # They read a little of what is told there, and go back.
    told = stranger.within("Worth reading").get_by_role("heading", level=3).first
    headline = told.inner_text()
    stranger.goes_on(headline)
    expect(page.get_by_role("heading", level=1)).to_have_text(headline)
    page.go_back()
    # They play the first hour, without an account: it says what it is before they begin.
    game = GAMES["commerce"]
    first = stranger.within("Play a first hour alone")
    expect(first).to_contain_text("you need no account")
    expect(first).to_contain_text(f"about {game.minutes} minutes")
    stranger.goes_on(f"Begin: {game.title}", "button")
    expect(stranger.region("First game")).to_be_visible()
    assert plays(page, "commerce")
    # At its end it asks them to sign up, and names the way to the others.
    stranger.goes_on("Sign up and keep it")
    stranger.signs_up()
    expect(stranger.region("First game")).to_be_visible()
    stranger.goes_on("Campaigns that look for players")
    # One click, and they sit. They choose and seal, the phase ends, and they read what came of it.
    stranger.goes_on("Take the Commonwealth in The Long Table", "button")
    expect(page.locator("html[data-live=on]")).to_be_attached(timeout=LIVE)
    asked = stranger.reads_the_strip()
    assert asked.power == "the Commonwealth"
    stranger.gives_orders()
    # Where they are then, far below the strip, they are told how long it takes and what comes.
    sealed = page.get_by_role("group", name="What you have sealed")
    expect(sealed).to_contain_text(
        re.compile(r"You can change it, or take it back, until .+ UTC\.")
    )
    expect(sealed).to_contain_text(re.compile(r"Then: \w.+\."))
    end_phase.force(slug, by=host, phase=2, reason="France is late", silent="autopilot")
    stranger.waits_until_it_is_over(asked.phase)
    assert stranger.reads_what_happened()
    stranger.follows_the_headline()
