"""Whoever holds two seats acts for either of them on every page."""

import pytest
from django.test import Client

from campaigns.models import Seat
from tests.support.campaigns import Table
from tests.support.pages.html import words_at
from tests.support.press import say


@pytest.fixture
def both(table: Table) -> Table:
    """North and isle are one person's."""
    Seat.objects.filter(campaign=table.campaign, power="isle").update(person=table.players["north"])
    return table


def test_press_is_written_as_either_power(both: Table, client: Client) -> None:
    client.force_login(both.players["north"])
    here = f"/c/{both.slug}/press/"
    page = words_at(client, here)
    assert '<a href="?power=isle"' in page
    assert '<a href="?power=north" aria-current="true"' in page
    other = words_at(client, f"{here}?power=isle")
    assert '<input type="hidden" name="power" value="isle">' in other


def test_the_menu_keeps_the_power_one_acts_for(both: Table, client: Client) -> None:
    client.force_login(both.players["north"])
    page = words_at(client, f"/c/{both.slug}/?power=isle")
    for name in ("press/", "facts/", "what-if/", ""):
        assert f'href="/c/{both.slug}/{name}?power=isle"' in page, name


def test_who_has_one_seat_needs_no_power_in_addresses(table: Table, client: Client) -> None:
    client.force_login(table.players["north"])
    page = words_at(client, f"/c/{table.slug}/")
    assert f'href="/c/{table.slug}/press/"' in page
    assert "Powers you hold" not in words_at(client, f"/c/{table.slug}/press/")


def test_the_list_of_threads_keeps_its_mark_when_it_is_renewed(
    table: Table, client: Client
) -> None:
    key = say(table, "north", ("south",))
    client.force_login(table.players["north"])
    open_page = words_at(client, f"/c/{table.slug}/press/{key}/")
    address = f"/c/{table.slug}/press/?open={key}&power=north"
    assert f'hx-get="{address}"' in open_page
    renewed = client.get(address, headers={"HX-Request": "true"})
    lines = [line for line in renewed.text.split("<a ") if "thread-line" in line]
    marked = [line for line in lines if "aria-current" in line]
    assert [f"/press/{key}/" in line for line in marked] == [True]
