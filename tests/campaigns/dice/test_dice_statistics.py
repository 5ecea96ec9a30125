"""How the dice fell: what is counted for whom, and what is said of it in words."""

import json
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from campaigns.chronicles import chance
from campaigns.chronicles.spec import told_of
from campaigns.domain.entries.phases import PhaseResolved
from campaigns.errors import NoSuchCampaign
from campaigns.models import Campaign, LogEntry
from campaigns.selectors.history import dice_statistics
from campaigns.selectors.history.dice_rows import sorted_out
from campaigns.services.lifecycle import campaigns
from campaigns.services.log import entries
from campaigns.services.repair import rollback
from frontend import chances
from rules.kernel import dice as kernel_dice
from rules.registry import BOOKS
from tests.support.accounts import person
from tests.support.books.tiny_book import SPY
from tests.support.campaigns import POWERS, Table, a_campaign, watched
from tests.support.dice import bring
from tests.support.pages.reader import PageReader


def read(slug: str) -> str:
    return PageReader(campaign=slug).open("dice/").says()


def published(campaign: Campaign) -> list[dict[str, Any]]:
    rows = LogEntry.objects.filter(campaign=campaign).order_by("seq").values_list("body", flat=True)
    return [roll for body in rows for roll in json.loads(body).get("rolls", ())]


def autoplayed(rulebook: str, scenario: str, phases: int, **more: Any) -> Campaign:
    """A campaign that autopilots have played for so many phases."""
    host = person(f"host-{rulebook}-{more.get('title', '')}".replace(" ", "-"))
    table = a_campaign(book=rulebook, scenario=scenario, by=host, **more)
    table.play_out(phases)
    return table.campaign


@pytest.fixture
def war_game(db: None) -> Campaign:
    return autoplayed("war_game_1939", "1939", 6)


@pytest.mark.long
def test_every_published_die_is_counted_once_by_kind_and_once_by_purpose(
    war_game: Campaign,
) -> None:
    thrown = published(war_game)
    found = dice_statistics.statistics(war_game.slug)
    assert found.dice == len(thrown) > 20
    by_sides = Counter(roll["sides"] for roll in thrown)
    assert {row.sides: row.thrown for row in found.kinds} == dict(by_sides)
    purposes = [row for row in found.rows if not row.power]
    assert sum(row.thrown for row in purposes) == len(thrown)
    income = next(row for row in purposes if row.purpose == "Income roll")
    own = [r["value"] for r in thrown if re.fullmatch(r"commerce \w+", r["purpose"])]
    assert income.faces == tuple(own.count(face) for face in range(1, 13))
    assert income.mean == pytest.approx(sum(own) / len(own))
    assert income.expected == 6.5
    of_france = [
        row for row in found.rows if row.purpose == "Income roll" and row.power == "france"
    ]
    thrown_by_france = sum(each["purpose"] == "commerce france" for each in thrown)
    assert thrown_by_france == sum(row.thrown for row in of_france)


@pytest.mark.long
def test_the_chances_of_a_page_are_the_exact_ones_with_their_correction(war_game: Campaign) -> None:
    found = dice_statistics.statistics(war_game.slug)
    rows = [row for row in (*found.kinds, *found.rows) if row.chance is not None]
    assert found.tested == len(rows) > 3
    exact: list[Fraction] = []
    for row in rows:
        total = sum(face * count for face, count in enumerate(row.faces, 1))
        if row.by == "faces":
            exact.append(chance.of_faces(row.faces))
        else:
            exact.append(chance.of_sum(row.thrown, row.sides, total))
    assert [row.chance for row in rows] == [float(each) for each in exact]
    assert [row.corrected for row in rows] == [float(each) for each in chance.together(exact)]
    for row in (*found.kinds, *found.rows):
        assert (row.chance is None) == (row.thrown < chance.FEWEST)


@pytest.mark.long
def test_the_page_says_it_in_words_and_gives_the_numbers_as_a_table(war_game: Campaign) -> None:
    said = read(war_game.slug)
    assert "stranger than chance alone explains" in said
    assert re.search(
        r"A row like this or stranger comes up in [\w ]+ campaigns? by chance alone", said
    )
    assert "Of twenty rows about one looks odd" in said
    assert "Not that the dice are fair" in said
    found = dice_statistics.statistics(war_game.slug)
    income = next(row for row in found.rows if row.purpose == "Income roll")
    assert " ".join(["Income roll", *map(str, income.faces), str(income.thrown)]) in said
    raw = Client().get(f"/c/{war_game.slug}/dice/").text
    assert raw.count('role="img" aria-label="Twelve-sided dice: 1 came ') == 1
    assert "style=" not in raw


@pytest.mark.long
def test_loaded_dice_are_called_strange_in_words(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = kernel_dice.face

    def loaded(key: bytes, purpose: str, number: int, sides: int) -> int:
        return sides if purpose.endswith("italy") else honest(key, purpose, number, sides)

    monkeypatch.setattr(kernel_dice, "face", loaded)
    campaign = autoplayed("days_of_decision", "1936", 24)
    found = dice_statistics.statistics(campaign.slug)
    row = next(r for r in found.rows if r.purpose == "Initiative" and r.power == "italy")
    assert row.stands_out
    assert row.faces[5] == row.thrown >= 8
    said = read(campaign.slug)
    assert re.search(r"\d+ of \d+ rows (is|are) stranger than chance alone explains", said)
    assert (
        f"Initiative, Italy: {row.thrown} dice with a mean of 6.00, where 3.50 is expected."
        f" The face that came most often is 6, {row.thrown} times."
        f" A row like this or stranger comes up in 1 of "
    ) in said
    assert "or these dice were not honest. The counts cannot say which" in said


@pytest.mark.long
def test_nobody_who_follows_with_a_delay_is_told_of_later_dice(db: None) -> None:
    table = watched(delay=2)
    campaigns.start(table.slug, by=table.moderator)
    table.play(4)
    player = dice_statistics.statistics(table.slug, table.players["isle"])
    behind = dice_statistics.statistics(table.slug)
    assert behind.dice < player.dice == len(published(table.campaign))
    said = read(table.slug)
    assert "later dice are not counted here" in said
    table.play(2)
    assert dice_statistics.statistics(table.slug).dice == player.dice > 0


def test_a_private_campaign_is_counted_for_its_table_alone(db: None) -> None:
    slug = campaigns.create_campaign(
        by=person("host"), rulebook="tiny", scenario="long", title="Closed", private=True
    )
    with pytest.raises(NoSuchCampaign):
        dice_statistics.statistics(slug, person("outsider"))
    assert Client().get(f"/c/{slug}/dice/").status_code == 404
    assert Client().get(f"/api/campaigns/{slug}/dice/statistics/").status_code == 404


@pytest.mark.long
def test_programs_get_the_same(war_game: Campaign) -> None:
    found = dice_statistics.statistics(war_game.slug)
    answer = Client().get(f"/api/campaigns/{war_game.slug}/dice/statistics/").json()
    for name in ("dice", "tested", "odd"):
        assert answer[name] == getattr(found, name)
    assert [row["chance"] for row in answer["rows"]] == [row.chance for row in found.rows]
    assert [row["faces"] for row in answer["kinds"]] == [list(row.faces) for row in found.kinds]


@pytest.mark.long
def test_dice_of_undone_phases_stay_counted_and_what_was_undone_stands_beside(
    found: Callable[..., Table],
) -> None:
    table = found(bots=POWERS, scenario="long")
    for _ in range(6):
        table.pass_deadline()
    thrown = dice_statistics.statistics(table.slug).dice
    rollback.roll_back(table.slug, by=table.moderator, to=6, reason="A wrong fact.")
    now = dice_statistics.statistics(table.slug)
    assert (now.dice, now.undone, now.overrides) == (thrown, 2, 0)
    assert thrown > 0
    assert "Phases undone 2" in read(table.slug)


def test_links_that_were_withheld_are_counted_by_power(table: Table) -> None:
    campaign = table.campaign
    entries.append(
        campaign,
        PhaseResolved(
            phase=1, how="ready", silent=(), ready={}, told="", withheld=["north", "isle", "north"]
        ),
        at=campaign.created_at, actor="clock", phase=table.phase,
    )  # fmt: skip
    campaign.save()
    found = dice_statistics.statistics(table.slug)
    assert {each.power: each.links for each in found.withheld} == {"north": 2, "isle": 1}
    assert "Links withheld 3" in read(table.slug)


def test_it_says_where_the_dice_come_from(table: Table) -> None:
    assert "by the site alone. It could have chosen" in read(table.slug)
    bring(table, "north")
    assert "by the site and by a player's browser at least" in read(table.slug)


def test_dice_that_a_script_gives_are_not_counted(table: Table) -> None:
    table.play(2)
    Campaign.objects.filter(slug=table.slug).update(dice_given=True)
    given = dice_statistics.statistics(table.slug)
    assert (given.given, given.dice, given.rows) == (1, 0, ())
    assert "A script gives the dice of this campaign. None are thrown" in read(table.slug)


def test_nobody_learns_of_a_secret_throw(table: Table) -> None:
    table.act("isle", SPY)
    for who in (None, table.players["isle"], table.moderator):
        assert dice_statistics.statistics(table.slug, who).dice == 0


@pytest.mark.long
def test_the_site_counts_what_everybody_may_read_and_no_given_dice(db: None) -> None:
    def campaign(title: str, **more: Any) -> Campaign:
        return autoplayed("war_game_1939", "1939", 2, title=title, **more)

    shown = campaign("open")
    campaign("closed", private=True)
    campaign("by address", listed=False)
    campaign("later", delay=1)
    for title, field in (("first", {"first_game": "commerce"}), ("given", {"dice_given": True})):
        Campaign.objects.filter(pk=campaign(title).pk).update(**field)
    found = dice_statistics.of_site()
    assert (found.campaigns, found.public) == (1, 1)
    assert found.dice == dice_statistics.statistics(shown.slug).dice > 0
    said = PageReader().open("/dice/").says()
    assert f"Counted are {found.dice} dice of 1 campaign." in said
    assert "The War Game: World War II, 1939" in said


@pytest.mark.long
def test_dice_of_several_campaigns_are_counted_together(db: None) -> None:
    both = [autoplayed("war_game_1939", "1939", 2, title=title) for title in ("one", "two")]
    each = [dice_statistics.statistics(one.slug) for one in both]
    found = dice_statistics.of_site()
    assert found.dice == sum(one.dice for one in each)
    assert found.campaigns == 2
    faces = [Counter(dict(enumerate(one.kinds[0].faces))) for one in each]
    assert Counter(dict(enumerate(found.kinds[0].faces))) == faces[0] + faces[1]


@pytest.mark.long
def test_of_the_site_the_newest_campaigns_count_and_it_says_how_many_there_are(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    autoplayed("war_game_1939", "1939", 1, title="older")
    newer = autoplayed("war_game_1939", "1939", 2, title="newer")
    monkeypatch.setattr(dice_statistics, "MOST_CAMPAIGNS", 1)
    found = dice_statistics.of_site()
    assert (found.campaigns, found.public) == (1, 2)
    assert found.dice == dice_statistics.statistics(newer.slug).dice
    assert "These are the newest of 2." in PageReader().open("/dice/").says()


@pytest.mark.parametrize(
    ("book", "purpose", "named"),
    [
        ("days_of_decision", "initiative of germany", ("Initiative", "germany", False)),
        ("days_of_decision", "ipo-10 of usa", ("Tests of options", "usa", False)),
        ("days_of_decision", "0a of usa", ("Tests of options", "usa", False)),
        ("days_of_decision", "entry chit for China against japan",
         ("Whether an entry chit is drawn", "japan", False)),
        ("days_of_decision", "entry chit for a Chinese city", ("Whether an entry chit is drawn", "", False)),
        ("days_of_decision", "which entry chit", ("Which entry chit is drawn", "", True)),
        ("war_game_1939", "commerce germany again", ("Renegotiation roll", "germany", False)),
        ("war_game_1939", "influence usa mexico", ("Influence on neutrals", "usa", False)),
        ("war_game_1939", "ship carrier 2", ("Fate of the French navy", "", False)),
        ("world_at_war", "diplomacy turkey", ("Diplomacy", "", False)),
        ("world_in_flames", "Rome: hexes at 0304", ("Ties for a hex", "", True)),
        ("unknown", "luck of france", ("Luck", "france", False)),
        ("unknown", "wind 3", ("Wind", "", False)),
    ],
)  # fmt: skip
def test_dice_are_called_as_the_book_calls_what_they_are_thrown_for(
    book: str, purpose: str, named: tuple[str, str, bool]
) -> None:
    powers = ("germany", "usa", "japan", "france")
    assert sorted_out(book, purpose, powers)[1:] == named


@pytest.mark.long
def test_every_die_of_the_books_has_a_name_of_its_own(db: None) -> None:
    for rulebook, scenario in (("days_of_decision", "1936"), ("war_game_1939", "1939")):
        campaign = autoplayed(rulebook, scenario, 12)
        book = BOOKS[rulebook]
        named = len(told_of(rulebook).purposes)
        for roll in published(campaign):
            order, *_ = sorted_out(rulebook, roll["purpose"], (*book.powers, *book.factions))
            assert order < named, roll["purpose"]


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (1.0, "nearly always"),
        (0.96, "nearly always"),
        (0.72, "7 of 10"),
        (0.52, "1 of 2"),
        (0.34, "1 of 3"),
        (0.05, "1 of 20"),
        (0.0127, "1 of 79"),
        (1 / 1234, "1 of 1,200"),
        (1e-13, "less than 1 of a million million"),
        (0.0, "less than 1 of a million million"),
    ],
)
def test_a_chance_is_said_as_so_many_of_so_many(share: float, said: str) -> None:
    assert chances.often(share) == said


@pytest.mark.long
def test_where_nothing_was_thrown_nothing_is_claimed(table: Table) -> None:
    empty = read(table.slug)
    assert "No dice have been thrown yet." in empty
    assert "What chance does" not in empty
    table.play(2)
    assert "That is too few to say anything: a row needs five." in read(table.slug)
    assert "stranger than chance" not in read(table.slug)
