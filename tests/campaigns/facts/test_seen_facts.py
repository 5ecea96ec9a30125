"""A fact that somebody else declared meanwhile is not overwritten unseen."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from campaigns.errors import FactsChanged, NotOnTheMenu
from campaigns.models import Act, FactClaim, LogEntry
from campaigns.selectors.facts import fact_sheet
from campaigns.services.deadlines import moderation
from tests.support.accounts import person, signed_in
from tests.support.campaigns import Table
from tests.support.pages.html import answer_of


def declare(table: Table, power: str, values: dict[str, Any], **more: Any) -> None:
    table.act(power, {"kind": "declare", "facts": values}, **more)


def lines(table: Table) -> list[Any]:
    sheet = fact_sheet.fact_sheet(table.slug, table.moderator)
    return [line for part in sheet.sections for line in part.facts]


def versions(table: Table) -> dict[str, str]:
    return {line.spec.key: line.version for line in lines(table)}


def values(table: Table) -> dict[str, Any]:
    return {line.spec.key: line.value for line in lines(table)}


def seen_on(page: str) -> str:
    """The versions that a form of the page sends."""
    return unescape(re.search(r'name="seen" value="([^"]*)"', page)[1])


def shown(client: Client, table: Table, query: str = "") -> dict[str, str]:
    """Every control of the sheet as a browser without scripts would send it."""
    page = client.get(f"/c/{table.slug}/facts/{query}").text
    posted = {"seen": seen_on(page)}
    for key, inside in re.findall(r'<select name="(fact[^"]+)"[^>]*>(.*?)</select>', page, re.S):
        posted[key] = re.search(r'value="([^"]*)" selected', inside)[1]
    counts = re.findall(r'<input type="number" name="(fact[^"]+)"[^>]*?value="([^"]*)"', page)
    return {**posted, **dict(counts)}


def test_a_declaration_on_a_version_that_is_over_or_of_no_fact_does_nothing_and_says_what_is_now(
    table,
) -> None:
    old = versions(table)
    declare(table, "north", {"boats": 5}, seen=old)
    acts_before, log_before = Act.objects.count(), LogEntry.objects.count()
    with pytest.raises(FactsChanged) as refused:
        declare(table, "south", {"boats": 7}, seen={"boats": old["boats"]})
    (one,) = refused.value.changed
    assert (one.key, one.value, one.by, one.by_name) == ("boats", 5, "north", "north")
    assert one.at is not None
    assert one.version == versions(table)["boats"]
    assert values(table)["boats"] == 5
    assert (Act.objects.count(), LogEntry.objects.count()) == (acts_before, log_before)
    declare(table, "south", {"boats": 7}, seen={"boats": one.version})
    assert values(table)["boats"] == 7
    with pytest.raises(NotOnTheMenu):
        declare(table, "north", {"boats": 5}, seen={"ships": "0:1"})


def test_what_went_there_and_back_again_is_another_version(table) -> None:
    old = versions(table)["boats"]
    declare(table, "north", {"boats": 5})
    declare(table, "north", {"boats": 2})
    with pytest.raises(FactsChanged):
        declare(table, "south", {"boats": 3}, seen={"boats": old})


def test_one_conflict_holds_back_the_whole_declaration(table) -> None:
    old = versions(table)
    declare(table, "south", {"boats": 5})
    with pytest.raises(FactsChanged):
        declare(table, "north", {"boats": 7, "bridge": False}, seen=old)
    assert values(table) == {"boats": 5, "bridge": True}


def test_a_confirmation_is_of_the_value_that_was_seen(table) -> None:
    declare(table, "north", {"boats": 5})
    seen = versions(table)
    declare(table, "north", {"boats": 9})
    with pytest.raises(FactsChanged):
        table.act("south", {"kind": "confirm", "facts": ["boats"]}, seen={"boats": seen["boats"]})
    assert not FactClaim.objects.exclude(confirmed_power="").exists()


def test_a_correction_is_of_the_value_that_was_seen(table) -> None:
    old = versions(table)
    declare(table, "north", {"boats": 5})
    wish = {"by": table.moderator, "facts": {"boats": 3}, "reason": "Counted again."}
    with pytest.raises(FactsChanged):
        moderation.correct_facts(table.slug, **wish, seen=old)
    assert values(table)["boats"] == 5
    moderation.correct_facts(table.slug, **wish, seen=versions(table))
    assert values(table)["boats"] == 3


def test_a_program_gets_the_same_answer(table, south) -> None:
    address = f"/api/campaigns/{table.slug}"
    lines = south.get(f"{address}/facts/").json()["sections"][0]["facts"]
    seen = {line["spec"]["key"]: line["version"] for line in lines}
    declare(table, "north", {"boats": 5})
    wish = {"act": {"kind": "declare", "facts": {"boats": 7}}, "seen": {"boats": seen["boats"]}}
    told = answer_of(south, "POST", f"{address}/acts/south/", wish, 409)
    assert told["code"] == "facts_changed"
    (one,) = told["changed"]
    assert (one["key"], one["value"], one["by"]) == ("boats", 5, "north")
    wish["seen"] = {"boats": one["version"]}
    answer_of(south, "POST", f"{address}/acts/south/", wish)
    assert values(table)["boats"] == 7


def test_a_stale_sheet_leaves_alone_what_was_not_touched(table, north) -> None:
    form = shown(north, table)
    assert {"fact.boats", "fact.bridge"} <= set(form)
    declare(table, "south", {"boats": 7})
    sent = north.post(f"/c/{table.slug}/facts/", {**form, "fact.bridge": "false"})
    assert sent.status_code == 302
    assert values(table) == {"boats": 7, "bridge": False}


def test_a_stale_sheet_asks_about_what_was_touched_and_enters_nothing_until_then(
    table, north
) -> None:
    form = {**shown(north, table), "fact.bridge": "false", "fact.boats": "9"}
    declare(table, "south", {"boats": 7})
    asked = north.post(f"/c/{table.slug}/facts/", form)
    page = " ".join(asked.text.split())
    assert asked.status_code == 409
    assert values(table) == {"boats": 7, "bridge": True}
    assert "When you opened the sheet: 2." in page
    assert "Southland (south)" in re.sub("<[^>]*>", "", page)
    assert re.findall(r'name="fact.boats" value="(\d)" required', page) == ["7", "9"]
    kept = {"seen": seen_on(page), "fact.bridge": "false", "fact.boats": "7"}
    assert north.post(f"/c/{table.slug}/facts/", kept).status_code == 302
    assert values(table) == {"boats": 7, "bridge": False}


@pytest.mark.long
def test_the_own_value_can_be_chosen_once_both_were_seen(table, north) -> None:
    form = {**shown(north, table), "fact.boats": "9"}
    declare(table, "south", {"boats": 7})
    page = north.post(f"/c/{table.slug}/facts/", form).text
    again = {"seen": seen_on(page), "fact.boats": "9"}
    declare(table, "south", {"boats": 6})
    assert north.post(f"/c/{table.slug}/facts/", again).status_code == 409
    assert values(table)["boats"] == 6
    seen = json.dumps({"boats": versions(table)["boats"]})
    north.post(f"/c/{table.slug}/facts/", {"seen": seen, "fact.boats": "9"})
    assert values(table)["boats"] == 9


def test_a_moderators_stale_sheet_asks_too_and_keeps_the_reason(table) -> None:
    desk = signed_in(table.moderator)
    form = {**shown(desk, table), "fact.boats": "9", "as": "moderator", "reason": "Counted again."}
    declare(table, "south", {"boats": 7})
    asked = desk.post(f"/c/{table.slug}/facts/", form)
    assert asked.status_code == 409
    assert "Counted again." in asked.text
    assert values(table)["boats"] == 7


def test_a_confirmation_from_a_stale_sheet_says_so(table, south) -> None:
    declare(table, "north", {"boats": 5})
    form = shown(south, table)
    declare(table, "north", {"boats": 9})
    told = south.post(f"/c/{table.slug}/facts/", {**form, "confirm": "boats"}, follow=True)
    assert "Nothing was confirmed" in told.text
    assert not FactClaim.objects.exclude(confirmed_power="").exists()


@pytest.mark.parametrize(
    "seen", ["", "[]", "{", '{"boats": 3}', '{"boats": "x"}', '{"boats": "1:{"}']
)
def test_a_form_without_readable_versions_enters_nothing(table, north, seen) -> None:
    sent = north.post(f"/c/{table.slug}/facts/", {"seen": seen, "fact.boats": "9"})
    assert sent.status_code < 500
    assert values(table)["boats"] == 2


def test_a_stranger_learns_nothing_from_a_wrong_version(table) -> None:
    stranger = signed_in(person("stranger"))
    wish = {"act": {"kind": "declare", "facts": {"boats": 7}}, "seen": {"boats": "9:9"}}
    told = answer_of(stranger, "POST", f"/api/campaigns/{table.slug}/acts/south/", wish, 403)
    assert told["changed"] == []
