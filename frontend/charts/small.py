"""Sparklines, the bars of a table, and luck rows."""

from collections.abc import Sequence

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

from frontend.charts.lines import WIDE, mark_at, path_of
from frontend.charts.records import Chart, Line, Step, scale_of, short

SPARK = 34
"""The height of a sparkline in pixels."""


def spark(
    lines: Sequence[Line], first: int, last: int, *, threshold: Sequence[Step] = ()
) -> SafeString:
    """A small chart without words, at most two lines with a base line and one threshold, as it stood over time. It says nothing to
    those who do not see it: a sentence has to stand beside it.
    """
    if len(lines) > 2:
        raise ValueError("A sparkline has two lines at most; draw a small chart.")
    chart = Chart("", tuple(lines), first, last)
    values = [step.value for line in lines for step in line.steps]
    scale = scale_of([*values, *(step.value for step in threshold)], 4, SPARK - 3)
    base = short(scale.y(0))
    paths = [
        f'<path class="line side-{line.hue} dash-{n}" d="{path_of(chart, line, scale)}"/>'
        for n, line in enumerate(lines)
        if line.steps
    ]
    if threshold:
        level = path_of(chart, Line("", tuple(threshold)), scale)
        paths.insert(0, f'<path class="threshold" d="{level}"/>')
    return SafeString(
        f'<svg class="spark" viewBox="0 0 {WIDE} {SPARK}" height="{SPARK}"'
        f' preserveAspectRatio="none" aria-hidden="true">'
        f'<path class="base" d="M0 {base}H{WIDE}"/>{"".join(paths)}</svg>'
    )


def bar(value: float, most: float, *, hue: str = "") -> SafeString:
    """One bar of a table. Its number has to stand beside it."""
    wide = short(100 * min(1.0, max(0.0, value / most if most else 0)))
    side = f" side-{conditional_escape(hue)}" if hue else ""
    return SafeString(
        f'<svg class="share{side}" height="9" aria-hidden="true">'
        f'<rect class="whole" width="100%" height="9"/><rect width="{wide}%" height="9"/></svg>'
    )


def luck_row(
    mean: float,
    band: tuple[float, float],
    expected: float,
    span: tuple[float, float],
    *,
    hue: str = "neutral",
    mark: str = "ring",
) -> SafeString:
    """The mean of somebody's dice as their mark, in the band where honest dice would end, with a line at
    what is expected; ``span`` are the ends of the scale, the same for all rows.
    """

    def at(value: float) -> float:
        return 100 * min(1.0, max(0.0, (value - span[0]) / (span[1] - span[0] or 1)))

    low, high = (at(end) for end in band)
    middle = short(at(expected))
    return SafeString(
        f'<svg class="luck" height="20" aria-hidden="true">'
        f'<rect x="{short(low)}%" y="4" width="{short(high - low)}%" height="12"/>'
        f'<line x1="{middle}%" x2="{middle}%" y2="20"/>'
        f'<svg x="{short(at(mean))}%" class="ends">{mark_at(Line("", (), hue, mark), 0, 10)}</svg></svg>'
    )
