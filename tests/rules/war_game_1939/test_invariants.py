"""What holds in every campaign, however it is played."""

from collections import Counter

import pytest

from rules.kernel.tally import Tally
from rules.war_game_1939 import BOOK
from rules.war_game_1939.commerce.dice import progression
from rules.war_game_1939.model.powers import ALLIES, AXIS
from rules.war_game_1939.model.tables import build
from rules.war_game_1939.model.variants import SWITCHES
from rules.war_game_1939.money.funds import FUNDS, ceiling_of
from tests.rules.war_game_1939.playing import steps

TABLES = build({})
OTHERWISE = {key: sorted(set(s.choices) - {s.default})[0] for key, s in SWITCHES.items()}
WAYS = [
    pytest.param(1, {}, True, id="random"),
    pytest.param(2, OTHERWISE, True, id="random, every switch the other way"),
    pytest.param(3, {}, False, id="autopilots"),
    pytest.param(4, {"map": "sketch"}, False, id="autopilots with a map"),
]
# Whole campaigns, which one worker plays once.
pytestmark = [pytest.mark.long, pytest.mark.xdist_group("the war game played")]

every_way = pytest.mark.parametrize(("seed", "variants", "random"), WAYS)

_PLAYED = {}


def played(seed, variants, random):
    """A campaign, played once and kept."""
    if seed not in _PLAYED:
        _PLAYED[seed] = list(steps(seed, variants=variants, random=random))
    return _PLAYED[seed]


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


@every_way
def test_a_campaign_ends_after_the_sixth_turn(seed, variants, random):
    last = played(seed, variants, random)[-1][1].state
    assert last.turn == 6
    assert last.ending.key == "turns"


@every_way
def test_no_fund_is_ever_below_zero(seed, variants, random):
    for _, made in played(seed, variants, random):
        for nation, record in made.state.nations.items():
            assert all(getattr(record, fund) >= 0 for fund in FUNDS), nation


@every_way
def test_every_dollar_that_comes_or_goes_is_told(seed, variants, random):
    for before, made in played(seed, variants, random):
        change = Counter()
        for event in made.events:
            for nation, amount in moved(event).items():
                change[nation] += amount
        for nation, record in made.state.nations.items():
            assert record.total - before.nation(nation).total == change[nation], nation


@every_way
def test_a_status_never_falls_and_is_on_the_ladder(seed, variants, random):
    for before, made in played(seed, variants, random):
        for nation, record in made.state.nations.items():
            assert record.status >= before.nation(nation).status
            assert str(record.status) in TABLES.status.levels


@every_way
def test_every_rise_is_told_and_marked(seed, variants, random):
    for before, made in played(seed, variants, random):
        told = [e for e in made.events if e.__struct_config__.tag == "status_rose"]
        full = [
            nation
            for e in made.events
            if e.__struct_config__.tag == "full_war_came"
            for nation in e.nations
        ]
        fresh = made.state.marks[len(before.marks) :]
        assert len(fresh) == len(told) + len(full)


@every_way
def test_no_ally_collects_above_its_maximum_unless_it_had_spent_it(seed, variants, random):
    for before, made in played(seed, variants, random):
        for event in made.events:
            if event.__struct_config__.tag != "income_forgone":
                continue
            left = event.tally.net - event.land - event.commerce
            spent = before.nation(event.nation).collected - before.nation(event.nation).commerce
            assert 0 <= left <= max(0, spent)
            assert event.nation in ALLIES


@every_way
def test_nobody_throws_more_dice_than_its_row(seed, variants, random):
    for _, made in played(seed, variants, random):
        for nation, deal in made.state.deals.items():
            assert deal.dice == progression(TABLES, nation, made.state.turn)
            assert len(deal.thrown) + deal.bids <= deal.dice
            assert deal.rerolls <= TABLES.commerce.rerolls


@every_way
def test_axis_commerce_stops_at_forty_unless_guaranteed(seed, variants, random):
    for before, made in played(seed, variants, random):
        ended = any(before.nation(ally).status >= 40 for ally in ALLIES if ally != "china")
        for event in made.events:
            if event.__struct_config__.tag == "turn_began":
                now = {n for n in AXIS if n in made.state.deals}
                lost = {n for n in AXIS if ended and not made.state.nation(n).guaranteed}
                assert not now & lost


@every_way
def test_what_is_lent_stays_within_a_third_of_the_land(seed, variants, random):
    for before, made in played(seed, variants, random):
        for nation, record in made.state.nations.items():
            if record.given > before.nation(nation).given:
                from rules.war_game_1939.money.funds import lending_tally

                assert lending_tally(before, TABLES, nation).net >= (
                    record.given - before.nation(nation).given
                )


@every_way
def test_vichy_land_leans_to_its_ally_and_is_held_by_nobody(seed, variants, random):
    touched = set()
    for _, made in played(seed, variants, random):
        touched |= {e.key for e in made.events if e.__struct_config__.tag == "fact_declared" and e.rule == "W-02"}  # fmt: skip
        for place, ally in made.state.vichy.items():
            if {f"control.{place}", f"lean.{place}"} & touched:
                continue
            assert made.state.holder(place) == "none"
            assert made.state.lean(place) == (ally, "sworn")


@every_way
def test_tallies_add_up_wherever_they_are_shown(seed, variants, random):
    for _, made in played(seed, variants, random)[::7]:
        board = BOOK.board(made.state, "uk")
        for ledger in board.ledgers:
            assert sum(fund.amount for fund in ledger.funds) == ledger.total
            for tally in (ledger.land, ledger.income, ledger.lending):
                assert isinstance(tally, Tally)
                assert tally.net == tally.base + sum(row.amount for row in tally.rows)
            assert ceiling_of(made.state, TABLES, ledger.nation) == ledger.ceiling
