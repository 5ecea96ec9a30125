"""Luck: the mean of somebody's dice beside where honest dice would end.

The chances are exact: how often each sum of so many fair dice comes is counted in whole numbers, never
sampled. The band is the narrowest about the middle that at least 19 of 20 honest throwers would end in.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import comb, perm, sqrt
from typing import NamedTuple

HONEST = Fraction(19, 20)


class Luck(NamedTuple):
    """What ``thrown`` dice of ``sides`` came to. ``low`` and ``high`` are the ends of the band of means,
    ``percent`` the chance of the band in whole percent, the fraction left off.
    """

    thrown: int
    sides: int
    mean: Fraction
    low: Fraction
    high: Fraction
    percent: int

    @property
    def expected(self) -> Fraction:
        """The mean of honest dice."""
        return Fraction(self.sides + 1, 2)

    @property
    def stands(self) -> str:
        """Where the mean stands: within the band, above or below it."""
        if self.mean > self.high:
            return "above"
        return "below" if self.mean < self.low else "within"


def luck_of(values: Iterable[int], sides: int) -> Luck:
    """The luck of dice that were thrown; at least one."""
    thrown = list(values)
    low, high, parts = band(len(thrown), sides)
    return Luck(
        thrown=len(thrown),
        sides=sides,
        mean=Fraction(sum(thrown), len(thrown)),
        low=Fraction(low, len(thrown)),
        high=Fraction(high, len(thrown)),
        percent=int(100 * parts),
    )


def at_most(count: int, sides: int, total: int) -> int:
    """In how many of all ``sides ** count`` ways ``count`` dice come to ``total`` at most."""
    over, most = total - count, count * (sides - 1)
    whole: int = sides**count
    if over < 0:
        return 0
    if over >= most:
        return whole
    if 2 * over > most:  # the sums lie evenly about the middle
        return whole - at_most(count, sides, count + most - over - 1)
    # Sums without a limit to the faces, less those in which one die is over it, and so on by turns.
    found, chosen, free = 0, 1, comb(over + count, count)
    for n in range(over // sides + 1):
        found += -chosen * free if n % 2 else chosen * free
        chosen = chosen * (count - n) // (n + 1)
        rest = over - n * sides
        if rest >= sides:
            free = free * perm(rest, sides) // perm(rest + count, sides)
    return found


def ways(dice: Iterable[int]) -> list[int]:
    """In how many ways each sum of dice with so many sides comes, from the least (all ones) up."""
    found = [1]
    for sides in dice:
        running, longer = 0, []
        for at in range(len(found) + sides - 1):
            running += found[at] if at < len(found) else 0
            running -= found[at - sides] if at >= sides else 0
            longer.append(running)
        found = longer
    return found


@lru_cache(maxsize=512)
def band(count: int, sides: int) -> tuple[int, int, Fraction]:
    """The least and the greatest sum of the band, and its exact chance."""
    whole: int = sides**count

    def is_cut(off: int) -> bool:
        """Whether as many of the lowest sums can be cut off, with as many of the highest."""
        return 2 * at_most(count, sides, count + off - 1) <= whole * (1 - HONEST)

    # About there it ends by the rule of thumb; where it does is counted.
    low = max(0, int(count * (sides - 1) / 2 - 0.566 * sqrt(count * (sides * sides - 1))))
    step = 1
    while not is_cut(low):
        low, step = max(0, low - step), 2 * step
    high = low + 1
    while is_cut(high):
        low, high = high, high + step
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if is_cut(middle) else (low, middle)
    outside = at_most(count, sides, count + low - 1)
    return count + low, count * sides - low, 1 - Fraction(2 * outside, whole)
