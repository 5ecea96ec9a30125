"""The band of honest dice, and who was luckier than that."""

import math
from fractions import Fraction
from itertools import product

import pytest

from campaigns.chronicles import luck


@pytest.mark.parametrize(("count", "sides"), [(1, 6), (2, 6), (3, 6), (4, 4), (3, 12)])
def test_the_band_of_honest_dice_is_exact(count: int, sides: int) -> None:
    sums = [sum(dice) for dice in product(range(1, sides + 1), repeat=count)]
    low, high, chance = luck.band(count, sides)
    inside = Fraction(sum(low <= each <= high for each in sums), len(sums))
    narrower = Fraction(sum(low < each < high for each in sums), len(sums))
    assert inside == chance
    assert inside >= luck.HONEST > narrower
    assert sum(luck.ways([sides] * count)) == len(sums)


def test_luck_stands_above_within_or_below_its_band() -> None:
    assert luck.luck_of([6] * 20, 6).stands == "above"
    assert luck.luck_of([1] * 20, 6).stands == "below"
    even = luck.luck_of([1, 2, 3, 4, 5, 6] * 10, 6)
    assert (even.stands, even.mean, even.expected) == ("within", Fraction(7, 2), Fraction(7, 2))
    # As many dice as ten years throw: near what the normal curve gives.
    half = 1.96 * math.sqrt(35 / 12 / 600)
    wide = luck.luck_of([3, 4] * 300, 6)
    assert float(wide.high) == pytest.approx(3.5 + half, abs=0.01)
