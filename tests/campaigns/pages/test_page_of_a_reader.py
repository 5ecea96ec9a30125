"""A page is of somebody with certain seats, and each answer says whether it still is."""

import pytest
from django.test import Client

from campaigns.services.seats import seats
from tests.support.accounts import person, signed_in
from tests.support.campaigns import Table
from tests.support.seats import deputize

pytestmark = pytest.mark.django_db
FRAGMENT = {"HX-Request": "true"}


def told(client: Client, table: Table, part: str) -> str:
    answer = client.get(f"/c/{table.slug}/{part}", headers=FRAGMENT)
    assert answer.status_code == 200, part
    return answer.headers["Page-Of"]


def test_all_parts_of_a_page_say_the_same_and_a_lost_seat_another(table: Table) -> None:
    client = signed_in(table.players["north"])
    page = client.get(f"/c/{table.slug}/?power=north").text
    own = {told(client, table, f"{part}/?power=north") for part in ("strip", "orders", "news")}
    own |= {told(client, table, "log/latest/"), told(client, table, "press/")}
    assert len(own) == 1
    assert f'data-page="{own.pop()}"' in page

    seats.leave(table.slug, by=table.players["north"], power="north")
    assert f'data-page="{told(client, table, "strip/")}"' not in page
    # The address of a seat that was lost leads to the page of whoever looks now; a part of it does not.
    answer = client.get(f"/c/{table.slug}/press/?power=north&q=x")
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"/c/{table.slug}/press/?q=x"
    gone = client.get(f"/c/{table.slug}/strip/?power=north", headers=FRAGMENT)
    assert gone.status_code == 403


def test_a_deputys_page_is_another_than_a_spectators(table: Table) -> None:
    spectators = told(signed_in(person("anna")), table, "strip/")
    helper, _key = deputize(table, "see")
    assert told(signed_in(helper), table, "strip/") != spectators
