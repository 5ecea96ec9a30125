"""Press and notes for programs: the same doors, the same secrets."""

import json
from typing import Any

import pytest
from django.test import Client

from tests.campaigns.conftest import Table
from tests.campaigns.press.test_press import HELLO, allow, reply, say
from tests.campaigns.press.test_press_pages import browser


def asked(client: Client, method: str, address: str, body: Any = None, status: int = 200) -> Any:
    answer = client.generic(
        method, address, json.dumps(body) if body is not None else "", "application/json"
    )
    assert answer.status_code == status, answer.content
    return json.loads(answer.content)


@pytest.mark.long
def test_a_program_writes_reads_and_does_what_a_browser_can(table: Table) -> None:
    north, south = browser(table.players["north"]), browser(table.players["south"])
    here = f"/api/campaigns/{table.slug}/press/"
    body = {"power": "north", "to": ["south"], "text": HELLO, "quotes": [1], "key": "once"}
    first, again = (asked(north, "POST", here, body) for _ in range(2))
    assert first == again
    thread = f"{here}{first['thread']['key']}/"
    listed = asked(south, "GET", f"{here}?q=bridge")
    assert listed["unread"] == 1
    assert len(listed["found"]) == 1
    asked(south, "POST", thread, {"do": "read"})
    answered = asked(south, "POST", thread, {"do": "write", "power": "south", "text": "Yes."})
    message = answered["messages"][-1]
    told = asked(south, "POST", thread, {"do": "edit", "message": message["key"], "text": "No."})
    assert [each["text"] for each in told["messages"][-1]["earlier"]] == ["Yes."]
    assert told["thread"]["unread"] == 0
    asked(north, "POST", thread, {"do": "report", "message": message["key"], "reason": "Rude"})
    for do in ("mute", "unmute"):
        muted = asked(north, "POST", thread, {"do": do})["thread"]["muted"]
        assert muted is (do == "mute")
    refused = asked(browser(table.players["isle"]), "GET", thread, status=404)
    assert refused["code"] == "no_such_page"
    asked(south, "POST", here, {"power": "south", "to": ["north"], "text": ""}, status=400)
    policy = {"allowed": "public", "reason": "As agreed"}
    asked(north, "PUT", here, policy, status=403)
    assert asked(browser(table.moderator), "PUT", here, policy)["policy"]["allowed"] == "public"


def test_ones_own_file_holds_what_one_may_read_and_nothing_else(table: Table) -> None:
    allow(table, anonymous=True)
    say(table, "north", ("south",), "Between us")
    say(table, "north", ("isle",), "Who am I?", masked=True)
    reply(table, "south", "public", "Peace!", masked=True)
    north = browser(table.players["north"])
    note = {"subject": "phase/1", "text": "Mind the mill"}
    asked(north, "PUT", f"/api/campaigns/{table.slug}/notes/", note)

    def file_of(client: Client) -> dict[str, Any]:
        found: dict[str, Any] = asked(client, "GET", f"/api/campaigns/{table.slug}/press-file/")
        return found

    def said(found: dict[str, Any]) -> list[tuple[str, str]]:
        return [
            (message["power"], message["wordings"][-1]["text"])
            for thread in found["threads"]
            for message in thread["messages"]
        ]

    mine = file_of(north)
    assert said(mine) == [("north", "Between us"), ("north", "Who am I?"), ("", "Peace!")]
    assert [each["text"] for each in mine["notes"]] == ["Mind the mill"]
    theirs = file_of(browser(table.players["isle"]))
    assert said(theirs) == [("", "Who am I?"), ("", "Peace!")]
    assert theirs["threads"][0]["parties"] == ["isle"]
    assert theirs["notes"] == []
    for who in (table.moderator, None):
        assert said(file_of(browser(who))) == [("", "Peace!")]


def test_a_note_of_before_is_not_overwritten_unseen(table: Table) -> None:
    north = browser(table.players["north"])
    here = f"/api/campaigns/{table.slug}/notes/"
    [empty] = asked(north, "GET", here)["notes"]
    body = {"subject": "campaign", "text": "One", "seen": empty["version"]}
    asked(north, "PUT", here, body)
    asked(north, "PUT", here, {**body, "text": "Another"}, status=409)
    asked(browser(table.players["south"]), "PUT", here, {"subject": "nothing", "text": ""}, 400)
