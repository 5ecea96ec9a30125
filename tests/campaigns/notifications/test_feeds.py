"""Feeds and calendars: read by programs, by a key that can be revoked, and never more than a page."""

from datetime import timedelta
from typing import Any
from xml.etree import ElementTree as ET

import feedparser
import icalendar
import pytest
import time_machine
import vobject
from django.test import Client
from django.utils import timezone
from django.utils.http import parse_http_date

from accounts import services as accounts
from campaigns.models import Campaign, FeedKey, Phase
from campaigns.services.deadlines import moderation
from campaigns.services.notifications import feed_keys
from campaigns.services.press import press_messages
from campaigns.services.seats import seats
from core.secret_urls import without_secrets
from tests.support.accounts import person, signed_in
from tests.support.books.tiny_book import PLACE
from tests.support.campaigns import Table
from tests.support.notifications import private, titles
from tests.support.pages.reader import PageReader


def events(content: bytes) -> list[Any]:
    return list(icalendar.Calendar.from_ical(content).walk("VEVENT"))


@pytest.mark.long
def test_a_feed_tells_what_everybody_may_know_newest_first(table: Table, client: Client) -> None:
    over = table.phase
    table.play()
    answer = client.get(f"/c/{table.slug}/feed/")
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    told = titles(answer.content)
    assert told[0].endswith("has opened")
    assert told[1].endswith("is resolved")
    assert over.title in told[1]
    mine = signed_in(table.players["north"])
    assert mine.get(f"/c/{table.slug}/feed/").content == answer.content, "a player's has no more"


def test_a_private_feed_is_read_by_a_key_until_it_is_revoked(table: Table, client: Client) -> None:
    private(table)
    assert client.get(f"/c/{table.slug}/feed/").status_code == 404
    token = feed_keys.make_key(by=table.players["isle"], slug=table.slug)
    assert titles(client.get(f"/feed/{token}/").content)
    assert client.get(f"/calendar/{token}/").status_code == 404, "a key opens one door"
    feed_keys.revoke_key(by=table.players["isle"], slug=table.slug)
    assert client.get(f"/feed/{token}/").status_code == 404


def test_a_key_of_one_who_may_read_no_more_opens_nothing(table: Table, client: Client) -> None:
    private(table)
    isle = table.players["isle"]
    token, mine = feed_keys.make_key(by=isle, slug=table.slug), feed_keys.make_key(by=isle)
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
    address = f"/calendar/{feed_keys.make_key(by=table.players['north'])}/"
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


def test_a_program_is_told_what_has_moved_and_nothing_else_is_new(
    table: Table, client: Client
) -> None:
    address = f"/calendar/{feed_keys.make_key(by=table.players['north'])}/"
    now = timezone.now().replace(microsecond=0)
    found = {}
    for hour, do in enumerate((None, None, _seal, _extend)):
        if do is not None:
            do(table)
        with time_machine.travel(now + timedelta(hours=hour), tick=False):
            [event] = events(client.get(address).content)
        found[hour] = (event["sequence"], event.decoded("dtstamp") - now)
    hours = [timedelta(hours=one) for one in range(4)]
    assert found == {0: (0, hours[0]), 1: (0, hours[0]), 2: (0, hours[2]), 3: (1, hours[3])}


def _seal(table: Table) -> None:
    table.seal("north", PLACE)


def _extend(table: Table) -> None:
    moderation.extend(table.slug, by=table.moderator, hours=3, reason="A long weekend")


ANYTHING = (
    "<b>Tom & Jerry</b>\uffff \x0b\u2028BEGIN:VEVENT\r\nEND:VCALENDAR ]]> \U0001f642 , ; : \\ “”"
)


def anything_typed(table: Table) -> None:
    """A campaign called so, in which somebody has said so in public."""
    Campaign.objects.filter(slug=table.slug).update(title=ANYTHING[:100])
    press_messages.write(
        table.slug,
        by=table.players["north"],
        power="north",
        thread="public",
        text=f"{ANYTHING.replace(chr(11), '')}\n![x](https://a.org/x.png)\n\n**So** it is: <log:1>",
    )


def test_another_reader_reads_a_feed_whatever_people_type(table: Table, client: Client) -> None:
    anything_typed(table)
    content = client.get(f"/c/{table.slug}/feed/").content
    ET.fromstring(content)  # noqa: S314 - our own
    read = feedparser.parse(content)
    assert not read.bozo, read.get("bozo_exception")
    assert read.version == "atom10"
    assert read.feed.title.startswith("<b>Tom & Jerry</b> BEGIN:VEVENT END:VCALENDAR")
    assert read.feed.author == "Chancellery"
    links = {link.rel: link.href for link in read.feed.links}
    assert links == {
        "alternate": f"http://testserver/c/{table.slug}/",
        "self": f"http://testserver/c/{table.slug}/feed/",
    }
    [said] = [one for one in read.entries if "press" in one.id]
    assert said.summary_detail.type == "text/html"
    assert "&lt;b&gt;Tom &amp; Jerry&lt;/b&gt;" in said.summary
    assert "<strong>So</strong>" in said.summary
    assert f'href="http://testserver/c/{table.slug}/log/1/"' in said.summary
    assert "<img" not in said.summary
    assert "BEGIN:VEVENT<br" in said.summary, "a new line stays one"


@pytest.mark.parametrize("zone", ["Europe/Berlin", "UTC", "Asia/Kathmandu"])
def test_other_readers_read_a_calendar_whatever_people_type(
    table: Table, client: Client, zone: str
) -> None:
    anything_typed(table)
    north = table.players["north"]
    north.time_zone = zone
    north.save()
    content = client.get(f"/calendar/{feed_keys.make_key(by=north)}/").content
    assert max(map(len, content.split(b"\r\n"))) <= 75
    read = icalendar.Calendar.from_ical(content)
    assert read.walk("VEVENT")[0]["summary"].startswith("<b>Tom & Jerry</b> BEGIN:VEVENT")
    assert not [problem for part in read.walk() for problem in part.errors]
    [event] = vobject.readOne(content.decode()).vevent_list
    assert event.dtstart.value == table.phase.due_at.replace(microsecond=0)
    assert event.summary.value.startswith("<b>Tom & Jerry</b> BEGIN:VEVENT END:VCALENDAR ]]>")


def test_a_calendar_without_deadlines_is_one(table: Table, client: Client) -> None:
    nobody = person("nobody")
    content = client.get(f"/calendar/{feed_keys.make_key(by=nobody)}/").content
    [part] = icalendar.Calendar.from_ical(content).subcomponents
    assert part.name == "VTIMEZONE"
    assert vobject.readOne(content.decode()).validate()


@pytest.mark.parametrize("kind", ["feed", "private", "calendar"])
def test_a_program_that_has_it_already_is_told_so(table: Table, client: Client, kind: str) -> None:
    north = table.players["north"]
    address = {
        "feed": f"/c/{table.slug}/feed/",
        "private": f"/feed/{feed_keys.make_key(by=north, slug=table.slug)}/",
        "calendar": f"/calendar/{feed_keys.make_key(by=north)}/",
    }[kind]
    answer = client.get(address)
    assert "no-store" not in answer["Cache-Control"]
    assert parse_http_date(answer["Last-Modified"])
    had = (("If-None-Match", answer["ETag"]), ("If-Modified-Since", answer["Last-Modified"]))
    for header, value in had:
        again = client.get(address, headers={header: value})
        assert (again.status_code, again.content) == (304, b"")
        assert again["ETag"] == answer["ETag"]
    assert client.head(address)["ETag"] == answer["ETag"]
    packed = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert packed["ETag"] == f"W/{answer['ETag']}"
    tagged = {"If-None-Match": packed["ETag"], "Accept-Encoding": "gzip"}
    assert client.get(address, headers=tagged).status_code == 304
    with time_machine.travel(timezone.now() + timedelta(hours=1), tick=False):
        _extend(table)
        for header, value in had:
            assert client.get(address, headers={header: value}).status_code == 200


def test_a_new_key_ends_the_old_one_and_the_database_holds_neither(
    table: Table, client: Client
) -> None:
    north = table.players["north"]
    old, new = feed_keys.make_key(by=north), feed_keys.make_key(by=north)
    assert client.get(f"/calendar/{old}/").status_code == 404
    assert client.get(f"/calendar/{new}/").status_code == 200
    row = FeedKey.objects.values().get(person=north)
    assert not [value for value in row.values() if new in str(value)]


@pytest.mark.parametrize("path", ["/feed/", "/calendar/", "/news/stop/"])
def test_no_log_of_the_site_holds_such_an_address(path: str) -> None:
    said = without_secrets(None, "info", {"event": f'"GET {path}abc-DEF_1/ HTTP/1.1" 200'})
    assert "abc-DEF_1" not in said["event"]


def test_addresses_are_made_and_revoked_on_the_page(table: Table) -> None:
    page = PageReader(table.players["south"]).open("/news/settings/").press("Make an address")
    token = FeedKey.objects.get(person=table.players["south"]).token
    address = page.page.select_one("#feed-address")["value"]
    assert address == f"http://testserver/calendar/{token}/"
    page.press("Revoke it")
    assert not FeedKey.objects.exists()


def test_quiet_hours_and_the_hour_of_a_digest_are_set_on_the_page(table: Table) -> None:
    page = PageReader(table.players["south"]).open("/news/settings/")
    hours = {"quiet_from": "22", "quiet_until": "7", "digest_at": "8"}
    page.press("Save", "form:has(#digest-at)", **hours)
    assert "Saved." in page.says(".messages")
    for name, value in hours.items():
        assert page.page.select_one(f"[name={name}] option[selected]")["value"] == value
