"""Absences, deputies, extensions and votes for programs: the pages' own services, with keys and scopes."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import services as accounts
from campaigns.models import Absence, Campaign, Consent, Deputy
from tests.support.accounts import person, signed_in
from tests.support.campaigns import Found, Table
from tests.support.pages.html import answer_of

DAY = timedelta(days=1)


def here(table: Table, path: str) -> str:
    return f"/api/campaigns/{table.slug}/{path}"


def test_an_absence_is_announced_once_listed_and_ended(table: Table) -> None:
    north, south = (signed_in(table.players[power]) for power in ("north", "south"))
    body = {"ends": (timezone.now() + 3 * DAY).isoformat(), "key": "once"}
    first, again = (answer_of(north, "POST", here(table, "absences/"), body) for _ in range(2))
    assert first == again
    assert Absence.objects.count() == 1
    [line] = answer_of(south, "GET", here(table, "absences/"))
    assert (line["badges"][0]["key"], line["to_come"], line["mine"]) == ("north", False, False)
    answer_of(south, "DELETE", here(table, f"absences/{line['number']}/"), status=403)
    for _ in range(2):
        assert answer_of(north, "DELETE", here(table, f"absences/{line['number']}/")) == []
    other = {**body, "ends": (timezone.now() + 5 * DAY).isoformat()}
    answer_of(north, "POST", here(table, "absences/"), other, status=409)


@pytest.mark.parametrize(
    "ends", ["tomorrow", "2026-12-24T18:00:00", "0001-01-01T00:00:00+12:00", 7, None]
)
def test_a_moment_that_is_none_is_refused_in_words(table: Table, ends: Any) -> None:
    north = signed_in(table.players["north"])
    told = answer_of(north, "POST", here(table, "absences/"), {"ends": ends}, status=400)
    assert told["code"] == "not_understood"


@pytest.mark.long
def test_a_deputy_is_named_accepts_and_is_gone(table: Table) -> None:
    helper, north = person("helper"), signed_in(table.players["north"])
    Campaign.objects.filter(slug=table.slug).update(private=True)
    body = {"power": "north", "username": "helper", "level": "draft"}
    [line] = answer_of(north, "POST", here(table, "deputies/"), body)
    assert (line["asked"], line["level"]) == (True, "draft")
    assert answer_of(signed_in(table.players["south"]), "GET", here(table, "deputies/")) == []
    theirs = signed_in(helper)
    answer_of(theirs, "GET", here(table, "deputies/"), status=404)
    [request] = answer_of(theirs, "GET", "/api/deputies/")
    key = request["line"]["key"]
    assert (request["slug"], key) == (table.slug, line["key"])
    answer_of(signed_in(person("else")), "POST", here(table, f"deputies/{key}/"), status=404)
    [standing] = answer_of(theirs, "POST", here(table, f"deputies/{key}/"))
    assert (standing["asked"], standing["mine"]) == (False, True)
    assert answer_of(theirs, "DELETE", here(table, f"deputies/{key}/")) == []
    assert answer_of(north, "DELETE", here(table, f"deputies/{key}/")) == []
    assert Deputy.objects.get().ended_at is not None


def test_an_extension_is_taken_once_and_for_the_phase_that_was_meant(found: Found) -> None:
    table = found(extensions=1, extension_hours=12, hours={"default": 24})
    north, due = signed_in(table.players["north"]), table.phase.due_at
    body = {"phase": 1, "reason": "A train", "key": "once"}
    for _ in range(2):
        page = answer_of(north, "POST", here(table, "extensions/north/"), body)
    assert page["phase"]["extensions"]["left"] == 0
    assert table.phase.due_at == due + timedelta(hours=12)
    answer_of(north, "POST", here(table, "extensions/north/"), {"phase": 1}, status=409)
    answer_of(north, "POST", here(table, "extensions/south/"), {"phase": 1}, status=403)


def test_a_vote_is_opened_counted_answered_and_carried_out(found: Found) -> None:
    table = found(votes={"extend": "most", "pause": "all"}, hours={"default": 24})
    north, south = (signed_in(table.players[power]) for power in ("north", "south"))
    body = {"kind": "extend", "reason": "Holidays", "hours": 24, "phase": 1, "key": "once"}
    first, again = (answer_of(north, "POST", here(table, "questions/"), body) for _ in range(2))
    assert first == again
    [question] = answer_of(south, "GET", here(table, "questions/"))
    assert (question["so_far"], question["needed"], question["votes"]) == (1, 2, 3)
    assert [badge["key"] for badge in question["missing"]] == ["south", "isle"]
    due = table.phase.due_at
    number = question["number"]
    assert answer_of(south, "POST", here(table, f"questions/{number}/"), {"agree": True}) == []
    assert table.phase.due_at == due + DAY
    [pause] = answer_of(
        south, "POST", here(table, "questions/"), {"kind": "pause", "reason": "Rest"}
    )
    answer_of(north, "DELETE", here(table, f"questions/{pause['number']}/"), status=403)
    assert answer_of(south, "DELETE", here(table, f"questions/{pause['number']}/")) == []
    assert set(Consent.objects.values_list("state", flat=True)) == {"carried", "withdrawn"}
    answer_of(
        south, "POST", here(table, "questions/"), {"kind": "end", "reason": "Enough"}, status=409
    )


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("absences/", {"ends": (timezone.now() + 3 * DAY).isoformat()}),
        ("deputies/", {"power": "north", "username": "south", "level": "see"}),
        ("extensions/north/", {"phase": 1}),
        ("questions/", {"kind": "end", "reason": "Enough"}),
    ],
)
def test_a_token_that_only_reads_changes_nothing(
    table: Table, path: str, body: dict[str, Any]
) -> None:
    key = accounts.make_token(table.players["north"].pk, name="a bot", scopes=("read",))[1]
    client = Client(headers={"Authorization": f"Token {key}"})
    assert "token" in str(answer_of(client, "POST", here(table, path), body, status=403))


def test_an_absence_is_announced_in_all_campaigns_at_once(table: Table) -> None:
    north = signed_in(table.players["north"])
    body = {"ends": (timezone.now() + 3 * DAY).isoformat(), "key": "everywhere"}
    first, again = (answer_of(north, "POST", "/api/absences/", body) for _ in range(2))
    assert first == again == {"announced": [table.slug], "refused": {}}
    assert Absence.objects.count() == 1
    other = {"ends": (timezone.now() + 5 * DAY).isoformat()}
    told = answer_of(north, "POST", "/api/absences/", other, status=409)
    assert "announced an absence for some of this time" in told["message"]
    nobody = answer_of(signed_in(person("nobody")), "POST", "/api/absences/", body, status=409)
    assert "no campaign" in nobody["message"]
