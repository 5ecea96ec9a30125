"""Somebody who had a seat and would like to go on knowing, or doing, what it does."""

import re
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from accounts import services
from campaigns.models import Notification, Phase, ReadMark, Tenure
from campaigns.selectors.notifications.kinds.orders import OrdersDue
from campaigns.services.advance import end_phase
from campaigns.services.facts import perform_act
from campaigns.services.notifications import email as outgoing_email
from campaigns.services.orders import orders, standing_orders
from campaigns.services.seats import invitations, seats
from tests.security.walking import PLACE, kept, knock, of_a_campaign, program_of, told
from tests.support.accounts import person, signed_in
from tests.support.campaigns import Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]

ANSWER = {"kind": "answer", "valley": "west"}
OWN = re.compile(r'"person_id": ?\d+|data-reader="\d+"')


@pytest.fixture
def left(table: Table) -> Table:
    """North has done in its seat whatever there is to do, over two phases, and has left it."""
    north, slug = table.players["north"], table.slug
    for power in ("north", "south", "isle"):
        table.seal(power, {"kind": "place", "points": {"east": 2}})
    table.advance()
    standing_orders.set_standing(slug, by=north, power="north", order=ANSWER)
    perform_act.perform_act(slug, by=north, power="north", act={"kind": "spy"})
    table.seal("north", {"kind": "name", "valley": "east"}, ready=False)
    orders.save_draft(slug, by=north, power="north", order={"kind": "name", "valley": ""}, phase=2)
    seats.leave(slug, by=north, power="north")
    person("heir")
    seats.assign_seat(slug, by=table.moderator, power="north", username="heir", reason="Gone")
    return table


def test_everywhere_they_are_a_spectator_and_no_more(
    left: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each address with each method that only looks: the same bytes as for somebody who never
    played, but for their own name.
    """
    north, onlooker = left.players["north"], person("onlooker")
    moment = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: moment)
    ReadMark.objects.all().delete()
    seen: list[dict[str, Any]] = []
    for who in (north, onlooker):
        client, answers = signed_in(who), {}
        for power in ("", "?power=north"):
            for door in of_a_campaign(left.slug, only=("GET",)):
                status, heads, body = told(knock(client, door, query=power), "north", "onlooker")
                answers[(*door, power)] = (status, heads, OWN.sub("person", body))
        ReadMark.objects.all().delete()
        seen.append(answers)
    assert seen[0].keys() == seen[1].keys()
    for key, answer in seen[0].items():
        assert answer == seen[1][key], key
    assert sum(answer[0] == 200 for answer in seen[0].values()) > 25


def test_nothing_they_try_does_anything(left: Table) -> None:
    """With their session and with their programs, for the seat that was theirs."""
    north = left.players["north"]
    clients = signed_in(north), program_of(north)
    before = kept()
    for client in clients:
        for door in of_a_campaign(left.slug, only=("POST", "DELETE")):
            answer = knock(client, door, query="?power=north&phase=2")
            assert answer.status_code < 500, door
    assert kept() == before


def test_a_nonce_of_theirs_fetches_no_answer(left: Table) -> None:
    """A request sent again with the nonce of the first is refused like any other of theirs."""
    north, heir = left.players["north"], Tenure.objects.get(person__username="heir").person
    nonce = "ab" * 32
    asked = {"act": {"kind": "spy"}, "nonce": nonce}
    address = f"/api/campaigns/{left.slug}/acts/north/"
    assert signed_in(heir).post(address, asked, "application/json").status_code == 200
    again = signed_in(north).post(address, asked, "application/json")
    stranger = signed_in(person("stranger")).post(address, asked, "application/json")
    assert again.status_code == stranger.status_code == 403
    assert again.json() == stranger.json()
    fresh = signed_in(north).post(address, {**asked, "nonce": "cd" * 32}, "application/json")
    assert fresh.json() == again.json()


def test_a_letter_that_was_on_its_way_to_them_is_not_sent(left: Table) -> None:
    """Nor is one of a later phase written to them."""
    for name in ("north", "heir"):
        services.change_email(
            Tenure.objects.filter(person__username=name).first().person_id,
            email=f"{name}@example.org",
        )
    now = Phase.objects.get(number=2).opened_at
    Notification.objects.all().delete()
    north = left.players["north"]
    Notification.objects.create(
        phase=Phase.objects.get(number=2),
        person=north,
        kind=OrdersDue.key,
        written_at=now,
        send_at=now,
    )
    end_phase.force(left.slug, by=left.moderator, phase=2, reason="On", silent="autopilot")
    outgoing_email.send_due()
    assert [letter.to for letter in mail.outbox] == [["heir@example.org"]]
    assert set(Notification.objects.filter(person=north).values_list("state", flat=True)) == {
        "dropped"
    }


def test_who_comes_back_by_an_invitation_finds_no_other_seat(left: Table) -> None:
    """Nor the own one, once somebody else sits there."""
    north = left.players["north"]
    seats.leave(left.slug, by=left.players["isle"], power="isle")
    token = invitations.invite(left.slug, by=left.moderator, power="isle", days=7, uses=5)
    before = kept()
    client = signed_in(north)
    for power in ("north", "south", "isle"):
        given = {"powers": power, "invitation": token}
        client.post(f"/c/{left.slug}/join/", given)
        client.post(
            f"/api/campaigns/{left.slug}/join/",
            {"powers": [power], "token": token},
            "application/json",
        )
    assert kept() == before


def test_the_order_that_they_sealed_is_not_told_to_them_by_what_the_heir_does(left: Table) -> None:
    """Withdrawing or replacing it leaves them nothing: the orders of a seat are its player's."""
    client = signed_in(left.players["north"])
    address = f"/api/campaigns/{left.slug}/orders/north/"
    first = client.get(address)
    assert first.status_code == 403
    heir = Tenure.objects.get(person__username="heir").person
    orders.unseal(left.slug, by=heir, power="north", phase=2)
    orders.save_draft(left.slug, by=heir, power="north", order={"kind": "name"}, phase=2)
    second = client.get(address)
    assert (first.status_code, first.content) == (second.status_code, second.content)
    assert PLACE["kind"].encode() not in second.content
