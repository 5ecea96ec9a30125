"""Consequences first: an act at once says what would come of it and is done only then; odds and totals
stand beside the form as the page is made, and come anew with each preview.
"""

import re
from typing import Any

import pytest
from bs4 import BeautifulSoup
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from campaigns.errors import NotYours, OrderRefused
from campaigns.models import Campaign, LogEntry
from campaigns.selectors.campaign import campaign_page as selector
from campaigns.selectors.orders import own_orders
from rules.kernel.act_preview import STILL, ActPreview
from tests.support.accounts import signed_in
from tests.support.campaigns import a_campaign

pytestmark = pytest.mark.django_db


def table(book: str, scenario: str, power: str, **more: Any) -> tuple[str, Client]:
    person = User.objects.create_user(f"plays-{book}")
    slug = a_campaign(
        book=book, scenario=scenario, by=person, seats={power: person}, title="Odds", **more
    ).slug
    client = signed_in(person)
    return slug, client


@pytest.fixture
def dice() -> tuple[str, Client]:
    """Germany before its commerce dice in The War Game."""
    return table("war_game_1939", "1939", "germany")


@pytest.fixture
def hand() -> tuple[str, Client]:
    """France before its hand in Days of Decision."""
    return table("days_of_decision", "1936", "france")


@pytest.fixture
def points() -> tuple[str, Client]:
    """Britain before the placement of its points in A World at War."""
    return table("world_at_war", "one-year", "britain")


ROLL = {"kind": "deal", "deal-move": "roll", "deal-dice": "1"}


def done(slug: str) -> int:
    return LogEntry.objects.filter(campaign__slug=slug, kind="act").count()


def test_a_die_is_thrown_only_after_its_chances_were_told(dice):
    slug, client = dice
    here = reverse("frontend:act", args=[slug]) + "?power=germany"
    told = client.post(here, ROLL)
    text = told.text
    assert told.status_code == 200
    assert "One die of 12 sides would be thrown." in text
    assert "Germany threw 1–12." in text
    assert 'name="deal-move" value="roll"' in text
    assert done(slug) == 0
    assert client.post(here, {**ROLL, "sure": "yes"}).status_code == 302
    assert done(slug) == 1


@pytest.mark.parametrize(("language", "said"), [("en", "Germany threw"), ("de", "Deutschland")])
def test_the_answer_to_an_act_says_what_came_of_it(dice, language, said):
    slug, client = dice
    here = reverse("frontend:act", args=[slug]) + "?power=germany"
    User.objects.update(language=language)
    page = client.post(here, {**ROLL, "sure": "yes"}, follow=True).text
    (answer,) = BeautifulSoup(page, "html.parser").select(".messages .success")
    assert answer.get_text(" ", strip=True).startswith(said)
    assert "Done" not in answer.text


def test_all_that_is_left_is_thrown_once_however_often_it_is_sent(dice):
    slug, client = dice
    here = reverse("frontend:act", args=[slug]) + "?power=germany"
    every = {**ROLL, "deal-move": "roll.all", "deal-until": "40"}
    text = client.post(here, every).text
    assert "At most 11 dice of 12 sides (if all fall alike) would be thrown." in text
    assert "At least $40 on the table" in text
    assert '<td class="row-no">yes</td>' in text
    # A sum is its own row: it stands once.
    sums = re.findall(r"\$\d+ to \$\d+", text)
    assert sums
    assert not [row for row in set(sums) if f'<td class="row-no">{row}</td>' in text]
    for _ in range(2):
        client.post(here, {**every, "sure": "yes", "key": "the-same"})
        assert done(slug) == 1


def test_the_dice_stand_first_with_their_forms_for_their_player_alone(dice):
    slug, client = dice
    for reader, forms in ((client, True), (Client(), False)):
        part = reader.get(f"/c/{slug}/?part=first").text
        assert 'aria-label="Commerce dice"' in part
        assert ('data-act="deal"' in part) == ('name="deal-move"' in part) == forms
        page = reader.get(f"/c/{slug}/").text
        assert page.count('id="sure-deal"') == forms
        assert page.index('id="first"') < page.index('class="desk')


def test_of_dice_that_are_refused_it_is_said_where_they_lie(dice):
    slug, client = dice
    here = reverse("frontend:act", args=[slug]) + "?power=germany"
    asked = {**ROLL, "deal-move": "roll.all", "deal-until": "999", "sure": "yes"}
    answer = client.post(here, asked, headers={"HX-Request": "true"})
    assert answer.headers["HX-Retarget"] == "#first"
    text = answer.text
    assert "Stop once the sum is at least: from 0 to 132, not 999." in text
    assert 'name="deal-move" value="roll.all"' in text
    assert done(slug) == 0


def test_a_german_reader_is_told_in_german(dice):
    slug, client = dice
    User.objects.update(language="de")
    here = reverse("frontend:act", args=[slug]) + "?power=germany"
    text = client.post(here, ROLL).text
    assert "Zu werfen: Ein Würfel mit 12 Seiten." in text
    assert "One die" not in text
    shown = {
        "menu": {"title": "Deal", "confirm": "These units are final"},
        "foreseen": ActPreview(still=STILL),
        "head": {"title": "Odds"},
    }
    with translation.override("de"):
        part = render_to_string("frontend/campaign/_confirm_act.html", shown)
    assert "Diese Einheiten sind endgültig." in part
    assert "Nach den Regeln folgt daraus vorerst nichts." in part


@pytest.mark.long
def test_a_script_gets_the_part_alone_below_the_form(dice):
    slug, client = dice
    here = reverse("frontend:act", args=[slug]) + "?power=germany"
    told = client.post(here, ROLL, headers={"HX-Request": "true"})
    assert told.headers["HX-Retarget"] == "#sure-deal"
    assert "<html" not in told.text
    assert 'id="sure-deal"' in client.get(f"/c/{slug}/").text


def test_an_act_that_is_refused_or_of_another_is_not_foretold(dice):
    slug, client = dice
    here = reverse("frontend:act", args=[slug]) + "?power=germany"
    answer = client.post(here, {**ROLL, "deal-dice": "99"}, follow=True)
    assert "What to do" not in answer.redirect_chain
    assert done(slug) == 0
    with pytest.raises(OrderRefused):
        own_orders.act_preview(
            slug, User.objects.get(), "germany", {"kind": "deal", "move": "roll", "dice": 99}
        )
    with pytest.raises(NotYours):
        own_orders.act_preview(slug, User.objects.get(), "italy", {"kind": "deal"})


@pytest.mark.long
def test_a_program_may_ask_what_would_come_of_an_act_and_acts_directly(dice):
    slug, client = dice
    act = {"act": {"kind": "deal", "move": "roll", "dice": 1}}
    told = client.post(
        reverse("api:act-preview", args=[slug, "germany"]), act, content_type="application/json"
    ).json()
    assert told["dice"] == "one die of 12 sides"
    (one,) = told["outcomes"]
    assert (one["faces"], one["parts"], one["whole"]) == ("1–12", 1, 1)
    assert done(slug) == 0
    client.post(reverse("api:acts", args=[slug, "germany"]), act, content_type="application/json")
    assert done(slug) == 1


def test_rows_say_their_odds_before_with_and_after_the_placing_of_points(points):
    slug, client = points
    html = client.get(f"/c/{slug}/").text
    assert re.search(r'data-beside="points\.norway">with 1: [^<]*roll: your gain \d in 6', html)
    assert "The chances hold if no Axis points lie there." in html
    assert "The Axis roll" in html
    assert "The Allied roll" in html
    here = reverse("frontend:preview", args=[slug]) + "?power=britain"
    html = client.post(here, {"points.norway": "2"}).text
    assert re.search(
        r'data-at="points\.norway">[^<]*your gain \d in 6[^<]*; with 3: [^<]*your gain \d in 6',
        html,
    )
    assert 'data-total="points"' in html
    assert "Points: 2 of 4 placed, 2 left." in html
    html = client.post(here, {"points.norway": "2", "points.turkey": "2"}).text
    assert 'data-roll-at="points.norway"' in html
    assert 'data-roll-at="points.turkey"' in html
    assert "Norway, Western Allied roll" in html
    placed = {"points.turkey": "1", "points.greece": "1", "points.bulgaria": "2"}
    names = r'<span class="name">([^<,]+), '
    before = re.findall(names, client.post(here, placed).text)
    sealed = {**placed, "phase": "1", "action": "seal"}
    client.post(reverse("frontend:orders", args=[slug]) + "?power=britain", sealed)
    after = re.findall(names, client.get(f"/c/{slug}/").text)
    assert before == after == ["Greece", "Bulgaria", "Turkey"]


def test_a_hand_counts_its_money_cards_and_chances_for_its_player_alone(hand):
    slug, client = hand
    person = User.objects.get()
    mine = selector.orders(slug, person, "france")
    money = next(total for total in mine.totals if total.label == "money")
    standing = next(
        line
        for line in selector.board_part(slug, person, "france").board().standing
        if line.power == "france"
    )
    assert money.made == f"{standing.money} held, 5 of debt allowed"
    assert money.have == standing.money + 5
    html = client.get(f"/c/{slug}/").text
    assert f"Money: 0 of {money.have} spent, {money.have} left ({money.made})." in html
    assert "Cards: 0 of 1 chosen, 1 left." in html
    assert re.search(r'data-beside="plays\.0a">succeeds 1 in 6<', html)
    assert re.search(r'data-beside="plays\.ipo-8">succeeds \d in 6', html)
    assert Campaign.objects.get(slug=slug).status == "running"
    assert "data-beside" not in Client().get(f"/c/{slug}/").text
    here = reverse("frontend:preview", args=[slug]) + "?power=france"
    html = client.post(here, {"plays.ipo-1": "1", "plays.ipo-1.way": ""}).text
    assert "Cards: 1 of 1 chosen, 0 left." in html
    assert re.search(r"Money: \d+ of \d+ spent", html)
