"""What stands beside the display and in its names: American entry as a bar, whether any card lies face up, values."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from frontend.templatetags.marks import hue_of

register = template.Library()


@register.simple_tag
def any_turned(board: Any) -> bool:
    """Whether a card of this turn lies face up."""
    return any(line.turned for line in board.standing)


@register.simple_tag(takes_context=True)
def entry_bar(context: Mapping[str, Any], track: Any) -> SafeString:
    """American entry against one power in the hue of its ideology: solid its own total, dashed what half its ideology
    adds, and a stroke with its name at the level of war. What lies below zero has no bar. Context: board, head.
    """
    hue = hue_of(context, stands_in(track.power, context["board"]))
    total, level, war = track.total.net, track.level.net, track.threshold
    most = max(total, level, war, 1)

    def x(value: int) -> str:
        return f"{100 * max(0, value) / most:.1f}%"

    return format_html(
        '<svg class="entry side-{}" width="100%" height="32" role="img" aria-label="{}">'
        '<line class="base" x2="100%" y1="12" y2="12"/><rect class="own" y="3" width="{}" height="7"/>'
        '<rect class="with" x="{}" y="3" width="{}" height="7"/>'
        '<line class="war" x1="{}" x2="{}" y1="0" y2="16"/>'
        '<text x="{}" y="29" text-anchor="{}">{}</text></svg>',
        hue,
        _("Own entry points %(total)s, with half of its ideology's %(level)s, war level %(war)s")
        % {"total": total, "level": level, "war": war},
        x(total),
        x(total),
        x(level - max(0, total)),
        x(war),
        x(war),
        x(war),
        "end" if 3 * war > 2 * most else "middle",
        _("%(war)s war") % {"war": war},
    )


@register.filter
def begun(tracks: Iterable[Any]) -> list[Any]:
    """American entry that has come to something."""
    return [track for track in tracks if track.level.net > 0]


@register.filter
def not_begun(tracks: Iterable[Any]) -> list[Any]:
    """American entry that stands at nothing, or below it."""
    return [track for track in tracks if track.level.net <= 0]


@register.filter
def short_of_war(track: Any) -> int:
    """How much American entry is short of the level of war."""
    return max(0, int(track.threshold) - int(track.level.net))


@register.filter
def stands_in(power: str, board: Any) -> str:
    """The ideology in which a power stands."""
    return next((str(line.ideology) for line in board.standing if line.power == power), "")


_PARTS = re.compile(
    "( [+\N{MINUS SIGN}][0-9]+|[\N{MULTIPLICATION SIGN}\N{RIGHTWARDS ARROW}][A-Z]*\N{FIGURE SPACE})(?=,| [+\N{MINUS SIGN}]|$)"
)


def parts_apart(text: str) -> SafeString:
    """Names of a line, with what stands behind them in parts: values, which can be left out (`display.js`), and the
    signs of countries that are conquered or have yielded.
    """
    return format_html_join(
        "", "{}", ((_part(n, part),) for n, part in enumerate(_PARTS.split(text)))
    )


def _part(n: int, part: str) -> str:
    if not n % 2:
        return part
    kind = "value" if part.startswith(" ") else "fell"
    return format_html('<tspan class="{}">{}</tspan>', kind, part.rstrip())
