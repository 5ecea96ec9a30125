"""The bell: asked by every page, so it costs little; and it rings for who stands in."""

from datetime import timedelta

from bs4 import BeautifulSoup
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.models import Campaign, Status
from campaigns.selectors.lobby import lobby_page
from campaigns.selectors.notifications import inbox
from campaigns.services.deadlines import power_extension
from campaigns.services.log import read_marks
from campaigns.services.press.press_settings import mute
from campaigns.services.seats import deputies
from tests.support.accounts import person, signed_in
from tests.support.campaigns import Table
from tests.support.press import say
from tests.support.seats import deputize


def count(who: object) -> int:
    with CaptureQueriesContext(connection) as queries:
        inbox.count(who)
    return len(queries)


def test_what_did_not_change_costs_nothing_more(table: Table) -> None:
    """A campaign more, gathering or over, asks no query more as long as nothing happens in it."""
    north = table.players["north"]
    say(table, "south", ("north",), text="Well?")
    inbox.inbox(north)
    first = count(north)
    assert first <= 10
    for number, status in enumerate((Status.GATHERING, Status.FINISHED)):
        again = Campaign.objects.get(slug=table.slug)
        again.pk, again.slug, again.status = None, f"copy{number}", status
        again.phase = again.wakes_at = None
        again.save()
        again.moderators.add(north)
    inbox.inbox(north)
    assert count(north) == first


def test_whatever_changes_is_told_at_once(table: Table) -> None:
    north = table.players["north"]

    def told() -> tuple[bool, int]:
        [line] = inbox.inbox(north)
        return bool(line.asked), line.unread

    assert told() == (True, 0)
    key = say(table, "south", ("north",), text="Well?")
    assert told() == (True, 1)
    say(table, "south", ("north",), text="So?")
    assert told() == (True, 2)
    mute(table.slug, by=north, thread=key, muted=True)
    assert told() == (True, 0)
    mute(table.slug, by=north, thread=key, muted=False)
    table.seal("north", {"kind": "place", "points": {"east": 2}})
    read_marks.mark_seen(table.slug, by=north)
    assert told() == (False, 2)


def test_each_line_leads_where_it_is_dealt_with(table: Table) -> None:
    north, here = table.players["north"], f"/c/{table.slug}/"
    say(table, "south", ("north",), text="Well?")
    client = signed_in(north)

    def links() -> list[str]:
        page = BeautifulSoup(client.get("/news/").content, "html.parser")
        found = [line.a for line in page.select(".bell-list ul > li")]
        return [str(link["href"]) for link in found if link is not None]

    assert links() == [f"{here}#orders", f"{here}press/"]


def test_what_is_asked_has_the_time_that_is_left(table: Table) -> None:
    north = table.players["north"]

    def left() -> list[str]:
        page = BeautifulSoup(signed_in(north).get("/news/").content, "html.parser")
        return [str(time["datetime"]) for time in page.select(".bell-list [data-countdown]")]

    due = table.phase.due_at
    assert left() == [due.isoformat()]
    power_extension.extend_one(
        table.slug, by=table.moderator, power="north", hours=5, reason="A train"
    )
    assert left() == [(due + timedelta(hours=5)).isoformat()]
    table.seal("north", {"kind": "place", "points": {"east": 2}})
    assert left() == []


def test_the_bell_and_the_lobby_know_who_stands_in(table: Table) -> None:
    Campaign.objects.filter(slug=table.slug).update(private=True)
    helper = person("helper")
    named = {"by": table.players["north"], "power": "north", "username": "helper"}
    key = deputies.name(table.slug, **named, level="see")
    [line] = inbox.inbox(helper)
    assert (line.to_stand_in, line.slug, inbox.count(helper)) == (True, table.slug, 1)
    assert lobby_page.lobby(helper).mine == ()
    deputies.accept(table.slug, by=helper, key=key)
    assert inbox.inbox(helper) == ()
    [card] = lobby_page.lobby(helper).mine
    assert [badge.key for badge in card.my_powers] == ["north"]
    assert (card.asked_of_me, lobby_page.lobby(helper).newcomer) == (False, False)
    deputies.end(table.slug, by=helper, key=key)
    key = deputies.name(table.slug, **named, level="seal")
    deputies.accept(table.slug, by=helper, key=key)
    [card] = lobby_page.lobby(helper).mine
    assert card.asked_of_me
    assert card.due_at == table.phase.due_at
    assert [asks.what for asks in lobby_page.lobby(helper).asks] == ["orders"]


def test_who_stands_in_for_a_delayed_campaign_finds_it_in_the_lobby_as_it_is(table: Table) -> None:
    helper, _key = deputize(table, "see")
    Campaign.objects.filter(slug=table.slug).update(delay=1)
    [card] = lobby_page.lobby(helper).mine
    assert (card.behind, card.phase_title) == (False, table.phase.title)
