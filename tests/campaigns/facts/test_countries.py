"""The files of minor countries and the ledgers, as pages and as answers to programs."""

import re

import pytest
from django.test import Client

from campaigns.errors import NotNow
from campaigns.selectors.rules import questions
from rules.world_at_war.model.tables.campaign import build
from tests.support.accounts import signed_in
from tests.support.campaigns import Table, a_campaign, corrected
from tests.support.pages.html import words_at
from tests.support.pages.reader import PageReader

pytestmark = pytest.mark.django_db(transaction=True)


def read(table: Table, path: str) -> str:
    return words_at(Client(), f"/c/{table.slug}/{path}")


@pytest.mark.long
def test_every_country_has_a_file_that_the_index_leads_to(game):
    index = read(game, "countries/")
    for key, area in build({}).areas.items():
        assert f"/c/{game.slug}/countries/{key}/" in index
        assert f"{area.name[:1].upper()}{area.name[1:]}</h1>" in read(game, f"countries/{key}/")


def test_files_lead_back_and_say_what_is_unknown_or_corrected(game):
    assert f"/c/{game.slug}/countries/belux/" in read(game, "")
    belgium = read(game, "countries/belux/")
    assert "Belgium</h1>" in belgium
    assert f'href="/c/{game.slug}/ledgers/"' in belgium
    for path in ("countries/atlantis/", "ledgers/?of=atlantis"):
        answer = Client().get(f"/c/{game.slug}/{path}")
        assert answer.status_code == 404
        assert "atlantis" in answer.text
    page = read(game, "countries/finland/")
    assert "Unknown:" in page
    assert "2-3 infantry" in page
    assert "infantry_2_3" not in page
    assert "5 too many" not in read(game, "countries/finland/")
    corrected(game, **{"factors.foreign.finland": 10})
    assert "5 too many" in read(game, "countries/finland/")


def test_another_book_has_no_such_pages():
    slug = a_campaign(book="days_of_decision").slug
    for path in ("countries/", "countries/finland/", "ledgers/"):
        assert Client().get(f"/c/{slug}/{path}").status_code == 404
    assert "Ledgers" not in Client().get(f"/c/{slug}/").text


def test_before_the_start_there_is_nothing_to_look_up():
    slug = a_campaign(book="world_at_war", scenario="fall-1939", at_phase=0).slug
    with pytest.raises(NotNow):
        questions.page_of(slug, None, None, "ledgers", {}, book="world_at_war")


def test_an_entered_cell_is_shown_as_a_number():
    entered = {"forces.pools.finland.units.infantry_2_3": 7}
    table = a_campaign(book="world_at_war", scenario="fall-1939", tables=entered)
    page = read(table, "countries/finland/")
    assert re.search(r'<th scope="row">2-3 infantry</th>\s*<td class="num"><b>7</b></td>', page)
    assert "infantry_2_3" not in page


def test_a_ledger_adds_up_line_by_line(game):
    game.act("germany", {"kind": "declare", "facts": {"declared.germany.denmark": True}})
    told = questions.page_of(game.slug, None, None, "ledgers", {}, book="world_at_war").part()
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
    page = signed_in(game.moderator).get(f"/c/{game.slug}/countries/turkey/").text
    assert page.count('<tr class="mine">') == 1
    assert 'class="mine"' not in read(game, "countries/turkey/").split("diplomatic table")[0]


@pytest.mark.long
def test_a_conquest_is_read_in_the_file_in_the_ledger_and_in_the_history(game):
    """Germany attacks Belgium, takes Brussels at once, and has a quarter of its fifteen in winter."""
    germany, reader = PageReader(game.moderator, game.slug), PageReader(campaign=game.slug)

    def declare(key, value):
        germany.open("facts/?sheet=whole").press("Declare what I changed", **{f"fact.{key}": value})
        assert germany.page.select(".messages .success")

    attacked = game.on_to("axis.facts", 1)
    declare("declared.germany.belux", "true")
    belgium = reader.open("countries/belgium/").says("main")
    assert "Fighting alone" in belgium
    assert "Britain gains it as an associate" in belgium
    assert "at least one ground unit in Brussels" in belgium
    declare("control.brussels", "axis")
    game.on_to("allied.targets", 1)
    assert "Conquered by Germany" in reader.open("countries/belgium/").says("main")
    assert "Associated with Britain" in reader.open("countries/luxembourg/").says("main")
    game.on_to("axis.facts", 2)
    belgium = reader.open("countries/belgium/").page
    postings = [cell.text.strip() for cell in belgium.select(".postings .num")]
    assert postings == ["\N{MINUS SIGN}10", "+3"]
    story = reader.open(f"history/{attacked}/")
    assert "Germany: BRPs of minor countries" in story.says(".ledger")
    assert story.page.select(f".further a[href='/c/{game.slug}/ledgers/']")
    account = reader.open("ledgers/?of=germany")
    assert len(account.page.select(".account")) == 1
    assert "25 % of 15" in account.says(".account-lines")
