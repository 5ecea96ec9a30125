"""A program with a token of somebody's, and somebody with a program."""

from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.test import Client

from accounts import services
from accounts.models import Token
from accounts.tokens import SCOPES
from campaigns.models import Campaign
from tests.security.walking import PLACE, kept, knock, of_a_campaign, program_of, told
from tests.support.campaigns import Table
from tests.support.pages.socket import whole_socket

pytestmark = pytest.mark.django_db


def token_of(who: Any) -> str:
    return services.make_token(who.pk, name="a bot", scopes=tuple(SCOPES))[1]


@pytest.fixture
def private(table: Table) -> Table:
    Campaign.objects.update(private=True)
    return table


PLACES: dict[str, Callable[[str], Client]] = {
    "a cookie": lambda key: with_cookie("sessionid", key),
    "a cookie of its own name": lambda key: with_cookie("token", key),
    "basic": lambda key: Client(headers={"Authorization": f"Basic {key}"}),
    "no word": lambda key: Client(headers={"Authorization": key}),
    "other headers": lambda key: Client(headers={"X-Auth-Token": key, "X-Api-Key": key}),
    "the user of a proxy": lambda key: Client(
        headers={"Remote-User": "north"}, REMOTE_USER="north"
    ),
}


def with_cookie(name: str, key: str) -> Client:
    client = Client()
    client.cookies[name] = key
    return client


@pytest.mark.parametrize("place", PLACES)
def test_a_token_counts_in_its_one_place_alone(private: Table, place: str) -> None:
    """Not where a browser, a log or an address would carry it."""
    key = token_of(private.players["north"])
    client = PLACES[place](key)
    for query in ("", f"?token={key}", f"?access_token={key}", f"?auth={key}"):
        answer = client.get(f"/api/campaigns/{private.slug}/{query}")
        assert answer.status_code in (401, 404), (place, query)


@pytest.mark.usefixtures("no_limits")
def test_a_token_opens_no_page_of_a_campaign(private: Table) -> None:
    """With every scope, of the moderator himself: for pages he is a visitor, at every address."""
    client, visitor = program_of(private.moderator), Client()
    before, tried = kept(), 0
    for door in of_a_campaign(private.slug, only=("GET", "POST")):
        if not door.address.startswith("/api/"):
            (status, _, body), (as_visitor, _, nothing) = (
                told(knock(one, door)) for one in (client, visitor)
            )
            assert (status, body) == (as_visitor, nothing), door
            assert status in (302, 401, 403, 404, 405), door
            tried += 1
    assert tried > 50
    assert kept() == before


@pytest.mark.django_db(transaction=True)
def test_a_token_opens_no_socket(private: Table, clean_redis: Any) -> None:
    key = token_of(private.players["north"])

    async def scene() -> str:
        here = f"/ws/campaign/{private.slug}/"
        socket = whole_socket(here, f"token={key}".encode(), authorization=f"Bearer {key}")
        await socket.send_input({"type": "websocket.connect"})
        return str((await socket.receive_output(10))["type"])

    assert async_to_sync(scene)() == "websocket.close"


def test_a_program_makes_no_token_and_changes_no_account(private: Table) -> None:
    """With every scope it cannot make itself longer-lived, nor take the account over."""
    north = private.players["north"]
    client = program_of(north)
    before = kept()
    for address, form in (
        ("/accounts/me/tokens/", {"name": "more", "scopes": "moderate", "password": "x"}),
        ("/accounts/me/email/", {"email": "thief@example.org", "password": "x"}),
        ("/accounts/me/password/", {"old_password": "x", "new_password1": "y"}),
        ("/accounts/me/delete/", {"password": "x"}),
        (f"/accounts/me/tokens/{Token.objects.get().pk}/revoke/", {}),
    ):
        answer = client.post(address, form)
        assert answer.status_code in (302, 401)
        assert "sign-in" in answer.headers.get("Location", answer.content.decode())
    assert kept() == before


def test_a_program_of_one_player_does_nothing_for_another(table: Table) -> None:
    client = program_of(table.players["south"])
    here = f"/api/campaigns/{table.slug}"
    before = kept()
    asked = {"phase": 1, "order": PLACE, "seal": True}
    for answer in (
        client.get(f"{here}/orders/north/"),
        client.get(f"{here}/menu/north/"),
        client.get(f"{here}/?power=north"),
        client.post(f"{here}/orders/north/", asked, "application/json"),
        client.post(f"{here}/preview/north/", {"order": PLACE}, "application/json"),
        client.post(f"{here}/acts/north/", {"act": {"kind": "spy"}}, "application/json"),
        client.delete(f"{here}/orders/north/?phase=1"),
        client.post(f"{here}/start/"),
    ):
        assert answer.status_code == 403
    assert kept() == before


def test_a_program_that_reads_cannot_ask_for_more_by_another_method(table: Table) -> None:
    client = program_of(table.players["north"], "read")
    address = f"/api/campaigns/{table.slug}/orders/north/"
    asked = {"phase": 1, "order": PLACE, "seal": True}
    before = kept()
    for answer in (
        client.post(address, asked, "application/json"),
        client.post(f"{address}?_method=GET", asked, "application/json"),
        client.post(f"{address}?format=json", asked, "application/json"),
        client.generic(
            "POST",
            address,
            '{"phase":1}',
            content_type="application/json",
            headers={"X-HTTP-Method-Override": "GET"},
        ),
    ):
        assert answer.status_code == 403
    assert kept() == before
    client.generic("GET", address, '{"phase":1,"order":null,"seal":true}')
    client.generic("HEAD", address)
    assert kept() == before
