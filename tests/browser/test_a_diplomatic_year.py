"""Six players, a moderator and a spectator play a year of diplomacy, each at a browser of his own.

The pages renew themselves: nobody reloads. At every step the test looks at what each of them is
shown, and at what must not be shown to him.
"""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from campaigns.models import Campaign, Phase
from rules.kernel.setup import named_within
from tests.browser.people import LIVE, Somebody
from tests.browser.tables import PLACEMENTS
from tests.support.programs.runner import wait_for

pytestmark = pytest.mark.long

SEATS = ("germany", "italy", "britain", "france", "united_states", "russia")
POWERS = {power: power.replace("_", " ").title() for power in SEATS}
"""Each seat's name as pages write it."""


def test_a_year_of_diplomacy_in_eight_browsers(live_site, open_session) -> None:
    moderator = open_session("moderator")
    players = {power: open_session(f"player-{power}") for power in POWERS}
    spectator = open_session("")
    everybody = [moderator, spectator, *players.values()]

    campaign = found(moderator)
    invitation = moderator.invitation()
    for power, player in players.items():
        sit_down(player, invitation, POWERS[power])
    moderator.page.get_by_role("button", name="Start the campaign").click()
    for somebody in everybody:
        somebody.open(f"/c/{campaign.slug}/")
        expect(somebody.heading).to_contain_text("Placement of points, 1940")

    # Placement: five seal, Russia stays silent past the deadline.
    for power, points in PLACEMENTS.items():
        players[power].place(**points)
        players[power].seal()
        expect(players[power].orders.locator(".stamp.sealed").first).to_be_visible()
        for observer in everybody:
            expect(observer.readiness(POWERS[power])).to_contain_text("sealed", timeout=LIVE)
    for power in PLACEMENTS:
        nobody_else_sees_the_points_of(power, players, everybody)
    expect(spectator.readiness("Russia")).to_contain_text("waiting")
    deadline_passes(campaign)
    for somebody in everybody:
        expect(somebody.heading).to_contain_text("Axis diplomatic phase, Spring 1940", timeout=LIVE)

    # The points stay secret after the phase, but allies know of one another.
    expect(players["britain"].page.locator("#country-turkey")).to_contain_text("2 of yours")
    expect(players["france"].page.locator("#country-turkey")).to_contain_text("BR 2")
    for outsider in (players["germany"], players["russia"], moderator, spectator):
        expect(outsider.page.locator("#country-turkey")).not_to_contain_text("BR")

    # Germany names Turkey; nobody knows before Italy has sealed as well.
    players["germany"].orders.get_by_role("radio", name="Turkey").check(force=True)
    players["germany"].seal()
    for observer in (players["britain"], players["italy"], moderator, spectator):
        expect(observer.readiness("Germany")).to_contain_text("sealed", timeout=LIVE)
        expect(observer.page.locator("#country-turkey.named")).to_have_count(0)
    players["italy"].seal()
    for somebody in everybody:
        expect(somebody.heading).to_contain_text("facts, Spring 1940", timeout=LIVE)
        # While the reveal stands over a page, it tells what the log tells otherwise.
        told = somebody.page.locator("#log .entry, #live-reveal").filter(visible=True)
        expect(told.filter(has_text="Turkey").first).to_be_visible(timeout=LIVE)
    # Now both sides' points in Turkey are public.
    expect(spectator.page.locator("#country-turkey")).to_contain_text("BR 2")
    expect(spectator.page.locator("#country-turkey")).to_contain_text("GE 2")
    # Those elsewhere are not.
    expect(spectator.page.locator("#country-norway")).not_to_contain_text("BR")

    the_roll_is_explained(spectator, campaign)
    play_to_the_end(campaign, players, spectator)

    expect(spectator.page.locator("#strip")).to_contain_text("Finished", timeout=LIVE)
    history_tells_the_year(spectator, campaign)


def found(moderator: Somebody) -> Campaign:
    """The moderator founds a public campaign of the one-year scenario through the form."""
    page = moderator.open("/new/?book=world_at_war")
    page.locator("[name=title]").fill("The Long Table")
    page.locator("[name=scenario][value=one-year]").check()
    page.get_by_role("button", name="Create campaign").click()
    expect(page.get_by_role("heading", name="The moderator's desk")).to_be_visible()
    return Campaign.objects.get(title="The Long Table")


def sit_down(player: Somebody, invitation: str, power: str) -> None:
    """Follow the link, take the seat."""
    player.page.goto(invitation)
    player.page.get_by_role("button", name=f"Take {named_within(power)}").click()
    expect(player.page.locator(".who")).to_contain_text(power)


def nobody_else_sees_the_points_of(
    power: str, players: dict[str, Somebody], everybody: list[Somebody]
) -> None:
    """Neither on the page nor in a push; the owner reads his own sealed order."""
    mine = players[power].orders
    for target, points in PLACEMENTS[power].items():
        expect(mine.locator(f"[name='points.{target}']")).to_have_value(str(points))
        for other in everybody:
            if other is players[power]:
                continue
            for lying in other.page.locator(f"#country-{target}").all_inner_texts():
                assert POWERS[power][:2].upper() + f" {points}" not in lying
            # A word about what to fetch; after a moment without news, that something was missed.
            assert all(set(frame) <= {"what", "missed"} for frame in other.frames)


def deadline_passes(campaign: Campaign) -> None:
    """The clock strikes: as if the hours had gone by."""
    past = timezone.now() - timedelta(seconds=1)
    Phase.objects.filter(campaign=campaign, resolved_at=None).update(due_at=past)
    Campaign.objects.filter(pk=campaign.pk).update(wakes_at=past)


def the_roll_is_explained(spectator: Somebody, campaign: Campaign) -> None:
    """The history of the phase shows the die, every modifier with its rule, and the seals."""
    number = Phase.objects.get(campaign=campaign, key="axis.targets", turn=1).number
    reader = spectator.session.new_page()
    reader.goto(f"{spectator.site}/c/{campaign.slug}/history/{number}/")
    expect(reader.get_by_text("2 of 2 seals match their fingerprints")).to_be_visible()
    told = reader.locator(".events li", has_text="Turkey")
    roll = told.filter(has=reader.locator(".tally")).first
    roll.locator("summary").first.click()
    expect(roll.locator(".tally").first).to_contain_text("German points")
    expect(roll.locator(".tally").first).to_contain_text("British points")
    expect(roll.locator(".die").first).to_be_visible()
    reader.close()


def play_to_the_end(campaign: Campaign, players: dict[str, Somebody], spectator: Somebody) -> None:
    """Everybody seals what the page offers until the year is over; nobody ever reloads."""
    for _ in range(80):
        campaign.refresh_from_db()
        if campaign.status == "finished":
            return
        phase = campaign.phase
        expect(spectator.heading).to_have_text(phase.title, timeout=LIVE)
        for asked in phase.asked:
            player = players[asked]
            expect(player.heading).to_have_text(phase.title, timeout=LIVE)
            player.is_asked_in(phase, LIVE)
            player.seal_and_wait(phase, asked)
        over = Phase.objects.filter(pk=phase.pk, resolved_at__isnull=False)
        wait_for(over.exists, f"phase {phase.number} ({phase.title}) to be resolved")
    raise AssertionError("The year did not end.")


def history_tells_the_year(spectator: Somebody, campaign: Campaign) -> None:
    """Each phase has its page; at the year's end the sealed placements are public."""
    page = spectator.open(f"/c/{campaign.slug}/history/1/")
    orders = page.locator("details.section", has=page.get_by_role("heading", name="Orders"))
    orders.locator("summary").first.click()
    britain = orders.locator("li", has_text="Britain").last
    expect(britain).to_contain_text("Turkey")
    expect(page.locator(".stamp.revealed")).to_be_visible()
    page.keyboard.press("Tab")
    # A step swaps the story without a new page, and whoever steps by keys stays on the time line.
    page.evaluate("window.kept = true")
    page.locator("[data-scrubber]").focus()
    page.keyboard.press("ArrowRight")
    first, second = (re.compile(rf"/history/{number}/$") for number in (1, 2))
    chosen = page.locator("#scrubber .zoom [aria-current=page]")
    expect(page).to_have_url(second)
    expect(chosen).to_have_attribute("href", second)
    expect(page.locator("[data-scrubber]")).to_be_focused()
    assert page.evaluate("window.kept")
    page.go_back()
    expect(chosen).to_have_attribute("href", first)
    page.go_forward()
    expect(page).to_have_url(second)
    expect(chosen).to_have_attribute("href", second)
    the_cursor_of_its_charts_moves(page)


def the_cursor_of_its_charts_moves(page: Page) -> None:
    """By the keys and by the pointer, on all charts together; its link leads to the phase at which it stands."""
    page.locator("#charts").get_by_role("link", name="all charts").click()
    expect(page).to_have_url(re.compile(r"/charts/\?at=2$"))
    charts = page.locator("[data-cursor]")
    slider, link = charts.locator("[name=at]"), charts.locator("[data-cursor-link]")
    expect(slider).to_have_value("2")
    slider.focus()
    page.keyboard.press("ArrowLeft")
    expect(charts.locator("output")).to_contain_text(re.compile(r"^1, "))
    expect(link).to_have_attribute("href", re.compile(r"/history/1/$"))
    picture = charts.locator("[data-lines] > svg").first
    picture.hover(position={"x": 1, "y": 60})
    expect(slider).to_have_value("1")
    room = picture.bounding_box()
    assert room is not None
    picture.hover(position={"x": room["width"] - 1, "y": 60})
    last = slider.get_attribute("max")
    expect(slider).to_have_value(last)
    for cursor in charts.locator("line.cursor").all():
        assert cursor.get_attribute("x1") == "100%"
    expect(link).to_have_attribute("href", re.compile(rf"/history/{last}/$"))
