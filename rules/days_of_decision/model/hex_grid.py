"""A grid of hexes: directions, distances and steps."""

from functools import lru_cache

from rules.days_of_decision.model.state import Hex

CENTER: Hex = (0, 0)
STEPS: tuple[Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The six directions, clockwise from the east."""

HEADINGS = ("east", "southeast", "southwest", "west", "northwest", "northeast")


def distance(one: Hex, other: Hex) -> int:
    """How many hexes lie from one to the other."""
    q, r = one[0] - other[0], one[1] - other[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2


@lru_cache(maxsize=2048)
def around_of(spot: Hex, radius: int) -> tuple[Hex, ...]:
    """The hexes around a hex that are so far from the center at most; always the same ones."""
    around = ((spot[0] + q, spot[1] + r) for q, r in STEPS)
    return tuple(each for each in around if distance(each, CENTER) <= radius)


@lru_cache(maxsize=4096)
def steps(here: Hex, target: Hex, radius: int, *, toward: bool) -> tuple[tuple[int, Hex], ...]:
    """The steps from a hex that lead one hex nearer to another, or one farther away: their number in
    :data:`STEPS` and where they end. Geometry alone, so that it is always the same.
    """
    wanted = distance(here, target) + (-1 if toward else 1)
    return tuple(
        (STEPS.index((there[0] - here[0], there[1] - here[1])), there)
        for there in around_of(here, radius)
        if distance(there, target) == wanted
    )


@lru_cache(maxsize=8)
def within(radius: int) -> tuple[Hex, ...]:
    """Every hex so far from the center at most, row by row."""
    span = range(-radius, radius + 1)
    return tuple((q, r) for r in span for q in span if distance((q, r), CENTER) <= radius)
