"""The numbers of a chart as a table."""

from typing import NamedTuple

from frontend.charts.records import Chart
from frontend.templatetags.figures import minus


class Table(NamedTuple):
    """``heads`` names the columns, the first of them the place; ``rows`` are words, oldest first."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def numbers(chart: Chart) -> Table:
    """What every line was at each place where one of them changed; places of one name are one row, with
    what was at their end. An empty cell is before a line's beginning.
    """
    places = sorted({step.at for line in chart.lines for step in line.steps} | {chart.last})
    rows: dict[str, tuple[str, ...]] = {}
    for at in places:
        if chart.first <= at <= chart.last:
            values = [line.value(at) for line in chart.lines]
            rows[chart.place(at)] = tuple("" if v is None else minus(v) for v in values)
    return Table(
        chart.title,
        ("", *(line.name for line in chart.lines)),
        tuple((place, *values) for place, values in rows.items()),
    )
