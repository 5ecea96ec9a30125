"""The political status display made small, as the lobby shows it: no codes and no numbers, only where
everybody stands and what the powers are called.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from frontend.books.days_of_decision.drawn_lines import Box, Point
from frontend.books.days_of_decision.label_layout import placed
from frontend.books.days_of_decision.templatetags.days_of_decision import (
    STEPS,
    Hex,
    box_at,
    middle,
    outline,
    patterns,
)
from frontend.templatetags.language import in_words
from frontend.templatetags.marks import hue_of

register = template.Library()

SCALE = 0.5
MARGIN = 14.0
POWER = (15.0, 10.0)
HEX = "l8.7 5v10l-8.7 5-8.7-5v-10z"
"""A hex from its upper corner on."""


@register.simple_tag
def small_display(data: Mapping[str, Any], hues: Iterable[tuple[str, str]]) -> SafeString:
    """The display of what `frontend.books.days_of_decision.chronicle.small` took, with a sentence of what it shows."""
    hue = partial(hue_of, {"hues": tuple(hues)})
    points = [_at(q, r) for q, r, _zone in data["cells"]]
    left, top = min(x for x, _ in points) - MARGIN, min(y for _, y in points) - MARGIN
    width, height = (
        max(x for x, _ in points) + MARGIN - left,
        max(y for _, y in points) + MARGIN - top,
    )
    return format_html(
        '<figure class="small-display"><svg viewBox="{} {} {} {}" aria-hidden="true">{}{}{}</svg>'
        "<figcaption>{}</figcaption></figure>",
        f"{left:.0f}",
        f"{top:.0f}",
        f"{width:.0f}",
        f"{height:.0f}",
        _ground(data, hue),
        _counters(data, hue),
        _names(data, (left, top, left + width, top + height)),
        _sentence(data),
    )


def _at(q: int, r: int) -> Point:
    x, y = middle((q, r))
    return x * SCALE, y * SCALE


def _ground(data: Mapping[str, Any], hue: Any) -> SafeString:
    cells: dict[int, set[Hex]] = {}
    for q, r, zone in data["cells"]:
        cells.setdefault(zone, set()).add((q, r))
    zones = (
        (
            hue(key),
            _hexes(mine),
            hue(key),
            _hexes(_rim(mine)),
            f"scale({SCALE})",
            outline(mine),
        )
        for n, (key, _title) in enumerate(data["zones"])
        for mine in (cells.get(n, set()),)
    )
    return format_html(
        '{}<path class="open" d="{}"/>{}',
        patterns(),
        _hexes(cells.get(-1, set())),
        format_html_join(
            "",
            '<g class="side-{}"><path class="field" d="{}"/><path class="rim-{}" d="{}"/>'
            '<path class="edge" transform="{}" d="{}"/></g>',
            zones,
        ),
    )


def _rim(cells: set[Hex]) -> set[Hex]:
    """Those at the edge of a zone."""
    return {(q, r) for q, r in cells if any((q + dq, r + dr) not in cells for dq, dr in STEPS)}


def _hexes(cells: Iterable[tuple[int, int]]) -> str:
    corners = (_at(q, r) for q, r in sorted(cells))
    return "".join(f"M{x:.0f} {y - 10:.0f}{HEX}" for x, y in corners)


def _counters(data: Mapping[str, Any], hue: Any) -> SafeString:
    stacks = (
        (
            f"inside side-{hue(zone)}" if zone else "outside",
            *(f"{place:.0f}" for place in _at(q, r)),
        )
        for q, r, zone, _count in data["stacks"]
    )
    powers = (
        (hue(side), f"{x - POWER[0] / 2:.1f}", f"{y - POWER[1] / 2:.1f}", *POWER)
        for (x, y), side, _key in _powers(data)
    )
    return format_html(
        "{}{}",
        format_html_join("", '<circle class="minor {}" cx="{}" cy="{}" r="3.6"/>', stacks),
        format_html_join(
            "",
            '<rect class="power side-{}" x="{}" y="{}" width="{}" height="{}" rx="1.5"/>',
            powers,
        ),
    )


def _powers(data: Mapping[str, Any]) -> list[tuple[Point, str, str]]:
    """The powers with the middles of their counters, side by side where they share a hex."""
    shared = Counter((q, r) for q, r, *_ in data["powers"])
    seen: Counter[tuple[int, int]] = Counter()
    found = []
    for q, r, side, key in data["powers"]:
        x, y = _at(q, r)
        aside = (seen[q, r] - (shared[q, r] - 1) / 2) * (POWER[0] + 2)
        seen[q, r] += 1
        found.append(((x + aside, y), side, key))
    return found


def _names(data: Mapping[str, Any], field: Box) -> SafeString:
    powers = sorted(_powers(data))
    boxes = [box_at(at, *POWER) for at, *_ in powers]
    boxes += [box_at(_at(q, r), 8, 8) for q, r, *_ in data["stacks"]]
    stacks = tuple((at, (in_words(data["names"].get(key, key)),)) for at, _side, key in powers)
    laid = placed(stacks, tuple(boxes), (), (), field)
    leaders = (
        tuple(f"{place:.0f}" for end in name.leader for place in end)
        for name in laid
        if name.leader
    )
    texts = ((f"{n.x:.0f}", f"{n.y:.0f}", n.anchor, " ".join(n.lines)) for n in laid)
    return format_html(
        "{}{}",
        format_html_join("", '<line x1="{}" y1="{}" x2="{}" y2="{}"/>', leaders),
        format_html_join("", '<text x="{}" y="{}" text-anchor="{}">{}</text>', texts),
    )


def _sentence(data: Mapping[str, Any]) -> str:
    """How many powers and minors each ideology has."""
    minors: Counter[str] = Counter()
    for _q, _r, zone, count in data["stacks"]:
        minors[zone] += count
    powers = Counter(side for _q, _r, side, _key in data["powers"])
    said = []
    for key, title in data["zones"]:
        ours = ngettext("%(number)d power", "%(number)d powers", powers[key])
        theirs = ngettext("%(number)d minor", "%(number)d minors", minors[key])
        said.append(
            _("%(ideology)s: %(powers)s, %(minors)s")
            % {
                "ideology": in_words(title),
                "powers": ours % {"number": powers[key]},
                "minors": theirs % {"number": minors[key]},
            }
        )
    return f"{'; '.join(said)}."
