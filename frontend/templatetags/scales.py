"""Scales: where a track stands and where it would, drawn so that its letters keep their size at any width."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from frontend.charts.placing import Spot
from frontend.scales import Moved
from frontend.templatetags.figures import minus
from frontend.templatetags.language import in_words

register = template.Library()

_STEP = re.compile(r"[+−-]\d+")

FIRST, WIDE = 4.0, 92.0
"""Where a scale begins, and how long it is, in parts of a hundred of its width."""
NEAR = 9.0
"""Two pointers nearer to each other than this have their numbers on their outer sides."""
ROOMY, NARROW = 440, 260
"""Pixels that a scale has at least: beside the sheet, and on a phone. Its labels are placed for both."""
LETTER, APART = 6.2, 8
"""Pixels that a letter of a label takes, and that lie between two labels."""
LONGEST = 26
"""A name of more letters stands in the sentence below alone."""
ROWS = (52, 68)
"""Where labels stand, under the line."""


class Label(NamedTuple):
    """A level's label: its name may be empty; its ``spot`` is in parts of a hundred."""

    level: int
    name: str
    spot: Spot


@register.filter
def reasons_of(told: Iterable[Any], one: Moved) -> list[tuple[Any, str]]:
    """Of what would happen what moves this scale, each with how far it does.

    Both are read from the words: they are all that a book gives of an event here. A line that moves a track begins
    with its title and the step (``Tension +2, to 8``).
    """
    found = (
        (each, _STEP.match(each.text.removeprefix(f"{one.title} ")))
        for each in told
        if each.rest and each.text.startswith(f"{one.title} ")
    )
    return [(each, step[0]) for each, step in found if step]


@register.filter
def not_of(told: Iterable[Any], scales: Iterable[Moved]) -> list[Any]:
    """What would happen and moves no scale that is drawn."""
    drawn = [each for one in scales for each, _step in reasons_of(told, one)]
    return [each for each in told if each not in drawn]


@register.filter
def besides(rows: Iterable[Any], scales: Iterable[Moved]) -> list[Any]:
    """The rows of a ledger that no scale shows."""
    drawn = {one.title for one in scales}
    return [row for row in rows if row.label not in drawn]


@register.simple_tag
def scale_drawing(one: Moved) -> SafeString:
    """A track: the level as a filled bar, what would come as an outlined one, thresholds as rings."""

    def at(level: int) -> float:
        return FIRST + WIDE * (level - one.low) / (one.high - one.low)

    def place(level: int) -> str:
        return f"{at(level):.2f}%"

    def length(low: int, high: int) -> str:
        return f"{abs(at(high) - at(low)):.2f}%"

    rings = [
        (
            " full" if each.level <= one.before else " crossed" if each.crossed else "",
            place(each.level),
        )
        for each in one.thresholds
    ]
    low, high = sorted((one.before, one.after))
    near = at(high) - at(low) < NEAR
    roomy, narrow = labels(one, ROOMY), labels(one, NARROW)
    return format_html(
        '<svg class="scale-line{}" role="img" aria-label="{}">'
        '<line class="axis-line" x1="{}" x2="{}" y1="30" y2="30"/>'
        '<rect class="filled" x="{}" y="28" width="{}" height="4"/>'
        '<rect class="preview" x="{}" y="26" width="{}" height="8"/>{}{}{}{}{}</svg>',
        "".join(
            f" {kind}"
            for kind, placed in (("deep", roomy), ("deep-narrow", narrow))
            if any(each.spot.row for each in placed)
        ),
        _("%(title)s: %(before)s, then %(after)s. %(sentences)s")
        % {
            "title": in_words(one.title),
            "before": minus(one.before),
            "after": minus(one.after),
            "sentences": " ".join(one.sentences),
        },
        place(one.low),
        place(one.high),
        place(min(0, one.before)),
        length(0, one.before),
        place(low),
        length(low, high),
        format_html_join("", '<circle class="ring{}" cx="{}" cy="30" r="4"/>', rings),
        _drawn("roomy", one, roomy, place),
        _drawn("narrow", one, narrow, place),
        _pointer(
            one.before,
            place,
            "level",
            ("end" if one.before == low else "start") if near else "middle",
        ),
        _pointer(
            one.after,
            place,
            "then",
            ("start" if one.after == high else "end") if near else "middle",
        ),
    )


def labels(one: Moved, pixels: int) -> tuple[Label, ...]:
    """The labels that have room under a scale of so many pixels, in two rows that no label and no stem of another
    crosses: first the names of the end and of what is crossed or comes next, then each other's number, and the number
    at which the scale begins; then as many names as there is room for, those of what is crossed first.
    """
    ahead = [each for each in one.thresholds if not each.crossed and each.level > one.after]
    crossed = [each for each in one.thresholds if each.crossed]
    names = {each.level: in_words(each.words) for each in one.thresholds}
    ends = [level for level in (one.low, one.high) if level not in (*names, one.before, one.after)]
    placed: dict[int, Label] = {}
    apart = 100 * APART / pixels

    def put(level: int, name: str, *rows: int) -> None:
        wide = 100 * (LETTER * len(f"{minus(level)} {name}".strip())) / pixels
        place = FIRST + WIDE * (level - one.low) / (one.high - one.low)
        left = max(0.0, min(place - wide / 2, 100 - wide))
        others = [each.spot for each in placed.values() if each.level != level]
        for row in rows:
            spot = Spot(row, left, left + wide, place)
            if len(name) <= LONGEST and not any(spot.meets(each, apart) for each in others):
                placed[level] = Label(level, name, spot)
                return

    # A name in the lower row leaves the upper one to the numbers beside it.
    for each in (*ahead[-1:], *(crossed or ahead)[:1]):
        put(each.level, names[each.level], 1, 0)
    for level in (*names, *ends):
        if level not in placed:
            put(level, "", 0, 1)
    for level in (*(each.level for each in crossed), *names):
        if level in placed and not placed[level].name:
            put(level, names[level], 0, 1)
    return tuple(sorted(placed.values()))


def _drawn(kind: str, one: Moved, placed: Iterable[Label], place: Any) -> SafeString:
    """The labels of a scale with their stems. Those at its sides keep to them where there is more room."""
    crossed = {each.level for each in one.thresholds if each.crossed}
    rows = []
    for each in placed:
        spot = each.spot
        anchor, at = "middle", f"{(spot.left + spot.right) / 2:.2f}%"
        if spot.right > 99.9:
            anchor, at = "end", "100%"
        elif spot.left < 0.1:
            anchor, at = "start", "0%"
        name = f" {each.name}" if each.name else ""
        mark = " crossed" if each.level in crossed else ""
        stem = place(each.level)
        rows.append(
            (
                stem,
                stem,
                ROWS[spot.row] - 11,
                mark,
                anchor,
                at,
                ROWS[spot.row],
                minus(each.level),
                name,
            )
        )
    return format_html(
        '<g class="{}">{}</g>',
        kind,
        format_html_join(
            "",
            '<line class="stem" x1="{}" x2="{}" y1="34" y2="{}"/>'
            '<text class="no{}" text-anchor="{}" x="{}" y="{}"><tspan>{}</tspan>{}</text>',
            rows,
        ),
    )


def _pointer(level: int, place: Any, kind: str, anchor: str) -> SafeString:
    return format_html(
        '<svg class="{}" x="{}" overflow="visible"><path d="M0 22l5 -8h-10Z"/>'
        '<text y="11" text-anchor="{}">{}</text></svg>',
        kind,
        place(level),
        anchor,
        minus(level),
    )
