"""Going back and rulings, by programs."""

from typing import Any

import pytest
from django.test import Client

from campaigns.models import LogEntry
from campaigns.services.voting import agree
from tests.support.accounts import person, signed_in
from tests.support.campaigns import Table, a_turn
from tests.support.repair import a_rule


def program(who: Any) -> Client:
    return signed_in(who)


def posted(client: Client, table: Table, path: str, **fields: Any) -> Any:
    return client.post(
        f"/api/campaigns/{table.slug}/{path}", fields, content_type="application/json"
    )


@pytest.mark.long
def test_a_program_goes_back_where_its_player_may(table: Table) -> None:
    a_turn(table)
    north = program(table.players["north"])
    looked = north.get(f"/api/campaigns/{table.slug}/undo/?to=2").json()
    assert [one["number"] for one in looked["undone"]] == [2, 3]
    assert looked["counted"]["phases"] == 1
    assert posted(program(person("reader")), table, "undo/", to=2, reason="x").status_code == 403
    assert posted(north, table, "undo/", to=9, reason="We erred").status_code == 409
    assert posted(north, table, "undo/", to=2, reason="We erred").json()["question"] == 1
    for power in ("south", "isle"):
        agree.agree(table.slug, by=table.players[power], number=1)
    assert table.phase.again == 2
    done = program(table.moderator).get(f"/api/campaigns/{table.slug}/undo/").json()
    assert [one["to"] for one in done["done"]] == [2]


def test_a_program_of_the_moderator_corrects_what_was_declared(table: Table) -> None:
    moderator, north = program(table.moderator), program(table.players["north"])
    declared = {"kind": "declare", "facts": {"boats": 5}}
    table.act("north", declared)

    said = {"facts": {"boats": 3}, "reason": "Two were sunk"}
    assert posted(program(person("reader")), table, "facts/", **said).status_code == 403
    assert posted(north, table, "facts/", **said).status_code == 403
    assert posted(moderator, table, "facts/", facts={"oars": 1}, reason="So").status_code == 422
    assert posted(moderator, table, "facts/", **{**said, "reason": ""}).status_code == 409
    stale = {**said, "seen": {"boats": "another"}}
    assert posted(moderator, table, "facts/", **stale).status_code == 409
    sheet = posted(moderator, table, "facts/", **said).json()
    (boats,) = (
        line
        for section in sheet["sections"]
        for line in section["facts"]
        if line["spec"]["key"] == "boats"
    )
    assert boats["value"] == 3
    (entry,) = LogEntry.objects.filter(campaign__slug=table.slug, kind="moderator.facts")
    assert "Two were sunk" in entry.body


@pytest.mark.long
def test_a_program_makes_asks_for_and_withdraws_rulings(table: Table) -> None:
    a_turn(table)
    moderator, north = program(table.moderator), program(table.players["north"])
    said = {"text": "Ties go to the defender", "rule": a_rule(table), "rolls": ["2#event-1"]}
    made = posted(moderator, table, "rulings/", **said).json()
    assert made["question"] is None
    assert made["rulings"][0]["rolls"] == ["2#event-1"]
    assert posted(north, table, "rulings/", text="So", rule=a_rule(table)).json()["question"] == 1
    assert posted(north, table, "rulings/1/withdraw/", reason="No").status_code == 403
    ended = posted(moderator, table, "rulings/1/withdraw/", reason="We erred").json()
    assert ended[0]["withdrawn"] == "We erred"
    assert len(north.get(f"/api/campaigns/{table.slug}/rulings/").json()) == 1
