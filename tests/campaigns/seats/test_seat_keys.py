"""Seat keys: what a seat with a key does is signed in its player's browser, and nobody else can do it."""

import json
from typing import Any

import pytest

from campaigns.crypto import signing
from campaigns.errors import NotNow, NotOnTheMenu, NotSigned, NotYours
from campaigns.models import LogEntry, Notification, SeatKey, Sheet
from campaigns.proofs import signatures
from campaigns.services.facts import perform_act
from campaigns.services.orders import orders, standing_orders
from campaigns.services.seats import deputies, seat_keys, seats
from campaigns.services.voting import agree
from tests.support.accounts import person, reachable, signed_in
from tests.support.books.tiny_book import NAME, PLACE
from tests.support.campaigns import Found, Table
from tests.support.exports.files import faults, file_of
from tests.support.seat_keys import Keyholder
from tests.support.seats import give


@pytest.fixture
def table(found: Found) -> Table:
    """A campaign whose players may vote on pauses."""
    return found(votes={"pause": "most"})


@pytest.fixture
def north(table: Table) -> Keyholder:
    """The key of North, which has it from the start."""
    key = Keyholder(table.slug, "north", b"n" * 16)
    key.bring(table.players["north"])
    return key


def seal(table: Table, **more: Any) -> Any:
    order = PLACE if table.phase.key == "place" else NAME
    return table.seal("north", order, **more)


def deputy(table: Table, north: Keyholder) -> Any:
    """Somebody who stands in for North, as it signed."""
    who = {"by": table.players["north"], "power": "north"}
    helper = person("helper")
    key = north.does(lambda: deputies.name(table.slug, **who, username="helper", level="seal"))
    deputies.accept(table.slug, by=helper, key=key)
    return helper


def entries(table: Table, kind: str) -> list[LogEntry]:
    return list(LogEntry.objects.filter(campaign=table.campaign, kind=kind).order_by("seq"))


def test_a_seal_is_signed_with_the_one_key_and_the_log_keeps_the_signature(
    table: Table, north: Keyholder
) -> None:
    north.does(lambda: seal(table))
    (entry,) = [one for one in entries(table, "order.sealed") if one.power == "north"]
    assert entry.scheme == "seat 1/1"
    text = signatures.statement(
        table.slug, "north", 1, "order.sealed", json.loads(entry.body), entry.commitment
    )
    assert signatures.is_signed(north.public, text, entry.signature)
    assert Sheet.objects.get(power="north", state="sealed").ready_signature
    table.seal("south", PLACE)
    (entry,) = [one for one in entries(table, "order.sealed") if one.power == "south"]
    assert entry.signature == entry.scheme == ""
    assert north.bring(table.players["north"]) == 1
    assert len(entries(table, "seat.key")) == 1


def test_without_the_key_nothing_is_sealed_in_its_name(table: Table, north: Keyholder) -> None:
    before = table.campaign.log_seq
    with pytest.raises(NotSigned):
        seal(table)
    stranger = Keyholder(table.slug, "north", b"x" * 16)
    with pytest.raises(NotSigned):
        stranger.does(lambda: seal(table))
    assert table.campaign.log_seq == before
    assert not Sheet.objects.filter(power="north").exists()


def test_a_signature_of_one_order_is_none_of_another(table: Table, north: Keyholder) -> None:
    nonce = b"\x01" * 32
    with (
        signing.signing(signing.Signing(prepare=True, nonce=nonce)),
        pytest.raises(signing.Prepared) as asked,
    ):
        seal(table)
    signatures = tuple(north.sign(text) for _, text in asked.value.statements)
    other = {"kind": "place", "points": {"east": 1, "west": 2}}
    with (
        signing.signing(signing.Signing(signatures=signatures, nonce=nonce)),
        pytest.raises(NotSigned),
    ):
        table.seal("north", other)


def test_asking_what_to_sign_leaves_nothing_behind(table: Table, north: Keyholder) -> None:
    before = table.campaign.log_seq
    with signing.signing(signing.Signing(prepare=True)), pytest.raises(signing.Prepared):
        seal(table)
    with signing.signing(signing.Signing(prepare=True)), pytest.raises(signing.Prepared):
        table.seal("south", PLACE)  # a seat without a key: nothing to sign, and nothing done
    assert table.campaign.log_seq == before
    assert not Sheet.objects.exists()


def test_a_withdrawal_an_act_a_vote_and_standing_orders_are_signed(
    table: Table, north: Keyholder
) -> None:
    who, number = table.players["north"], table.phase.number
    north.does(lambda: seal(table))
    north.does(lambda: orders.unseal(table.slug, by=who, power="north", phase=number))
    north.does(
        lambda: perform_act.perform_act(table.slug, by=who, power="north", act={"kind": "spy"})
    )
    north.does(lambda: agree.propose(table.slug, by=who, kind="pause", reason="A feast"))
    for kind in ("order.withdrawn", "act", "consent.given"):
        found = [one for one in entries(table, kind) if one.power == "north"]
        assert found, kind
        assert all(one.signature for one in found), kind
    with pytest.raises(NotSigned):
        standing_orders.set_standing(
            table.slug, by=who, power="north", order={"kind": "answer", "valley": "east"}
        )


def test_a_lost_key_is_replaced_from_the_next_phase_on_and_the_player_hears_of_it(
    table: Table, north: Keyholder
) -> None:
    who = table.players["north"]
    reachable(who)
    new = Keyholder(table.slug, "north", b"m" * 16)
    with pytest.raises(NotNow):
        new.bring(who, number=2)
    new.bring(who, number=2, replace=True)
    assert Notification.objects.filter(person=who, kind="seats").count() == 1
    seal(table)  # until then the site alone vouches for the seat
    table.seal_all(but="north")
    table.advance()
    with pytest.raises(NotSigned):
        seal(table)
    new.does(lambda: seal(table))
    assert faults(file_of(table)) == []


def test_a_successor_starts_without_a_key(table: Table, north: Keyholder) -> None:
    heir = person("heir")
    seats.leave(table.slug, by=table.players["north"], power="north")
    assert not table.campaign.keys_of_seats
    assert not SeatKey.objects.filter(ended_at__isnull=True).exists()
    give(table, "north", "heir")
    orders.seal_orders(table.slug, by=heir, power="north", order=PLACE, phase=table.phase.number)
    assert faults(file_of(table)) == []


def test_only_the_player_brings_a_key_and_only_a_real_one(table: Table) -> None:
    key = Keyholder(table.slug, "north", b"n" * 16)
    for stranger in (table.players["south"], table.moderator):
        with pytest.raises(NotYours):
            key.bring(stranger)
    north = {"by": table.players["north"], "power": "north"}
    proof = Keyholder(table.slug, "south", b"n" * 16).sign(b"something else")
    for public, signed in (("00", ""), (key.public, proof)):
        with pytest.raises(NotOnTheMenu):
            seat_keys.bring_key(table.slug, **north, public=public, proof=signed)


def test_naming_a_deputy_is_signed_by_the_seat(table: Table, north: Keyholder) -> None:
    helper = deputy(table, north)
    (entry,) = entries(table, "deputy.accepted")
    assert json.loads(entry.body)["scheme"] == "seat 1/1"
    orders.seal_orders(table.slug, by=helper, power="north", order=PLACE, phase=table.phase.number)
    assert faults(file_of(table)) == []


@pytest.mark.long
def test_what_a_deputy_sealed_needs_no_key_to_be_ready(table: Table, north: Keyholder) -> None:
    helper = deputy(table, north)
    north.does(lambda: seal(table))
    orders.seal_orders(table.slug, by=helper, power="north", order=PLACE, phase=table.phase.number)
    table.seal_all(but="north")
    table.advance()
    (over,) = entries(table, "phase.resolved")
    assert json.loads(over.body)["how"] == "ready"
    assert json.loads(over.body)["ready"]["north"] == ""
    assert faults(file_of(table)) == []


def test_a_browser_asks_what_to_sign_and_then_does_it(table: Table, north: Keyholder) -> None:
    browser = signed_in(table.players["north"])
    url = f"/api/campaigns/{table.slug}/orders/north/"
    said = {"order": PLACE, "phase": table.phase.number, "seal": True}
    headers = {"Seat-Sign": "prepare", "Seat-Nonce": "ab" * 32}
    asked = browser.post(url, said, content_type="application/json", headers=headers)
    assert asked.status_code == 428, asked.content
    texts = [one["text"] for one in asked.json()["statements"]]
    signatures = ",".join(north.sign(text.encode()) for text in texts)
    refused = browser.post(url, said, content_type="application/json")
    assert refused.status_code == 409
    assert refused.json()["code"] == "not_signed"
    headers = {"Seat-Signatures": signatures, "Seat-Nonce": "ab" * 32}
    done = browser.post(url, said, content_type="application/json", headers=headers)
    assert done.status_code == 200, done.content
