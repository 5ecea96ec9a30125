"""The arrows of the political status display: how one runs, and its head.

An arrow goes from hex to hex, past the counters that stand on its way, and ends before what stands in its last hex:
so its head is always seen, and which way it points. All lengths are in units of the drawing.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from frontend.books.days_of_decision.drawn_lines import Box, Line, Point, holds

LONG, HALF = 12.0, 4.0
"""How long a head is, and half as wide as it is."""
GAP = 1.5
"""Between the tip and the counter before which it ends."""
PAST = 4.0
"""Between a line and the counter that it goes past."""
LEAST = 3.0
"""What is left of a line before its head at least."""
ASIDE = 24.0
"""How far it may go from the middle of a hex at most."""


@dataclass(frozen=True, slots=True)
class ArrowLine:
    """The bends of an arrow's line, to where its head begins, and the head: its tip and the ends of its foot."""

    line: tuple[Point, ...]
    head: tuple[Point, Point, Point]

    @property
    def shaft(self) -> str:
        """The line as the path of a drawing."""
        return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in self.line)

    @property
    def tip(self) -> str:
        """The head as the path of a drawing."""
        return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in self.head) + "Z"

    @property
    def ways(self) -> tuple[Line, ...]:
        """The straight parts that it takes up, head included."""
        return (*pairwise(self.line), (self.line[-1], self.head[0]))


def arrow_line(
    way: Sequence[Point],
    counters: Iterable[Sequence[Box]],
    *,
    begin: float = 0.0,
    long: float = LONG,
) -> ArrowLine:
    """The arrow along the middles of hexes, of which each has such ``counters``.

    ``way`` has two points at least. It begins so far from the first; its head is so ``long``.
    """
    around = [_around(boxes) for boxes in counters]
    bends = [_toward(way[0], way[1], begin)]
    for n in range(1, len(way) - 1):
        bends += _past(way, n, around[n])
    (ax, ay), (bx, by) = bends[-1], way[-1]
    whole = math.dist((ax, ay), (bx, by))
    right, down = (bx - ax) / whole, (by - ay) / whole
    before = _edge(way[-1], (-right, -down), around[-1])
    at = max(whole - before, min(whole, long + LEAST))
    tip = (ax + at * right, ay + at * down)
    foot = (tip[0] - long * right, tip[1] - long * down)
    return ArrowLine(
        line=(*bends, foot),
        head=(
            tip,
            (foot[0] - HALF * down, foot[1] + HALF * right),
            (foot[0] + HALF * down, foot[1] - HALF * right),
        ),
    )


def _toward(at: Point, to: Point, far: float) -> Point:
    """The point so far from one toward another."""
    share = far / math.dist(at, to)
    return at[0] + share * (to[0] - at[0]), at[1] + share * (to[1] - at[1])


def _around(boxes: Sequence[Box]) -> Box | None:
    """The least box around all that stand in one hex."""
    if not boxes:
        return None
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def _past(way: Sequence[Point], n: int, box: Box | None) -> tuple[Point, ...]:
    """Where an arrow goes through a hex: through the middle, or past the nearer side of what stands there."""
    x, y = at = way[n]
    (ax, ay), (bx, by) = way[n - 1], way[n + 1]
    length = math.dist((ax, ay), (bx, by))
    if box is None or not holds(box, at) or not length:
        return (at,)
    right, down = along = (bx - ax) / length, (by - ay) / length
    reach, (aside, under) = min(
        (_reach(at, side, box), side) for side in ((-down, right), (down, -right))
    )
    off = min(reach + PAST, ASIDE)
    far = _reach(at, along, box)
    return tuple(
        (x + off * aside + step * right, y + off * under + step * down) for step in (-far, far)
    )


def _reach(at: Point, toward: Point, box: Box) -> float:
    """How far a box reaches from a point in one direction."""
    return max(
        (x - at[0]) * toward[0] + (y - at[1]) * toward[1] for x in box[::2] for y in box[1::2]
    )


def _edge(at: Point, toward: Point, box: Box | None) -> float:
    """How far it is from a point in a box to where one is out of it, in one direction."""
    if box is None or not holds(box, at):
        return 0.0
    left, top, right, bottom = box
    (x, y), (across, down) = at, toward
    out = []
    if across:
        out.append(((right if across > 0 else left) - x) / across)
    if down:
        out.append(((bottom if down > 0 else top) - y) / down)
    return min(out) + GAP
