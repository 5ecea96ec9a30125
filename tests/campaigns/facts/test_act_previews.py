"""Consequences first: an act at once says what would come of it and is done only then; odds and totals
stand beside the form as the page is made, and come anew with each preview.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from bs4 import BeautifulSoup
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from campaigns.errors import NotYours, OrderRefused
from campaigns.models import LogEntry
from campaigns.selectors.campaign import campaign_page as selector
from campaigns.selectors.orders import own_orders
from rules.kernel.act_preview import STILL, ActPreview
from tests.support.accounts import signed_in
from tests.support.campaigns import Table, a_campaign
from tests.support.pages.html import answer_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def dice() -> Table:
    """Germany before its commerce dice in The War Game."""
    return a_campaign(book="war_game_1939", scenario="1939", seats=("germany",), title="Odds")


@pytest.fixture
def hand() -> Table:
    """France before its hand in Days of Decision."""
    return a_campaign(book="days_of_decision", scenario="1936", seats=("france",))


@pytest.fixture
def points() -> Table:
    """Britain before the placement of its points in A World at War."""
    return a_campaign(book="world_at_war", scenario="one-year", seats=("britain",))


def browser(table: Table) -> Client:
    """That of its one player."""
    (player,) = table.players.values()
    return signed_in(player)


ROLL = {"kind": "deal", "deal-move": "roll", "deal-dice": "1"}


@pytest.fixture
def deal(dice: Table) -> Callable[..., Any]:
    """Send the form of the commerce dice; the answer."""
    client, here = browser(dice), reverse("frontend:act", args=[dice.slug]) + "?power=germany"

    def send(form: Mapping[str, str] = ROLL, **more: Any) -> Any:
        return client.post(here, form, **more)

    return send


SURE = {**ROLL, "sure": "yes"}
HTMX = {"HX-Request": "true"}


def done() -> int:
    return LogEntry.objects.filter(kind="act").count()


def test_a_die_is_thrown_only_after_its_chances_were_told(deal):
    told = deal()
    text = told.text
    assert told.status_code == 200
    assert "One die of 12 sides would be thrown." in text
    assert "Germany threw 1–12." in text
    assert 'name="deal-move" value="roll"' in text
    assert done() == 0
    assert deal(SURE).status_code == 302
    assert done() == 1


@pytest.mark.parametrize(("language", "said"), [("en", "Germany threw"), ("de", "Deutschland")])
def test_the_answer_to_an_act_says_what_came_of_it(deal, language, said):
    User.objects.update(language=language)
    page = deal(SURE, follow=True).text
    (answer,) = BeautifulSoup(page, "html.parser").select(".messages .success")
    assert answer.get_text(" ", strip=True).startswith(said)
    assert "Done" not in answer.text


def test_all_that_is_left_is_thrown_once_however_often_it_is_sent(deal):
    every = {**ROLL, "deal-move": "roll.all", "deal-until": "40"}
    text = deal(every).text
    assert "At most 11 dice of 12 sides (if all fall alike) would be thrown." in text
    assert "At least $40 on the table" in text
    assert '<td class="row-no">yes</td>' in text
    # A sum is its own row: it stands once.
    sums = re.findall(r"\$\d+ to \$\d+", text)
    assert sums
    assert not [row for row in set(sums) if f'<td class="row-no">{row}</td>' in text]
    for _ in range(2):
        deal({**every, "sure": "yes", "key": "the-same"})
        assert done() == 1


def test_the_dice_stand_first_with_their_forms_for_their_player_alone(dice):
    for reader, forms in ((browser(dice), True), (Client(), False)):
        part = reader.get(f"/c/{dice.slug}/?part=first").text
        assert 'aria-label="Commerce dice"' in part
        assert ('data-act="deal"' in part) == ('name="deal-move"' in part) == forms
        page = reader.get(f"/c/{dice.slug}/").text
        assert page.count('id="sure-deal"') == forms
        assert page.index('id="first"') < page.index('class="desk')


def test_of_dice_that_are_refused_it_is_said_where_they_lie(deal):
    asked = {**SURE, "deal-move": "roll.all", "deal-until": "999"}
    answer = deal(asked, headers=HTMX)
    assert answer.headers["HX-Retarget"] == "#first"
    text = answer.text
    assert "Stop once the sum is at least: from 0 to 132, not 999." in text
    assert 'name="deal-move" value="roll.all"' in text
    assert done() == 0


def test_a_german_reader_is_told_in_german(deal):
    User.objects.update(language="de")
    text = deal().text
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
def test_a_script_gets_the_part_alone_below_the_form(dice, deal):
    told = deal(headers=HTMX)
    assert told.headers["HX-Retarget"] == "#sure-deal"
    assert "<html" not in told.text
    assert 'id="sure-deal"' in browser(dice).get(f"/c/{dice.slug}/").text


def test_an_act_that_is_refused_or_of_another_is_not_foretold(dice, deal):
    germany = dice.players["germany"]
    answer = deal({**ROLL, "deal-dice": "99"}, follow=True)
    assert "What to do" not in answer.redirect_chain
    assert done() == 0
    too_many = {"kind": "deal", "move": "roll", "dice": 99}
    with pytest.raises(OrderRefused):
        own_orders.act_preview(dice.slug, germany, "germany", too_many)
    with pytest.raises(NotYours):
        own_orders.act_preview(dice.slug, germany, "italy", {"kind": "deal"})


@pytest.mark.long
def test_a_program_may_ask_what_would_come_of_an_act_and_acts_directly(dice):
    client, where = browser(dice), [dice.slug, "germany"]
    act = {"act": {"kind": "deal", "move": "roll", "dice": 1}}
    told = answer_of(client, "POST", reverse("api:act-preview", args=where), act)
    assert told["dice"] == "one die of 12 sides"
    (one,) = told["outcomes"]
    assert (one["faces"], one["parts"], one["whole"]) == ("1–12", 1, 1)
    assert done() == 0
    answer_of(client, "POST", reverse("api:acts", args=where), act)
    assert done() == 1


def test_rows_say_their_odds_before_with_and_after_the_placing_of_points(points):
    slug, client = points.slug, browser(points)
    html = client.get(f"/c/{slug}/").text
    assert re.search(r'data-beside="points\.norway">with 1: [^<]*roll: your gain \d in 6', html)
    assert "The chances hold if no Axis points lie there." in html
    assert "The Axis roll" in html
    assert "The Allied roll" in html
    here = reverse("frontend:preview", args=[slug]) + "?power=britain"
    html = client.post(here, {"points.norway": "2"}).text
    gain = r"[^<]*your gain \d in 6"
    assert re.search(rf'data-at="points\.norway">{gain}[^<]*; with 3: {gain}', html)
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
    slug, client, person = hand.slug, browser(hand), hand.players["france"]
    mine = selector.orders(slug, person, "france")
    money = next(total for total in mine.totals if total.label == "money")
    board = selector.board_part(slug, person, "france").board()
    standing = next(line for line in board.standing if line.power == "france")
    assert money.made == f"{standing.money} held, 5 of debt allowed"
    assert money.have == standing.money + 5
    html = client.get(f"/c/{slug}/").text
    assert f"Money: 0 of {money.have} spent, {money.have} left ({money.made})." in html
    assert "Cards: 0 of 1 chosen, 1 left." in html
    assert re.search(r'data-beside="plays\.0a">succeeds 1 in 6<', html)
    assert re.search(r'data-beside="plays\.ipo-8">succeeds \d in 6', html)
    assert "data-beside" not in Client().get(f"/c/{slug}/").text
    here = reverse("frontend:preview", args=[slug]) + "?power=france"
    html = client.post(here, {"plays.ipo-1": "1", "plays.ipo-1.way": ""}).text
    assert "Cards: 1 of 1 chosen, 0 left." in html
    assert re.search(r"Money: \d+ of \d+ spent", html)
