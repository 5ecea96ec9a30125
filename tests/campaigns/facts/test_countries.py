"""The files of minor countries and the ledgers, as pages and as answers to programs."""

import re

import pytest
from django.test import Client

from campaigns.errors import NotNow
from campaigns.models import Campaign
from campaigns.selectors.rules import questions
from campaigns.services.advance import end_phase, phase_advance
from campaigns.services.deadlines import moderation
from campaigns.services.facts import perform_act
from rules.world_at_war.model.tables.campaign import build
from tests.support.accounts import person, signed_in
from tests.support.campaigns import a_campaign
from tests.support.pages.reader import PageReader

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game() -> tuple[Campaign, object]:
    """A running campaign whose moderator plays Germany."""
    somebody = person("harriet")
    return a_campaign(
        book="world_at_war", scenario="fall-1939", by=somebody, seats={"germany": somebody}
    ).campaign, somebody


def read(campaign: Campaign, path: str) -> str:
    answer = Client().get(f"/c/{campaign.slug}/{path}")
    assert answer.status_code == 200, path
    return re.sub(r"\s+", " ", answer.text)


@pytest.mark.long
def test_every_country_has_a_file_that_the_index_leads_to(game):
    campaign, _ = game
    index = read(campaign, "countries/")
    for key, area in build({}).areas.items():
        assert f"/c/{campaign.slug}/countries/{key}/" in index
        assert f"{area.name[:1].upper()}{area.name[1:]}</h1>" in read(campaign, f"countries/{key}/")


def test_files_lead_back_and_say_what_is_unknown_or_corrected(game):
    campaign, moderator = game
    assert f"/c/{campaign.slug}/countries/belux/" in read(campaign, "")
    belgium = read(campaign, "countries/belux/")
    assert "Belgium</h1>" in belgium
    assert f'href="/c/{campaign.slug}/ledgers/"' in belgium
    for path in ("countries/atlantis/", "ledgers/?of=atlantis"):
        answer = Client().get(f"/c/{campaign.slug}/{path}")
        assert answer.status_code == 404
        assert "atlantis" in answer.text
    page = read(campaign, "countries/finland/")
    assert "Unknown:" in page
    assert "2-3 infantry" in page
    assert "infantry_2_3" not in page
    assert "5 too many" not in read(campaign, "countries/finland/")
    moderation.correct_facts(
        campaign.slug,
        by=moderator,
        facts={"factors.foreign.finland": 10},
        reason="They marched in.",
    )
    assert "5 too many" in read(campaign, "countries/finland/")


def test_another_book_has_no_such_pages():
    somebody = person("basil")
    slug = a_campaign(book="days_of_decision", by=somebody, title="D").slug
    for path in ("countries/", "countries/finland/", "ledgers/"):
        assert Client().get(f"/c/{slug}/{path}").status_code == 404
    assert "Ledgers" not in Client().get(f"/c/{slug}/").text


def test_before_the_start_there_is_nothing_to_look_up():
    slug = a_campaign(book="world_at_war", scenario="fall-1939", at_phase=0).slug
    with pytest.raises(NotNow):
        questions.page_of(slug, None, None, "ledgers", {}, book="world_at_war")


def test_an_entered_cell_is_shown_as_a_number():
    somebody = person("grace")
    slug = a_campaign(
        book="world_at_war",
        scenario="fall-1939",
        by=somebody,
        tables={"forces.pools.finland.units.infantry_2_3": 7},
    ).slug
    page = read(Campaign.objects.get(slug=slug), "countries/finland/")
    assert re.search(r'<th scope="row">2-3 infantry</th>\s*<td class="num"><b>7</b></td>', page)
    assert "infantry_2_3" not in page


def test_a_ledger_adds_up_line_by_line(game):
    campaign, moderator = game
    perform_act.perform_act(
        campaign.slug, by=moderator, power="germany",
        act={"kind": "declare", "facts": {"declared.germany.denmark": True}},
    )  # fmt: skip
    told = questions.page_of(campaign.slug, None, None, "ledgers", {}, book="world_at_war").part()
    for account in told:
        for year in account.years:
            total = 0
            for line in (*year.opening, *year.rows):
                total += line.amount
                assert line.total == total, (account.power, line)
            assert year.closed == total
            assert year.opened == sum(line.amount for line in year.opening)
    britain = next(account for account in told if account.power == "britain")
    assert britain.total == 50
    germany = next(account for account in told if account.power == "germany")
    assert germany.total == -10, "a declaration of war costs ten"


def test_my_own_power_is_marked_and_others_points_are_not_asked(game):
    campaign, moderator = game
    mine = signed_in(moderator)
    page = mine.get(f"/c/{campaign.slug}/countries/turkey/").text
    assert page.count('<tr class="mine">') == 1
    assert 'class="mine"' not in read(campaign, "countries/turkey/").split("diplomatic table")[0]


@pytest.mark.long
def test_a_conquest_is_read_in_the_file_in_the_ledger_and_in_the_history(game):
    """Germany attacks Belgium, takes Brussels at once, and has a quarter of its fifteen in winter."""
    campaign, moderator = game
    germany, reader = PageReader(moderator, campaign.slug), PageReader(campaign=campaign.slug)

    def on_to(key, turn):
        """The moderator resolves phase after phase, silent powers holding."""
        for _ in range(20):
            phase = Campaign.objects.get(pk=campaign.pk).phase
            if (phase.key, phase.turn) == (key, turn):
                return phase.number
            wish = {"phase": phase.number, "reason": "we have talked it over", "silent": "hold"}
            end_phase.force(campaign.slug, by=moderator, **wish)
            phase_advance.advance(campaign.pk, phase_id=phase.pk)
        raise AssertionError(f"{key} of turn {turn} never came.")

    def declare(key, value):
        germany.open("facts/?sheet=whole").press("Declare what I changed", **{f"fact.{key}": value})
        assert germany.page.select(".messages .success")

    attacked = on_to("axis.facts", 1)
    declare("declared.germany.belux", "true")
    belgium = reader.open("countries/belgium/").says("main")
    assert "Fighting alone" in belgium
    assert "Britain gains it as an associate" in belgium
    assert "at least one ground unit in Brussels" in belgium
    declare("control.brussels", "axis")
    on_to("allied.targets", 1)
    assert "Conquered by Germany" in reader.open("countries/belgium/").says("main")
    assert "Associated with Britain" in reader.open("countries/luxembourg/").says("main")
    on_to("axis.facts", 2)
    postings = [
        cell.text.strip()
        for cell in reader.open("countries/belgium/").page.select(".postings .num")
    ]
    assert postings == ["\N{MINUS SIGN}10", "+3"]
    story = reader.open(f"history/{attacked}/")
    assert "Germany: BRPs of minor countries" in story.says(".ledger")
    assert story.page.select(f".further a[href='/c/{campaign.slug}/ledgers/']")
    account = reader.open("ledgers/?of=germany")
    assert len(account.page.select(".account")) == 1
    assert "25 % of 15" in account.says(".account-lines")
