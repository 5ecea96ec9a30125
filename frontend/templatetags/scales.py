"""Scales: where a track stands and where it would, drawn so that its letters keep their size at any width."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from frontend.scales import Moved
from frontend.templatetags.figures import minus
from frontend.templatetags.language import in_words

register = template.Library()

FIRST, WIDE = 4.0, 92.0
"""Where a scale begins, and how long it is, in parts of a hundred of its width."""
NEAR = 9.0
"""Two pointers nearer to each other than this have their numbers on their outer sides."""
CLOSE = 5.5
"""Numbers of thresholds stand no closer than this; one that would is left out, unless it is crossed."""


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
    return format_html(
        '<svg class="scale-line" role="img" aria-label="{}">'
        '<line class="axis-line" x1="{}" x2="{}" y1="30" y2="30"/>'
        '<rect class="filled" x="{}" y="28" width="{}" height="4"/>'
        '<rect class="preview" x="{}" y="26" width="{}" height="8"/>{}{}{}{}</svg>',
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
        format_html_join("", '<text class="no{}" x="{}" y="52">{}</text>', _numbers(one, at)),
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


def _numbers(one: Moved, at: Any) -> list[tuple[str, str, str]]:
    """The thresholds that have room for their numbers; those that are crossed first."""
    shown: list[Any] = []
    for each in sorted(one.thresholds, key=lambda each: not each.crossed):
        if all(abs(at(each.level) - at(other.level)) >= CLOSE for other in shown):
            shown.append(each)
    return [
        (" crossed" if each.crossed else "", f"{at(each.level):.2f}%", minus(each.level))
        for each in sorted(shown)
    ]


def _pointer(level: int, place: Any, kind: str, anchor: str) -> SafeString:
    return format_html(
        '<svg class="{}" x="{}" overflow="visible"><path d="M0 22l5 -8h-10Z"/>'
        '<text y="11" text-anchor="{}">{}</text></svg>',
        kind,
        place(level),
        anchor,
        minus(level),
    )
