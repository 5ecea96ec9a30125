"""Room for the names on the political status display.

A name stands at one of eight places around its counter, or farther away at the end of a thin line (a leader).
It never lies on a counter, a title, an arrow or another name, nor does it leave the drawing; a leader runs through
no counter, no name and no other leader. Of the places that are left the cheapest is taken: near rather than far, and
rather on one side of the edge of an ideology than across it. The most constrained choose first; a stack that
found no place moves to the front, and all begin again. So does, after a round in which all found one, the stack that
had to take the worst place; the cheapest round is kept. All lengths are in units of the drawing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from frontend.books.days_of_decision.drawn_lines import Box, Line, Point, cross, enters, meet
from frontend.books.days_of_decision.label_places import Name, Place, Places, Surroundings

ROUNDS, MOST_ROUNDS = 24, 90
"""So many rounds in which all found a place are compared; so many are played at most."""

Stack = tuple[Point, tuple[str, ...]]
"""A counter's middle, and the names that belong to it."""


@lru_cache(maxsize=64)
def placed(
    stacks: tuple[Stack, ...],
    counters: tuple[Box, ...],
    closed: tuple[Box, ...],
    ways: tuple[Line, ...],
    field: Box,
) -> tuple[Name, ...]:
    """A place for the names of every stack, in the order given; the same for the same display.

    ``counters`` are the counters and titles, ``closed`` is the ground of the ideologies, ``ways`` are arrows,
    ``field`` is the whole drawing. Where there is no room at all, a name stands where it is least in the way.
    """
    around_all = Surroundings(counters, closed, ways, field)
    places = [Places(at, names, around_all) for at, names in stacks]
    order = sorted(range(len(stacks)), key=lambda n: (places[n].near, stacks[n][0]))
    best: list[Place] = []
    least = float("inf")
    complete = 0
    tried: set[tuple[int, ...]] = set()
    for _ in range(MOST_ROUNDS):
        tried.add(tuple(order))
        found, missed = _round(places, order)
        if missed is None:
            complete += 1
            cost = sum(place.cost for place in found.values())
            if cost < least:
                least, best = cost, [found[n] for n in range(len(stacks))]
            missed = _worst_off(places, found, order, tried)
        if missed is None or complete == ROUNDS:
            break
        order = [missed, *(n for n in order if n != missed)]
    return tuple(place.name for place in best or _crowded(places, order))


def _round(places: Sequence[Places], order: Sequence[int]) -> tuple[dict[int, Place], int | None]:
    """One after the other takes the cheapest place that is still free; and who found none."""
    found: dict[int, Place] = {}
    for index in order:
        place = places[index].first(_Free(found.values()))
        if place is None:
            return found, index
        found[index] = place
    return found, None


def _worst_off(
    places: Sequence[Places],
    found: dict[int, Place],
    order: Sequence[int],
    tried: set[tuple[int, ...]],
) -> int | None:
    """Who took a place that is dearer than its cheapest by most, and has not yet chosen first in this order."""
    losses = {n: place.cost - places[n].cheapest for n, place in found.items()}
    for index in sorted(losses, key=lambda n: (-losses[n], n)):
        if losses[index] <= 0:
            return None
        if (index, *(n for n in order if n != index)) not in tried:
            return index
    return None


def _crowded(places: Sequence[Places], order: Sequence[int]) -> list[Place]:
    """Where not all find room: whoever finds none stands where the fewest others are in the way."""
    found: dict[int, Place] = {}
    for index in order:
        taken = list(found.values())
        found[index] = places[index].first(_Free(taken)) or min(
            places[index].all(),
            key=lambda place: (sum(_clash(place, one) for one in taken), place.cost),
        )
    return [found[n] for n in range(len(places))]


class _Free:
    """Whether a place is in the way of none that are taken."""

    def __init__(self, taken: Iterable[Place]) -> None:
        self._taken = [(one.reach, one) for one in taken]

    def __call__(self, place: Place) -> bool:
        left, top, right, bottom = place.reach
        for there, one in self._taken:
            near = left < there[2] and there[0] < right and top < there[3] and there[1] < bottom
            if near and _clash(place, one):
                return False
        return True


def _clash(one: Place, other: Place) -> bool:
    """Whether two names, or their leaders, are in each other's way."""
    mine, theirs = one.name.leader, other.name.leader
    return (
        meet(one.box, other.box)
        or (mine is not None and enters(mine, other.box))
        or (theirs is not None and enters(theirs, one.box))
        or (mine is not None and theirs is not None and cross(mine, theirs))
    )


def roomy(
    names: tuple[Name, ...],
    longer: tuple[tuple[str, ...], ...],
    counters: tuple[Box, ...],
    ways: tuple[Line, ...],
    field: Box,
) -> tuple[bool, ...]:
    """Which of the names that were placed have room for the ``longer`` lines, one after the other."""
    found: list[Name] = list(names)
    fits = []
    for index, lines in enumerate(longer):
        wanted = replace(found[index], lines=lines)
        others = [name for n, name in enumerate(found) if n != index]
        lines_drawn = [name.leader for name in others if name.leader]
        taken = (*counters, *(name.box for name in others))
        fits.append(Surroundings(taken, (), (*ways, *lines_drawn), field).free(wanted.box))
        if fits[-1]:
            found[index] = wanted
    return tuple(fits)
