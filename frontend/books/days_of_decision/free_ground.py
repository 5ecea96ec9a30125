"""The largest free ground of a drawing: where something can lie over it and cover nothing.

The drawing is divided into equal parts, :data:`PARTS` each way, because a page without styles of its
own places things by such parts. A part is free when nothing that must be seen reaches into it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from frontend.books.days_of_decision.drawn_lines import Box, Line, enters, meet

PARTS = 16
LEAST = (5, 4)
"""How many parts wide and high it has to be at least."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A rectangle of parts, each counted from 0: it ends before ``right`` and ``bottom``."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def area(self) -> int:
        """How many parts it has."""
        return (self.right - self.left) * (self.bottom - self.top)

    @property
    def low(self) -> bool:
        """Whether it lies in the lower half, so that what lies there grows upward."""
        return self.top + self.bottom > PARTS

    @property
    def far(self) -> bool:
        """Whether it lies in the right half."""
        return self.left + self.right > PARTS

    @property
    def classes(self) -> str:
        """The classes by which the style sheet knows it."""
        where = f"from-x{self.left} to-x{self.right} from-y{self.top} to-y{self.bottom}"
        return f"{where}{' low' if self.low else ''}{' far' if self.far else ''}"

    def box(self, field: Box) -> Box:
        """Its ground in units of the drawing."""
        wide, high = (field[2] - field[0]) / PARTS, (field[3] - field[1]) / PARTS
        return (
            field[0] + wide * self.left,
            field[1] + high * self.top,
            field[0] + wide * self.right,
            field[1] + high * self.bottom,
        )


@lru_cache(maxsize=64)
def largest(
    field: Box, taken: tuple[Box, ...], lines: tuple[Line, ...], spared: tuple[Box, ...] = ()
) -> Ground:
    """The largest free rectangle of at least :data:`LEAST`; ground that should be ``spared`` is used
    only where there is none without. Where everything is full, a corner.
    """
    for closed in ((*taken, *spared), taken):
        if found := _largest(_free_parts(field, closed, lines)):
            return found
    return Ground(PARTS - LEAST[0], PARTS - LEAST[1], PARTS, PARTS)


def _free_parts(field: Box, taken: Sequence[Box], lines: Sequence[Line]) -> list[list[bool]]:
    rows = []
    for row in range(PARTS):
        boxes = [Ground(col, row, col + 1, row + 1).box(field) for col in range(PARTS)]
        rows.append(
            [
                not any(meet(box, other) for other in taken)
                and not any(enters(line, box) for line in lines)
                for box in boxes
            ]
        )
    return rows


def _largest(free: Sequence[Sequence[bool]]) -> Ground | None:
    """The largest rectangle of free parts; of several the one that is lowest, then farthest right."""
    best: Ground | None = None
    high = [0] * PARTS
    for bottom in range(1, PARTS + 1):
        high = [h + 1 if open_ else 0 for h, open_ in zip(high, free[bottom - 1], strict=True)]
        for left in range(PARTS):
            least = PARTS
            for right in range(left + 1, PARTS + 1):
                least = min(least, high[right - 1])
                if least < LEAST[1]:
                    break
                found = Ground(left, bottom - least, right, bottom)
                if right - left >= LEAST[0] and (best is None or found.area >= best.area):
                    best = found
    return best
