"""Exact chances."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.odds import counted, distribution


def test_one_die_gives_each_face_a_sixth():
    assert distribution(lambda die: die, 6) == {face: Fraction(1, 6) for face in range(1, 7)}


def test_two_dice_make_seven_in_a_sixth_of_all_throws():
    chances = distribution(lambda one, two: one + two, 6, 6)
    assert chances[7] == Fraction(1, 6)
    assert chances[2] == chances[12] == Fraction(1, 36)


def test_no_dice_are_one_certain_outcome():
    assert distribution(lambda: "sure") == {"sure": 1}


@given(st.lists(st.integers(1, 5), max_size=3), st.integers(1, 7))
def test_chances_always_add_up_to_one(sides, modulus):
    assert sum(distribution(lambda *dice: sum(dice) % modulus, *sides).values()) == 1


def test_how_many_of_some_things_come_true():
    halves = (Fraction(1, 2), Fraction(1, 3))
    assert counted(halves) == (Fraction(1, 3), Fraction(1, 2), Fraction(1, 6))
    assert counted(()) == (Fraction(1),)
