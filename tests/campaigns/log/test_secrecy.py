"""What one power keeps secret changes nothing that anybody else can get."""

import itertools
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
from rules.kernel.autopilot import at_random
from rules.kernel.dice import SealedDice
from rules.kernel.serial import canonical
from tests.support.accounts import person
from tests.support.campaigns import Table, a_campaign
from tests.support.worlds import _bytes, everything_seen, undone

ONLOOKERS = ("germany", "russia", "moderator", "a visitor")

PLACES = ({"east": 3}, {"west": 1}, {}, {"east": 1, "west": 2})


@pytest.mark.long
def test_a_british_placement_changes_nothing_for_the_axis_and_the_onlookers(
    db: None, frozen: None
) -> None:
    """The same with A World at War: another allotment in 1939, before and after the placement."""
    powers = ("britain", "germany", "russia")
    table = a_campaign(book="world_at_war", scenario="fall-1939", seats=powers)
    slug, people = table.slug, {**table.players, "moderator": table.moderator}
    menu = campaign_page.orders(slug, people["britain"], "britain").menu
    assert menu is not None

    def look(when: str) -> dict[Any, bytes]:
        return {
            (when, who, name): answer
            for who in ONLOOKERS
            for name, answer in everything_seen(table, people.get(who)).items()
        }

    seen: list[dict[Any, bytes]] = []
    written: set[bytes] = set()
    for seed in range(4):
        order = at_random(menu, SealedDice(bytes([seed]) * 32))
        written.add(canonical(order))
        with undone():
            table.seal("britain", order)
            sealed = look("sealed")
            table.strike()
            table.advance()
            seen.append(sealed | look("placed"))
    assert len(written) > 1
    _are_alike(seen)


def _play(table: Table, points: dict[str, int]) -> None:
    """North plays with a secret; the others always the same."""
    north = table.players["north"]
    orders.save_draft(
        table.slug, by=north, power="north", order={"kind": "place", "points": points}, phase=1
    )
    table.seal("north", {"kind": "place", "points": points})
    table.seal("south", {"kind": "place", "points": {"east": 1}})


@pytest.mark.long
@pytest.mark.parametrize("rest", [False, True], ids=["before the reveal", "after the phase"])
def test_another_secret_changes_nothing_for_anybody_else(
    found: Callable[..., Table], frozen: None, rest: bool
) -> None:
    table = found()
    watchers = {
        "south": table.players["south"],
        "isle": table.players["isle"],
        "moderator": table.moderator,
        "spectator": person("spectator"),
        "visitor": None,
    }
    seen: list[dict[tuple[str, str], bytes]] = []
    for points in PLACES:
        with undone():
            _play(table, points)
            if rest:
                table.seal("isle", {"kind": "place", "points": {"west": 1}})
                table.advance()
            seen.append(
                {
                    (watcher, name): answer
                    for watcher, who in watchers.items()
                    for name, answer in everything_seen(table, who).items()
                }
            )
    _are_alike(seen)


def test_a_draft_is_told_to_its_own_player_alone(table: Table, sent: list[Any]) -> None:
    south = _bytes(campaign_page.strip(table.slug, table.players["south"]).readiness)
    sent.clear()
    north = table.players["north"]
    orders.save_draft(
        table.slug, by=north, power="north", order={"kind": "place", "points": {}}, phase=1
    )
    assert _bytes(campaign_page.strip(table.slug, table.players["south"]).readiness) == south
    mine = next(r for r in campaign_page.strip(table.slug, north).readiness if r.mine)
    assert mine.state == "draft"


def test_nothing_secret_lies_in_the_database_in_the_clear(table: Table) -> None:
    marked = {"kind": "place", "points": {"east": 2, "west": 1}}
    orders.save_draft(table.slug, by=table.players["south"], power="south", order=marked, phase=1)
    table.seal("north", marked)
    standing_orders.set_standing(
        table.slug,
        by=table.players["isle"],
        power="isle",
        order={"kind": "answer", "valley": "west"},
    )
    act_service.perform_act(table.slug, by=table.players["isle"], power="isle", act={"kind": "spy"})
    with connection.cursor() as cursor:
        for name in ("sheet", "standingorders", "eventrow", "logentry", "phase", "act"):
            cursor.execute(f"SELECT t::text FROM campaigns_{name} t")
            for (row,) in cursor.fetchall():
                for secret in ('"west":1', "valley", "spied", b'"west":1'.hex(), b"valley".hex()):
                    assert secret not in row or (name == "eventrow" and secret == "spied"), (
                        name,
                        row,
                    )


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
    table.strike()
    table.advance()
    successor = person("successor")
    seats.leave(table.slug, by=table.players["north"], power="north")
    seats.assign_seat(
        table.slug, by=table.moderator, power="north", username="successor", reason="Illness"
    )
    purse = campaign_page.reading(table.slug, successor).view.purses["north"]
    assert purse.points == {"east": 3}
    assert campaign_page.campaign_page(table.slug, table.players["north"]).mine == ()


def _are_alike(seen: list[dict[Any, bytes]]) -> None:
    for first, second in itertools.pairwise(seen):
        assert first.keys() == second.keys()
        for key, answer in first.items():
            assert answer == second[key], (key, _first_difference(answer, second[key]))


def _first_difference(one: bytes, other: bytes) -> tuple[bytes, bytes]:
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return one[max(0, at - 80) : at + 80], other[max(0, at - 80) : at + 80]
