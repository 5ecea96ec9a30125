"""What chance does: exact chances, against every throw that there can be, one by one; and who was luckier than that."""

import math
import random
from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from campaigns.chronicles import chance, luck
from tests.support.suite.sample import one_in

SMALL = [(1, 6), (2, 2), (3, 6), (4, 6), (5, 4), (6, 3), (8, 2), (5, 6), (4, 10), (3, 12)]


def counted(throw: tuple[int, ...], sides: int) -> tuple[int, ...]:
    return tuple(throw.count(face) for face in range(1, sides + 1))


@pytest.mark.parametrize(("thrown", "sides"), SMALL)
def test_the_chance_of_faces_is_that_of_all_throws_that_come_no_more_often(
    thrown: int, sides: int
) -> None:
    every = Counter(counted(throw, sides) for throw in product(range(1, sides + 1), repeat=thrown))
    for faces, ways in every.items():
        as_strange = sum(others for others in every.values() if others <= ways)
        assert chance.of_faces(faces) == Fraction(as_strange, sides**thrown), faces


@pytest.mark.long
@pytest.mark.parametrize(("thrown", "sides"), one_in(4, [pytest.param(*each) for each in SMALL]))
def test_the_chance_of_a_sum_is_that_of_all_throws_as_far_from_the_middle(
    thrown: int, sides: int
) -> None:
    sums = [sum(throw) for throw in product(range(1, sides + 1), repeat=thrown)]
    middle = Fraction(thrown * (sides + 1), 2)
    for total in set(sums):
        as_far = sum(abs(other - middle) >= abs(total - middle) for other in sums)
        assert chance.of_sum(thrown, sides, total) == Fraction(as_far, len(sums)), total
        assert chance.of_mixed({sides: thrown}, total) == Fraction(as_far, len(sums))


def test_dice_with_various_numbers_of_faces_are_counted_together() -> None:
    dice = (1, 2, 3, 3, 5)
    sums = [sum(throw) for throw in product(*(range(1, sides + 1) for sides in dice))]
    middle = Fraction(sum(dice) + len(dice), 2)
    for total in set(sums):
        as_far = sum(abs(other - middle) >= abs(total - middle) for other in sums)
        assert chance.of_mixed(Counter(dice), total) == Fraction(as_far, len(sums))


@pytest.mark.parametrize(("thrown", "sides"), [(1, 6), (7, 6), (12, 10), (31, 2), (40, 6), (5, 1)])
def test_sums_are_counted_without_going_through_them(thrown: int, sides: int) -> None:
    ways = luck.ways([sides] * thrown)
    for total in range(thrown - 2, thrown * sides + 3):
        assert luck.at_most(thrown, sides, total) == sum(ways[: max(0, total - thrown + 1)])


@pytest.mark.parametrize(("thrown", "sides"), [(5, 6), (20, 6), (30, 2), (60, 10), (300, 6)])
def test_the_band_of_a_face_leaves_out_no_more_than_one_of_twenty(thrown: int, sides: int) -> None:
    def parts(counts: range) -> Fraction:
        ways = sum(comb(thrown, n) * (sides - 1) ** (thrown - n) for n in counts)
        return Fraction(ways, sides**thrown)

    low, high = chance.face_band(thrown, sides)
    for outside, wider in ((range(low), range(low + 1)), (range(high + 1, thrown + 1), range(high, thrown + 1))):  # fmt: skip
        assert parts(outside) <= Fraction(1, 40) < parts(wider)


def test_each_row_is_judged_among_all_of_them() -> None:
    chances = [Fraction(1, 100), Fraction(1, 2), Fraction(1, 50), Fraction(9, 10)]
    assert chance.together(chances) == [Fraction(4, 100), Fraction(1), Fraction(3, 50), Fraction(1)]
    assert chance.together([]) == []
    level = chance.together([Fraction(1, 30), Fraction(1, 40)])
    assert level == [Fraction(1, 20), Fraction(1, 20)], "none falls below one that is stranger"


def test_of_many_dice_the_sum_alone_is_looked_at() -> None:
    assert chance.looks_at_faces(35, 6)
    assert not chance.looks_at_faces(200, 6)
    assert not chance.looks_at_faces(3000, 12)


@pytest.mark.parametrize("sides", [2, 6, 10, 12, 20])
def test_how_many_ways_there_are_is_known_without_taking_them(sides: int) -> None:
    for thrown in range(1, 26):
        counted = chance.splits(thrown, sides)
        if counted <= chance.MOST_SPLITS:
            assert counted == sum(1 for _ in chance._shared(thrown, sides, thrown))


def test_honest_dice_are_odd_no_more_often_than_is_said() -> None:
    honest = random.Random(5)
    rows = [[honest.randint(1, 6) for _ in range(30)] for _ in range(400)]
    chances = [chance.of_faces(counted(tuple(row), 6)) for row in rows]
    assert 5 <= chance.odd(chances) <= 32, "about twenty of four hundred"


# --- Luck ---------------------------------------------------------------------------------------------


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
