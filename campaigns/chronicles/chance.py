"""What chance does: how often honest dice come to a row like the one that was thrown, or to a stranger one.

Every chance is exact, counted in whole numbers and never sampled. A row is *stranger* than another where
honest dice come to it less often. Of few dice that is asked of how often each face came (:func:`of_faces`), of
many of their sum (:func:`of_sum`), which then stands as far from the middle on either side.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb, factorial, prod

from campaigns.chronicles import luck

MOST_SPLITS = 5_000
"""Dice can be shared out among the faces in at most so many kinds of ways, for each face to be looked at."""
MOST_THROWN = 3_000
"""So many dice of a row are counted."""
MOST_MIXED = 300
"""So many dice with various numbers of faces."""
FEWEST = 5
"""Of fewer dice nothing is said: nearly all that they can come to is ordinary."""
ODD = Fraction(1, 20)
"""What chance does more seldom than this is odd."""


def of_faces(faces: Sequence[int]) -> Fraction:
    """How often fair dice show their faces so often (``faces`` has the count of each), or in a way that comes
    more seldom: the exact multinomial test.
    """
    thrown, sides = sum(faces), len(faces)
    weights, sums = _splits(thrown, sides)
    own = factorial(thrown) // prod(factorial(count) for count in faces)
    return Fraction(sums[bisect_right(weights, own)], sides**thrown)


def looks_at_faces(thrown: int, sides: int) -> bool:
    """Whether so few dice were thrown that each face can be looked at."""
    return splits(thrown, sides) <= MOST_SPLITS


def of_sum(thrown: int, sides: int, total: int) -> Fraction:
    """How often the sum of fair dice is as far from its middle as ``total``, or farther, on either side."""
    least = min(total, thrown * (sides + 1) - total)
    return min(Fraction(1), Fraction(2 * luck.at_most(thrown, sides, least), sides**thrown))


def of_mixed(dice: Mapping[int, int], total: int) -> Fraction:
    """As :func:`of_sum`, of dice with various numbers of faces; ``dice`` says how many have how many."""
    each = [sides for sides, count in sorted(dice.items()) for _ in range(count)]
    ways, off = luck.ways(each), total - len(each)
    off = min(off, len(ways) - 1 - off)
    return min(Fraction(1), Fraction(2 * sum(ways[: off + 1]), prod(each)))


def together(chances: Sequence[Fraction]) -> list[Fraction]:
    """Each chance among all of them, by Holm: how often, of so many rows of honest dice, any is so strange.
    It holds whether or not the rows share dice.
    """
    order = sorted(range(len(chances)), key=lambda n: chances[n])
    found, least = [Fraction(1)] * len(chances), Fraction(0)
    for place, n in enumerate(order):
        least = max(least, min(Fraction(1), (len(chances) - place) * chances[n]))
        found[n] = least
    return found


@lru_cache(maxsize=512)
def face_band(thrown: int, sides: int) -> tuple[int, int]:
    """How often one face of several comes, at least and at most, with 19 of 20 honest throwers of so many
    dice.
    """
    cut = sides**thrown * (1 - luck.HONEST) / 2
    return _cut(thrown, 1, sides - 1, cut), thrown - _cut(thrown, sides - 1, 1, cut)


def _cut(thrown: int, hit: int, miss: int, cut: Fraction) -> int:
    """How many of the least counts come together in no more than so many ways; a die has so many faces that
    count, and so many that do not.
    """
    below, way = 0, miss**thrown
    for count in range(thrown + 1):
        below += way
        if below > cut:
            return count
        way = way * (thrown - count) * hit // ((count + 1) * miss)
    return thrown


@lru_cache(maxsize=4096)
def splits(thrown: int, parts: int) -> int:
    """In how many ways so many dice can be shared out, whichever face has how many; more than are looked at
    where the way there is longer.
    """
    if parts == 1 or thrown == 0:
        return 1
    if comb(thrown + parts - 1, parts - 1) > MOST_SPLITS * factorial(parts):
        return MOST_SPLITS + 1  # each way of sharing out stands for no more than these
    ways = [1] + [0] * thrown
    for part in range(1, parts + 1):
        for count in range(part, thrown + 1):
            ways[count] += ways[count - part]
    return ways[thrown]


@lru_cache(maxsize=16)
def _splits(thrown: int, sides: int) -> tuple[list[int], list[int]]:
    """Of each way to share out dice among faces, in how many orders they can then have been thrown, from the
    fewest up; and in how many ways in all dice come to the first so many of them.
    """
    found: dict[int, int] = {}
    whole, faces = factorial(thrown), factorial(sides)
    for shares in _shared(thrown, sides, thrown):
        orders = whole // prod(factorial(count) for count in shares)
        alike = [shares.count(count) for count in set(shares)]
        named = faces // prod(factorial(count) for count in (*alike, sides - len(shares)))
        found[orders] = found.get(orders, 0) + orders * named
    weights = sorted(found)
    return weights, [0, *accumulate(found[weight] for weight in weights)]


def _shared(thrown: int, parts: int, most: int) -> Iterator[tuple[int, ...]]:
    """The ways to share out dice in at most so many parts, each no greater than the one before."""
    if thrown == 0:
        yield ()
    elif parts:
        for part in range(min(thrown, most), -(-thrown // parts) - 1, -1):
            for others in _shared(thrown - part, parts - 1, part):
                yield part, *others


def odd(chances: Iterable[Fraction]) -> int:
    """How many rows chance alone brings once in twenty times, or more seldom."""
    return sum(chance <= ODD for chance in chances)
