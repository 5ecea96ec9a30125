"""A year in which Belgium, Finland and the Philippines change hands, as people at their browsers see it.

A German player who moderates, a British player, and a spectator. Everything is declared on the fact
sheet; after every step the spectator reads the ledgers, whose lines must add up, and the files of
the three countries.
"""

import pytest
from playwright.sync_api import expect

from accounts.models import User
from campaigns.models import Campaign, Phase
from campaigns.services.advance import end_phase
from campaigns.services.lifecycle import campaigns
from campaigns.services.seats import seats
from tests.browser.people import Somebody
from tests.stack_runner import wait_for

pytestmark = pytest.mark.long

MINUS = "\N{MINUS SIGN}"

REASON = "the table has talked it over"

ACCOUNTS = """accounts => accounts.map(account => [
  account.querySelector("header b").innerText,
  [...account.querySelectorAll(".account-lines tbody tr")].map(
    line => [line.className, [...line.querySelectorAll("td")].map(cell => cell.innerText)]
  ),
])"""
"""Of each ledger what its head says is in it, and of each of its lines the class and the cells."""


@pytest.fixture
def people(live_site, new_browser) -> dict[str, Somebody]:
    return {
        name: Somebody(live_site.url, new_browser(), name if name != "spectator" else "")
        for name in ("germany", "britain", "spectator")
    }


@pytest.fixture
def campaign(people) -> Campaign:
    """The year of 1940; the German player moderates, nobody else sits but Britain."""
    moderator = User.objects.get(username="germany")
    slug = campaigns.create_campaign(
        by=moderator,
        rulebook="world_at_war",
        scenario="one-year",
        title="The Year of the Minors",
        take=["germany"],
    )
    seats.join(slug, by=User.objects.get(username="britain"), powers=["britain"])
    campaigns.start(slug, by=moderator)
    return Campaign.objects.get(slug=slug)


def test_a_year_of_associations_conquests_and_recaptures(people, campaign) -> None:
    germany, britain, reader = people["germany"], people["britain"], people["spectator"]
    opening = {"Germany": 25, "Britain": 50, "France": 30, "United States": 0, "Japan": 0}
    the_ledgers_say(reader, campaign, **opening)

    # Spring: Germany attacks Belgium and takes Brussels at once.
    go_on(germany, campaign, "axis.facts", 1)
    declare(germany, campaign, **{"declared.germany.belux": "true"})
    the_ledgers_say(reader, campaign, Germany=15)
    told = file_of(reader, campaign, "belgium")
    expect(told).to_contain_text("Fighting alone")
    expect(told).to_contain_text("Britain gains it as an associate")
    expect(told).to_contain_text("at least one ground unit in Brussels")
    declare(germany, campaign, **{"control.brussels": "axis"})
    go_on(germany, campaign, "allied.targets", 1)
    expect(file_of(reader, campaign, "belgium")).to_contain_text("Conquered by Germany")
    expect(file_of(reader, campaign, "luxembourg")).to_contain_text("Associated with Britain")
    the_ledgers_say(reader, campaign, Germany=15)

    # Summer: three quarters of Belgium's fifteen; Russia is invaded, and Manila falls.
    go_on(germany, campaign, "axis.facts", 2)
    the_ledgers_say(reader, campaign, Germany=26)
    declare(
        germany,
        campaign,
        **{
            "war.germany.russia": "true",
            "declared.germany.russia": "true",
            "war.japan.us": "true",
            "control.manila": "japan",
        },
    )
    finland = file_of(reader, campaign, "finland")
    expect(finland).to_contain_text("Associated with Germany")
    expect(finland).to_contain_text("One infantry unit of one or two factors a turn")
    expect(finland).to_contain_text("They stay at home, with the Finnish border hexes")
    go_on(germany, campaign, "allied.facts", 2)
    philippines = file_of(reader, campaign, "philippines")
    expect(philippines).to_contain_text("Conquered by Japan")
    expect(philippines).to_contain_text("may still retake it")
    the_ledgers_say(reader, campaign, Germany=26, Japan=0, **{"United States": 0})
    declare(britain, campaign, **{"control.brussels": "western"})

    # Fall: half of everything. Germany gets Finland's, the Philippines change ledgers, and
    # Germany has until the end of its turn to retake Brussels.
    go_on(germany, campaign, "axis.facts", 3)
    the_ledgers_say(reader, campaign, Germany=28, Britain=50, Japan=5, **{"United States": -7})
    belgium = file_of(reader, campaign, "belgium")
    expect(belgium).to_contain_text("Germany may still retake it, or loses its BRPs")
    go_on(germany, campaign, "allied.facts", 3)
    the_ledgers_say(reader, campaign, Germany=21, Britain=57, Japan=5, **{"United States": -7})
    lines = file_of(reader, campaign, "belgium").locator(".postings tr")
    assert lines.locator(".num").all_inner_texts() == [
        f"{MINUS}10",
        "+11",
        f"{MINUS}7",
        "+7",
    ]
    declare(britain, campaign, **{"control.manila": "western"})

    # Winter: a quarter. Japan does not retake Manila.
    go_on(germany, campaign, "allied.targets", 4)
    the_ledgers_say(reader, campaign, Germany=21, Britain=57, Japan=3, **{"United States": -5})
    expect(file_of(reader, campaign, "philippines")).to_contain_text("by the United States")

    # What happened can be followed from the history to the ledgers, by every reader alike.
    number = Phase.objects.get(campaign=campaign, key="axis.facts", turn=4).number
    past = reader.open(f"/c/{campaign.slug}/history/{number}/")
    expect(past.locator(".ledger", has_text="Japan: BRPs of minor countries")).to_be_visible()
    past.locator(".further").get_by_role("link", name="Ledgers", exact=True).click()
    past.locator(".ledger-sums").get_by_role("link", name="Japan").click()
    expect(past.locator(".account")).to_have_count(1)
    expect(past.locator(".account-lines")).to_contain_text("25% of 10")


def go_on(moderator: Somebody, campaign: Campaign, key: str, turn: int) -> None:
    """The moderator resolves phase after phase, silent powers holding; the first by the form of the desk."""
    for _ in range(40):
        campaign.refresh_from_db()
        phase = campaign.phase
        if (phase.key, phase.turn) == (key, turn):
            return
        if phase.number == 1:
            page = moderator.open(f"/c/{campaign.slug}/desk/")
            page.locator("[name=silent]").select_option("hold")
            page.locator("#force-reason").fill(REASON)
            page.get_by_role("button", name="Resolve the phase now").click()
        else:
            by = User.objects.get(username=moderator.name)
            given = {"phase": phase.number, "reason": REASON, "silent": "hold"}
            end_phase.force(campaign.slug, by=by, **given)
        wait_for(
            lambda resolved=phase.pk: Phase.objects.get(pk=resolved).resolved_at is not None,
            f"phase {phase.number} to be resolved",
        )
    raise AssertionError(f"{key} of turn {turn} never came.")


def declare(player: Somebody, campaign: Campaign, **facts: str) -> None:
    """Through the fact sheet, as players do."""
    page = player.open(f"/c/{campaign.slug}/facts/")
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
    for key, value in facts.items():
        page.locator(f"[name='fact.{key}']").select_option(value)
    page.get_by_role("button", name="Declare what I changed").click()
    expect(page.locator(".messages .success")).to_be_visible()


def file_of(reader: Somebody, campaign: Campaign, area: str):
    """A country's file, reached through the index."""
    page = reader.open(f"/c/{campaign.slug}/countries/")
    page.locator(f".register a[href$='/countries/{area}/']").click()
    expect(page.locator(".country-title")).to_be_visible()
    return page.locator("main")


def the_ledgers_say(reader: Somebody, campaign: Campaign, **sums: int) -> None:
    """These sums by power; and every ledger adds up, line by line."""
    page = reader.open(f"/c/{campaign.slug}/ledgers/")
    for power, expected in sums.items():
        row = page.locator(".ledger-sums tbody tr", has_text=power)
        assert number(row.locator("td").last.inner_text()) == expected, power
    for balance, lines in page.locator(".account").evaluate_all(ACCOUNTS):
        total = 0
        for kind, cells in lines:
            if kind == "sum":
                assert number(cells[-1]) == total
            elif cells[0]:
                total += number(cells[0])
                assert number(cells[-1]) == total, cells
        assert number(balance) == total


def number(text: str) -> int:
    """A figure of the page with its true minus sign."""
    return int(text.replace(MINUS, "-"))
