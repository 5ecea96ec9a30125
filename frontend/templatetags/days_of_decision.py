"""The political status display of Days of Decision as one SVG: hexes, zones, counters, arrows."""

import math
from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

Hex = tuple[int, int]
Point = tuple[float, float]
Box = tuple[float, float, float, float]

SIZE = 20.0
MARGIN = 12.0
COUNTER = (32.0, 20.0)
LETTER = 6.3
LINE = 14.0
LINE_LENGTH = 24
STEPS: tuple[Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
PLACES: tuple[tuple[float, float, str], ...] = (
    (13, 4, "start"),
    (-13, 4, "end"),
    (0, -12, "middle"),
    (0, 20, "middle"),
    (11, -9, "start"),
    (-11, -9, "end"),
    (11, 16, "start"),
    (-11, 16, "end"),
)


def middle(at: Hex) -> Point:
    """The middle of a hex (pointed top), in units of the drawing."""
    q, r = at
    return SIZE * math.sqrt(3) * (q + r / 2), SIZE * 1.5 * r


def corners(at: Hex) -> list[Point]:
    """Its six corners; corner k and k+1 bound the side toward step k."""
    x, y = middle(at)
    turns = [math.radians(60 * k - 30) for k in range(6)]
    return [(x + SIZE * math.cos(turn), y + SIZE * math.sin(turn)) for turn in turns]


def path(hexes: Iterable[Hex]) -> str:
    """All these hexes as one path."""
    return "".join("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners(at)) + "Z" for at in hexes)


def outline(hexes: set[Hex]) -> str:
    """The outer edge of a set of hexes."""
    drawn = []
    for q, r in sorted(hexes):
        points = corners((q, r))
        for k, (dq, dr) in enumerate(STEPS):
            if (q + dq, r + dr) not in hexes:
                (ax, ay), (bx, by) = points[k], points[(k + 1) % 6]
                drawn.append(f"M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}")
    return "".join(drawn)


class Labels:
    """Finds room for names: right, left, above, below, then the diagonals."""

    def __init__(self) -> None:
        self.taken: list[Box] = []

    def block(self, x: float, y: float, width: float, height: float) -> None:
        """Keep a counter's own ground free."""
        self.taken.append((x - width / 2, y - height / 2, x + width / 2, y + height / 2))

    def place(self, at: Point, text: str) -> tuple[float, float, str] | None:
        """Where a name fits, or ``None``: it is then told by the list alone."""
        width = LETTER * len(text)
        for dx, dy, anchor in PLACES:
            x, y = at[0] + dx, at[1] + dy
            left = x - {"start": 0, "middle": width / 2, "end": width}[anchor]
            box = (left, y - LINE + 3, left + width, y + 3)
            if not any(_meet(box, other) for other in self.taken):
                self.taken.append(box)
                return x, y, anchor
        return None

    def column(self, at: Point, edge: float, lines: list[str]) -> float:
        """The height of the first line of a text that ends at ``edge``, at or below ``at``."""
        width, y = LETTER * max(map(len, lines)), at[1] - LINE * (len(lines) - 1) / 2
        while True:
            box = (edge - width, y - LINE + 3, edge, y + LINE * (len(lines) - 1) + 3)
            if not any(_meet(box, other) for other in self.taken):
                self.taken.append(box)
                return y
            y += 4


def wrapped(names: list[str]) -> list[str]:
    """Names in lines of a moderate length."""
    lines = [""]
    for index, name in enumerate(names):
        word = name + ("," if index < len(names) - 1 else "")
        if lines[-1] and len(lines[-1]) + len(word) > LINE_LENGTH:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _meet(one: Box, two: Box) -> bool:
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


@register.simple_tag
def political_display(board: Any) -> SafeString:
    """The display: what is the same for everybody below, this phase's counters above."""
    points = [middle((cell.q, cell.r)) for cell in board.cells]
    left, top = min(x for x, _ in points) - SIZE - MARGIN, min(y for _, y in points) - SIZE - MARGIN
    width = max(x for x, _ in points) + SIZE + MARGIN - left
    height = max(y for _, y in points) + SIZE + MARGIN - top
    return format_html(
        '<svg class="display" viewBox="{} {} {} {}" role="group" aria-label="Political status '
        'display; the same stands in the list below" data-display>{}{}{}{}{}</svg>',
        f"{left:.0f}",
        f"{top:.0f}",
        f"{width:.0f}",
        f"{height:.0f}",
        _patterns(),
        _ground(board),
        _arrows(board),
        _stacks(board),
        _powers(board),
    )


def _patterns() -> SafeString:
    return mark_safe(
        "<defs>"
        '<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><path d="M0 0V6" class="texture side-fascist"/></pattern>'
        '<pattern id="dots" width="6" height="6" patternUnits="userSpaceOnUse">'
        '<circle cx="3" cy="3" r=".9" class="dot side-democratic"/></pattern>'
        '<pattern id="lines" width="6" height="5" patternUnits="userSpaceOnUse">'
        '<path d="M0 2.5H6" class="texture side-communist"/></pattern>'
        '<marker id="tip" viewBox="0 0 8 8" refX="6.5" refY="4" markerWidth="4" markerHeight="4" '
        'orient="auto"><path d="M0 0 8 4 0 8Z" fill="context-stroke"/></marker></defs>'
    )


def _ground(board: Any) -> SafeString:
    sides = {zone.key for zone in board.zones}
    groups: dict[str, set[Hex]] = {}
    for cell in board.cells:
        groups.setdefault(cell.zone if cell.zone in sides else "", set()).add((cell.q, cell.r))
    parts = [format_html('<path class="neutral-ground" d="{}"/>', path(sorted(groups[""])))]
    for zone in board.zones:
        mine = groups.get(zone.key, set())
        rim = sorted((c.q, c.r) for c in board.cells if c.zone == zone.key and c.ring == zone.reach)
        x, y = middle(tuple(zone.center))
        parts.append(
            format_html(
                '<g class="zone side-{}"><path class="field" d="{}"/><path class="rim rim-{}" d="{}"/>'
                '<path class="edge" d="{}"/><path class="center" d="{}"/></g>',
                zone.key,
                path(sorted(mine)),
                zone.key,
                path(rim),
                outline(mine),
                path([tuple(zone.center)]),
            )
        )
        parts.append(
            format_html(
                '<text class="zone-name side-{}" x="{}" y="{}">{}</text>',
                zone.key,
                f"{x:.1f}",
                f"{y - SIZE * 1.5 * (zone.reach + 0.9):.1f}",
                zone.title,
            )
        )
    return format_html_join("", "{}", ((part,) for part in parts))


def _arrows(board: Any) -> SafeString:
    drawn = []
    for arrow in board.arrows:
        way = [middle(tuple(at)) for at in arrow.path]
        if len(way) < 2:
            continue
        line = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in way)
        first = way[0]
        drawn.append(
            (
                arrow.ideology or "neutral",
                arrow.text,
                line,
                line,
                f"{first[0]:.1f}",
                f"{first[1]:.1f}",
            )
        )
    return format_html_join(
        "",
        '<g class="move side-{}"><title>{}</title><path class="casing" d="{}"/>'
        '<path class="shaft" d="{}" marker-end="url(#tip)"/>'
        '<circle class="former" cx="{}" cy="{}" r="5"/></g>',
        drawn,
    )


def _stacks(board: Any) -> SafeString:
    """Minors, each with its name beside it, or with a leader to the column at the left."""
    minors = {minor.key: minor for minor in board.minors}
    sides = {zone.key for zone in board.zones}
    stacks = [stack for stack in board.stacks if stack.minors]
    labels = Labels()
    for marker in board.markers:
        labels.block(*middle(tuple(marker.hex)), *COUNTER)
    for stack in stacks:
        labels.block(*middle(tuple(stack.hex)), 18, 18)
    parts, without = [], []
    for stack in sorted(stacks, key=lambda s: (len(s.minors), s.hex)):
        at = middle(tuple(stack.hex))
        names = [minors[key].name for key in stack.minors]
        zone = minors[stack.minors[0]].zone
        spot = labels.place(at, ", ".join(names)) if len(names) < 3 else None
        if spot is None:
            without.append((stack, at, names))
        parts.append(_stack(stack, at, zone if zone in sides else "", spot, names))
    for cell in board.cells:
        if cell.zone in sides:
            labels.block(*middle((cell.q, cell.r)), 34, 38)
    edge = min((x for _, (x, _y), _ in without), default=0.0) - 44
    leaders = [
        _leader(at, edge, names, labels) for _, at, names in sorted(without, key=lambda w: w[1][1])
    ]
    return format_html_join("", "{}", ((part,) for part in (*leaders, *parts)))


def _stack(
    stack: Any, at: Point, zone: str, spot: tuple[float, float, str] | None, names: list[str]
) -> SafeString:
    count = format_html(
        '<text class="count" x="{}" y="{}">{}</text>',
        f"{at[0]:.1f}",
        f"{at[1] + 4:.1f}",
        len(names),
    )
    label = ""
    if spot is not None:
        label = format_html(
            '<text class="name" x="{}" y="{}" text-anchor="{}">{}</text>',
            f"{spot[0]:.1f}",
            f"{spot[1]:.1f}",
            spot[2],
            ", ".join(names),
        )
    return format_html(
        '<a class="stack side-{}{}" href="#hex_{}_{}" aria-label="{}"><title>{}</title>'
        '<circle cx="{}" cy="{}" r="{}"/>{}{}</a>',
        zone or "neutral",
        " inside" if zone else "",
        *stack.hex,
        stack.text,
        stack.text,
        f"{at[0]:.1f}",
        f"{at[1]:.1f}",
        9 if len(names) > 1 else 5,
        count if len(names) > 1 else "",
        label,
    )


def _leader(at: Point, edge: float, names: list[str], labels: Labels) -> SafeString:
    """A thin line to the names of a stack that has no room beside it."""
    lines = wrapped(names)
    top = labels.column(at, edge, lines)
    end = top + LINE * (len(lines) - 1) / 2 - 4
    texts = format_html_join(
        "",
        '<text class="name" x="{}" y="{}" text-anchor="end">{}</text>',
        ((f"{edge:.1f}", f"{top + LINE * row:.1f}", line) for row, line in enumerate(lines)),
    )
    return format_html(
        '<line class="leader" x1="{}" y1="{}" x2="{}" y2="{}"/>{}',
        f"{edge + 4:.1f}",
        f"{end:.1f}",
        f"{at[0]:.1f}",
        f"{at[1]:.1f}",
        texts,
    )


def _powers(board: Any) -> SafeString:
    held: dict[Hex, list[Any]] = {}
    for marker in board.markers:
        held.setdefault(tuple(marker.hex), []).append(marker)
    parts = []
    width, height = COUNTER
    for at in sorted(held):
        x, y = middle(at)
        for index, marker in enumerate(held[at]):
            left = x - width / 2 + (index - (len(held[at]) - 1) / 2) * (width + 2)
            frame = (
                format_html(
                    '<rect class="mine" x="{}" y="{}" width="{}" height="{}" rx="3"/>',
                    f"{left - 3:.1f}",
                    f"{y - height / 2 - 3:.1f}",
                    width + 6,
                    height + 6,
                )
                if marker.mine
                else ""
            )
            parts.append(
                format_html(
                    '<g class="power side-{}"><title>{}</title>{}<rect x="{}" y="{}" width="{}" '
                    'height="{}" rx="2"/><text x="{}" y="{}">{}</text></g>',
                    marker.ideology or "neutral",
                    marker.name,
                    frame,
                    f"{left:.1f}",
                    f"{y - height / 2:.1f}",
                    width,
                    height,
                    f"{left + width / 2:.1f}",
                    f"{y + 4.5:.1f}",
                    marker.code,
                )
            )
    return format_html_join("", "{}", ((part,) for part in parts))


@register.filter
def by_hex(minors: Iterable[Any]) -> list[Any]:
    """The minors hex by hex, those of one hex by name."""
    return sorted(minors, key=lambda minor: (tuple(minor.hex), minor.name))
