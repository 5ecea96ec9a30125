"""The catalogue of tables and the editor that is made of it: every book, every revision, every value."""

from typing import Any

import pytest
from django.test import Client

from campaigns import rulebooks
from campaigns.catalogue.effects import effects
from campaigns.catalogue.kinds import LARGEST, range_in_words
from campaigns.catalogue.lookup import Catalogue, catalogue_of, value_at
from campaigns.catalogue.proposing import proposed
from campaigns.catalogue.reading import Unfit, read, written
from campaigns.errors import NotOnTheMenu
from campaigns.models import Campaign
from campaigns.rulebooks import states
from campaigns.rulebooks.values import overrides
from campaigns.services.repair import overrides as service
from rules import registry
from rules.kernel.serial import canonical, plain
from tests.support.accounts import person
from tests.support.campaigns import a_campaign
from tests.support.pages.html import dotted
from tests.support.suite.sample import of_the_newest

REVISIONS = [
    (key, name) for key in sorted(registry.BOOKS) for name, _ in reversed(rulebooks.revisions(key))
]


def catalogue(key: str, revision: str = "") -> Catalogue:
    return catalogue_of(rulebooks.load(key, revision))


@pytest.mark.parametrize(("key", "revision"), of_the_newest(REVISIONS))
def test_every_value_of_every_revision_stands_in_one_table(key: str, revision: str) -> None:
    """Nothing of the data is left out but what names a row, its rule, its source and its conditions; every
    table has words, and no path stands twice.
    """
    cat = catalogue(key, revision)
    paths = [leaf.path for table in cat.tables.values() for leaf in table.leaves]
    assert len(paths) == len(set(paths))
    assert len(paths) > 50
    present = cat.present({})
    for table in cat.tables.values():
        assert table.title
        assert table.rows
        assert not dotted(f"{table.chapter} {table.title} {table.about}"), table.key
        for row in table.rows:
            assert row.title
            assert set(row.cells) <= set(table.columns)
        for leaf in table.leaves:
            assert plain(value_at(present, leaf)) == plain(leaf.shipped), leaf.path
            assert not dotted(cat.label(leaf.path)), leaf.path


def test_columns_are_called_as_the_book_calls_its_fields() -> None:
    """A power by its name, a field by its word, a column of a table by a word of its own; else by its own words."""
    decision = catalogue("days_of_decision").tables
    cards, goals = decision["cards"].columns, decision["victory.powers"].columns
    assert (cards["entry"], cards["on_map"]) == ("American entry", "what it does on the map")
    assert goals["needed"] == "objective cities that it needs"
    assert cards["cost"] == "cost"


@pytest.mark.parametrize(("key", "revision"), of_the_newest(REVISIONS))
def test_each_revision_takes_what_its_catalogue_offers(key: str, revision: str) -> None:
    """A number of its data is changed by the editor, the book plays by it, and it is taken back."""
    book = rulebooks.load(key, revision)
    cat = catalogue_of(book)
    state = book.start(next(iter(book.scenarios)), {}, {}).state
    view = rulebooks.view_of(book, state)
    small = min(cat.tables.values(), key=lambda table: (len(table.columns), len(table.rows)))
    number = next(
        (table, n, value)
        for table in (small, *cat.tables.values())
        for n, value in enumerate(cat.values(table.key))
        if value.kind == "number" and isinstance(value.leaf.shipped, int)
    )
    table, n, value = number
    other = value.leaf.shipped + (
        1 if value.most is None or value.leaf.shipped < value.most else -1
    )
    wanted = proposed(cat, table.key, {}, {n: str(other)})
    assert not wanted.problems
    (change,) = wanted.changes
    after = overrides.applied(book, view, [change])
    assert value_at(cat.present(after.tables), value.leaf) == other
    back = proposed(cat, table.key, after.tables, {n: str(value.leaf.shipped)})
    assert [one.after for one in back.changes] == [None]
    assert overrides.applied(book, after, back.changes).tables == view.tables


@pytest.mark.parametrize("key", sorted(registry.BOOKS))
def test_what_a_form_holds_is_read_as_the_same_value(key: str) -> None:
    cat = catalogue(key)
    tables = [name for name in cat.tables if key != "world_at_war" or name.count(".") == 0]
    for name in tables:
        for value in cat.values(name):
            said = written(value.leaf.shipped, value, cat.wording)
            assert canonical(read(said, value, cat.wording)) == canonical(
                plain(value.leaf.shipped)
            ), value.leaf.path
            assert not dotted(range_in_words(value, cat.wording)), value.leaf.path


def test_kinds_ranges_and_choices_come_from_the_model_the_data_and_the_book() -> None:
    flames, game = catalogue("world_in_flames"), catalogue("war_game_1939")
    by_path = {v.leaf.path: v for v in flames.values("italy")}
    die = by_path["italy.die"]
    assert (die.kind, die.least, die.most) == ("number", 2, 100)
    conditions = {v.leaf.path: v for v in game.values("status.conditions.ussr")}
    assert conditions["status.conditions.ussr.naval.how"].choices == ("flag", "roll", "both")
    land = {v.leaf.path: v for v in game.values("land.territories")}
    original = land["land.territories.turkey.original"]
    assert original.kind == "choice"
    assert set(rulebooks.load("war_game_1939").powers) <= set(original.choices)
    assert original.leaf.left_out
    assert land["land.territories.turkey.value"].kind == "number"
    assert {v.leaf.path: v for v in game.values("sea.zones")}[
        "sea.zones.north_sea.open"
    ].kind == "yes_no"
    (missing,) = (
        v for v in catalogue("world_at_war").values("tensions.start")
        if v.leaf.path == "tensions.start.gathering_storm.rgt"
    )  # fmt: skip
    assert (missing.kind, missing.optional) == ("number", True)


def test_what_does_not_fit_says_what_may_stand_there_and_by_which_rule() -> None:
    cat = catalogue("world_in_flames")
    values = cat.values("italy")
    die = next(n for n, v in enumerate(values) if v.leaf.path == "italy.die")
    for text in ("0", "1000", "seven", str(LARGEST * 10)):
        wanted = proposed(cat, "italy", {}, {die: text})
        assert "from 2 to 100" in wanted.problems[die], text
        assert wanted.changes == ()
    game = catalogue("war_game_1939")
    dice = game.values("commerce.dice")
    wrong = proposed(game, "commerce.dice", {}, {0: "many"})
    assert "Rule Building a Wehrmacht" in wrong.problems[0]
    assert dice[0].kind == "numbers"
    with pytest.raises(Unfit, match="not known here"):
        read("Atlantis", game.values("turns.groups")[1], game.wording)


def test_a_value_that_only_a_rule_stumbles_over_is_refused_by_page_and_service() -> None:
    cat = catalogue("war_game_1939")
    (number,) = (
        n for n, value in enumerate(cat.values("commerce")) if value.leaf.path == "commerce.order"
    )
    wanted = proposed(cat, "commerce", {}, {number: "4"})
    assert not wanted.changes
    assert "cannot be played with this value" in wanted.problems[number]
    state = cat.book.start(next(iter(cat.book.scenarios)), {}, {}).state
    change = overrides.ValueChange(path=("tables", "commerce.order"), before=None, after=["4"])
    with pytest.raises(NotOnTheMenu, match="cannot be played with this value"):
        overrides.applied(cat.book, rulebooks.view_of(cat.book, state), [change])


def test_what_stands_under_another_path_or_within_goes_with_the_change() -> None:
    cat = catalogue("war_game_1939")
    before = {"commerce.dice.germany.by_turn.0": 3, "status.conditions.ussr.0.level": 20}
    wanted = proposed(cat, "commerce.dice", before, {0: "9, 8, 4, 2, 1"})
    assert {c.path[1]: c.after for c in wanted.changes} == {
        "commerce.dice.germany.by_turn.0": None,
        "commerce.dice.germany.by_turn": [9, 8, 4, 2, 1],
    }
    key = "status.conditions.ussr"
    level = next(n for n, v in enumerate(cat.values(key)) if v.leaf.path == f"{key}.naval.level")
    back = proposed(cat, key, before, {level: "10"})
    assert {c.path[1]: c.after for c in back.changes} == {"status.conditions.ussr.0.level": None}


def test_what_players_see_of_it_is_worked_out_on_a_public_view() -> None:
    book = rulebooks.load("world_at_war")
    view = rulebooks.view_of(book, book.start(next(iter(book.scenarios)), {}, {}).state)
    change = overrides.ValueChange(
        path=("tables", "allotments.germany.basic"), before=None, after=5
    )
    found = effects(book, view, overrides.applied(book, view, [change]))
    told = {(one.powers, one.before, one.after, one.rule) for one in found}
    assert (("germany",), "3", "5", "49.3") in told
    assert effects(book, view, view) == ()


@pytest.fixture
def moderated(db: None) -> Campaign:
    """A campaign of the house rules, moderated by one who does not play."""
    return a_campaign(
        book="world_in_flames",
        scenario=next(iter(registry.BOOKS["world_in_flames"].scenarios)),
        by=person("keeper"),
        title="The Tables",
    ).campaign


def test_the_page_leads_from_the_table_to_an_override_and_back(
    moderated: Campaign, client: Client
) -> None:
    here, there = f"/c/{moderated.slug}/rule-tables/", f"/c/{moderated.slug}/overrides/"
    client.force_login(moderated.moderators.get())
    assert "Italy" in client.get(here).text
    assert "No table has" in client.get(here, {"q": "Atlantis"}).text
    values = catalogue("world_in_flames").values("italy")
    die = next(n for n, v in enumerate(values) if v.leaf.path == "italy.die")
    needed = next(n for n, v in enumerate(values) if v.leaf.path == "italy.needed")
    wrong = client.post(f"{here}?table=italy", {f"value-{die}": "1", f"value-{needed}": "3"})
    assert "from 2 to 100" in wrong.text
    looked = client.post(f"{here}?table=italy", {f"value-{die}": "12", f"value-{needed}": "3"})
    page = looked.text
    assert "What changes" in page
    assert "Override 2 values" in page
    changes = looked.context["page"].look.changes
    sent = {
        "action": "override",
        "changes": changes,
        "rule": values and _a_rule(),
        "reason": "Ours",
    }
    client.post(there, sent)
    state = states.now(Campaign.objects.get(pk=moderated.pk).phase)
    assert state.tables == {"italy.die": 12, "italy.needed": 3}
    told = client.get(there).text
    assert "Italy: Die" in told
    assert dotted(told) == set()
    service.undo(moderated.slug, by=moderated.moderators.get(), number=1, reason="Not ours")
    again = client.get(f"{here}?table=italy").text
    assert "the book has 10" not in again


def _a_rule() -> str:
    return next(iter(rulebooks.load("world_in_flames").index)).ref


@pytest.mark.parametrize("key", sorted(registry.BOOKS))
def test_no_table_of_the_editor_names_a_key(key: str, db: None, client: Client) -> None:
    scenario = next(iter(registry.BOOKS[key].scenarios))
    campaign = a_campaign(book=key, scenario=scenario, by=person("keeper"), title="Keys").campaign
    client.force_login(campaign.moderators.get())
    here = f"/c/{campaign.slug}/rule-tables/"
    assert dotted(client.get(here).text) == set()
    tables = list(catalogue(key).tables)
    for table in tables[:: max(1, len(tables) // 3)]:
        found = client.get(here, {"table": table})
        assert found.status_code == 200, table
        assert dotted(found.text) == set(), table


def test_programs_read_tables_and_override_by_the_same_service(
    moderated: Campaign, client: Client
) -> None:
    api = f"/api/campaigns/{moderated.slug}/"
    client.force_login(moderated.moderators.get())
    listed: list[dict[str, Any]] = client.get(f"{api}tables/").json()
    assert {"key": "italy", "file": "italy.yaml", "changed": 0}.items() <= listed[0].items()
    table = client.get(f"{api}tables/italy/").json()
    (value,) = (
        v
        for row in table["rows"]
        for cell in row["cells"]
        for v in cell
        if v["path"] == "italy.die"
    )
    assert (value["least"], value["most"], value["shipped"], value["now"]) == (2, 100, 10, 10)
    sent = {
        "changes": [{"path": ["tables", "italy.die"], "before": None, "after": 12}],
        "rule": _a_rule(),
        "reason": "Ours",
    }
    done = client.post(f"{api}overrides/", sent, content_type="application/json").json()
    assert done["question"] is None
    assert done["made"][0]["rows"] == [{"label": "Italy: Die", "before": "10", "after": "12"}]
    assert client.get(f"{api}tables/none.such/").status_code == 400
