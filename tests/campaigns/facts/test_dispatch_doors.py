"""A dispatch by the API and by the command line: the same text, the same draft."""

import io
import json
import sys
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from campaigns.models import Act, Dispatch
from tests.campaigns.facts.at_war import BOATS, boats, draft, put
from tests.support.campaigns import Table


def asked(client: Client, table: Table, method: str, tail: str = "", **body: Any) -> Any:
    address = f"/api/campaigns/{table.slug}/dispatch/north/{tail}"
    return getattr(client, method)(address, json.dumps(body), content_type="application/json")


def test_it_is_written_read_and_declared(table: Table, north: Client) -> None:
    answer = asked(north, table, "put", text="Boats: 5\nThe bridge stands: no\n").json()
    lines = {line["key"]: line["after"] for line in answer["lines"]}
    assert lines == {"boats": "5", "bridge": "no"}
    again = north.get(f"/api/campaigns/{table.slug}/dispatch/north/").json()
    assert again == answer
    assert again["text"] == "Boats: 5\nThe bridge stands: no\n"
    stale = asked(north, table, "put", text="Boats: 6", seen="0")
    assert stale.status_code == 409
    done = asked(north, table, "post", "declare/", seen=again["version"], key="once")
    assert done.json()["declared"] == 2
    repeated = asked(north, table, "post", "declare/", seen=again["version"], key="once")
    assert repeated.json() == done.json()
    assert Act.objects.count() == 1
    assert boats(table) == 5


def test_what_is_not_understood_or_only_tried_is_not_kept_and_facts_by_key_are_lines_too(
    table: Table, north: Client
) -> None:
    answer = asked(north, table, "put", text="Boats: 5\nthe brige stands: no")
    assert answer.status_code == 400
    assert answer.json()["field"] == "text.2"
    assert "The bridge stands: no" in answer.json()["remedy"]
    assert not Dispatch.objects.exists()
    answer = asked(north, table, "post", "preview/", text="boats: 5")
    assert answer.status_code == 200
    assert [line["key"] for line in answer.json()["lines"]] == ["boats"]
    assert not Dispatch.objects.exists()
    asked(north, table, "put", facts={"boats": 7})
    assert draft(table, "north").values == {"boats": 7}
    asked(north, table, "delete")
    assert not Dispatch.objects.exists()


def test_it_is_nobody_elses(table: Table, north: Client, south: Client) -> None:
    put(table, "north", BOATS)
    for client, refused in ((south, 403), (Client(), 401)):
        address = f"/api/campaigns/{table.slug}/dispatch/north/"
        assert client.get(address).status_code == 403
        for method, tail in (("put", ""), ("post", "preview/"), ("delete", "")):
            assert asked(client, table, method, tail).status_code == refused


def test_the_command_writes_and_declares(
    table: Table, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(text: str, *more: str) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        call_command("dispatch", table.slug, "--power", "north", *more)
        return capsys.readouterr().out

    assert run("boats: 5\n") == "Boats: 2 → 5\n"
    assert boats(table) == 2
    with pytest.raises(CommandError, match="1: brige: no"):
        run("brige: no\n")
    assert run("boats: 6\n", "--declare") == "Boats: 2 → 6\n1 declared.\n"
    assert boats(table) == 6
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    with pytest.raises(CommandError, match="Nobody plays"):
        call_command("dispatch", table.slug, "--power", "west")
