"""What one power keeps secret changes nothing that anybody else can get."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from campaigns.errors import CampaignError, NoSuchCampaign
from campaigns.models import Campaign
from campaigns.sealed import sealing
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.lobby import lobby_page
from campaigns.services.facts import perform_act as act_service
from campaigns.services.lifecycle import campaigns
from campaigns.services.orders import orders, standing_orders
from campaigns.services.seats import invitations, seats
from rules.kernel.serial import canonical
from tests.support.accounts import person
from tests.support.campaigns import Table
from tests.support.clock import follows
from tests.support.worlds import _bytes


def test_a_draft_is_told_to_its_own_player_alone(table: Table, sent: list[Any]) -> None:
    south = _bytes(campaign_page.strip(table.slug, table.players["south"]).readiness)
    sent.clear()
    north = table.players["north"]
    table.save_draft("north", {"kind": "place", "points": {}})
    assert _bytes(campaign_page.strip(table.slug, table.players["south"]).readiness) == south
    mine = next(r for r in campaign_page.strip(table.slug, north).readiness if r.mine)
    assert mine.state == "draft"


def test_nothing_secret_lies_in_the_database_in_the_clear(table: Table) -> None:
    marked = {"kind": "place", "points": {"east": 2, "west": 1}}
    table.save_draft("south", marked)
    table.seal("north", marked)
    table.leave_orders("isle", {"kind": "answer", "valley": "west"})
    table.act("isle", {"kind": "spy"})
    with connection.cursor() as cursor:
        for name in ("sheet", "standingorders", "eventrow", "logentry", "phase", "act"):
            cursor.execute(f"SELECT t::text FROM campaigns_{name} t")
            for (row,) in cursor.fetchall():
                for secret in ('"west":1', "valley", "spied", b'"west":1'.hex(), b"valley".hex()):
                    known = name == "eventrow" and secret == "spied"
                    assert secret not in row or known, (name, row)


def test_a_ciphertext_cannot_be_moved(table: Table) -> None:
    north, south = (f"sheet/{table.slug}/1/1/{power}" for power in ("north", "south"))
    sealed = sealing.seal(b"{}", bound_to=north)
    assert sealing.unseal(sealed, bound_to=north) == b"{}"
    with pytest.raises(sealing.CannotUnseal, match="changed or belongs elsewhere"):
        sealing.unseal(sealed, bound_to=south)
    for broken in (b"", b"\x01", b"\x07" + sealed[1:], sealed[:-1], b"{}"):
        with pytest.raises(sealing.CannotUnseal):
            sealing.unseal(broken, bound_to=north)


def test_sizes_say_little(table: Table) -> None:
    few, many = (
        sealing.seal(canonical({"points": points}), bound_to=f"sheet/{table.slug}/1/1/north")
        for points in ({}, {"east": 3, "west": 2})
    )
    assert len(few) == len(many)


def test_a_private_campaign_does_not_exist_for_others_whatever_they_try(table: Table) -> None:
    Campaign.objects.update(private=True)
    stranger = person("stranger")
    with pytest.raises(NoSuchCampaign):
        campaign_page.campaign_page(table.slug, stranger)
    assert campaign_page.campaign_page(table.slug, table.players["north"]).reader.plays
    assert not lobby_page.lobby(None).running
    seats.leave(table.slug, by=table.players["isle"], power="isle")
    order = {"kind": "place", "points": {}}
    tries: tuple[Callable[[str, Any], Any], ...] = (
        lambda slug, by: orders.seal_orders(slug, by=by, power="north", order=order, phase=1),
        lambda slug, by: act_service.perform_act(slug, by=by, power="north", act={"kind": "spy"}),
        lambda slug, by: standing_orders.set_standing(slug, by=by, power="north", order=None),
        lambda slug, by: seats.join(slug, by=by, powers=["isle"], token="guessed"),
        lambda slug, by: seats.leave(slug, by=by, power="north"),
        lambda slug, by: invitations.invite(slug, by=by),
        lambda slug, by: campaigns.start(slug, by=by),
    )
    for attempt in tries:
        for by in (stranger, table.players["isle"]):
            said = []
            for slug in (table.slug, "nowhere1"):
                with pytest.raises(CampaignError) as refused:
                    attempt(slug, by)
                said.append(str(refused.value).replace(slug, "#"))
            assert said[0] == said[1]


def test_a_player_who_left_knows_no_more_and_the_successor_knows_what_the_seat_knew(
    table: Table,
) -> None:
    table.seal("north", {"kind": "place", "points": {"east": 3}})
    table.pass_deadline()
    successor = follows(table)
    purse = campaign_page.reading(table.slug, successor).view.purses["north"]
    assert purse.points == {"east": 3}
    assert campaign_page.campaign_page(table.slug, table.players["north"]).mine == ()
