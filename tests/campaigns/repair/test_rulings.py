"""Rulings of the group: made, agreed to, withdrawn, linked, exported and checked."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from campaigns.domain import export_file
from campaigns.errors import NotOnTheMenu, NotYours
from campaigns.models import LogEntry
from campaigns.services.lifecycle.import_campaign import import_campaign
from campaigns.services.repair import rulings
from campaigns.services.voting import agree
from tests.support.accounts import person
from tests.support.campaigns import Table, a_turn
from tests.support.exports.files import file_of, named
from tests.support.exports.tampering import body_with, must_be_named
from tests.support.pages.reader import PageReader
from tests.support.repair import a_rule, forget
from tests.support.suite.sample import one_in


def make(table: Table, by: Any, text: str = "Ties go to the defender", **more: Any) -> int | None:
    return rulings.make(table.slug, by=by, text=text, rule=a_rule(table), **more)


def test_a_moderator_makes_one_and_players_agree_to_one(table: Table) -> None:
    north, south = table.players["north"], table.players["south"]
    assert make(table, table.moderator) is None
    assert make(table, table.moderator) is None
    assert LogEntry.objects.filter(kind="ruling.made").count() == 1, "the same again is not made"
    assert make(table, north, "Only in summer") == 1
    agree.agree(table.slug, by=south, number=1)
    assert LogEntry.objects.filter(kind="ruling.made").latest("seq").actor == "people"
    for _ in range(2):
        rulings.withdraw(table.slug, by=table.moderator, number=1, reason="We erred")
    assert LogEntry.objects.filter(kind="ruling.withdrawn").count() == 1


def test_what_is_no_ruling_is_refused(table: Table) -> None:
    with pytest.raises(NotYours):
        make(table, person("stranger"))
    with pytest.raises(NotOnTheMenu, match="characters"):
        make(table, table.moderator, " ")
    with pytest.raises(NotOnTheMenu, match="phases"):
        make(table, table.moderator, phases=[9])
    with pytest.raises(NotOnTheMenu, match="has no rule"):
        rulings.make(table.slug, by=table.moderator, text="So", rule="99.99")


@pytest.mark.long
def test_it_stands_on_its_page_that_of_its_rule_and_those_of_its_rolls(
    table: Table, client: Client
) -> None:
    a_turn(table)
    make(table, table.moderator, phases=[2])
    client.force_login(table.players["isle"])
    here = f"/c/{table.slug}"
    for path in ("rulings/", f"rule/?ref={a_rule(table)}", "history/2/"):
        assert "Ties go to the defender" in client.get(f"{here}/{path}").text, path
    assert "Ties go" not in client.get(f"{here}/history/1/").text
    isle = PageReader(table.players["isle"], table.slug).open("rulings/")
    isle.press("Ask the other players", rule=a_rule(table), text="Ask all", phases=["1", "2"])
    assert LogEntry.objects.filter(kind="consent.asked").exists()
    desk = PageReader(table.moderator, table.slug).open("rulings/")
    desk.press("Withdraw ruling 1", reason="It was the wrong rule")
    assert "It was the wrong rule" in desk.says("#ruling-1")


@pytest.mark.long
def test_it_names_the_very_roll_and_is_linked_there(table: Table, client: Client) -> None:
    a_turn(table)
    for wrong in ("2#die-99", "9#die-1", "2#event-99", "2#die-0", "2", "3#event-1"):
        with pytest.raises(NotOnTheMenu, match="no roll or event"):
            make(table, table.moderator, rolls=[wrong])
    make(table, table.moderator, rolls=["2#event-1"])
    body = json.loads(LogEntry.objects.get(kind="ruling.made").body)
    assert (body["phases"], body["rolls"]) == ([2], ["2#event-1"])
    client.force_login(table.players["isle"])
    here = f"/c/{table.slug}"
    told = client.get(f"{here}/history/2/").text
    assert f'href="{here}/rulings/#ruling-1"' in told
    assert f'href="{here}/rulings/?roll=2%23event-1"' in told
    assert f'href="{here}/history/2/#event-1"' in client.get(f"{here}/rulings/").text
    chosen = client.get(f"{here}/rulings/?roll=2%23event-1").text
    assert re.search(r'name="rolls" value="2#event-1"\s+checked', chosen)
    rulings.withdraw(table.slug, by=table.moderator, number=1, reason="We erred")
    assert "#ruling-1" not in client.get(f"{here}/history/2/").text.partition("story")[2]


@pytest.fixture
def over(table: Table) -> Table:
    make(table, table.moderator, phases=[1])
    make(table, table.players["north"], "Only in summer")
    agree.agree(table.slug, by=table.players["south"], number=1)
    rulings.withdraw(table.slug, by=table.moderator, number=1, reason="We erred")
    a_turn(table)
    make(table, table.moderator, "It stands", rolls=["2#die-1"])
    a_turn(table)
    return table


@pytest.mark.long
def test_they_are_exported_and_taken_in(over: Table) -> None:
    data = file_of(over)
    checks = named(data)
    assert [line for one in checks.values() for line in (*one.faults, *one.left)] == []
    assert checks["rulings"].said == "3 rulings, 1 withdrawn"
    forget(over.campaign)
    import_campaign(data, by=person("keeper"))
    assert export_file.read(file_of(over)).log == export_file.read(data).log


FORGERIES: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "its number": (body_with("ruling.made", "ruling", 3), "rulings: log entry"),
    "its phases": (body_with("ruling.made", "phases", [9]), "rulings: log entry"),
    "its text": (body_with("ruling.made", "text", "Attackers win"), "log: the hash of log entry"),
    "what was agreed to": (body_with("ruling.made", "text", "Always", 1), "rulings: log entry"),
    "a roll that was not thrown": (body_with("ruling.made", "rolls", ["2#die-99"], 2), "a die that was not"),
    "a roll elsewhere": (body_with("ruling.made", "rolls", ["3#event-1"], 2), "in no phase of its own"),
    "what is withdrawn": (body_with("ruling.withdrawn", "ruling", 7), "rulings: log entry"),
}  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("name", one_in(4, FORGERIES))
def test_whatever_is_changed_of_a_ruling_is_named(whole: bytes, name: str) -> None:
    change, expected = FORGERIES[name]
    must_be_named(whole, change, expected)
