"""What holds in every campaign, however it is played."""

from collections import Counter
from functools import cache

import pytest

from rules.kernel.tally import Tally
from rules.war_game_1939 import BOOK
from rules.war_game_1939.commerce.dice import progression
from rules.war_game_1939.model.powers import ALLIES, AXIS
from rules.war_game_1939.model.tables import build
from rules.war_game_1939.model.variants import SWITCHES
from rules.war_game_1939.money.funds import FUNDS, ceiling_of, lending_tally
from tests.rules.war_game_1939.playing import steps

TABLES = build({})
OTHERWISE = {key: sorted(set(s.choices) - {s.default})[0] for key, s in SWITCHES.items()}
WAYS = {
    "random": (1, {}, True),
    "random, every switch the other way": (2, OTHERWISE, True),
    "autopilots": (3, {}, False),
    "autopilots with a map": (4, {"map": "sketch"}, False),
}
# Whole campaigns, which one worker plays once.
pytestmark = [pytest.mark.long, pytest.mark.xdist_group("the war game played")]


@cache
def played(way):
    seed, variants, random = WAYS[way]
    return list(steps(seed, variants=variants, random=random))


@pytest.fixture(params=WAYS)
def campaign(request):
    """What stood before each act and each phase of a campaign, and what was made of it."""
    return played(request.param)


def moved(event):
    """How an event changes the money of nations."""
    match event.__struct_config__.tag:
        case "commerce_collected" | "income_collected":
            return {event.nation: event.tally.net}
        case "income_forgone":
            return {event.nation: -event.land - event.commerce}
        case "influence_tried" | "influence_opposed":
            return {event.nation: -event.money}
        case "money_spent":
            assert sum(event.funds.values()) == event.amount
            return {event.nation: -event.amount}
        case "money_lent" | "money_returned":
            return {event.nation: -event.amount, event.to: event.amount}
    return {}


def test_a_campaign_ends_after_the_sixth_turn(campaign):
    last = campaign[-1][1].state
    assert last.turn == 6
    assert last.ending.key == "turns"


def test_no_fund_is_ever_below_zero(campaign):
    for _, made in campaign:
        for nation, record in made.state.nations.items():
            assert all(getattr(record, fund) >= 0 for fund in FUNDS), nation


def test_every_dollar_that_comes_or_goes_is_told(campaign):
    for before, made in campaign:
        change = Counter()
        for event in made.events:
            for nation, amount in moved(event).items():
                change[nation] += amount
        for nation, record in made.state.nations.items():
            assert record.total - before.nation(nation).total == change[nation], nation


def test_a_status_never_falls_and_is_on_the_ladder(campaign):
    for before, made in campaign:
        for nation, record in made.state.nations.items():
            assert record.status >= before.nation(nation).status
            assert str(record.status) in TABLES.status.levels


def test_every_rise_is_told_and_marked(campaign):
    for before, made in campaign:
        told = [e for e in made.events if e.__struct_config__.tag == "status_rose"]
        full = [
            nation
            for e in made.events
            if e.__struct_config__.tag == "full_war_came"
            for nation in e.nations
        ]
        fresh = made.state.marks[len(before.marks) :]
        assert len(fresh) == len(told) + len(full)


def test_no_ally_collects_above_its_maximum_unless_it_had_spent_it(campaign):
    for before, made in campaign:
        for event in made.events:
            if event.__struct_config__.tag != "income_forgone":
                continue
            left = event.tally.net - event.land - event.commerce
            spent = before.nation(event.nation).collected - before.nation(event.nation).commerce
            assert 0 <= left <= max(0, spent)
            assert event.nation in ALLIES


def test_nobody_throws_more_dice_than_its_row(campaign):
    for _, made in campaign:
        for nation, deal in made.state.deals.items():
            assert deal.dice == progression(TABLES, nation, made.state.turn)
            assert len(deal.thrown) + deal.bids <= deal.dice
            assert deal.rerolls <= TABLES.commerce.rerolls


def test_axis_commerce_stops_at_forty_unless_guaranteed(campaign):
    for before, made in campaign:
        ended = any(before.nation(ally).status >= 40 for ally in ALLIES if ally != "china")
        for event in made.events:
            if event.__struct_config__.tag == "turn_began":
                now = {n for n in AXIS if n in made.state.deals}
                lost = {n for n in AXIS if ended and not made.state.nation(n).guaranteed}
                assert not now & lost


def test_what_is_lent_stays_within_a_third_of_the_land(campaign):
    for before, made in campaign:
        for nation, record in made.state.nations.items():
            if record.given > before.nation(nation).given:
                assert lending_tally(before, TABLES, nation).net >= (
                    record.given - before.nation(nation).given
                )


def test_vichy_land_leans_to_its_ally_and_is_held_by_nobody(campaign):
    touched = set()
    for _, made in campaign:
        touched |= {e.key for e in made.events if e.__struct_config__.tag == "fact_declared" and e.rule == "W-02"}  # fmt: skip
        for place, ally in made.state.vichy.items():
            if {f"control.{place}", f"lean.{place}"} & touched:
                continue
            assert made.state.holder(place) == "none"
            assert made.state.lean(place) == (ally, "sworn")


def test_tallies_add_up_wherever_they_are_shown(campaign):
    for _, made in campaign[::7]:
        board = BOOK.board(made.state, "uk")
        for ledger in board.ledgers:
            assert sum(fund.amount for fund in ledger.funds) == ledger.total
            for tally in (ledger.land, ledger.income, ledger.lending):
                assert isinstance(tally, Tally)
                assert tally.net == tally.base + sum(row.amount for row in tally.rows)
            assert ceiling_of(made.state, TABLES, ledger.nation) == ledger.ceiling
