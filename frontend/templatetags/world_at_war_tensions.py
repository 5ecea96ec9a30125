"""The course of a tension level, drawn as a step line."""

from typing import Any

from django import template
from django.utils.safestring import SafeString

from frontend.markup import format_html, format_html_join
from frontend.templatetags.chancellery import minus

register = template.Library()

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 400, 128, 26, 34, 10, 22
GRID = 3
NICE = (1, 2, 5, 10, 20, 25, 50, 100)


@register.simple_tag
def level_chart(card: Any) -> SafeString:
    """The level at the end of each turn; it holds until it changes. The next threshold that can
    come into sight is a dashed line. The same numbers stand in the table beside it.
    """
    levels: list[int] = [point.level for point in card.series]
    low, high = min(0, *levels), max(5, *levels)
    coming: int | None = next((mark.level for mark in card.marks if not mark.reached), None)
    if coming is not None and coming <= high + max(6, (high - low) // 2):
        high = max(high, coming)
    wide = (WIDTH - LEFT - RIGHT) / max(1, len(levels))

    def across(index: int) -> float:
        return LEFT + index * wide

    def up(level: int) -> float:
        return TOP + (high - level) * (HEIGHT - TOP - BOTTOM) / max(1, high - low)

    step = next((size for size in NICE if (high - low) / size <= GRID), NICE[-1])
    lines = [level for level in range(low - low % step, high + 1, step) if level >= low]
    grid = format_html_join(
        "",
        '<line class="{}" x1="{}" y1="{}" x2="{}" y2="{}"/><text class="scale" x="{}" y="{}">{}</text>',
        (
            (
                "zero" if level == 0 else "grid",
                LEFT,
                f"{up(level):.1f}",
                WIDTH - RIGHT,
                f"{up(level):.1f}",
                LEFT - 5,
                f"{up(level) + 4:.1f}",
                minus(level),
            )
            for level in lines
        ),
    )
    path = f"M{LEFT} {up(levels[0]):.1f}" + "".join(
        f"V{up(level):.1f}H{across(index + 1):.1f}" for index, level in enumerate(levels)
    )
    return format_html(
        '<svg class="course" viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}<path class="line" d="{}"/>'
        '<text class="end" x="{}" y="{}">{}</text>{}</svg>',
        WIDTH,
        HEIGHT,
        f"{card.title} by turn: from {minus(levels[0])} to {minus(levels[-1])}",
        grid,
        _threshold(coming, high, up),
        path,
        f"{across(len(levels)) + 5:.1f}",
        f"{up(levels[-1]) + 4:.1f}",
        minus(levels[-1]),
        _dates(card.series, across),
    )


def _threshold(level: int | None, high: int, up: Any) -> SafeString:
    """The next threshold as a dashed line with its number, where it is in sight."""
    if level is None or level > high:
        return format_html("")
    return format_html(
        '<line class="threshold" x1="{}" y1="{}" x2="{}" y2="{}"/><text class="mark" x="{}" y="{}">at {}</text>',
        LEFT,
        f"{up(level):.1f}",
        WIDTH - RIGHT,
        f"{up(level):.1f}",
        LEFT + 4,
        f"{up(level) + 13:.1f}",
        level,
    )


def _dates(series: Any, across: Any) -> SafeString:
    """The first and the last turn below the line."""
    first, last = series[0], series[-1]
    words = [(f"{across(0):.1f}", "start", first.title)]
    if last is not first:
        words.append((f"{across(len(series)):.1f}", "finish", last.title))
    return format_html_join(
        "",
        '<text class="date {1}" x="{0}" y="{3}">{2}</text>',
        ((*word, HEIGHT - 5) for word in words),
    )
