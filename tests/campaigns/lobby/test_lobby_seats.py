"""The lobby: who sits where, what is told to whoever comes first, and how much it asks of the database."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns.domain.entries.phases import OrdersPublished
from campaigns.models import Campaign, Status
from campaigns.selectors.lobby import this_week
from campaigns.selectors.lobby.lobby_page import lobby
from campaigns.services.site import glimpses
from tests.campaigns.lobby.front_page import lobby_of
from tests.support.accounts import person
from tests.support.campaigns import a_campaign

pytestmark = pytest.mark.django_db

BOTS = ["italy", "britain", "france", "united_states", "russia"]


def test_the_week_is_counted_where_everybody_may_read_it(lena: Any) -> None:
    told = a_campaign(
        book="days_of_decision", by=lena, seats={"germany": lena}, at_phase=2
    ).campaign
    counted = this_week._counted()
    published = told.log.filter(kind=OrdersPublished.tag).values_list("body", flat=True)
    said = [OrdersPublished.of(body) for body in published]
    assert counted.phases == 1
    assert counted.orders == sum(len(one.orders) for one in said) > 0
    assert counted.dice == sum(len(one.rolls) for one in said)
    this_week._weeks.forget()
    assert "This week: 1 phase resolved," in " ".join(Client().get("/").text.split())
    with time_machine.travel(timezone.now() + timedelta(days=8)):
        assert this_week._counted() == this_week.Week()
    for hidden in ({"private": True}, {"listed": False}, {"delay": 1}, {"dice_given": True}):
        Campaign.objects.filter(pk=told.pk).update(**hidden)
        assert this_week._counted() == this_week.Week()
        Campaign.objects.filter(pk=told.pk).update(
            private=False, listed=True, delay=0, dice_given=False
        )


@pytest.mark.long
def test_the_panel_for_a_first_visit_leaves_once_somebody_has_played(
    told: Campaign, lena: Any
) -> None:
    panel = "Play a first hour alone"
    assert panel not in lobby_of(lena)
    moderator = person("mo")
    told.moderators.add(moderator)
    assert panel in lobby_of(moderator)  # to moderate is not to play
    assert "Watch one turn" not in lobby_of(moderator)  # while nothing is over
    Campaign.objects.filter(pk=told.pk).update(
        status=Status.FINISHED, finished_at=told.created_at, wakes_at=None
    )
    moderator.moderated_campaigns.clear()
    assert "Watch one turn" in lobby_of(moderator)
    watch = Client().get("/first-game/?watch=one").text
    assert '<h1 class="page-title">Watch one turn</h1>' in watch
    assert watch.index("Watch one turn") < watch.index("Your first game")
    assert '<h1 class="page-title">Your first game</h1>' in Client().get("/first-game/").text


def test_autopilots_are_counted_and_people_named(told: Campaign) -> None:
    (card,) = lobby().running
    assert [seat.taken_by for seat in card.people] == ["lena"]
    assert card.bots == len(BOTS)
    assert "5 autopilots" in " ".join(Client().get("/").text.split())


def test_a_player_who_is_called_as_their_power_is_named_once(lena: Any) -> None:
    host = person("Germany")
    a_campaign(book="world_at_war", by=host, seats={"germany": host}, title="Mine")
    text = Client().get("/").text
    assert text[text.index('class="lobby"') :].count("Germany") == 1


@pytest.mark.long
def test_the_lobby_asks_as_much_of_many_campaigns_as_of_one(
    told: Campaign, lena: Any, django_assert_num_queries: Any
) -> None:
    glimpses.draw_due()
    lobby()  # What was played this week is counted now, and kept.
    with CaptureQueriesContext(connection) as of_one:
        lobby()
    for title in ("Second", "Third"):
        salon = {"book": "days_of_decision", "scenario": "1936", "title": title}
        a_campaign(**salon, by=lena, seats={"germany": lena}, at_phase=2)
    assert glimpses.draw_due() == 2
    with django_assert_num_queries(len(of_one)):
        found = lobby()
    assert len([one for one in found.news if one.seen]) == 3
    text = Client().get("/").text
    assert ('class="small-display"' in text) == (found.news[0].book_key == "days_of_decision")


def test_a_visitor_is_told_the_first_hour_with_a_button_for_each_game(lena: Any) -> None:
    text = Client().get("/").text
    first = text[text.index('id="first"') : text.index('class="lobby"')]
    for key in ("diplomacy", "options", "commerce"):
        assert f'name="game" value="{key}"' in first
    assert first.count('<button class="primary"') == 3
    words = " ".join(first.split())
    for said in ("about 25 minutes", "Autopilots play the others", "come back with the same link"):
        assert said in words
    assert 'name="game"' not in lobby_of(lena)


def test_tables_that_ask_nothing_fold_beyond_a_few(lena: Any) -> None:
    moderator = person("mo")
    titles = [f"Table {number}" for number in range(5)]
    for title in titles[:4]:
        a_campaign(by=lena, seats={"north": lena}, title=title).campaign.moderators.add(moderator)
    page = lobby(moderator)
    assert (len(page.idle), page.idle_folded) == (4, ())
    assert "idle-folded" not in lobby_of(moderator)

    a_campaign(by=lena, seats={"north": lena}, title=titles[4]).campaign.moderators.add(moderator)
    page = lobby(moderator)
    assert (len(page.idle), len(page.idle_folded)) == (3, 2)
    assert {card.title for card in (*page.idle, *page.idle_folded)} == set(titles)
    assert "2 more tables where nothing is asked of you" in lobby_of(moderator)
