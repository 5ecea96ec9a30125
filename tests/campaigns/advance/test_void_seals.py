"""What was sealed and is void: when the rules no longer allow it, and when the phase is another one."""

from django.test import Client

from campaigns.models import Campaign, LogEntry
from campaigns.selectors.campaign import campaign_page, news
from campaigns.selectors.notifications import inbox
from campaigns.services.lifecycle.import_campaign import import_campaign
from tests.support.books.tiny_book import NAME, PLACE
from tests.support.campaigns import Found, Table, corrected
from tests.support.clock import override_east
from tests.support.exports.files import faults, file_of
from tests.support.seats import deputize

VOID = "sealed, but no longer allowed; it did nothing"


def overtaken(found: Found, missed: str) -> Table:
    """Two phases are resolved, so that the orders are public; a fact made the first seal of the north illegal."""
    table = found(missed=missed)
    for power in table.players:
        table.seal(power, PLACE if power == "north" else {"kind": "place", "points": {"east": 2}})
    corrected(table, bridge=False)
    table.advance()
    table.play()
    return table


def words(client: Client, address: str) -> str:
    return " ".join(client.get(address).text.split())


def test_the_history_says_that_a_void_order_did_nothing(found: Found, client: Client) -> None:
    table = overtaken(found, "hold")
    story = words(client, f"/c/{table.slug}/history/1/")
    assert story.count(VOID) == 1
    assert "<s>points: East 2, West 1</s>" in story


def test_the_autopilot_in_its_place_is_not_called_one_for_the_silent(
    found: Found, client: Client
) -> None:
    table = overtaken(found, "autopilot")
    story = words(client, f"/c/{table.slug}/history/1/")
    assert VOID in story
    assert "the autopilot played instead" in story
    assert "silent; the autopilot played" not in story


def test_the_log_names_void_orders_when_they_are_public(found: Found, client: Client) -> None:
    table = overtaken(found, "hold")
    [entry] = LogEntry.objects.filter(kind="orders.released", phase__number=1)
    assert entry.lines == 1
    for order in ({"kind": "place", "points": {"east": 2}}, NAME):
        table.seal_all(order)
        table.advance()
    log = words(client, f"/c/{table.slug}/log/?at={entry.seq}")
    assert "Northland: what was sealed was no longer allowed" in log
    assert "It is void and did nothing." in log
    assert LogEntry.objects.get(kind="orders.released", phase__number=2).lines == 0
    # A copy made from the file has as many lines.
    data = file_of(table)
    assert faults(data) == []
    Campaign.objects.filter(slug=table.slug).update(slug="before")
    copy = import_campaign(data, by=table.moderator)
    assert LogEntry.objects.get(campaign__slug=copy, seq=entry.seq).lines == 1


def test_a_seal_that_was_made_void_waits_for_its_owner_until_they_seal_again(
    table: Table, client: Client
) -> None:
    north, south = table.players["north"], table.players["south"]
    client.force_login(north)
    table.seal("north", PLACE)
    client.get(f"/c/{table.slug}/")
    override_east(table)
    told = news.news_part(table.slug, north).news
    assert [badge.key for badge in told.waiting.voided] == ["north"]
    assert [len(line.waiting.voided) for line in inbox.inbox(north)] == [1]
    assert campaign_page.strip(table.slug, north).waits.voided == told.waiting.voided
    assert campaign_page.strip(table.slug, south).waits.voided == ()
    assert campaign_page.strip(table.slug).waits.voided == ()
    shown = words(client, f"/c/{table.slug}/")
    assert shown.count("the seal of Northland is void, seal again") == 2
    assert "What you had sealed is void" in shown
    helper, _key = deputize(table, "seal")
    assert len(campaign_page.strip(table.slug, helper).waits.voided) == 1
    helper, _key = deputize(table, "draft", power="south")
    assert campaign_page.strip(table.slug, helper).waits.voided == ()
    table.seal("north", PLACE)
    assert campaign_page.strip(table.slug, north).waits.voided == ()
    assert "is void" not in words(client, f"/c/{table.slug}/strip/")
