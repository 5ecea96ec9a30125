"""Commerce plans: what a nation does with its dice when nobody sits at them, and the exact odds.

A plan is asked again after every die, so it can wait for the sum: *bid for the last four if there
are sixty or more* is a line.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import msgspec

from rules.kernel.orders import Chosen
from rules.war_game_1939.commerce.odds import NO_DIE, Spot, Terms, best, spot_of, totals
from rules.war_game_1939.model.orders import Plan, Standing
from rules.war_game_1939.model.state import Deal
from rules.war_game_1939.model.tables import CommerceTable

POLICIES = {
    "safe": "Safe bid for every die left, no re-roll",
    "best": "Whatever brings most on average",
    "roll": "Roll every die, re-roll low ones at the end",
}
RE_ROLLS = {
    "safe": "No re-roll",
    "best": "Where they bring more on average",
    "roll": "Where the lowest die is low enough",
}
"""What the same policies come to once no die is left."""
HIGHEST = 999
"""Stands for no upper bound of the sum in a line."""


class Line(NamedTuple):
    """One line of a plan: what to do with the next die, and when."""

    move: str
    left: int
    least: int
    most: int

    def fits(self, left: int, so_far: int) -> bool:
        """Whether it speaks for the next die."""
        return 0 < left <= self.left and self.least <= so_far <= self.most


class Policy(NamedTuple):
    """A plan, ready to be asked."""

    word: str
    lines: tuple[Line, ...]
    reroll_up_to: tuple[int, ...]
    """The highest lowest die re-rolled with the first re-roll, the second, and so on."""


def _number(chosen: Chosen, key: str, otherwise: int) -> int:
    value = chosen.details.get(key, otherwise)
    return value if isinstance(value, int) else otherwise


def policy_of(order: Plan | Standing) -> Policy:
    """The policy that an order or standing order lays down."""
    lines = tuple(
        Line(
            chosen.option,
            _number(chosen, "left", 1),
            _number(chosen, "least", 0),
            _number(chosen, "most", HIGHEST),
        )
        for chosen in order.lines
    )
    return Policy(order.policy or "safe", lines, (order.first, order.second))


BEST = Policy("best", (), (0, 0))
SAFE = Policy("safe", (), (0, 0))


def all_thrown(deal: Deal) -> Policy:
    """Every die that is left is thrown, and then played best."""
    every = Chosen(option="roll", details={"left": deal.left})
    return policy_of(Plan(policy="best", lines=(every,)))


def terms_of(table: CommerceTable) -> Terms:
    """The terms of a die."""
    return Terms(table.sides, table.bid)


def so_far(deal: Deal, terms: Terms) -> int:
    """The sum on the table: dice as they lie, and safe bids."""
    return sum(deal.thrown) + deal.bids * terms.bid


def reached(total: int, until: int) -> bool:
    """Whether throws that go on until a sum stop at this one; ``until`` 0 stops at none."""
    return 0 < until <= total


def thrown(deal: Deal, count: int, until: int, terms: Terms) -> dict[int, Fraction]:
    """The exact chance of each sum on the table once so many dice are thrown, one after another."""
    open_: dict[int, Fraction] = {so_far(deal, terms): Fraction(1)}
    ended: dict[int, Fraction] = {}
    for _ in range(count):
        after: dict[int, Fraction] = {}
        for total, chance in open_.items():
            if reached(total, until):
                ended[total] = ended.get(total, Fraction(0)) + chance
                continue
            for face in range(1, terms.sides + 1):
                share = chance / terms.sides
                after[total + face] = after.get(total + face, Fraction(0)) + share
        open_ = after
    for total, chance in open_.items():
        ended[total] = ended.get(total, Fraction(0)) + chance
    return ended


def position(deal: Deal, table: CommerceTable) -> Spot:
    """The position of a deal."""
    return spot_of(deal.left, max(0, table.rerolls - deal.rerolls), deal.thrown)


def decide(policy: Policy, spot: Spot, total: int, used: int, terms: Terms) -> str:
    """The next move of a policy: roll, bid, reroll (the lowest die) or stop."""
    for line in policy.lines:
        if line.fits(spot.left, total):
            return line.move
    if policy.word == "best":
        return best(spot, terms)[0]
    if spot.left:
        return "roll" if policy.word == "roll" else "bid"
    bound = policy.reroll_up_to[used] if used < len(policy.reroll_up_to) else 0
    worth_it = policy.word == "roll" and spot.rerolls and spot.low != NO_DIE
    return "reroll" if worth_it and spot.low <= bound else "stop"


def following(deal: Deal, move: str, values: Mapping[int, int]) -> Deal:
    """A deal after a move; ``values`` are new dice by their place among those thrown."""
    if move == "bid":
        return msgspec.structs.replace(deal, bids=deal.bids + 1)
    thrown = list(deal.thrown)
    for place, value in values.items():
        thrown[place : place + 1] = [value]
    found = msgspec.structs.replace(deal, thrown=tuple(thrown))
    if move != "reroll":
        return found
    was = *deal.was, *((place + 1, deal.thrown[place]) for place in values)
    return msgspec.structs.replace(found, rerolls=deal.rerolls + 1, was=was)


@lru_cache(maxsize=512)
def outcome(policy: Policy, deal: Deal, terms: Terms, rerolls: int) -> Mapping[int, Fraction]:
    """The exact chance of each final sum when a policy is followed from here."""
    start = spot_of(deal.left, max(0, rerolls - deal.rerolls), deal.thrown)
    total = so_far(deal, terms)
    if policy.word == "best" and not policy.lines:
        return totals(total, start, terms)
    open_: dict[tuple[Spot, int, int], int] = {(start, total, deal.rerolls): 1}
    ended: dict[int, Fraction] = {}
    ways = 1
    while open_:
        ways *= terms.sides
        open_ = _step(open_, policy, terms, ended, ways)
    return ended


def _step(
    open_: dict[tuple[Spot, int, int], int],
    policy: Policy,
    terms: Terms,
    ended: dict[int, Fraction],
    ways: int,
) -> dict[tuple[Spot, int, int], int]:
    """One move in every position that is still open; each counts its ways out of ``ways``."""
    after: dict[tuple[Spot, int, int], int] = {}
    for (spot, total, used), count in open_.items():
        match decide(policy, spot, total, used, terms):
            case "stop":
                chance = Fraction(count * terms.sides, ways)
                ended[total] = ended.get(total, Fraction(0)) + chance
                continue
            case "bid":
                nexts = [(spot.after_bid(), total + terms.bid, used)]
                weight = count * terms.sides
            case "roll":
                nexts = [
                    (spot.with_die(face), total + face, used) for face in range(1, terms.sides + 1)
                ]
                weight = count
            case _:
                nexts = [
                    (spot.after_reroll(face), total + face - spot.low, used + 1)
                    for face in range(1, terms.sides + 1)
                ]
                weight = count
        for key in nexts:
            after[key] = after.get(key, 0) + weight
    return after
