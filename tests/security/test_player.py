"""A player who would like to know, or do, what is another's."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from campaigns.services.orders import orders, standing_orders
from tests.security.walking import PLACE, SAFE, Door, kept, knock, of_a_campaign, told
from tests.support.accounts import person, signed_in
from tests.support.campaigns import Table
from tests.support.suite.sample import one_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]

ANSWER = {"kind": "answer", "valley": "west"}


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: moment)


FOR_ALL = ("/seats/desk/", "/undo/", "/fork/", "/forks/", "/rulings/")
"""Where every player may offer something or put it to all: to moderate, to go back, to fork, a ruling."""


def draft(table: Table, order: Any) -> None:
    north = table.players["north"]
    orders.save_draft(table.slug, by=north, power="north", order=order, phase=1)


def knocked(table: Table, who: Any, doors: list[Door]) -> dict[Door, Any]:
    """What somebody is told at these doors who asks for Northland."""
    client = signed_in(who)
    # From now on they have looked: that moment, their own, stands in what they are told.
    client.get(f"/c/{table.slug}/")
    query = "?power=north&phase=1&of=north&with=north&between=north"
    return {door: told(knock(client, door, query=query), table.slug) for door in doors}


@pytest.mark.parametrize("part", one_in(3, range(3)))
def test_no_refusal_is_an_oracle(table: Table, part: int) -> None:
    """Each address, asked for another's power before and after they did all that can be done in
    secret: status, headers and every word are the same. What is refused has not looked.
    """
    north = table.players["north"]
    standing_orders.set_standing(table.slug, by=north, power="north", order=ANSWER)
    # Who plays may do what is their own in the name of no power; that is not asked here.
    mine = ("desk/", "seats/", "votes/", "questions/", "undo/")
    doors = [
        door
        for door in of_a_campaign(table.slug, only=("GET", "POST", "DELETE"))
        if door.method in SAFE
        or not (any(part in door.address for part in mine) or door.address.endswith(FOR_ALL))
    ]
    assert len(doors) > 80
    doors = doors[part::3]
    watchers = (table.players["south"], person("onlooker"))
    rows = kept()
    first = [knocked(table, who, doors) for who in watchers]
    assert kept() == rows
    draft(table, PLACE)
    standing_orders.set_standing(table.slug, by=north, power="north", order=None)
    second = [knocked(table, who, doors) for who in watchers]
    for one, other in zip(first, second, strict=True):
        for door, answer in one.items():
            assert answer == other[door], door


def test_a_player_does_nothing_for_another_power_nor_at_the_desk(table: Table) -> None:
    """Every method of every address, for Northland, by him who plays Southland."""
    person("friend")
    client = signed_in(table.players["south"])
    before = kept()
    for door in of_a_campaign(table.slug, only=("GET", "POST", "DELETE")):
        if door.address.endswith(FOR_ALL):
            continue
        assert knock(client, door, query="?power=north&phase=1").status_code < 500, door
    assert kept() == before


@pytest.mark.parametrize(
    "more", [{"by": 1}, {"power": "north"}, {"how": "bot"}, {"at": "2020-01-01T00:00:00Z"}]
)
def test_nothing_is_slipped_in_beside_an_order(table: Table, more: dict[str, Any]) -> None:
    """Fields that a record of ours has, and a request has not, are refused and change nothing."""
    client = signed_in(table.players["south"])
    before = kept()
    here = f"/api/campaigns/{table.slug}"
    for address, asked in (
        (f"{here}/orders/south/", {"phase": 1, "order": PLACE, "seal": True}),
        (f"{here}/orders/south/", {"phase": 1, "order": PLACE | more, "seal": True}),
        (f"{here}/standing/south/", {"order": ANSWER | more}),
        (f"{here}/acts/south/", {"act": {"kind": "call"} | more}),
        (f"{here}/join/", {"powers": ["south"]}),
    ):
        inside = asked.get("order", asked.get("act", {}))
        slipped = asked if more.items() <= inside.items() else asked | more
        answer = client.post(address, slipped, "application/json")
        assert answer.status_code in (400, 422), (address, answer.content)
    assert kept() == before


@pytest.mark.parametrize("power", ["north", "NORTH", "North", "north ", " north"])
def test_no_spelling_of_a_power_opens_its_orders(table: Table, power: str) -> None:
    client = signed_in(table.players["south"])
    table.seal("north", PLACE)
    for address in (
        f"/api/campaigns/{table.slug}/orders/{power}/",
        f"/api/campaigns/{table.slug}/menu/{power}/",
        f"/api/campaigns/{table.slug}/?power={power}",
        f"/c/{table.slug}/orders/?power={power}",
        f"/c/{table.slug}/?power=south&power={power}",
    ):
        answer = client.get(address)
        assert answer.status_code in (302, 403, 404), address
        # Who names a power that is not theirs is led to the same page without it.
        assert "power" not in answer.headers.get("Location", ""), address


def test_two_powers_of_one_player_are_no_key_to_a_third(found: Callable[..., Table]) -> None:
    """Who plays two sees both, and of the third what everybody sees."""
    table = found(bots=("isle",))
    south = table.players["south"]
    table.campaign.seats.filter(power="isle").update(person=south, bot=False)
    client = signed_in(south)
    assert client.get(f"/api/campaigns/{table.slug}/orders/isle/").status_code == 200
    before = client.get(f"/api/campaigns/{table.slug}/").content
    draft(table, PLACE)
    north = table.players["north"]
    standing_orders.set_standing(table.slug, by=north, power="north", order=ANSWER)
    assert client.get(f"/api/campaigns/{table.slug}/").content == before
    assert client.get(f"/api/campaigns/{table.slug}/orders/north/").status_code == 403
