"""A real campaign: dice thrown at once take links of the chain, and the plan goes on from there."""

import json

import pytest

from campaigns.errors import OrderRefused
from campaigns.models import Act, EventRow
from campaigns.rulebooks import states
from campaigns.selectors.campaign import campaign_page
from campaigns.services.orders import standing_orders
from tests.support.campaigns import (
    a_campaign,
    sent,  # noqa: F401 (nothing is really sent)
)
from tests.support.exports.files import faults, file_of


@pytest.fixture
def europe(db, sent):  # noqa: F811
    """July 1939 with people for Germany and Britain and autopilots for the rest."""
    return a_campaign(book="war_game_1939", scenario="1939", seats=("germany", "uk"))


def deal(table, nation, move, dice=1, until=0):
    act = {"kind": "deal", "move": move, "dice": dice, "until": until}
    table.act(nation, act)


def now(table):
    return states.now(table.phase)


def test_each_nation_is_asked_about_as_many_dice_as_it_has(europe):
    asked = europe.phase.about["asked"]
    said = {one["power"]: one["what"] for one in asked}
    of = {nation: deal.dice for nation, deal in now(europe).deals.items()}
    assert of["germany"] == 11
    for nation, dice in of.items():
        many = f"{dice} commerce dice" if dice > 1 else "commerce die"
        assert said[nation] == f"Roll or bid for your {many}."


def test_what_is_asked_follows_the_dice_that_fall(europe):
    def asked():
        about = {one["power"]: one for one in europe.phase.about["asked"]}
        return about["germany"]["what"]

    deal(europe, "germany", "bid", 2)
    assert asked() == "Roll or bid for the 9 commerce dice you have left."
    deal(europe, "germany", "roll", 8)
    assert asked() == "Roll or bid for your last commerce die."
    deal(europe, "germany", "roll")
    assert asked() == "Throw your lowest die again, or leave it."
    deal(europe, "germany", "reroll.1")
    deal(europe, "germany", "reroll.1")
    assert asked() == "Seal to go on: all your dice are thrown or bid for."
    germany = next(one for one in europe.phase.about["asked"] if one["power"] == "germany")
    assert germany["silence"] == "no die is thrown again"


def test_dice_thrown_at_once_stand_in_the_state_and_use_the_chain(europe):
    deal(europe, "germany", "roll", 5)
    before = now(europe).deals["germany"].thrown
    deal(europe, "germany", "reroll.1")
    deal(europe, "germany", "bid", 2)
    dice = now(europe).deals["germany"]
    assert (len(dice.thrown), dice.bids, dice.rerolls, dice.left) == (5, 2, 1, 4)
    assert dice.was == ((1, before[0]),)
    links = [row.link for row in Act.objects.order_by("seq")]
    assert all(links[:2])
    assert links[0] != links[1]
    assert links[2] == ""


def test_dice_thrown_in_one_act_take_one_link_and_one_line(europe):
    deal(europe, "germany", "bid")
    deal(europe, "germany", "roll.all", until=30)
    dice = now(europe).deals["germany"]
    total = 7 + sum(dice.thrown)
    assert total >= 30 > total - dice.thrown[-1]
    act = Act.objects.order_by("seq").last()
    [line] = EventRow.objects.filter(kind="dice_thrown")
    told = json.loads(line.body)
    assert told["values"] == list(dice.thrown)
    assert (told["until"], told["stopped"]) == (30, True)
    assert act.link
    # The sum is there: asked for again, the act does nothing and leaves no trace.
    deal(europe, "germany", "roll.all", until=30)
    assert now(europe).deals["germany"] == dice
    assert Act.objects.count() == 2

    deal(europe, "germany", "roll.all")
    assert now(europe).deals["germany"].left == 0
    with pytest.raises(OrderRefused, match="Every die is thrown"):
        deal(europe, "germany", "roll.all")

    europe.seal("uk", {"kind": "plan", "policy": "safe"})
    europe.seal("germany", {"kind": "plan", "policy": "safe"})
    europe.advance()
    assert faults(file_of(europe)) == []


def test_the_plan_settles_what_was_left_open(europe):
    deal(europe, "uk", "roll")
    shown = now(europe).deals["uk"].thrown[0]
    europe.seal("uk", {"kind": "plan", "policy": "safe"})
    deal(europe, "germany", "bid", 9)
    europe.seal("germany", {"kind": "plan", "policy": "safe"})
    europe.advance()
    state = now(europe)
    assert state.step == "influence"
    assert state.nation("uk").commerce == shown
    assert state.nation("germany").commerce == 77


def test_a_player_who_is_away_is_played_by_his_standing_plan(europe):
    order = {
        "kind": "standing",
        "policy": "roll",
        "lines": [{"option": "bid", "details": {"left": 4, "least": 60}}],
    }
    standing_orders.set_standing(
        europe.slug, by=europe.players["germany"], power="germany", order=order
    )
    europe.seal("uk", {"kind": "plan", "policy": "safe"})
    europe.strike()
    europe.advance()
    dice = now(europe).deals["germany"]
    assert len(dice.thrown) + dice.bids == 11
    for settled in range(7, 11):
        rich = sum(dice.thrown[:settled]) >= 60
        if rich:
            assert len(dice.thrown) == settled
            break
    else:
        assert dice.bids == 0


def test_the_page_shows_what_can_be_done_at_once(europe):
    mine = campaign_page.orders(europe.slug, europe.players["germany"], "germany")
    menu = next(menu for menu in mine.acts if menu.order == "deal")
    notes = {choice.value: choice.note for choice in menu.field("move").choices}
    assert notes["roll"].endswith("the best")
    assert "on average" in notes["bid"]
