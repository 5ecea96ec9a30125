"""Invitations: for how long, for how many, for which seat, and until the start."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from campaigns.errors import NoSuchCampaign, NotNow, NotOnTheMenu, NotYours
from campaigns.models import Campaign, Invitation, Seat
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.lobby import lobby_page
from campaigns.selectors.moderator.moderator_page import moderator_page
from campaigns.services.lifecycle import campaigns
from campaigns.services.seats import invitations, seats
from tests.support.accounts import person, signed_in
from tests.support.campaigns import Table, a_campaign


@pytest.fixture
def private(db: None) -> tuple[str, Any]:
    """A private campaign that gathers players, and its moderator."""
    table = a_campaign(by=person("host"), bots=(), at_phase=0, title="Open", private=True)
    return table.slug, table.moderator


def sit(slug: str, name: str, power: str, token: str) -> None:
    seats.join(slug, by=person(name), powers=[power], token=token)


def test_it_can_have_a_number_of_uses(private: tuple[str, Any]) -> None:
    slug, host = private
    token = invitations.invite(slug, by=host, uses=2)
    sit(slug, "first", "north", token)
    sit(slug, "second", "south", token)
    with pytest.raises(NoSuchCampaign):
        sit(slug, "third", "isle", token)
    with pytest.raises(NoSuchCampaign, match="not valid any more"):
        lobby_page.invitation(token)


def test_it_can_have_an_end(private: tuple[str, Any]) -> None:
    slug, host = private
    token = invitations.invite(slug, by=host, days=7)
    [made] = [one for one in moderator_page(slug, host).invitations if one.ends_at]
    assert made.token == token
    Invitation.objects.filter(number=made.number).update(
        ends_at=timezone.now() - timedelta(seconds=1)
    )
    with pytest.raises(NoSuchCampaign):
        sit(slug, "late", "north", token)
    with pytest.raises(NoSuchCampaign):
        lobby_page.invitation(token)


def test_it_can_be_revoked(private: tuple[str, Any]) -> None:
    slug, host = private
    token = Campaign.objects.get().invite_token
    invitations.revoke(slug, by=host, number=1)
    invitations.revoke(slug, by=host, number=1)
    assert moderator_page(slug, host).invitations == ()
    with pytest.raises(NoSuchCampaign):
        sit(slug, "late", "north", token)


def test_at_the_start_all_links_lapse_and_new_ones_are_for_one_open_seat(
    private: tuple[str, Any],
) -> None:
    slug, host = private
    old = Campaign.objects.get().invite_token
    sit(slug, "first", "north", old)
    campaigns.start(slug, by=host)
    with pytest.raises(NoSuchCampaign):
        sit(slug, "late", "isle", old)
    for wish in ({}, {"power": "isle"}, {"power": "isle", "days": 7}, {"days": 7, "uses": 1}):
        with pytest.raises(NotOnTheMenu, match="one seat"):
            invitations.invite(slug, by=host, **wish)
    with pytest.raises(NotNow, match="taken"):
        invitations.invite(slug, by=host, power="north", days=7, uses=1)
    token = invitations.invite(slug, by=host, power="isle", days=7, uses=1)
    assert [line.badge.key for line in lobby_page.invitation(token).free] == ["isle"]
    with pytest.raises(NotYours, match="the Isle only"):
        sit(slug, "wrong", "south", token)
    sit(slug, "right", "isle", token)
    assert Seat.objects.get(power="isle").person is not None
    with pytest.raises(NoSuchCampaign):
        lobby_page.invitation(token)


@pytest.mark.parametrize("wish", [{"days": 0}, {"days": 91}, {"uses": 0}, {"uses": 101}])
def test_end_and_uses_are_bounded(private: tuple[str, Any], wish: dict[str, int]) -> None:
    with pytest.raises(NotOnTheMenu):
        invitations.invite(private[0], by=private[1], **wish)


def test_only_a_moderator_makes_and_revokes_them(table: Table) -> None:
    north = table.players["north"]
    with pytest.raises(NotYours):
        invitations.invite(table.slug, by=north, power="isle", days=1, uses=1)
    with pytest.raises(NotYours):
        invitations.revoke(table.slug, by=north, number=1)


def test_the_token_of_one_campaign_opens_no_other(private: tuple[str, Any]) -> None:
    slug, host = private
    token = invitations.invite(slug, by=host)
    other = a_campaign(by=host, bots=(), at_phase=0, private=True).slug
    with pytest.raises(NoSuchCampaign):
        sit(other, "guest", "north", token)


def test_the_database_holds_no_token(private: tuple[str, Any]) -> None:
    slug, host = private
    token = invitations.invite(slug, by=host)
    with connection.cursor() as cursor:
        cursor.execute("SELECT row_to_json(i)::text FROM campaigns_invitation i")
        rows = " ".join(text for (text,) in cursor.fetchall())
        cursor.execute("SELECT row_to_json(c)::text FROM campaigns_campaign c")
        rows += " ".join(text for (text,) in cursor.fetchall())
    assert token not in rows
    assert lobby_page.invitation(token).slug == slug


def test_the_log_says_that_an_invitation_was_made_but_never_its_link(table: Table) -> None:
    seats.leave(table.slug, by=table.players["isle"], power="isle")
    token = invitations.invite(table.slug, by=table.moderator, power="isle", days=7, uses=1)
    lines = [line.line for line in campaign_page.log(table.slug)]
    [told] = [line for line in lines if line.head == "The Isle: an invitation was made"]
    assert told.rest.endswith("and for 1 person.")
    assert token not in str(lines)


@pytest.mark.parametrize("token", ["x", "\ud800", "nul\x00", "a" * 5000])
def test_whatever_stands_in_a_link_is_answered(token: str, private: tuple[str, Any]) -> None:
    with pytest.raises(NoSuchCampaign):
        lobby_page.invitation(token)
    with pytest.raises(NoSuchCampaign):
        sit(private[0], "guest", "north", token)


@pytest.mark.long
def test_the_desk_makes_shows_and_revokes_links(table: Table) -> None:
    seats.leave(table.slug, by=table.players["isle"], power="isle")
    client = signed_in(table.moderator)
    address = f"/c/{table.slug}/desk/"
    assert "No invitation is valid now." in client.get(address).text
    client.post(
        f"{address}invite/", {"power": "isle", "days": "3", "uses": "1", "reason": "A seat is open"}
    )
    [made] = moderator_page(table.slug, table.moderator).invitations
    told = client.get(address).text
    assert f"/join/{made.token}/" in told
    assert "1 use left." in told
    client.post(f"{address}revoke/", {"number": str(made.number), "reason": "Found"})
    assert moderator_page(table.slug, table.moderator).invitations == ()
    client.post(
        f"{address}invite/", {"power": "isle", "days": "many", "uses": "1", "reason": "Again"}
    )
    assert moderator_page(table.slug, table.moderator).invitations == ()
