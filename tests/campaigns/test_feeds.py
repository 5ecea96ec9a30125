"""Feeds and calendars: read by programs, by a key that can be revoked, and never more than a page."""

import re
from datetime import timedelta
from typing import Any

import icalendar
import pytest
from django.test import Client
from django.utils import timezone

from accounts import services as accounts
from campaigns.models import Campaign, FeedKey, Phase
from campaigns.services import feeds, seats
from config.serving.secret_addresses import without_secrets
from tests.campaigns.conftest import Table

PLACE = {"kind": "place", "points": {"east": 2, "west": 1}}


def titles(content: bytes) -> list[str]:
    return re.findall(r"<entry><title>(.*?)</title>", content.decode())


def events(content: bytes) -> list[Any]:
    return list(icalendar.Calendar.from_ical(content).walk("VEVENT"))


def private(table: Table) -> None:
    Campaign.objects.filter(slug=table.slug).update(private=True)


@pytest.mark.long
def test_a_feed_tells_what_everybody_may_know_newest_first(table: Table, client: Client) -> None:
    over = table.phase
    for power in table.players:
        table.seal(power, PLACE)
    table.advance()
    answer = client.get(f"/c/{table.slug}/feed/")
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    told = titles(answer.content)
    assert told[0].endswith("has opened")
    assert told[1].endswith("is resolved")
    assert over.title in told[1]
    mine = Client()
    mine.force_login(table.players["north"])
    assert mine.get(f"/c/{table.slug}/feed/").content == answer.content, "a player's has no more"


def test_a_private_feed_is_read_by_a_key_until_it_is_revoked(table: Table, client: Client) -> None:
    private(table)
    assert client.get(f"/c/{table.slug}/feed/").status_code == 404
    token = feeds.make_key(by=table.players["isle"], slug=table.slug)
    assert titles(client.get(f"/feed/{token}/").content)
    assert client.get(f"/calendar/{token}/").status_code == 404, "a key opens one door"
    feeds.revoke_key(by=table.players["isle"], slug=table.slug)
    assert client.get(f"/feed/{token}/").status_code == 404


def test_a_key_of_one_who_may_read_no_more_opens_nothing(table: Table, client: Client) -> None:
    private(table)
    isle = table.players["isle"]
    token, mine = feeds.make_key(by=isle, slug=table.slug), feeds.make_key(by=isle)
    seats.leave(table.slug, by=isle, power="isle")
    assert client.get(f"/feed/{token}/").status_code == 404
    assert events(client.get(f"/calendar/{mine}/").content) == []
    accounts.delete_account(isle.pk)
    assert client.get(f"/calendar/{mine}/").status_code == 404


def test_a_calendar_holds_my_deadlines_and_whether_i_have_sealed(
    table: Table, client: Client
) -> None:
    due = timezone.now().replace(microsecond=0) + timedelta(days=2)
    Phase.objects.filter(pk=table.phase.pk).update(due_at=due)
    address = f"/calendar/{feeds.make_key(by=table.players['north'])}/"
    answer = client.get(address)
    assert answer["Content-Type"].startswith("text/calendar")
    assert answer["Referrer-Policy"] == "strict-origin"
    [event] = events(answer.content)
    assert event.decoded("dtstart") == due
    assert "orders due" in event["summary"]
    table.seal("north", PLACE)
    [event] = events(client.get(address).content)
    assert "sealed" in event["summary"]
    Phase.objects.filter(pk=table.phase.pk).update(due_at=due + timedelta(days=1))
    [moved] = events(client.get(address).content)
    assert (moved["uid"], moved.decoded("dtstart")) == (event["uid"], due + timedelta(days=1))


def test_a_new_key_ends_the_old_one_and_the_database_holds_neither(
    table: Table, client: Client
) -> None:
    north = table.players["north"]
    old, new = feeds.make_key(by=north), feeds.make_key(by=north)
    assert client.get(f"/calendar/{old}/").status_code == 404
    assert client.get(f"/calendar/{new}/").status_code == 200
    row = FeedKey.objects.values().get(person=north)
    assert not [value for value in row.values() if new in str(value)]


@pytest.mark.parametrize("path", ["/feed/", "/calendar/", "/news/stop/"])
def test_no_log_of_the_site_holds_such_an_address(path: str) -> None:
    said = without_secrets(None, "info", {"event": f'"GET {path}abc-DEF_1/ HTTP/1.1" 200'})
    assert "abc-DEF_1" not in said["event"]


def test_addresses_are_made_and_revoked_on_the_page(table: Table, client: Client) -> None:
    client.force_login(table.players["south"])
    client.post("/news/settings/", {"what": "make-key"})
    page = client.get("/news/settings/").content.decode()
    token = FeedKey.objects.get(person=table.players["south"]).token
    assert f"http://testserver/calendar/{token}/" in page
    client.post("/news/settings/", {"what": "revoke-key"})
    assert not FeedKey.objects.exists()
