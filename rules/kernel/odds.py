"""Exact chances, never sampled: every face of every die is counted."""

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from itertools import product
from typing import TypeVar

K = TypeVar("K", bound=Hashable)


def distribution(outcome: Callable[..., K], *sides: int) -> dict[K, Fraction]:
    """The chance of each outcome of independent dice with these numbers of sides.

    ``outcome`` is called with one value per die. The chances add up to exactly 1.
    """
    total = 1
    for side in sides:
        total *= side
    chances: dict[K, Fraction] = {}
    for values in product(*(range(1, side + 1) for side in sides)):
        key = outcome(*values)
        chances[key] = chances.get(key, Fraction(0)) + Fraction(1, total)
    return chances


def counted(chances: Iterable[Fraction]) -> tuple[Fraction, ...]:
    """The chance that none, one, two and so on of these independent things come true."""
    found: tuple[Fraction, ...] = (Fraction(1),)
    for chance in chances:
        pairs = zip((*found, Fraction(0)), (Fraction(0), *found), strict=True)
        found = tuple(without * (1 - chance) + with_ * chance for without, with_ in pairs)
    return found


SIGN = "\N{NO-BREAK SPACE}%"
"""Behind a figure, on the same line as it."""
MOST_FACES = 144
"""Up to so many equally likely cases a chance is said as a count of them."""


def said(chance: Fraction, whole: int = 0) -> str:
    """A chance in words: "1 in 6", with the faces of one die (``whole``) not reduced; "for certain",
    "never"; per cent where its denominator is beyond counting.
    """
    if chance in (0, 1):
        return "for certain" if chance else "never"
    if 0 < whole <= MOST_FACES and whole % chance.denominator == 0:
        return f"{chance * whole} in {whole}"
    if chance.denominator <= MOST_FACES:
        return f"{chance.numerator} in {chance.denominator}"
    return percent(chance)


def percent(chance: Fraction) -> str:
    """A chance in per cent; never 0 for what can happen, nor 100 for what may not."""
    if chance in (0, 1):
        return f"{100 * int(chance)}{SIGN}"
    tenths = round(chance * 1000)
    if not 0 < tenths < 1000:
        return (
            "under 0.1\N{NO-BREAK SPACE}%"
            if chance < Fraction(1, 2)
            else "over 99.9\N{NO-BREAK SPACE}%"
        )
    return (
        f"{tenths // 10}.{tenths % 10}{SIGN}"
        if tenths < 100 or tenths > 900
        else f"{round(chance * 100)}{SIGN}"
    )
