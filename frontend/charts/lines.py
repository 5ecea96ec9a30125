"""Step lines with a name and a value at their end, on an axis of places."""

import json
import textwrap
from collections.abc import Iterable, Iterator, Sequence

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from frontend.charts.placing import COLUMNS, box_is_free, columns_of, spread
from frontend.charts.records import Chart, Line, Ring, Scale, Step, scale_of, short
from frontend.templatetags.figures import minus
from frontend.templatetags.marks import SHAPES

WIDE = 1000
"""How many units a line's path has from the first place to the last."""
HEIGHT = {"large": 250, "small": 130}
NOMINAL = {"large": 720, "small": 250}
"""The width in pixels for which words are placed inside a chart."""
NARROWEST = 145
"""The width in pixels that the lines of a small chart have at least on the page of all charts."""
LETTER = 6.6
"""How wide a letter of 13 px is reckoned."""
APART, UNDER = 16, 14
"""Pixels from one name to the next, and from a line of a name to its next line."""
MOST_DASHES = 5
TICKS = {"large": 12, "small": 5}
ROOMS = (64, 88, 112, 136, 160)
"""The margins for names that ``charts.css`` knows."""
AXIS = 22
"""Pixels under the lines for the names of places."""


def draw(
    chart: Chart,
    *,
    size: str = "large",
    cursor: int | None = None,
    moves: bool = False,
) -> SafeString:
    """The chart as a figure. ``cursor`` marks a place and says what every line was there; with ``moves`` it brings
    along what ``cursor.js`` needs to move it.
    """
    lines = [line for line in chart.lines if line.steps]
    if not lines:
        return SafeString("")
    rows = _ring_rows(chart)
    on = [line for line in lines if not line.ends or line.ends >= chart.last]
    over = [line for line in lines if line not in on]
    room, names = _ends(on, chart.last, ROOMS[-1] if size == "large" else ROOMS[-2])
    high = UNDER * max([0, *(len(name) - 1 for name in names)])
    top = 8 + 24 * (max(rows.values()) + 1 if rows else 0)
    # Names of several lines need room below each other.
    bottom = top + max(HEIGHT[size], (APART + high) * len(lines) if high else 0)
    values = [step.value for line in lines for step in line.steps]
    values += [step.value for each in chart.thresholds for step in each.steps]
    scale = scale_of(values, top, bottom)
    parts = [
        *_grid(scale, size),
        *_axis(chart, bottom, size),
        *_thresholds(chart, lines, scale, size),
        *_cursor_line(chart, cursor, top, bottom),
        *_rings(chart, rows, top, bottom),
        *_paths(chart, lines, scale),
        *_cursor_marks(chart, lines, scale, cursor),
        *_labels(on, names, scale, chart.last, high),
        *_over(chart, lines, over, scale, size),
    ]
    left = 3 if max(len(minus(each)) for each in scale.grid()) > 3 else 2
    svg = (
        f'<svg role="img" aria-label="{conditional_escape(in_words(chart, lines))}" height="{bottom + AXIS}"'
        f' class="room-{room} left-{left}">{"".join(parts)}</svg>'
    )
    values_at = f" data-lines='{conditional_escape(_told(chart, lines, scale))}'" if moves else ""
    return SafeString(
        f'<figure class="chart {size}"{values_at}>{svg}{_notes(chart, lines, cursor)}</figure>'
    )


def _told(chart: Chart, lines: Iterable[Line], scale: Scale) -> str:
    """The places, the scale and the values of a chart, for a script."""
    return json.dumps(
        {
            "reach": (chart.first, chart.last),
            "scale": scale,
            "lines": [(line.name, line.steps) for line in lines],
        },
        separators=(",", ":"),
        ensure_ascii=False,
    )


def in_words(chart: Chart, lines: Iterable[Line]) -> str:
    """A chart in one sentence for those who do not see it."""
    ends = []
    for line in lines:
        values = [step.value for step in line.steps]
        ends.append(
            _("%(line)s from %(first)s to %(last)s, lowest %(lowest)s, highest %(highest)s")
            % {
                "line": line.name,
                "first": minus(values[0]),
                "last": minus(values[-1]),
                "lowest": minus(min(values)),
                "highest": minus(max(values)),
            }
        )
    span = _("%(first)s – %(last)s") % {
        "first": chart.place(chart.first),
        "last": chart.place(chart.last),
    }
    return f"{chart.title}, {span}: {'; '.join(ends)}."


def path_of(chart: Chart, line: Line, scale: Scale) -> str:
    """The steps of a line as a path; a value holds until it changes."""
    first, *rest = line.steps
    x, y = round(WIDE * chart.share(first.at)), scale.y(first.value)
    path = [f"M{x} {short(y)}"]
    for step in (*rest, Step(min(line.ends or chart.last, chart.last), line.steps[-1].value)):
        then, there = round(WIDE * chart.share(step.at)), scale.y(step.value)
        if then > x:
            path.append(f"H{then}")
        if there != y:
            path.append(f"V{short(there)}")
        x, y = then, there
    return "".join(path)


def dashes_of(lines: Iterable[Line]) -> list[int]:
    """The dashes of each line: the first of a hue has none."""
    seen: dict[str, int] = {}
    found = []
    for line in lines:
        found.append(seen.get(line.hue, 0) % MOST_DASHES)
        seen[line.hue] = seen.get(line.hue, 0) + 1
    return found


def _stretched(inside: str) -> str:
    """What is as wide as the chart, whatever that is; strokes keep their width."""
    return (
        f'<svg viewBox="0 0 {WIDE} 100" height="100" preserveAspectRatio="none" class="plot">'
        f"{inside}</svg>"
    )


def _paths(chart: Chart, lines: Sequence[Line], scale: Scale) -> Iterator[str]:
    yield _stretched(
        "".join(
            f'<path class="line side-{line.hue} dash-{dash}" d="{path_of(chart, line, scale)}"/>'
            for line, dash in zip(lines, dashes_of(lines), strict=True)
        )
    )


def _grid(scale: Scale, size: str) -> Iterator[str]:
    for value in scale.grid(5 if size == "large" else 4):
        y = short(scale.y(value))
        zero = "" if value else ' class="zero"'
        yield f'<line{zero} x2="100%" y1="{y}" y2="{y}"/>'
        yield f'<text class="scale" x="-8" y="{short(scale.y(value) + 4.5)}">{minus(value)}</text>'


def _axis(chart: Chart, bottom: int, size: str) -> Iterator[str]:
    """The names of places: as many as there is room for, and half of them in a narrow column."""
    every = max(1, -(-len(chart.ticks) // TICKS[size]))
    shown = chart.ticks[::every]
    room = 1 / 16 if size == "large" else APART * 2 / NARROWEST
    if len(shown) > 1 and chart.share(shown[1].at) - chart.share(shown[0].at) < room:
        shown = shown[1:]  # a first year of few phases leaves no room for its name
    for n, tick in enumerate(shown):
        x = short(100 * chart.share(tick.at))
        yield f'<line class="tick" x1="{x}%" x2="{x}%" y1="{bottom}" y2="{bottom + 5}"/>'
        kind = ' class="rare"' if n % 2 and len(shown) > 4 else ""
        # Beside the last line's end its name begins: a place that would run into it ends there.
        if size == "small" and chart.share(tick.at) > 1 - len(tick.label) * LETTER / NARROWEST:
            kind, x = ' class="scale"', "100"
        yield f'<text{kind} x="{x}%" y="{bottom + 19}">{conditional_escape(tick.label)}</text>'
    yield f'<line class="axis" x2="100%" y1="{bottom}" y2="{bottom}"/>'


def _thresholds(chart: Chart, lines: Sequence[Line], scale: Scale, size: str) -> Iterator[str]:
    if not chart.thresholds:
        return
    paths = [path_of(chart, Line("", each.steps), scale) for each in chart.thresholds]
    yield _stretched("".join(f'<path class="threshold" d="{path}"/>' for path in paths))
    if size != "large":
        return
    drawn = (*lines, *(Line("", each.steps) for each in chart.thresholds))
    columns = columns_of(chart, drawn, scale)
    for line in lines:
        if line.ends and line.ends < chart.last:  # its name stands beside its end
            y, begins = scale.y(line.steps[-1].value), chart.share(line.ends)
            wide = (10 + LETTER * (len(line.name) + 4)) / NOMINAL[size]
            until = min(COLUMNS - 1, int((begins + wide) * COLUMNS))
            for column in columns[int(begins * COLUMNS) : until + 1]:
                column.append((y - 20, y + 4))
    for ring in chart.rings:
        columns[int(chart.share(ring.at) * COLUMNS)].append((scale.top, scale.bottom))
    for each in chart.thresholds:
        wide = len(each.words) * LETTER / NOMINAL[size]
        place = next(_free_places(chart, Line("", each.steps), scale, columns, wide), None)
        if place is not None:
            x, y = place
            yield (
                f'<text class="said" x="{short(100 * x)}%" y="{short(y)}">'
                f"{conditional_escape(each.words)}</text>"
            )


def _free_places(
    chart: Chart,
    line: Line,
    scale: Scale,
    columns: list[list[tuple[float, float]]],
    wide: float,
) -> Iterator[tuple[float, float]]:
    """Where the words of a threshold meet no line: above or under it, from its end back."""
    for n in range(40, -1, -1):
        x = n / 40 * (1 - wide)
        value = line.value(chart.first + round((x + wide / 2) * (chart.last - chart.first)))
        if value is None:
            continue
        for low in (scale.y(value) - 4, scale.y(value) + 15):
            inside = scale.top + 10 < low < scale.bottom
            if inside and box_is_free(columns, x, x + wide, low - 13, low + 2):
                yield x, low


def _ring_rows(chart: Chart) -> dict[Ring, int]:
    """On which row over the chart each ring stands, so that near ones do not meet in a narrow column."""
    rows: dict[Ring, int] = {}
    for ring in sorted(chart.rings, key=lambda ring: ring.at):
        near = {
            row for other, row in rows.items() if chart.share(ring.at) - chart.share(other.at) < 0.1
        }
        rows[ring] = next(row for row in range(len(chart.rings)) if row not in near)
    return rows


def _rings(chart: Chart, rows: dict[Ring, int], top: int, bottom: int) -> Iterator[str]:
    for ring, row in rows.items():
        x, y = short(100 * chart.share(ring.at)), 11 + 24 * row
        yield f'<line class="turning" x1="{x}%" x2="{x}%" y1="{y + 10}" y2="{bottom}"/>'
        yield f'<circle class="ring" cx="{x}%" cy="{y}" r="10"/>'
        yield f'<text class="number" x="{x}%" y="{y + 4.5}">{ring.number}</text>'


def _ends(lines: Sequence[Line], last: int, most: int) -> tuple[int, list[list[str]]]:
    """How much room names take at the right, at most so much, and what is written there. Where names are longer,
    those that have a short one get it; what is longer still goes into several lines, and none is cut.
    """
    if not lines:
        return ROOMS[0], []
    values = [minus(line.value(last) or 0) for line in lines]
    names = [f"{line.name} {v}" for line, v in zip(lines, values, strict=True)]
    if _room(names) > most:
        named = [line.short or line.name for line in lines]
        names = [f"{name} {v}" for name, v in zip(named, values, strict=True)]
    letters = int((most - _room([""])) / LETTER)
    written = [textwrap.wrap(name, letters, break_on_hyphens=False) for name in names]
    wide = _room(part for each in written for part in each)
    return next((room for room in ROOMS if room >= wide), ROOMS[-1]), written


def _over(
    chart: Chart, drawn: Sequence[Line], over: Iterable[Line], scale: Scale, size: str
) -> Iterator[str]:
    """A mark where a line ends before its chart does, its name and value above it: so high that no line runs through
    them, and then with a lead.
    """
    columns = columns_of(chart, drawn, scale)
    for line in over:
        value = line.steps[-1].value
        x, y = chart.share(line.ends), scale.y(value)
        name = f"{line.name} {minus(value)}"
        left, wide = x + 10 / NOMINAL[size], LETTER * len(name) / NOMINAL[size]
        above = (
            high
            for high in range(7, int(y - scale.top) - 10, 3)
            if box_is_free(columns, left, left + wide, y - high - 11, y - high + 2)
        )
        high = next(above, 7)
        yield f'<svg x="{short(100 * x)}%" class="ends">'
        if high > 7:
            yield f'<path class="lead side-{line.hue}" d="M2 {short(y - 5)}L8 {short(y - high + 2)}"/>'
        yield mark_at(line, 0, y)
        words = conditional_escape(name)
        yield f'<text class="side-{line.hue}" x="10" y="{short(y - high)}">{words}</text></svg>'


def _room(names: Iterable[str]) -> float:
    return 22 + LETTER * max(map(len, names))


def _labels(
    lines: Sequence[Line], names: Sequence[Sequence[str]], scale: Scale, last: int, high: int
) -> Iterator[str]:
    """A mark at each line's end, its name and value beside it; names that would meet move apart. ``high`` is how
    far the last line of the longest stands below its first.
    """
    at = [scale.y(line.value(last) or 0) for line in lines]
    placed = spread(at, APART + high, scale.top - 4 + high / 2, scale.bottom + 8 - high / 2)
    yield '<svg x="100%" class="ends">'
    for line, name, y, label in zip(lines, names, at, placed, strict=True):
        if abs(label - y) > 3:
            yield f'<path class="lead side-{line.hue}" d="M4 {short(y)}L13 {short(label)}"/>'
        yield mark_at(line, 0, y)
        first, *others = map(conditional_escape, name)
        begins = short(label + 4.5 - UNDER / 2 * len(others))
        under = "".join(f'<tspan x="16" dy="{UNDER}">{part}</tspan>' for part in others)
        yield f'<text class="side-{line.hue}" x="16" y="{begins}">{first}{under}</text>'
    yield "</svg>"


def mark_at(line: Line, x: float, y: float) -> str:
    """The mark of a line, 9 px wide, in the middle of a point."""
    return (
        f'<g class="end side-{line.hue}{" open" if line.mark == "ring" else ""}"'
        f' transform="translate({short(x - 4.5)} {short(y - 4.5)})scale(.75)">{SHAPES[line.mark]}</g>'
    )


def _cursor_line(chart: Chart, cursor: int | None, top: int, bottom: int) -> Iterator[str]:
    if cursor is not None:
        x = short(100 * chart.share(cursor))
        yield f'<line class="cursor" x1="{x}%" x2="{x}%" y1="{top - 6}" y2="{bottom}"/>'


def _cursor_marks(
    chart: Chart, lines: Sequence[Line], scale: Scale, cursor: int | None
) -> Iterator[str]:
    if cursor is None:
        return
    yield f'<svg x="{short(100 * chart.share(cursor))}%" class="ends then">'
    for line in lines:
        value = line.value(cursor)
        if value is None:
            yield mark_at(line, 0, scale.bottom).replace("<g", '<g visibility="hidden"', 1)
        else:
            yield mark_at(line, 0, scale.y(value))
    yield "</svg>"


def _notes(chart: Chart, lines: Sequence[Line], cursor: int | None) -> str:
    """Under the chart: what each line was at the cursor, and what the dashed lines say."""
    parts = []
    if cursor is not None:
        then = [(line.name, line.value(cursor)) for line in lines]
        said = ", ".join(f"{name} {minus(v)}" for name, v in then if v is not None)
        parts.append(
            format_html('<p class="then"><b>{}:</b> <span>{}</span></p>', chart.place(cursor), said)
        )
    parts += [
        format_html('<p class="dashed"><i aria-hidden="true"></i>{}</p>', each.words)
        for each in chart.thresholds
    ]
    return f"<figcaption>{''.join(parts)}</figcaption>" if parts else ""
