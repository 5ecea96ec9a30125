"""Where words stand in a chart: names at the ends of lines, sentences where no line runs, labels under marks."""

from collections.abc import Sequence
from typing import NamedTuple

from frontend.charts.records import Chart, Line, Scale

COLUMNS = 120
"""In how many columns a chart is looked at for free ground."""


class Spot(NamedTuple):
    """Where the label of a mark on a line stands: in the upper row (0) or the lower one, and from where to where. Its
    stem stands at ``x``.
    """

    row: int
    left: float
    right: float
    x: float

    def meets(self, other: "Spot", apart: float) -> bool:
        """Whether two labels are nearer than ``apart``, or the stem of the lower one goes through the higher one."""
        if self.row == other.row:
            return self.left < other.right + apart and other.left < self.right + apart
        high, low = sorted((self, other))
        return high.left - apart / 2 < low.x < high.right + apart / 2


def spread(wanted: Sequence[float], apart: float, top: float, bottom: float) -> list[float]:
    """Places as near as can be to those that are wanted, in their order, and so far apart.

    Neighbours that would meet form a block around the middle of what they want; where all do not fit
    between ``top`` and ``bottom``, they stand as close as they must.
    """
    order = sorted(range(len(wanted)), key=lambda n: wanted[n])
    if len(order) > 1:
        apart = min(apart, (bottom - top) / (len(order) - 1))
    blocks: list[list[int]] = []
    starts: list[float] = []
    for one in order:
        blocks.append([one])
        starts.append(min(max(wanted[one], top), bottom))
        while len(blocks) > 1 and starts[-2] + apart * len(blocks[-2]) > starts[-1]:
            starts.pop()
            last = blocks.pop()
            blocks[-1] += last
            ideal = sum(wanted[each] - apart * n for n, each in enumerate(blocks[-1]))
            end = bottom - apart * (len(blocks[-1]) - 1)
            starts[-1] = max(top, min(ideal / len(blocks[-1]), end))
    placed = [0.0] * len(wanted)
    for block, start in zip(blocks, starts, strict=True):
        for n, one in enumerate(block):
            placed[one] = start + apart * n
    return placed


def columns_of(
    chart: Chart, lines: Sequence[Line], scale: Scale
) -> list[list[tuple[float, float]]]:
    """For each column of a chart the stretches of height that lines take there."""
    columns: list[list[tuple[float, float]]] = [[] for _ in range(COLUMNS + 1)]
    for line in lines:
        before: int | None = None
        for step in line.steps:
            column = int(chart.share(step.at) * COLUMNS)
            old = step.value if before is None else before
            ends = sorted((scale.y(old), scale.y(step.value)))
            columns[column].append((ends[0], ends[1]))
            before = step.value
        for column in range(COLUMNS + 1):
            value = line.value(chart.first + round(column / COLUMNS * (chart.last - chart.first)))
            if value is not None:
                columns[column].append((scale.y(value), scale.y(value)))
    return columns


def box_is_free(
    columns: Sequence[Sequence[tuple[float, float]]],
    left: float,
    right: float,
    top: float,
    bottom: float,
) -> bool:
    """Whether no line runs through a box; ``left`` and ``right`` are shares of the width."""
    within = columns[max(0, int(left * COLUMNS) - 1) : int(right * COLUMNS) + 2]
    return all(high < top or low > bottom for column in within for low, high in column)
