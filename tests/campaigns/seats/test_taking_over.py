"""Taking over a seat while a phase is open: what was sealed there stands, and stays closed."""

import re
from typing import Any

import pytest
from django.test import Client

from campaigns.models import Sheet, StandingOrders
from campaigns.selectors.campaign import campaign_page
from campaigns.services.log import push
from campaigns.services.orders import orders, standing_orders
from campaigns.services.seats import seats
from tests.support.accounts import person, signed_in
from tests.support.campaigns import Found, Table
from tests.support.clock import follows
from tests.support.exports.files import file_of
from tests.support.seats import give

PLACE = {"kind": "place", "points": {"east": 3}}
DRAFT = {"kind": "place", "points": {"west": 2}}
ANSWER = {"kind": "answer", "valley": "west"}


@pytest.fixture
def heir(table: Table) -> Any:
    """Somebody who takes the seat of the north over, in which all was written that can be."""
    north = table.players["north"]
    standing_orders.set_standing(table.slug, by=north, power="north", order=ANSWER)
    table.seal("north", PLACE)
    orders.save_draft(table.slug, by=north, power="north", order=DRAFT, phase=1)
    return follows(table)


def test_nothing_that_was_written_is_shown_to_the_successor(table: Table, heir: Any) -> None:
    mine = campaign_page.orders(table.slug, heir, "north")
    assert (mine.sealed, mine.draft, mine.draft_at, mine.standing) == (None, None, None, None)
    assert mine.order == mine.menu.blank()
    assert (mine.is_sealed, mine.unread_seal, mine.unread_standing) == (True, True, True)
    [north] = [one for one in campaign_page.strip(table.slug, heir).readiness if one.mine]
    assert north.state == "sealed"


def test_through_every_door_it_looks_as_if_nothing_had_been_written(
    table: Table, heir: Any
) -> None:
    """Page, fragment, API, preview, menu and export, against what an untouched seat gets."""
    north = signed_in(heir)
    south = signed_in(table.players["south"])
    api = f"/api/campaigns/{table.slug}/"
    asked = {"order": {"kind": "place", "points": {"east": 1}}}

    def doors(client: Client, power: str) -> dict[str, str]:
        gets = [f"/c/{table.slug}/orders/", f"{api}menu/{power}/"]
        told = {address.replace(power, "#"): client.get(address) for address in gets}
        told["preview"] = client.post(f"{api}preview/{power}/", asked, "application/json")
        assert {answer.status_code for answer in told.values()} == {200}
        return {name: answer.text for name, answer in told.items()}

    mine, untouched = doors(north, "north"), doors(south, "south")
    fragment = f"/c/{table.slug}/orders/"
    fields = re.compile(r'<(?:input|option|select)[^>]*name="(?!csrf|seen|key|phase)[^>]*>')
    assert "cannot read them" in mine[fragment]
    assert "left before you took the seat" in mine[fragment]
    assert fields.findall(mine[fragment]) == fields.findall(untouched[fragment])
    for door in mine.keys() - {fragment}:
        assert mine[door].replace("north", "south") == untouched[door]
    told = north.get(f"{api}orders/north/").json()
    blank = south.get(f"{api}orders/south/").json()
    for part in ("order", "draft", "draft_at", "sealed", "standing", "panels", "problems"):
        assert told[part] == blank[part], part
    pages = (north.get(f"{api}").text, file_of(table, heir).decode())
    for text in pages:
        assert '"east":3' not in text.replace(" ", "")
        assert '"west":2' not in text.replace(" ", "")


def test_sealing_the_same_is_not_told_from_sealing_another(table: Table, heir: Any) -> None:
    """Else a successor could guess until nothing new came into the log."""
    before = table.campaign.log_seq
    for number, order in enumerate((PLACE, DRAFT), 1):
        orders.seal_orders(table.slug, by=heir, power="north", order=order, phase=1, ready=False)
        assert table.campaign.log_seq == before + number
    standing_orders.set_standing(table.slug, by=heir, power="north", order=ANSWER)
    assert StandingOrders.objects.filter(power="north").count() == 2


def test_a_successor_withdraws_a_seal_unopened(table: Table, heir: Any) -> None:
    orders.unseal(table.slug, by=heir, power="north", phase=1)
    assert not Sheet.objects.filter(power="north", state="draft").exists()
    assert Sheet.objects.get(power="north", commitment__gt="").state == "withdrawn"
    mine = campaign_page.orders(table.slug, heir, "north")
    assert (mine.draft, mine.sealed, mine.is_sealed, mine.unread_seal) == (None, None, False, False)


@pytest.mark.long
def test_what_the_successor_writes_is_theirs_to_read(table: Table, heir: Any) -> None:
    orders.save_draft(table.slug, by=heir, power="north", order=DRAFT, phase=1)
    assert campaign_page.orders(table.slug, heir, "north").draft == DRAFT
    orders.seal_orders(table.slug, by=heir, power="north", order=DRAFT, phase=1, ready=False)
    mine = campaign_page.orders(table.slug, heir, "north")
    assert (mine.sealed, mine.unread_seal) == (DRAFT, False)
    orders.unseal(table.slug, by=heir, power="north", phase=1)
    assert campaign_page.orders(table.slug, heir, "north").draft == DRAFT


def test_the_seal_counts_and_standing_orders_are_read_once_the_phase_is_over(
    table: Table, heir: Any
) -> None:
    table.pass_deadline()
    used = Sheet.objects.get(power="north", phase__number=1, state="used")
    assert (used.how, used.by) == ("sealed", table.players["north"])
    mine = campaign_page.orders(table.slug, heir, "north")
    assert (mine.standing, mine.unread_standing) == (ANSWER, False)


def test_standing_orders_are_replaced_unread(table: Table, heir: Any) -> None:
    standing_orders.set_standing(table.slug, by=heir, power="north", order=None)
    assert not StandingOrders.objects.filter(power="north", live=True).exists()
    assert campaign_page.orders(table.slug, heir, "north").unread_standing is False


def test_who_comes_back_reads_their_own_seal_again(table: Table) -> None:
    north = table.players["north"]
    table.seal("north", PLACE)
    seats.leave(table.slug, by=north, power="north")
    give(table, "north", "north")
    assert campaign_page.orders(table.slug, north, "north").sealed == PLACE


def test_an_autopilots_seal_is_closed_to_its_successor_too(found: Found) -> None:
    table = found(bots=("isle",))
    fresh = person("fresh")
    give(table, "isle", "fresh")
    mine = campaign_page.orders(table.slug, fresh, "isle")
    assert (mine.sealed, mine.unread_seal) == (None, True)


def test_the_phase_does_not_end_before_a_successor_agrees_but_an_autopilot_never_holds_it_up(
    found: Found,
) -> None:
    table = found(hours={"default": None})

    def wakes() -> bool:
        return table.campaign.wakes_at is not None

    table.seal("north", PLACE, ready=False)
    table.seal("south", PLACE)
    table.seal("isle", PLACE)
    assert not wakes()
    seats.leave(table.slug, by=table.players["north"], power="north")
    assert wakes()
    give(table, "north", "north")
    assert not wakes()
    assert table.advance() == "not yet"


def test_taking_over_pushes_no_content(table: Table, heir: Any, sent: list[Any]) -> None:
    topics = {*push.EVERYTHING, "orders"}
    for kind, *rest in sent:
        if kind == "push":
            message = rest[1]
            assert message.keys() == {"type", "what", "power"}
            assert set(message["what"]) <= topics
