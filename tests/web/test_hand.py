"""A hand on a page that is open: of cards that are not chosen, what they ask for comes when they are."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from campaigns.services.advance import end_phase
from tests.support.accounts import person, signed_in
from tests.support.campaigns import a_campaign
from tests.web.support import found, unpacked, wire

SCRIPT = {"HX-Request": "true"}
SLOT = re.compile(r'<div class="details" data-apart="\d+"\s+data-details="([^"]+)"></div>')


@pytest.fixture
def hand(db: Any) -> tuple[str, Client]:
    """Where a player's orders are in a phase that asks for cards, and his browser."""
    moderator, player = person("moderator"), person("player")
    slug = found("days_of_decision", "1936", {"germany": player}, moderator)
    client, orders = signed_in(player), f"/c/{slug}/orders/?power=germany"
    for number in range(1, 8):
        if "data-plays" in client.get(orders).text:
            return orders, client
        end_phase.force(slug, by=moderator, phase=number, reason="to move on", silent="autopilot")
    raise AssertionError("no phase asks for cards")


def article(html: str, card: str) -> str:
    return re.findall(rf'<article [^>]*id="{card}".*?</article>', html, re.S)[0]


def test_without_scripts_every_card_has_all_it_asks_for(hand: tuple[str, Client]) -> None:
    orders, client = hand
    for path in (orders, orders.replace("orders/", "")):
        html = client.get(path).text
        assert html.count('<div class="details">') > 5
        assert not SLOT.search(html)


def test_an_open_page_is_sent_a_hand_whose_details_are_fetched(hand: tuple[str, Client]) -> None:
    orders, client = hand
    whole, told = client.get(orders).text, client.get(orders, headers=SCRIPT).text
    places = [unescape(place) for place in SLOT.findall(told)]
    assert len(places) > 5
    for place in places:
        card = place.rpartition("only=")[2]
        fetched = client.get(place, headers=SCRIPT).text
        assert fetched == article(whole, card)
        assert "name=" in fetched.partition('<div class="details">')[2]
    assert len(wire(client, orders, **SCRIPT).content) < 10_000 < len(wire(client, orders).content)


def test_of_a_card_that_is_chosen_the_details_are_there(hand: tuple[str, Client]) -> None:
    orders, client = hand
    path = orders.replace("orders/", "draft/")
    page = client.get(orders).text
    phase = re.findall(r'name="phase" value="(\d+)"', page)[0]
    seen = re.findall(r'name="seen" value="([^"]*)"', page)[0]
    written = {"phase": phase, "seen": seen, "plays.ipo-1": "1", "plays.ipo-1.activate": "spain"}
    assert client.post(path, written).status_code == 200
    told = client.get(orders, headers=SCRIPT).text
    assert 'value="spain" selected' in re.sub(r"\s+", " ", article(told, "card-ipo-1"))
    assert SLOT.search(told)


def test_what_is_asked_for_alone_is_nobody_elses(hand: tuple[str, Client]) -> None:
    orders, client = hand
    place = unescape(SLOT.findall(client.get(orders, headers=SCRIPT).text)[0])
    for other in (Client(), signed_in(person("stranger"))):
        assert "card-option" not in other.get(place, headers=SCRIPT).text
    assert client.get(f"{orders}&only=nothing", headers=SCRIPT).text == ""


def test_a_script_of_a_phase_without_cards_is_sent_all(db: Any) -> None:
    player = person("player")
    slug = found("world_in_flames", "grand-campaign", {"axis": player}, player)
    path = f"/c/{slug}/orders/?power=axis"
    whole, told = (unpacked(wire(signed_in(player), path, **more)) for more in ({}, SCRIPT))
    assert len(told) == len(whole)


def test_what_a_facts_phase_asks_is_said_once_and_its_seal_is_changed_before_what_is_done_at_once(
    db: None,
) -> None:
    player = person("player")
    table = a_campaign(
        book="world_at_war", by=player, seats={"britain": player}, at_phase=5, title="Facts"
    )
    client, here = signed_in(player), f"/c/{table.slug}/"
    asked = "Declare what this turn&#x27;s moves and battles changed on the map."
    page = client.get(here).text
    assert page.count(asked) == 1
    assert page.index('class="block acts"') < page.index('value="seal"')
    sent = {"phase": table.phase.number, "action": "seal"}
    page = client.post(f"{here}orders/?power=britain", sent, follow=True).text
    assert page.index("change-orders") < page.index('value="unseal"')
    assert page.index('value="unseal"') < page.index('class="block acts"')


def test_after_a_seal_its_backs_have_their_targets_and_the_form_is_closed(
    hand: tuple[str, Client],
) -> None:
    orders, client = hand
    first = client.get(orders).text
    phase = re.findall(r'name="phase" value="(\d+)"', first)[0]
    play = {"phase": phase, "plays.ipo-3": "1", "plays.ipo-3.minor": "hungary"}
    assert "change-orders" not in first

    said = client.post(orders, {**play, "action": "seal"}, follow=True)
    assert said.redirect_chain[0][0].endswith("?power=germany#receipt")
    sealed = said.content.decode()
    back = r'<div class="card-back">.*?<b>IPO 3 Economic aid</b><br>(.*?)</p>'
    assert re.findall(back, sealed, re.S) == ["Hungary"]
    closed = '<details class="change" id="change-orders">'
    assert closed in sealed
    assert sealed.index(closed) < sealed.index('value="seal"') < sealed.index('value="unseal"')

    # What takes the seal back goes with the form, so it tells which window saved the newest draft.
    assert re.search(r'<form [^>]*id="orders-form"', sealed)
    assert re.search(r'<button [^>]*form="orders-form"[^>]*value="unseal"', sealed)

    # A newer draft keeps the form open, and the backs are still those of what is sealed.
    version = re.findall(r'name="seen" value="([^"]*)"', sealed)[0]
    other = {**play, "plays.ipo-3.minor": "spain", "seen": version, "action": "draft"}
    drafted = client.post(orders, other, follow=True).content.decode()
    assert closed.replace(">", " open>") in drafted
    assert re.findall(back, drafted, re.S) == ["Hungary"]

    # Nobody else has a back of it.
    for other in (User.objects.get(username="moderator"), person("somebody")):
        seen = signed_in(other).get(orders.replace("orders/", "")).text
        assert "card-back" not in seen.partition('id="board"')[0]
        assert "IPO 3 Economic aid" not in seen.partition('id="board"')[0]

    version = re.findall(r'name="seen" value="([^"]*)"', drafted)[0]
    back_again = {"phase": phase, "seen": version, "action": "unseal"}
    assert "change-orders" not in client.post(orders, back_again, follow=True).content.decode()
