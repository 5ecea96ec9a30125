"""Press and notes for programs: the same doors, the same secrets."""

from typing import Any

import pytest
from django.test import Client

from tests.support.accounts import signed_in
from tests.support.campaigns import Table
from tests.support.pages.html import answer_of
from tests.support.press import HELLO, allow, reply, say


@pytest.mark.long
def test_a_program_writes_reads_and_does_what_a_browser_can(
    table: Table, north: Client, south: Client
) -> None:
    here = f"/api/campaigns/{table.slug}/press/"
    body = {"power": "north", "to": ["south"], "text": HELLO, "quotes": [1], "key": "once"}
    first, again = (answer_of(north, "POST", here, body) for _ in range(2))
    assert first == again
    thread = f"{here}{first['thread']['key']}/"
    listed = answer_of(south, "GET", f"{here}?q=bridge")
    assert listed["unread"] == 1
    assert len(listed["found"]) == 1
    answer_of(south, "POST", thread, {"do": "read"})
    answered = answer_of(south, "POST", thread, {"do": "write", "power": "south", "text": "Yes."})
    message = answered["messages"][-1]
    edit = {"do": "edit", "message": message["key"], "text": "No."}
    told = answer_of(south, "POST", thread, edit)
    assert [each["text"] for each in told["messages"][-1]["earlier"]] == ["Yes."]
    assert told["thread"]["unread"] == 0
    answer_of(north, "POST", thread, {"do": "report", "message": message["key"], "reason": "Rude"})
    for do in ("mute", "unmute"):
        muted = answer_of(north, "POST", thread, {"do": do})["thread"]["muted"]
        assert muted is (do == "mute")
    refused = answer_of(signed_in(table.players["isle"]), "GET", thread, status=404)
    assert refused["code"] == "no_such_page"
    answer_of(south, "POST", here, {"power": "south", "to": ["north"], "text": ""}, status=400)
    policy = {"allowed": "public", "reason": "As agreed"}
    answer_of(north, "PUT", here, policy, status=403)
    set_ = answer_of(signed_in(table.moderator), "PUT", here, policy)["policy"]
    assert set_["allowed"] == "public"


def test_ones_own_file_holds_what_one_may_read_and_nothing_else(
    table: Table, north: Client
) -> None:
    allow(table, anonymous=True)
    say(table, "north", ("south",), "Between us")
    say(table, "north", ("isle",), "Who am I?", masked=True)
    reply(table, "south", "public", "Peace!", masked=True)
    note = {"subject": "phase/1", "text": "Mind the mill"}
    answer_of(north, "PUT", f"/api/campaigns/{table.slug}/notes/", note)

    def file_of(client: Client) -> Any:
        return answer_of(client, "GET", f"/api/campaigns/{table.slug}/press-file/")

    def said(found: dict[str, Any]) -> list[tuple[str, str]]:
        return [
            (message["power"], message["wordings"][-1]["text"])
            for thread in found["threads"]
            for message in thread["messages"]
        ]

    mine = file_of(north)
    assert said(mine) == [("north", "Between us"), ("north", "Who am I?"), ("", "Peace!")]
    assert [each["text"] for each in mine["notes"]] == ["Mind the mill"]
    theirs = file_of(signed_in(table.players["isle"]))
    assert said(theirs) == [("", "Who am I?"), ("", "Peace!")]
    assert theirs["threads"][0]["parties"] == ["isle"]
    assert theirs["notes"] == []
    for who in (table.moderator, None):
        assert said(file_of(signed_in(who))) == [("", "Peace!")]


def test_a_note_of_before_is_not_overwritten_unseen(table: Table, north: Client) -> None:
    here = f"/api/campaigns/{table.slug}/notes/"
    [empty] = answer_of(north, "GET", here)["notes"]
    body = {"subject": "campaign", "text": "One", "seen": empty["version"]}
    answer_of(north, "PUT", here, body)
    answer_of(north, "PUT", here, {**body, "text": "Another"}, status=409)
    about_nothing = {"subject": "nothing", "text": ""}
    answer_of(signed_in(table.players["south"]), "PUT", here, about_nothing, 400)
