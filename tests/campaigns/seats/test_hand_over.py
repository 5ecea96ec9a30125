"""Resigning and following: seats wanted, the packet of the successor, advice for their eyes only."""

from typing import Any

import pytest

from campaigns.errors import NotOnTheMenu, NotYours, SignInFirst
from campaigns.models import Advice, Campaign, LogEntry
from campaigns.selectors.lobby import lobby_page
from campaigns.selectors.press.threads import press_page
from campaigns.selectors.seats import hand_over as hand_over_packet
from campaigns.selectors.seats import seats_page as seats_pages
from campaigns.services.orders import standing_orders
from campaigns.services.press import press_messages
from campaigns.services.seats import hand_over, invitations, seats
from tests.support.accounts import person
from tests.support.campaigns import Table
from tests.support.seats import deputize

ANSWER = {"kind": "answer", "valley": "west"}
SECRET = "Never trust the isle."


def advised(table: Table, **more: Any) -> None:
    north = table.players["north"]
    hand_over.advise(table.slug, by=north, power="north", text=SECRET, **more)


def followed(table: Table) -> Any:
    """North resigns and an heir takes the seat by an invitation that the lobby shows."""
    seats.leave(table.slug, by=table.players["north"], power="north")
    invitations.invite(table.slug, by=table.moderator, power="north", days=7, uses=1, listed=True)
    (wanted,) = lobby_page.lobby().wanted
    heir = person("heir")
    seats.join(table.slug, by=heir, powers=["north"], token=wanted.token)
    return heir


def test_advice_is_for_the_successor_alone_and_not_before(table: Table) -> None:
    before = LogEntry.objects.count()
    advised(table)
    advised(table)
    assert LogEntry.objects.count() == before
    assert SECRET.encode() not in Advice.objects.values_list("content", flat=True).get()
    north = table.players["north"]
    packet = hand_over_packet.hand_over(table.slug, north)
    assert (packet.written, packet.advice) == (SECRET, ())
    assert hand_over_packet.hand_over(table.slug, table.players["south"]).advice == ()
    heir = followed(table)
    assert [
        (line.name, line.text) for line in hand_over_packet.hand_over(table.slug, heir).advice
    ] == [("north", SECRET)]
    for other in (north, table.moderator, person("stranger")):
        with pytest.raises(NotYours):
            hand_over_packet.hand_over(table.slug, other)
    with pytest.raises(SignInFirst):
        hand_over_packet.hand_over(table.slug, None)


def test_a_deputy_gets_no_packet_and_writes_no_advice(table: Table) -> None:
    helper, _key = deputize(table, "seal")
    with pytest.raises(NotYours):
        hand_over_packet.hand_over(table.slug, helper)
    with pytest.raises(NotYours):
        hand_over.advise(table.slug, by=helper, power="north", text="Mine")


def test_an_empty_advice_takes_it_back_and_a_long_one_is_refused(table: Table) -> None:
    advised(table)
    north = table.players["north"]
    with pytest.raises(NotOnTheMenu, match="at most"):
        hand_over.advise(table.slug, by=north, power="north", text="x" * 9000)
    hand_over.advise(table.slug, by=north, power="north", text=" ")
    assert not Advice.objects.exists()


def test_the_packet_says_what_is_in_force_without_opening_what_was_sealed(table: Table) -> None:
    north = table.players["north"]
    table.seal("north", {"kind": "place", "points": {"east": 2}}, ready=False)
    standing_orders.set_standing(table.slug, by=north, power="north", order=ANSWER)
    heir = followed(table)
    packet = hand_over_packet.hand_over(table.slug, heir)
    assert (packet.unread_seal, packet.unread_standing, packet.standing) == (True, True, "")
    assert [(line.name, line.left_at is None) for line in packet.tenures] == [
        ("north", False),
        ("heir", True),
    ]
    told = seats_pages.seats_page(table.slug).tenures
    assert [line.name for line in told if line.badge.key == "north"] == ["north", "heir"]


def test_only_the_threads_that_were_named_go_with_the_seat(table: Table, client: Any) -> None:
    north = table.players["north"]
    named, _ = press_messages.begin(table.slug, by=north, power="north", to=["south"], text="Ours")
    press_messages.begin(table.slug, by=north, power="north", to=["isle"], text="Not for you")
    advised(table, threads=[named])
    heir = followed(table)
    assert [line.last.text for line in press_page(table.slug, heir).private] == ["Ours"]
    later, _ = press_messages.begin(table.slug, by=heir, power="north", to=["isle"], text="From me")
    packet = hand_over_packet.hand_over(table.slug, heir)
    assert [line.key for line in packet.came] == [named]
    assert later not in {line.key for line in packet.came}
    client.force_login(heir)
    shown = client.get(f"/c/{table.slug}/seats/hand-over/").text
    assert f'href="/c/{table.slug}/press/{named}/' in shown


def test_seats_that_were_left_are_wanted_in_the_lobby_until_somebody_sits_there(
    table: Table,
) -> None:
    assert lobby_page.lobby().wanted == ()
    seats.leave(table.slug, by=table.players["north"], power="north")
    (wanted,) = lobby_page.lobby().wanted
    assert (wanted.slug, wanted.badge.key, wanted.token) == (table.slug, "north", "")
    invitations.invite(table.slug, by=table.moderator, power="north", days=7, uses=1)
    assert lobby_page.lobby().wanted[0].token == ""
    Campaign.objects.update(private=True)
    assert lobby_page.lobby().wanted == ()
