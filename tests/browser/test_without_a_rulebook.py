"""Two people with no rulebook at hand play by the pages alone: a turn of Days of Decision, and a year of A
World at War with its facts and obligations.

What they do they read from the page (``newcomer.py``); autopilots play the other powers. Founding the table is
the only thing done for them.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import User
from tests.browser.newcomer import Newcomer
from tests.support.campaigns import a_campaign

pytestmark = pytest.mark.long

TITLE = "The Open Door"

STRIP = """<section aria-label="Phase"><h1>Placing</h1>
<p>Asked of Northland: Place your points. <a href="#orders">Your orders</a></p>
<p>Due Monday 1 June 2026, 20:00 UTC. If you send nothing, the autopilot plays for Northland.
Then: A die is rolled for each of you.</p></section>"""
FORM = """<section aria-label="Your orders"><form><fieldset><legend>Bid</legend>
<label for="points">Points</label> <input id="points" type="number"> <p>%s</p></fieldset>
<button>Seal these orders</button></form></section>"""
CHOICE = """<section aria-label="Your orders"><form><fieldset><legend>Approach %s</legend>
<label><input type="radio" name="to" value="f">France <span>%s</span></label>
<label><input type="radio" name="to" value="c">China <span>%s</span></label></fieldset>
<button>Seal these orders</button></form></section>"""
HELP = "If you come before it, you change places."
Two = tuple[Newcomer, Newcomer]


@pytest.fixture
def sit_down(live_site: Any, new_browser: Any) -> Callable[..., Two]:
    """Two people at a table of autopilots; they come in by the front door and open their campaign."""

    def come(rulebook: str, scenario: str, first: str, second: str) -> Two:
        anna, ben = (Newcomer(live_site.url, new_browser(), name) for name in ("anna", "ben"))
        people = {name: User.objects.get(username=name) for name in ("anna", "ben")}
        seats = {first: people["anna"], second: people["ben"]}
        a_campaign(book=rulebook, scenario=scenario, by=people["anna"], seats=seats, title=TITLE)
        for person in (anna, ben):
            person.page.goto(live_site.url)
            person.page.get_by_role("link", name=TITLE).first.click()
            expect(person.region("Phase")).to_be_visible()
        return anna, ben

    return come


def play_a_phase(two: Two) -> tuple[str, list[str], int]:
    """Each reads what is asked, does it, and reads what came of it: the phase, the lines, the obligations met."""
    phase, met = two[0].phase, 0
    for person in two:
        strip = person.reads_the_strip()
        if strip.phase == phase and strip.asked:
            met += person.meets_obligations() if strip.owes else 0
            person.gives_orders()
    for person in two:
        person.waits_until_it_is_over(phase)
    return phase, two[0].reads_what_happened(), met


def tell_the_map(two: Two) -> None:
    """Who is asked to declare what the map says does so; the other one is told of it, and confirms."""
    speaks, other = two
    what = speaks.declares_something()
    assert what
    other.confirms_what_waits()


def asked_for_the_map(person: Newcomer) -> bool:
    return "declare" in person.reads_the_strip().asked.lower()


def test_a_turn_of_days_of_decision_is_played_by_the_pages_alone(sit_down) -> None:
    two = sit_down("days_of_decision", "first-year", "germany", "commonwealth")
    told: list[str] = []
    phases: list[str] = []
    while "3rd turn" not in two[0].region("Phase").inner_text():
        if asked_for_the_map(two[0]) and len(phases) < 2:
            tell_the_map(two)
        phase, lines, _ = play_a_phase(two)
        reader = two[len(phases) % 2]
        reader.follows_the_headline()
        reader.has_seen_the_news()
        phases.append(phase)
        told += lines
        assert len(phases) < 12, phases
    assert len(set(phases)) == len(phases) >= 5
    assert any("scores" in line for line in told)
    assert any("moves" in line for line in told)


def test_a_year_of_a_world_at_war_is_played_by_the_pages_alone(sit_down) -> None:
    two = sit_down("world_at_war", "one-year", "germany", "united_states")
    told: list[str] = []
    phases: list[str] = []
    met, said = 0, False
    while not (end := two[1].reads_the_strip()).over:
        if not said and asked_for_the_map(two[0]):
            tell_the_map(two)
            said = True
        phase, lines, obligations = play_a_phase(two)
        if len(phases) < 4:
            reader = two[len(phases) % 2]
            reader.follows_the_headline()
            reader.has_seen_the_news()
        phases.append(phase)
        told += lines
        met += obligations
        assert len(phases) < 30, phases
    assert end.phase
    assert said
    assert len(set(phases)) == len(phases) >= 17
    assert any("rolled" in line for line in told)
    assert met, "The United States mobilize within the year, and the page says how."
    # Whoever was at the log meanwhile comes back to the chronicle, which takes the place of the board.
    two[0].goes_back_to_the_campaign()
    chronicle = two[0].page.get_by_role("main")
    expect(chronicle).to_contain_text(re.compile("The last turn, .+, is over"))


@pytest.mark.parametrize(
    ("left_out", "question"),
    [
        ("Asked of Northland: Place your points.", "What is asked?"),
        ("Due Monday 1 June 2026, 20:00 UTC.", "By when?"),
        ("If you send nothing, the autopilot plays for Northland.", "What does silence do?"),
        ("Then: A die is rolled for each of you.", "What happens then?"),
    ],
)
def test_a_newcomer_complains_of_what_the_strip_leaves_out(new_browser, left_out, question) -> None:
    reader = Newcomer("", new_browser())
    reader.page.set_content(STRIP)
    assert reader.reads_the_strip().asked == "Place your points."
    reader.page.set_content(STRIP.replace(left_out, ""))
    with pytest.raises(AssertionError, match=re.escape(question)):
        reader.reads_the_strip()


def test_a_newcomer_complains_of_a_choice_without_an_effect(new_browser) -> None:
    reader = Newcomer("", new_browser())
    reader.page.set_content(FORM % "Each adds one to your score.")
    reader.is_told_what_everything_does(reader.form())
    reader.page.set_content(FORM % "")
    with pytest.raises(AssertionError, match="What does “Points” do"):
        reader.is_told_what_everything_does(reader.form())


@pytest.mark.parametrize(
    ("helped", "china"), [("", "succeeds 2 in 6"), (HELP, "succeeds 2 in 6"), (HELP, "")]
)
def test_a_newcomer_complains_of_a_target_without_odds(new_browser, helped, china) -> None:
    reader = Newcomer("", new_browser())
    for said in ("succeeds 1 in 6", "gain for certain", "Nothing"):
        reader.page.set_content(CHOICE % (helped, said, china))
        reader.names_a_target(reader.form())
    reader.page.set_content(CHOICE % (helped, "", china))
    with pytest.raises(AssertionError, match="No odds are stated for France"):
        reader.names_a_target(reader.form())
