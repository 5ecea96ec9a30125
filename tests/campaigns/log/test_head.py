"""HEAD answers as GET, without a body, and shows nobody anything."""

import pytest
from django.test import Client

from campaigns.models import ReadMark
from tests.support.campaigns import Table
from tests.support.pages.routes import routes

SAID_BY_CHANCE = {"Set-Cookie", "Content-Security-Policy", "X-Request-Id"}


@pytest.mark.parametrize(
    "address",
    ["/accounts/sign-in/", "/accounts/sign-up/", "/accounts/me/", "/accounts/me/email/", "/healthz",
     "/c/{slug}/", "/c/{slug}/feed/", "/api/campaigns/{slug}/", "/nowhere/"],
)  # fmt: skip
def test_head_answers_as_get(table: Table, client: Client, address: str) -> None:
    if "/me/" in address:
        client.force_login(table.players["north"])
    address = address.format(slug=table.slug)
    got, head = client.get(address), client.head(address)
    assert (head.status_code, head.content) == (got.status_code, b"")
    assert {*head.headers} - SAID_BY_CHANCE == {*got.headers} - SAID_BY_CHANCE


def test_a_head_of_the_campaign_page_counts_as_not_read(table: Table, client: Client) -> None:
    north = table.players["north"]
    client.force_login(north)
    ReadMark.objects.filter(person=north).delete()
    client.head(f"/c/{table.slug}/")
    assert not ReadMark.objects.filter(person=north).exists()
    client.get(f"/c/{table.slug}/")
    assert ReadMark.objects.filter(person=north).exists()


@pytest.mark.long
def test_no_address_knows_get_and_not_head(table: Table, client: Client) -> None:
    client.force_login(table.moderator)
    wrong = []
    for route in routes():
        if {part for part, _ in route.parts} <= {"slug"}:
            address = route.address({"slug": table.slug})
            if client.head(address).status_code == 405 != client.get(address).status_code:
                wrong.append(address)
    assert not wrong
