"""Pictures of the World at War board: result tracks and tension tracks, as SVG."""

from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

from frontend.markup import format_html, format_html_join
from frontend.templatetags.chancellery import minus

register = template.Library()

WIDTH, CELL, BARS = 224, 16, 24
TRACK_FROM, TRACK_TO, TRACK_WIDTH = 0, 50, 700
LABEL_PIXELS = 5.9


@register.simple_tag
def result_track(card: Any) -> SafeString:
    """The row in effect as a counter, Allies left and Axis right, and above it, where the reader
    could name the country, raised bars for the exact chance of each row.
    """
    units = [3 if "-" in cell.row[1:] else 2 for cell in card.track]
    unit = WIDTH / sum(units)
    chances = [cell.chance for cell in card.track if cell.chance]
    top = BARS if chances else 2
    at, cells, bars, counter = 0.0, [], [], mark_safe("")
    for cell, size in zip(card.track, units, strict=True):
        width = size * unit
        cells.append((cell.side or "middle", f"{at:.1f}", top, f"{width:.1f}", CELL))
        if cell.chance:
            height = (BARS - 3) * cell.chance.parts / cell.chance.whole * 2
            height = min(BARS - 3, height)
            bars.append(
                (f"{at + 2:.1f}", f"{top - 1 - height:.1f}", f"{width - 4:.1f}", f"{height:.1f}")
            )
        if cell.present:
            counter = format_html(
                '<g class="counter side-{}"><rect x="{}" y="{}" width="{}" height="{}"/>'
                '<text x="{}" y="{}">{}</text></g>',
                _counter_side(cell, card),
                f"{at:.1f}",
                top,
                f"{width:.1f}",
                CELL,
                f"{at + width / 2:.1f}",
                top + 12.5,
                minus(cell.row),
            )
        at += width
    return format_html(
        '<svg class="track" viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}{}</svg>',
        WIDTH,
        top + CELL,
        _in_words(card),
        format_html_join("", '<rect class="cell {}" x="{}" y="{}" width="{}" height="{}"/>', cells),
        format_html_join("", '<rect class="odds" x="{}" y="{}" width="{}" height="{}"/>', bars),
        counter,
    )


def _counter_side(cell: Any, card: Any) -> str:
    if cell.side == "axis":
        return "axis"
    if cell.side == "allied":
        return card.side if card.side in ("western", "russia") else "western"
    return "neutral"


def _in_words(card: Any) -> str:
    present = next((cell for cell in card.track if cell.present), None)
    words = [f"In effect: row {minus(present.row)}, {present.meaning}"] if present else []
    words += [
        f"row {minus(cell.row)}: {cell.chance.parts} in {cell.chance.whole}"
        for cell in card.track
        if cell.chance
    ]
    return "; ".join(words) or "No row in effect"


@register.simple_tag
def track_scale() -> SafeString:
    """The head of a column of result tracks: the numbers of the rows."""
    rows = ("-3", "-2", "-1", "0", "1-2", "3-4", "5-6", "7", "8", "9", "10")
    units = [3 if "-" in row[1:] else 2 for row in rows]
    unit, at, labels = WIDTH / sum(units), 0.0, []
    for row, size in zip(rows, units, strict=True):
        labels.append((f"{at + size * unit / 2:.1f}", minus(row)))
        at += size * unit
    return format_html(
        '<svg class="track" viewBox="0 0 {} 16" aria-hidden="true">{}</svg>',
        WIDTH,
        format_html_join("", '<text x="{}" y="12">{}</text>', labels),
    )


@register.simple_tag
def tension_track(card: Any) -> SafeString:
    """A tension track: the level as a filled bar, what the next turn adds at least as a dashed
    one, a ring for every threshold, and their effects below in two rows.
    """
    low: int = min(TRACK_FROM, card.level, card.effective or 0)
    scale: float = TRACK_WIDTH / (TRACK_TO - low)

    def place(level: int) -> float:
        held: int = min(max(level, low), TRACK_TO)
        return 8 + (held - low) * scale

    parts: list[SafeString] = [
        format_html('<line class="axis-line" x1="8" y1="30" x2="{}" y2="30"/>', TRACK_WIDTH + 8)
    ]
    start, level = place(min(0, card.level)), place(card.level)
    parts.append(
        format_html(
            '<rect class="filled" x="{}" y="28" width="{}" height="4"/>',
            f"{min(start, level):.1f}",
            f"{abs(level - place(0)):.1f}",
        )
    )
    if card.outlook.net > card.level:
        parts.append(
            format_html(
                '<rect class="dash" x="{}" y="26.5" width="{}" height="7"/>',
                f"{level:.1f}",
                f"{place(card.outlook.net) - level:.1f}",
            )
        )
    parts += _thresholds(card, place)
    parts.append(
        format_html(
            '<path class="pointer" d="M{0} 22l5 -8h-10Z"/><text class="level" x="{0}" y="10">{1}</text>',
            f"{level:.1f}",
            minus(card.level),
        )
    )
    if card.effective is not None and card.effective != card.level:
        parts.append(
            format_html(
                '<path class="effective" d="M{} 22l5 -8h-10Z"/>', f"{place(card.effective):.1f}"
            )
        )
    return format_html(
        '<svg viewBox="0 0 {} 72" role="img" aria-label="{}">{}</svg>',
        TRACK_WIDTH + 16,
        f"{card.title}: level {minus(card.level)}",
        format_html_join("", "{}", ((part,) for part in parts)),
    )


def _thresholds(card: Any, place: Any) -> list[SafeString]:
    """Rings on the line, stems, and labels in the first row that has room for them."""
    ends = [0.0, 0.0]
    drawn: list[SafeString] = []
    for mark in card.marks:
        x = place(mark.level)
        text = mark.short
        width = LABEL_PIXELS * (len(text) + len(str(mark.level)) + 1)
        left = min(max(x - width / 2, 2), TRACK_WIDTH + 14 - width)
        row = next((index for index in (0, 1) if ends[index] <= left), None)
        if row is not None:
            ends[row] = left + width + 8
            drawn.append(
                format_html(
                    '<line class="stem" x1="{0}" y1="34" x2="{0}" y2="{1}"/>'
                    '<text x="{2}" y="{3}"><tspan class="no">{4}</tspan> {5}</text>',
                    f"{x:.1f}",
                    38 if row == 0 else 54,
                    f"{left + width / 2:.1f}",
                    49 if row == 0 else 65,
                    mark.level,
                    text,
                )
            )
        drawn.append(
            format_html(
                '<circle class="ring{}" cx="{}" cy="30" r="4"><title>{}: {}{}</title></circle>',
                " full" if mark.reached else "",
                f"{x:.1f}",
                mark.level,
                mark.effect,
                f" ({mark.reached})" if mark.reached else "",
            )
        )
    return drawn
