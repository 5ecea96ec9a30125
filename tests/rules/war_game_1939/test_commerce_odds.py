"""The exact worth of commerce dice against a plain search of every way to play them."""

from fractions import Fraction
from functools import cache
from types import SimpleNamespace

import pytest

from rules.kernel.act_preview import preview_act
from rules.kernel.audience import viewer
from rules.kernel.field_odds import beside
from rules.kernel.orders import Chosen
from rules.war_game_1939 import BOOK
from rules.war_game_1939.commerce.dice import policy_for
from rules.war_game_1939.commerce.odds import (
    Terms,
    best,
    mean,
    moves,
    spot_of,
    totals,
    worth,
)
from rules.war_game_1939.commerce.plans import (
    Policy,
    decide,
    outcome,
    policy_of,
    thrown,
)
from rules.war_game_1939.model.orders import Plan, Standing
from rules.war_game_1939.model.state import Deal

SMALL = Terms(4, 3)
"""Few sides, so that every way can be searched."""
REAL = Terms(12, 7)


@cache
def searched(left, rerolls, thrown, terms):
    """The best mean over every legal move, re-rolling any die, not only the lowest."""
    found = []
    faces = range(1, terms.sides + 1)
    if left:
        found.append(terms.bid + searched(left - 1, rerolls, thrown, terms))
        found.append(
            sum(
                face + searched(left - 1, rerolls, tuple(sorted((*thrown, face))), terms)
                for face in faces
            )
            / Fraction(terms.sides)
        )
    else:
        found.append(Fraction(0))
    if rerolls:
        for index, value in enumerate(thrown):
            rest = thrown[:index] + thrown[index + 1 :]
            found.append(
                sum(
                    face - value + searched(left, rerolls - 1, tuple(sorted((*rest, face))), terms)
                    for face in faces
                )
                / Fraction(terms.sides)
            )
    return max(found)


@pytest.mark.parametrize("left", [0, 1, 2, 3])
@pytest.mark.parametrize("rerolls", [0, 1, 2])
@pytest.mark.parametrize("thrown", [(), (1,), (2, 4), (1, 1, 3)])
def test_the_best_course_is_as_good_as_any(left, rerolls, thrown):
    spot = spot_of(left, rerolls, thrown)
    assert best(spot, SMALL)[1] == searched(left, rerolls, tuple(sorted(thrown)), SMALL)


@pytest.mark.parametrize("left", [0, 1, 4, 8, 11])
@pytest.mark.parametrize("thrown", [(), (3,), (1, 2), (12, 12, 4)])
def test_the_chances_of_all_sums_make_one_and_have_that_mean(left, thrown):
    spot = spot_of(left, 2, thrown)
    chances = totals(sum(thrown), spot, REAL)
    assert sum(chances.values()) == 1
    assert mean(chances) == sum(thrown) + best(spot, REAL)[1]


def test_what_a_move_is_worth_is_never_above_the_best():
    for left in range(5):
        for low in (1, 6, 7, 8, 12):
            spot = spot_of(left, 2, (low,))
            assert all(worth(spot, move, REAL) <= best(spot, REAL)[1] for move in moves(spot))


def followed(course, left, rerolls, thrown, total, used, terms):
    """The chances of every sum when a course is followed, by walking each face in turn."""
    spot = spot_of(left, rerolls, thrown)
    faces = range(1, terms.sides + 1)
    match decide(course, spot, total, used, terms):
        case "stop":
            return {total: Fraction(1)}
        case "bid":
            return followed(course, left - 1, rerolls, thrown, total + terms.bid, used, terms)
        case "roll":
            after = [
                followed(course, left - 1, rerolls, (*thrown, f), total + f, used, terms)
                for f in faces
            ]
        case _:
            low = min(thrown)
            at = thrown.index(low)
            rest = thrown[:at] + thrown[at + 1 :]
            after = [
                followed(course, left, rerolls - 1, (*rest, f), total + f - low, used + 1, terms)
                for f in faces
            ]
    chances = {}
    for part in after:
        for found, chance in part.items():
            chances[found] = chances.get(found, Fraction(0)) + chance / terms.sides
    return chances


PLANS = [
    Plan(policy="roll", first=2, second=2),
    Plan(policy="safe", lines=(Chosen(option="roll", details={"left": 3, "most": 4}),)),
    Plan(policy="roll", first=3, lines=(Chosen(option="bid", details={"left": 2, "least": 3}),)),
    Plan(policy="best", lines=(Chosen(option="bid", details={"left": 1, "least": 5}),)),
    Plan(policy="best"),
]


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("dice", [1, 3])
def test_the_odds_of_a_plan_are_those_of_following_it(plan, dice):
    course = policy_of(plan)
    found = outcome(course, Deal(dice=dice), SMALL, 2)
    assert dict(found) == followed(course, dice, 2, (), 0, 0, SMALL)


def test_a_plan_takes_up_dice_that_lie_already():
    deal = Deal(dice=3, thrown=(1, 4), bids=0, rerolls=1)
    course = Policy("roll", (), (0, 2))
    found = outcome(course, deal, SMALL, 2)
    assert dict(found) == followed(course, 1, 1, (1, 4), 5, 1, SMALL)


def walked(total, count, until, terms):
    """The chances of every sum on the table when so many dice are thrown, by walking each face in turn."""
    if not count or 0 < until <= total:
        return {total: Fraction(1)}
    chances = {}
    for face in range(1, terms.sides + 1):
        for found, chance in walked(total + face, count - 1, until, terms).items():
            chances[found] = chances.get(found, Fraction(0)) + chance / terms.sides
    return chances


@pytest.mark.parametrize("until", [0, 3, 7, 99])
@pytest.mark.parametrize("count", [0, 1, 4])
def test_the_sums_after_throws_are_those_of_throwing(count, until):
    deal = Deal(dice=6, thrown=(1,), bids=1)
    found = thrown(deal, count, until, SMALL)
    assert found == walked(1 + SMALL.bid, count, until, SMALL)
    assert sum(found.values()) == 1


def test_what_throws_in_one_act_would_bring_is_told_before_them():
    state = BOOK.start("1939", {}, {}).state
    view = BOOK.view(state, viewer("germany"))
    told = preview_act(BOOK, view, "germany", BOOK.orders["deal"](move="roll.all"))
    assert told.dice == "11 dice of 12 sides"
    after, end = told.panels
    assert after.brief == "$71.50 on average"
    assert sum(Fraction(each.parts, each.whole) for each in after.chances) == 1
    assert Fraction(after.chances[0].parts, after.chances[0].whole) < Fraction(1, 1000)
    assert "All thrown" in end.assumption

    until = BOOK.orders["deal"](move="roll.all", until=24)
    told = preview_act(BOOK, view, "germany", until)
    assert told.dice == "at most 11 dice of 12 sides (if all fall alike)"
    reached, after = told.panels
    assert reached.title == "At least $24 on the table: over 99.9\N{NO-BREAK SPACE}%"
    assert after.tally.base == 0
    yes, no = reached.chances
    assert (yes.meaning, no.meaning) == ("At least $24", "Less than $24")
    assert Fraction(no.parts, no.whole) == sum(
        chance for total, chance in walked_real(11, 24).items() if total < 24
    )


@pytest.mark.parametrize(
    ("nation", "safe"), [("uk", "$7 for certain"), ("italy", "$28 for certain")]
)
def test_each_plan_says_beside_its_choice_what_it_brings(nation, safe):
    state = BOOK.start("1939", {}, {}).state
    view = BOOK.view(state, viewer(nation))
    menu = BOOK.menu(state, nation)
    told = {each.path: each.text for each in beside(BOOK, view, nation, menu, None)}
    assert told["policy.safe"] == safe
    assert told["policy.best"].endswith(" on average")
    assert told["policy.roll"].endswith(" on average")


@cache
def walked_real(count, until, total=0):
    """As :func:`walked`, with the dice of the game."""
    if not count or total >= until:
        return {total: Fraction(1)}
    chances = {}
    for face in range(1, 13):
        for found, chance in walked_real(count - 1, until, total + face).items():
            chances[found] = chances.get(found, Fraction(0)) + chance / 12
    return chances


@pytest.mark.parametrize(
    ("order", "standing", "found"),
    [
        (Plan(policy=""), Standing(policy="best"), "best"),
        (Plan(policy="safe"), Standing(policy="best"), "safe"),
        (Plan(policy=""), None, "safe"),
        (None, Standing(policy="best"), "best"),
    ],
)
def test_what_a_plan_leaves_open_is_decided_by_the_standing_orders(order, standing, found):
    course = SimpleNamespace(standing=lambda nation: standing)
    assert policy_for(course, "germany", order).word == found
