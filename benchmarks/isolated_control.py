"""Isolated control from a thousand hexes to a million: time, and how it grows.

Each map is a front that winds through a square of land, with pockets and rings of both sides strewn over it, cities and
units in some; the same size always gives the same map. Building the map is not timed, judging it is, in time of the
processor, so that a busy machine tells the same.
"""

import time
from functools import partial

from benchmarks.figures import Figure, repeated
from rules.world_in_flames.isolation.engine import Judge
from rules.world_in_flames.isolation.hexmap import CITY, FIRST, SEA, HexMap
from rules.world_in_flames.isolation.holders import Nations

SIZES = (1_000, 10_000, 100_000, 1_000_000)
NATIONS = Nations({"axis": ["germany", "italy"], "allied": ["ussr", "commonwealth"]})
GERMANY, ITALY, USSR, COMMONWEALTH = range(FIRST, FIRST + 4)


def front(hexes: int) -> HexMap:
    """A map of about so many hexes; see the head of this file."""
    width = max(8, round(hexes**0.5))
    height = max(8, hexes // width)
    world = HexMap(NATIONS, 0, 0, width, height)
    state = 1939
    for row in range(height):
        bend = width // 2 + (row * 7 % 23) - 11
        for column in range(width):
            state = (state * 1103515245 + 12345) & 0x7FFFFFFF
            here = world.place(column, row)
            west = column < bend
            ours, theirs = (GERMANY, USSR) if west else (USSR, GERMANY)
            if state >> 8 & 7 == 0:
                ours = ITALY if west else COMMONWEALTH
            ring = (column % 24 - 12) ** 2 + (row % 24 - 12) ** 2
            pocket = state >> 12 & 31 == 0 or 36 <= ring < 49 or ring < 9
            world.cells[here] = theirs if pocket else ours
            if state >> 17 & 255 == 0:
                world.marks[here] = CITY
            if column in (0, width - 1) or row in (0, height - 1):
                world.cells[here] = SEA
    return world


def measure(*, quick: bool = False) -> list[Figure]:
    """Milliseconds to judge a map of each size."""
    return [
        Figure(
            group="Isolation",
            what="judging a map",
            unit="ms",
            runs=repeated(5, partial(_judged, front(size))),
            size=f"{size:,} hexes",
        )
        for size in (SIZES[:3] if quick else SIZES)
    ]


def _judged(world: HexMap) -> float:
    begun = time.process_time()
    Judge(world, {}).result()
    return (time.process_time() - begun) * 1000
