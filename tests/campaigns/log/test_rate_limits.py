"""One person cannot flood a campaign's log, and hears when they can go on."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.errors import CampaignError, OrderRefused, TooOften
from campaigns.models import LogEntry
from campaigns.services.deadlines import moderation
from campaigns.services.orders import orders
from tests.support.accounts import signed_in
from tests.support.campaigns import Table

ORDERS = ({"kind": "place", "points": {"east": 1}}, {"kind": "place", "points": {"east": 2}})


@pytest.fixture(autouse=True)
def few(settings: Any) -> None:
    few = {"seal": "6 per hour", "act": "3 per hour", "desk": "3 per hour"}
    settings.LIMITS = settings.LIMITS | few


def entries(table: Table) -> int:
    return LogEntry.objects.filter(campaign=table.campaign).count()


def flood(table: Table, power: str = "north", times: int = 20) -> int:
    """Seal and unseal; how often that was let through."""
    done, person = 0, table.players[power]
    for n in range(times):
        try:
            if n % 2:
                orders.unseal(table.slug, by=person, power=power, phase=1)
            else:
                table.seal(power, ORDERS[0])
            done += 1
        except TooOften:
            pass
    return done


def test_sealing_and_taking_back_has_an_end_for_that_person_there(table: Table) -> None:
    before = entries(table)
    assert flood(table) == 6
    assert entries(table) - before == 6
    with pytest.raises(TooOften) as refusal:
        table.seal("north", ORDERS[1])
    assert 3500 <= refusal.value.seconds <= 3601
    assert "Try again in 1 hour" in refusal.value.remedy
    # Nobody else is held up by it.
    assert table.seal("south", ORDERS[0])


def test_what_is_refused_counts_too(table: Table) -> None:
    for _ in range(6):
        with pytest.raises(OrderRefused):
            table.seal("north", {"kind": "place", "points": {"east": 1000}})
    with pytest.raises(TooOften):
        table.seal("north", ORDERS[0])


def test_acts_and_the_desk_have_an_end(table: Table) -> None:
    for n in range(3):
        table.act("north", {"kind": "declare", "facts": {"boats": n + 2}})
    with pytest.raises(TooOften):
        table.act("north", {"kind": "declare", "facts": {}})
    for _ in range(3):
        moderation.extend(table.slug, by=table.moderator, hours=1, reason="more")
    with pytest.raises(TooOften):
        moderation.extend(table.slug, by=table.moderator, hours=1, reason="more")


@pytest.mark.long
def test_a_program_and_a_browser_are_told_alike(table: Table) -> None:
    flood(table)
    client = signed_in(table.players["north"])
    body, here = {"phase": 1, "order": ORDERS[1], "seal": True}, f"/api/campaigns/{table.slug}"
    told = client.post(f"{here}/orders/north/", body, content_type="application/json")
    assert told.status_code == 429
    assert 3500 <= int(told["Retry-After"]) <= 3601
    assert told.json()["code"] == "too_often"
    assert "Try again in 1 hour" in told.json()["remedy"]
    client.force_login(table.moderator)
    for _ in range(4):
        page = client.post(f"/c/{table.slug}/desk/extend/", {"hours": "1", "reason": "more"})
    assert page.status_code == 429
    assert int(page["Retry-After"]) > 3500
    assert "Try again in 1 hour" in page.text


def test_while_redis_counts_no_statement_is_asked_for_it(table: Table) -> None:
    table.seal("north", ORDERS[0])
    with CaptureQueriesContext(connection) as asked:
        table.seal("north", ORDERS[1])
    assert not [one for one in asked if "accounts_count" in one["sql"]]


def test_strangers_are_counted_for_themselves(table: Table) -> None:
    isle = table.players["isle"]
    for _ in range(6):
        with pytest.raises(CampaignError):
            orders.seal_orders(table.slug, by=isle, power="north", order=ORDERS[0], phase=1)
    assert table.seal("north", ORDERS[0])
