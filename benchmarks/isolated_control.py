"""Isolated control from a thousand hexes to a million: time, and how it grows.

``measure()`` gives one :class:`Measured` for each size and is what a caller wants;
``python -m benchmarks.isolated_control`` prints them. Each map is a front that winds through a
square of land, with pockets and rings of both sides strewn over it, cities and units in some; the
same size always gives the same map. Building the map is not timed, judging it is, in time of the
processor, so that a busy machine tells the same.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.world_in_flames.isolation.engine import Judge
from rules.world_in_flames.isolation.hexmap import CITY, FIRST, SEA, HexMap
from rules.world_in_flames.isolation.holders import Nations

SIZES = (1_000, 10_000, 100_000, 1_000_000)
QUICK = SIZES[:3]
NATIONS = Nations({"axis": ["germany", "italy"], "allied": ["ussr", "commonwealth"]})
GERMANY, ITALY, USSR, COMMONWEALTH = range(FIRST, FIRST + 4)


@dataclass(frozen=True, slots=True)
class Measured:
    """One size: hexes on the map, sets found, sets that changed hands, seconds of the processor (the
    best of so many), and the ratio to the size before (0 for the first).
    """

    hexes: int
    sets: int
    changed: int
    seconds: float
    ratio: float


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


def measure(sizes: Sequence[int] = SIZES, rounds: int = 5) -> Iterator[Measured]:
    """Judge a map of each size; the best of so many rounds counts."""
    before = 0.0
    for size in sizes:
        world = front(size)
        best, judged = float("inf"), None
        for _ in range(rounds):
            begun = time.process_time()
            judged = Judge(world, {})
            judged.result()
            best = min(best, time.process_time() - begun)
        assert judged is not None
        hexes = sum(code != 0 for code in world.cells)
        yield Measured(
            hexes=hexes,
            sets=len(judged.sets),
            changed=len(judged.flips),
            seconds=best,
            ratio=best / before if before else 0.0,
        )
        before = best


def main() -> None:
    """Print the table."""
    print("    hexes     sets  changed   seconds   ten times the hexes")
    for each in measure():
        ratio = f"{each.ratio:.1f} times" if each.ratio else ""
        print(f"{each.hexes:>9} {each.sets:>8} {each.changed:>8} {each.seconds:>9.4f}   {ratio}")


if __name__ == "__main__":
    main()
