"""The page of standing orders: what is queued, until when, what it would do, what it has done."""

from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from campaigns.errors import NotNow, NotOnTheMenu, NotYours
from campaigns.models import Campaign, LogEntry, SecretEntry, StandingOrders
from campaigns.selectors.campaign import campaign_page as pages
from campaigns.selectors.orders import standing_orders_page as selector
from campaigns.services.orders import standing_order_expiry, standing_orders
from campaigns.services.seats import deputies
from tests.support.accounts import person
from tests.support.books.tiny_book import BOOK
from tests.support.campaigns import Table, a_campaign
from tests.support.clock import follows
from tests.support.exports.files import faults, file_of

ANSWER = {"kind": "answer", "valley": "west"}


def queued(table: Table, power: str = "north") -> selector.Queued:
    (one,) = selector.standing_page(table.slug, table.players[power]).queued
    return one


def test_it_says_what_is_queued_and_what_it_would_do_now(table: Table) -> None:
    assert (queued(table).words, queued(table).can_leave) == ("", True)
    table.leave_orders("north", ANSWER)
    one = queued(table)
    assert one.words
    assert (one.version, one.asked, one.answers, one.ran) == (1, True, False, ())
    assert queued(table, "south").words == ""
    with pytest.raises(NotYours):
        selector.standing_page(table.slug, table.moderator)


@pytest.mark.long
@pytest.mark.parametrize("end", ["phase", "turn", "moment"])
def test_an_end_comes_by_itself_and_is_told_to_nobody_else(table: Table, end: str) -> None:
    table.leave_orders("north", ANSWER)
    north, slug = table.players["north"], table.slug
    until = timezone.now() + timedelta(hours=1)
    given: dict[str, Any] = {
        "phase": {"phase": table.phase.number},
        "turn": {"turn": table.phase.turn},
        "moment": {"at": until},
    }[end]
    entries = LogEntry.objects.count()
    standing_order_expiry.set_end(slug, by=north, power="north", **given)
    assert LogEntry.objects.count() == entries
    lines = len(pages.log(slug, table.players["south"]))
    for _ in range(6):
        if not StandingOrders.objects.filter(live=True).exists():
            break
        with time_machine.travel(until + timedelta(seconds=1), tick=False):
            assert table.pass_deadline() == "resolved"
    assert not StandingOrders.objects.filter(live=True).exists()
    assert SecretEntry.objects.count() == 2
    assert "took its standing orders back" not in str(pages.log(slug, table.players["south"]))
    assert len(pages.log(slug, table.players["south"])) > lines
    assert faults(file_of(table)) == []


def test_only_ones_own_and_only_an_end_to_come(table: Table) -> None:
    slug, north = table.slug, table.players["north"]
    with pytest.raises(NotNow, match="left no standing orders"):
        standing_order_expiry.set_end(slug, by=north, power="north", phase=3)
    table.leave_orders("north", ANSWER)
    with pytest.raises(NotYours):
        standing_order_expiry.set_end(slug, by=table.players["south"], power="north", phase=3)
    for past in ({"phase": 0}, {"turn": -3}, {"at": timezone.now() - timedelta(hours=1)}):
        with pytest.raises(NotOnTheMenu, match="has passed"):
            standing_order_expiry.set_end(slug, by=north, power="north", **past)
    standing_order_expiry.set_end(slug, by=north, power="north", phase=9)
    assert queued(table).until_phase == 9
    standing_order_expiry.set_end(slug, by=north, power="north")
    assert queued(table).until_phase is None


@pytest.mark.long
def test_it_says_when_they_spoke_to_their_own_eyes_only(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(BOOK), "stands", lambda self, state, *_: state.step == "name")
    table.leave_orders("north", ANSWER)
    table.play()
    assert queued(table).answers
    assert queued(table).answer == queued(table).words
    number = table.phase.number
    table.pass_deadline()
    (ran,) = queued(table).ran
    assert (ran.number, ran.answer) == (number, queued(table).words)
    assert queued(table, "south").ran == ()
    (one,) = selector.standing_page(table.slug, follows(table)).queued
    assert (one.words, one.unread, one.ran) == ("", True, ())


def test_the_page_and_its_form(table: Table, client: Any) -> None:
    table.leave_orders("north", ANSWER)
    client.force_login(table.players["north"])
    address = f"/c/{table.slug}/standing-orders/"
    assert "They do not answer what this phase asks." in client.get(address).text
    Campaign.objects.update(clock=Campaign.objects.get().clock | {"zone": "Asia/Tokyo"})
    moment = f"{timezone.now().year + 1}-05-01T20:00"
    client.post(address, {"power": "north", "phase": "7", "turn": "", "at": moment})
    left = StandingOrders.objects.get()
    assert left.until_phase == 7
    assert left.until_at == datetime.fromisoformat(f"{moment}+09:00")
    # The form holds all of it, so that who changes one end keeps the others.
    page = client.get(address).text
    assert f'name="at" value="{moment}"' in " ".join(page.split())


@pytest.mark.long
def test_an_end_that_came_stands_in_the_history_with_why_and_checks_out(table: Table) -> None:
    table.leave_orders("north", ANSWER)
    standing_order_expiry.set_end(table.slug, by=table.players["north"], power="north", phase=1)
    table.play()
    table.pass_deadline()
    (old,) = queued(table).past
    assert old.words
    assert (old.version, old.over) == (1, "it held until phase 1")
    assert old.over_at is not None
    table.leave_orders("north", ANSWER)
    table.leave_orders("north", None)
    assert [one.over for one in queued(table).past] == ["taken back", "it held until phase 1"]
    assert queued(table, "south").past == ()
    table.let_go()
    assert faults(file_of(table)) == []


@pytest.mark.long
def test_what_a_deputy_leaves_and_ends_bears_their_name(table: Table, client: Any) -> None:
    helper, slug = person("helper"), table.slug
    north = table.players["north"]
    key = deputies.name(slug, by=north, power="north", username="helper", level="seal")
    deputies.accept(slug, by=helper, key=key)
    standing_orders.set_standing(slug, by=helper, power="north", order=ANSWER)
    standing_order_expiry.set_end(slug, by=helper, power="north", phase=5)
    one = queued(table)
    assert (one.by, one.until_by) == ("helper", "helper")
    client.force_login(north)
    shown = " ".join(client.get(f"/c/{slug}/standing-orders/").text.split())
    assert "Left by <bdi>helper</bdi>, a deputy." in shown
    assert "This end was set by <bdi>helper</bdi>, a deputy." in shown
    assert "by <bdi>helper</bdi>, a deputy" in client.get(f"/c/{slug}/").text
    standing_order_expiry.set_end(slug, by=north, power="north", phase=6)
    standing_orders.set_standing(slug, by=helper, power="north", order=None)
    (old,) = queued(table).past
    assert (queued(table).until_by, old.by, old.over_by) == ("", "helper", "helper")


def test_it_says_which_part_answers_now_and_later_what_it_brought(db: None) -> None:
    """Of a standing order for commerce and for influence the commerce alone answers when it is asked."""
    table = a_campaign(book="war_game_1939", scenario="1939", seats=("germany",))
    table.leave_orders("germany", {"kind": "standing", "policy": "roll", "counter": 2})
    for _ in range(8):
        one = queued(table, "germany")
        if one.answers:
            break
        table.pass_deadline()
    assert one.answers
    assert one.answer != one.words
    assert one.answer in one.words
    number = table.phase.number
    table.pass_deadline()
    one = queued(table, "germany")
    ran = next(each for each in one.ran if each.number == number)
    assert ran.answer in one.words
    assert "Germany" in str(ran.brought)
