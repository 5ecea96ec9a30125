"""The exact worth of commerce dice: what each choice brings on average, and every total's chance.

A position is how many dice are left, how many re-rolls, and the two lowest dice that lie on the
table (only they are ever worth re-rolling: whatever follows, re-rolling a lower die leaves one
better off face by face). Everything is counted in whole numbers: a position with ``n`` dice and
``r`` re-rolls left is worked out over ``sides ** (n + r)`` equally likely ways.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import NamedTuple

NO_DIE = 99
"""Stands for a lowest die where none lies; it is never re-rolled."""


class Terms(NamedTuple):
    """Sides of a die and the safe bid for one."""

    sides: int
    bid: int


class Spot(NamedTuple):
    """A position: dice left, re-rolls left, and the two lowest dice on the table."""

    left: int
    rerolls: int
    low: int = NO_DIE
    next_low: int = NO_DIE

    def with_die(self, value: int) -> "Spot":
        """After a die of the left ones showed ``value``."""
        low, next_low = _two_lowest(self.low, self.next_low, value)
        return _plain(Spot(self.left - 1, self.rerolls, low, next_low))

    def after_bid(self) -> "Spot":
        """After the safe bid for one die."""
        return _plain(Spot(self.left - 1, self.rerolls, self.low, self.next_low))

    def after_reroll(self, value: int) -> "Spot":
        """After the lowest die was thrown again and showed ``value``."""
        low, next_low = sorted((self.next_low, value))
        return _plain(Spot(self.left, self.rerolls - 1, low, next_low))


def _two_lowest(low: int, next_low: int, value: int) -> tuple[int, int]:
    first, second, _ = sorted((low, next_low, value))
    return first, second


def _plain(spot: Spot) -> Spot:
    """The position without what cannot matter any more."""
    if not spot.rerolls:
        return Spot(spot.left, 0)
    if spot.rerolls == 1:
        return Spot(spot.left, 1, spot.low)
    return spot


def spot_of(left: int, rerolls: int, thrown: tuple[int, ...]) -> Spot:
    """The position with these dice on the table."""
    low, next_low, *_ = (*sorted(thrown), NO_DIE, NO_DIE)
    return _plain(Spot(left, rerolls, low, next_low))


def moves(spot: Spot) -> Iterator[str]:
    """What can be done: roll or bid while dice are left, re-roll what lies, or stop at the end."""
    if spot.left:
        yield "roll"
        yield "bid"
    if spot.rerolls and spot.low != NO_DIE:
        yield "reroll"
    if not spot.left:
        yield "stop"


def _ways(spot: Spot, terms: Terms) -> int:
    return int(terms.sides ** (spot.left + spot.rerolls))


@cache
def worth(spot: Spot, move: str, terms: Terms) -> Fraction:
    """What a move adds to the sum on average, if all that follows is played best."""
    faces = range(1, terms.sides + 1)
    match move:
        case "stop":
            return Fraction(0)
        case "bid":
            return terms.bid + best(spot.after_bid(), terms)[1]
        case "roll":
            total = sum((face + best(spot.with_die(face), terms)[1] for face in faces), Fraction())
        case _:
            total = sum(
                (face - spot.low + best(spot.after_reroll(face), terms)[1] for face in faces),
                Fraction(),
            )
    return total / terms.sides


@cache
def best(spot: Spot, terms: Terms) -> tuple[str, Fraction]:
    """The best move and its worth. Of equals the first of stop, bid, roll, reroll."""
    order = ("stop", "bid", "roll", "reroll")
    offered = set(moves(spot))
    return max(
        ((move, worth(spot, move, terms)) for move in order if move in offered),
        key=lambda pair: pair[1],
    )


_SLOT = 96
"""Bits for each coefficient of a polynomial that is kept in one whole number."""


@cache
def _spread(spot: Spot, terms: Terms, shift: int) -> int:
    """The chances of what is still added under best play, as a polynomial in one number.

    The coefficient at ``k + shift`` counts the ways in which ``k`` is added; ``k`` may be below
    zero (a re-roll), which ``shift`` keeps out of the way.
    """
    move = best(spot, terms)[0]
    faces = range(1, terms.sides + 1)
    spare = _ways(spot, terms)
    match move:
        case "stop":
            return spare << (_SLOT * shift)
        case "bid":
            return (_spread(spot.after_bid(), terms, shift) * terms.sides) << (_SLOT * terms.bid)
        case "roll":
            return sum(
                _spread(spot.with_die(face), terms, shift) << (_SLOT * face) for face in faces
            )
        case _:
            return sum(
                _moved(_spread(spot.after_reroll(face), terms, shift), face - spot.low)
                for face in faces
            )


def _moved(polynomial: int, by: int) -> int:
    return polynomial << (_SLOT * by) if by >= 0 else polynomial >> (_SLOT * -by)


def totals(so_far: int, spot: Spot, terms: Terms) -> dict[int, Fraction]:
    """The exact chance of each final sum under best play, from a sum so far."""
    shift = 2 * terms.sides
    packed, mask, ways = _spread(spot, terms, shift), (1 << _SLOT) - 1, _ways(spot, terms)
    chances: dict[int, Fraction] = {}
    step = 0
    while packed:
        if count := packed & mask:
            chances[so_far + step - shift] = Fraction(count, ways)
        packed >>= _SLOT
        step += 1
    return chances


def mean(chances: dict[int, Fraction]) -> Fraction:
    """The average of a distribution."""
    return sum((total * chance for total, chance in chances.items()), Fraction())


def about(number: Fraction) -> str:
    """A fraction with two decimals, for the eye; the exact one stands beside it."""
    cents = round(number * 100)
    return f"{cents // 100}.{cents % 100:02d}"
