"""A campaign of the house rules: maps declared, ties drawn by its dice, and all of it kept."""

import json

import pytest
from django.urls import reverse

from campaigns import rulebooks
from campaigns.errors import NotOnTheMenu, OrderRefused
from campaigns.models import Campaign, EventRow, LogEntry
from campaigns.rulebooks import states
from campaigns.services.advance import end_phase
from campaigns.services.facts import perform_act
from frontend.books.world_in_flames import inspector as selector
from tests.support.accounts import person
from tests.support.books.maps import WORST
from tests.support.campaigns import a_campaign

TIE = "title: Tie\nGE GE GE IT IT\n GE GE SU IT IT\nGE GE GE IT IT\n"


@pytest.fixture
def house(db):
    """A running campaign whose moderator plays both sides."""
    player = person("judith")
    slug = a_campaign(
        book="world_in_flames",
        by=player,
        seats=dict.fromkeys(["axis", "allied"], player),
        title="The Map Room",
    ).slug
    return slug, player


def declare(slug, player, text, power="allied"):
    perform_act.perform_act(slug, by=player, power=power, act={"kind": "declare_map", "map": text})


def resolve(slug, player):
    """Let the moderator end the phase; both sides are silent."""
    phase = Campaign.objects.get(slug=slug).phase
    end_phase.force(slug, by=player, phase=phase.number, reason="On with it.", silent="hold")


def test_a_declared_map_stands_on_the_board_and_on_the_pages_and_spectators_declare_none(
    house, client
):
    slug, player = house
    declare(slug, player, TIE)
    maps = selector.campaign_maps(slug, player, "allied")
    assert [each.title for each in maps.declared] == ["Tie"]
    assert maps.may_declare
    page = client.get(reverse("frontend:campaign", args=[slug])).text
    assert "as they would be judged now" in page
    assert "1 tie" in page
    page = client.get(reverse("world_in_flames:hexes", args=[slug]))
    assert "declared by" not in page.text
    assert "1 declared" in page.text
    assert not page.context["maps"].may_declare
    refused = client.post(
        reverse("world_in_flames:hexes", args=[slug]), {"map": TIE, "action": "declare"}
    )
    assert refused.status_code == 401
    assert "no longer signed in" in refused.text


def test_a_map_that_cannot_be_read_is_refused_and_changes_nothing(house):
    slug, player = house
    with pytest.raises(OrderRefused, match="Line 1, hex 2"):
        declare(slug, player, "GE XX")
    assert selector.campaign_maps(slug, player).declared == ()


def test_a_tie_is_drawn_by_the_logged_dice_of_the_campaign(house, client):
    slug, player = house
    declare(slug, player, TIE)
    resolve(slug, player)
    resolve(slug, player)
    state = states.now(Campaign.objects.get(slug=slug).phase)
    (judged,) = state.judged
    row = EventRow.objects.get(phase__campaign__slug=slug, kind="control_reverted")
    reverted = json.loads(bytes(row.body))
    assert list(judged.dice) == [reverted["die"]]
    assert reverted["power"] == ["germany", "italy"][reverted["die"] - 1]
    logged = LogEntry.objects.filter(campaign__slug=slug, body__contains="Tie: hexes at 2,1")
    assert logged.count() == 1
    page = client.get(reverse("frontend:campaign", args=[slug])).text
    assert "as they were judged in July/August 1944" in page
    assert f"drawn, {reverted['power'].title()} wins" in page


def test_a_player_declares_and_withdraws_through_the_page(house, client):
    slug, player = house
    client.force_login(player)
    address = reverse("world_in_flames:hexes", args=[slug]) + "?power=axis"
    asked = client.post(address, {"map": TIE, "action": "declare"})
    assert "what would come of it" in asked.text
    assert selector.campaign_maps(slug).declared == ()
    sure = {"map": TIE, "action": "declare", "sure": "yes"}
    done = client.post(address, sure, follow=True).text
    assert "Map declared." in done
    wrong = client.post(address, {"map": "GE XX", "action": "declare"})
    assert wrong.status_code == 422
    assert "hex 2" in wrong.text
    gone = client.post(address, {"title": "Tie", "action": "withdraw", "sure": "yes"}, follow=True)
    assert "Map withdrawn." in gone.text
    assert selector.campaign_maps(slug).declared == ()


@pytest.mark.long
def test_the_map_to_begin_with_is_nobodys_to_declare(house, client):
    slug, player = house
    client.force_login(player)
    address = reverse("world_in_flames:hexes", args=[slug]) + "?power=axis"
    opened = client.get(address).text
    assert 'value="declare"' not in opened
    assert "A map of yours, drawn or" in opened
    for example in selector.examples():
        sample = {"map": example.text, "action": "declare", "sure": "yes"}
        answer = client.post(address, sample)
        assert answer.status_code == 422
        assert "of no campaign" in answer.text
    assert 'value="declare"' in client.post(address, {"map": TIE}).text
    assert selector.campaign_maps(slug).declared == ()


def test_the_readings_of_the_campaign_stand_over_those_of_the_map(house, client):
    slug, _player = house
    lake = "lakes: enclosed\nGE GE GE GE\n GE SU SU GE\nGE GE = GE\n GE GE GE GE\n"
    page = client.post(reverse("world_in_flames:hexes", args=[slug]), {"map": lake})
    assert "Nothing changes hands" in page.text


def test_a_moderator_can_set_the_printed_factories_of_the_groups_map():
    book = rulebooks.load("world_in_flames")
    state = book.start("grand-campaign", {}, {"italy.printed.another.red": 1}).state
    assert (
        book.board(state, None).factories.net
        == book.board(book.start("grand-campaign", {}, {}).state, None).factories.net + 1
    )


def test_the_inspector_within_a_campaign_is_of_this_book_alone(table):
    with pytest.raises(NotOnTheMenu, match="no isolated hexes"):
        selector.campaign_maps(table.slug)


@pytest.mark.parametrize("name", WORST)
def test_what_no_book_can_read_is_refused_at_every_door_of_a_campaign(house, client, name):
    slug, player = house
    with pytest.raises(NotOnTheMenu, match="A text has"):
        declare(slug, player, WORST[name])
    client.force_login(player)
    page = reverse("world_in_flames:hexes", args=[slug])
    for action in ("", "declare"):
        answer = client.post(page, {"map": WORST[name], "action": action, "power": "allied"})
        assert answer.status_code == 422
        assert "Take out what is too long." in answer.text
    act = {"kind": "declare_map", "map": WORST[name]}
    for last in ("", "preview/"):
        address = f"/api/campaigns/{slug}/acts/allied/{last}"
        answer = client.post(address, {"act": act}, "application/json")
        assert answer.status_code == 400, answer.content
        assert answer.json()["remedy"] == "Take out what is too long."
    assert selector.campaign_maps(slug, player).declared == ()
