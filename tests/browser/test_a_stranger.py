"""A stranger's path through the site: from the lobby over a chronicle and the first game to a seat, a seal and the
reveal.

The stranger has no rulebook and knows no address. They go on only by a link or a button that the page itself
names, in its content: neither by the menu at its top nor by its foot, but to sign up. What to do in the first game they read in
the sentence of its guide; how to give orders, in the form (``newcomer.py``).
"""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLong

from accounts.models import User
from campaigns.models import Campaign
from campaigns.services.advance import phase_advance
from campaigns.services.lifecycle import campaigns
from rules import registry
from tests.browser.newcomer import LIVE, Newcomer, plain
from tests.browser.people import PASSWORD
from tests.browser.test_every_page import too_wide
from tests.browser.test_first_game import SOON, looked_at
from tests.started import started

OVER, OPEN = "The Old Table", "The Open Door"
MEAN = re.compile(r"([\d.]+) on average")
"""What a choice brings, as the page says it beside each."""

STEP = """guide => [[...guide.querySelectorAll("p")].at(-1).innerText,
  [...guide.querySelectorAll("a, button")].map(way => way.innerText.trim())]"""
"""Of a step of the guide its sentence and its ways on, at one moment: the page goes on by itself."""


class Stranger(Newcomer):
    """Somebody who has never been here."""

    def named(self, name: str | re.Pattern[str], role: str = "link") -> Locator:
        """What the page names as a way on, in its content."""
        content = self.page.get_by_role("main").or_(self.region("First game"))
        return content.or_(self.region("Phase")).get_by_role(role, name=name)

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

    def reads_a_headline(self) -> str:
        """The one heading of a page that says what it is about."""
        headline = self.page.get_by_role("heading", level=1)
        expect(headline).to_have_count(1)
        return plain(headline.inner_text())

    def plays_by_the_guide(self) -> list[str]:
        """Does what each sentence says, until it is the last: presses Next where there is one, seals where the
        sentence says so, and else makes the choice that it shows. The sentences.
        """
        guide, said = self.region("First game"), list[str]()
        for _ in range(40):
            expect(guide.get_by_role("paragraph").last).to_contain_text(re.compile(r"\w+\."))
            words, ways = guide.evaluate(STEP)
            sentence = plain(words)
            if "Sign up and keep it" in ways:
                return said
            if sentence not in said[-1:]:
                said.append(sentence)
            # The page may go on between the look and the hand, and take away what is pressed: then they
            # read the sentence again, and do it again.
            with suppress(AssertionError, TooLong):
                if "Next" in ways:
                    guide.get_by_role("button", name="Next").click(timeout=SOON)
                elif re.search(r"\bseal\b", sentence, re.IGNORECASE):
                    self.seals()
                elif "Show me" in ways:
                    guide.get_by_role("link", name="Show me").click(timeout=SOON)
                    self.takes_the_best()
                # Else it says what happens by itself now.
                expect(guide.get_by_text(sentence, exact=True)).to_have_count(0, timeout=SOON)
        raise AssertionError(f"The guide comes to no end: {said}")

    def seals(self) -> None:
        self.region("Your orders").get_by_role("button", name="Seal these orders").click(
            timeout=SOON
        )

    def takes_the_best(self) -> None:
        """The choice beside which most is promised."""
        offered = self.form().get_by_role("radio")
        expect(offered.first, "The guide speaks of a choice.").to_be_attached()
        labels = offered.locator("xpath=ancestor::label[1]").all()
        promised = {plain(one.inner_text()): one for one in labels}
        brings = {text: float(found[1]) for text in promised if (found := MEAN.search(text))}
        most = max(brings, key=brings.__getitem__) if brings else next(iter(promised))
        promised[most].click(timeout=SOON)


def a_table_that_is_over(host: User) -> None:
    """A political year that autopilots have played to its end."""
    seats = registry.BOOKS["days_of_decision"].scenarios["first-year"].seats
    campaign = started(
        by=host, rulebook="days_of_decision", scenario="first-year", title=OVER, bots=seats
    )
    while campaign.status != "finished":
        phase_advance.advance(campaign.pk, phase_id=campaign.phase_id)
        campaign.refresh_from_db()


def a_table_with_a_free_seat(host: User) -> str:
    """One that gathers: autopilots have all seats but that of the Commonwealth."""
    seats = registry.BOOKS["days_of_decision"].scenarios["first-year"].seats
    return campaigns.create_campaign(
        by=host,
        rulebook="days_of_decision",
        scenario="first-year",
        title=OPEN,
        bots=[power for power in seats if power != "commonwealth"],
    )


@pytest.mark.long
def test_a_stranger_reads_how_a_game_ended_and_plays_the_first_one_to_its_end(
    live_site, new_browser
) -> None:
    a_table_that_is_over(User.objects.create_user(username="host"))
    stranger = Stranger(live_site.url, new_browser())
    page = stranger.open("/")
    assert stranger.reads_a_headline()
    stranger.within("Finished").get_by_role("link", name=OVER).click()
    assert stranger.reads_a_headline() != OVER, "a chronicle says how it ended"
    expect(page.get_by_role("heading", name=re.compile("turning points?"))).to_be_visible()
    # They begin the first game, and go on with it in another browser, by the link that the page gives.
    stranger.goes_on("Play a first game")
    stranger.goes_on("Begin: Commerce dice, as Germany", "button")
    expect(stranger.region("First game")).to_contain_text("You are Germany in July 1939")
    stranger.goes_on("Come back later")
    link = page.get_by_label("Your link").input_value()
    before, stranger = stranger, Stranger(live_site.url, new_browser())
    page = stranger.open(f"/{link.split('/', 3)[3]}")
    looked_at(page, "first-game-back")
    stranger.goes_on("Go on playing", "button")
    # They play it to its end.
    said = stranger.plays_by_the_guide()
    assert len(said) >= 5, said
    stranger.goes_on("Sign up and keep it")
    stranger.signs_up()
    person = User.objects.get(username="newcomer")
    assert Campaign.objects.get(seats__person=person).first_game == "commerce"
    before.page.reload()
    expect(before.page.get_by_role("banner")).to_contain_text("Sign in")


def test_a_stranger_goes_from_the_lobby_to_a_seat_and_the_reveal(live_site, new_browser) -> None:
    host = User.objects.create_user(username="host")
    slug = a_table_with_a_free_seat(host)
    stranger = Stranger(live_site.url, new_browser())
    page = stranger.open("/")
    page.get_by_role("banner").get_by_role("link", name="Sign up").click()
    stranger.signs_up()
    # They take the seat that is free, and are told what they wait for.
    stranger.within("Open seats").get_by_role("link", name="Commonwealth").first.click()
    stranger.named(re.compile("Commonwealth"), "checkbox").check()
    stranger.goes_on("Take the chosen seats", "button")
    expect(stranger.region("Phase")).to_contain_text("The moderator starts the game.")
    expect(stranger.region("Your orders")).to_contain_text(
        re.compile(r"You play\s+Commonwealth\.\s+Once the campaign starts")
    )
    # It begins; the page goes on by itself, and asks. They choose, seal, and read what came of it.
    campaigns.start(slug, by=host)
    expect(stranger.region("Phase")).to_contain_text("Asked of", timeout=LIVE)
    asked = stranger.reads_the_strip()
    stranger.gives_orders()
    stranger.waits_until_it_is_over(asked.phase)
    assert stranger.reads_what_happened()
    stranger.follows_the_headline()
