"""The political status display of Days of Decision as one SVG: hexes, zones, counters, arrows."""

import math
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import msgspec
from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from frontend.books.days_of_decision.arrow_lines import ArrowLine, arrow_line
from frontend.books.days_of_decision.drawn_lines import Box, Line, Point
from frontend.books.days_of_decision.free_ground import Ground, largest
from frontend.books.days_of_decision.label_layout import placed, roomy
from frontend.books.days_of_decision.label_places import LETTER, LINE, Name
from frontend.books.days_of_decision.templatetags.display_tracks import parts_apart
from frontend.templatetags.figures import signed
from frontend.templatetags.language import in_words
from frontend.templatetags.marks import hue_of

register = template.Library()

Hex = tuple[int, int]
Hue = Callable[[str], str]
"""The hue of an ideology."""

SIZE = 20.0
MARGIN = 12.0
COUNTER = (32.0, 20.0)
ALONE, SEVERAL = 5, 9
"""The radius of one minor's counter, and of a stack's."""
CONQUERED = "\N{MULTIPLICATION SIGN}"
"""What stands behind the name of a conquered country, with the code of its conqueror."""
YIELDED = "\N{RIGHTWARDS ARROW}"
"""What stands behind that of one that has yielded to claims, with the codes of who made them."""
ROOM = "\N{FIGURE SPACE}"
AROUND = "l17.3 10v20l-17.3 10l-17.3-10v-20z"
"""A hex from its upper corner on, in paths."""
SIDES: tuple[tuple[str, Point], ...] = (
    ("v20", (0, 20)),
    ("l-17.3 10", (-17.3, 10)),
    ("l-17.3-10", (-17.3, -10)),
    ("v-20", (0, -20)),
    ("l17.3-10", (17.3, -10)),
    ("l17.3 10", (17.3, 10)),
)
"""Its sides in the order of its corners, in paths, and how far off each ends."""
STEPS: tuple[Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


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
    return _strokes(((x, y - SIZE), AROUND, (0, 0)) for x, y in map(middle, hexes))


def outline(hexes: set[Hex]) -> str:
    """The outer edge of a set of hexes, side by side."""
    drawn = []
    for q, r in sorted(hexes):
        points = corners((q, r))
        for k, (dq, dr) in enumerate(STEPS):
            if (q + dq, r + dr) not in hexes:
                drawn.append((points[k], *SIDES[k]))
    return _strokes(drawn)


def _strokes(strokes: Iterable[tuple[Point, str, Point]]) -> str:
    """One path of strokes: each with where it begins, how it is drawn and how far off it ends. It says how far it
    begins from the end of the one before, so that most say the same, which takes next to no room once the page is
    compressed.
    """
    said, at = [], (0.0, 0.0)
    for (x, y), stroke, far in strokes:
        begin = round(x, 1), round(y)
        across, down = round(begin[0] - at[0], 1) + 0, begin[1] - at[1]  # never "-0"
        said.append(f"m{across:g} {down:g}{stroke}")
        at = begin[0] + far[0], begin[1] + far[1]
    return "".join(said)


@dataclass(frozen=True)
class Display:
    """The display of one phase, drawn, and the free ground on which an inspector has room."""

    svg: SafeString
    ground: Ground


@register.simple_tag(takes_context=True)
def political_display(context: Mapping[str, Any], board: Any, *, moves: bool = True) -> Display:
    """The display: what is the same for everybody below, this phase's counters above, and room for the
    plan of whoever writes orders, which his page alone lays there. Without ``moves``, where a position
    is told and not what led to it, nothing shows whence a counter came.
    """
    if not moves:
        board = msgspec.structs.replace(board, arrows=())
    hue = partial(hue_of, context)
    points = [middle((cell.q, cell.r)) for cell in board.cells]
    left, top = min(x for x, _ in points) - SIZE - MARGIN, min(y for _, y in points) - SIZE - MARGIN
    width = max(x for x, _ in points) + SIZE + MARGIN - left
    height = max(y for _, y in points) + SIZE + MARGIN - top
    field = (left, top, left + width, top + height)
    stacks = sorted(board.stacks, key=lambda stack: tuple(stack.hex)[::-1])
    lines = _arrow_lines(board, stacks)
    ways = tuple(way for _arrow, line in lines for way in line.ways)
    names = _names(board, stacks, ways, field, values=not context.get("past"))
    svg = format_html(
        '<svg class="display" width="{}" height="{}" viewBox="{} {} {} {}" role="group" '
        'aria-label="{}" '
        'data-display>{}{}{}{}{}<g class="plans" data-plans></g></svg>',
        f"{width:.0f}",
        f"{height:.0f}",
        f"{left:.0f}",
        f"{top:.0f}",
        f"{width:.0f}",
        f"{height:.0f}",
        _("Political status display; the whole board has a list of the minors")
        if context.get("past") and context.get("whole_at")
        else _("Political status display; the same stands in the list of the minors"),
        patterns(),
        _ground(board, hue),
        format_html_join("", "{}", ((_leader(n),) for n in names.values() if n.leader)),
        _arrows(hue, lines),
        _stops(board, hue, stacks, names, _leads(context)),
    )
    return Display(svg, _free_ground(board, stacks, names, ways, field))


def _leads(context: Mapping[str, Any]) -> str:
    """Where the inspectors are, up to the name of a hex: on the page, or on that of the whole board."""
    return f"{context.get('whole_at', '')}#{'then-' if context.get('past') else ''}"


def _free_ground(
    board: Any,
    stacks: Sequence[Any],
    names: Mapping[Hex, Name],
    ways: Sequence[Line],
    field: Box,
) -> Ground:
    texts = [Name(n.lines, n.x, n.y, n.anchor).box for n in names.values()]
    lines = [n.leader for n in names.values() if n.leader]
    taken = (
        *_counters(board, [spot for _, spot in _spots(board, stacks)]),
        *_titles(board),
        *texts,
    )
    return largest(field, taken, (*lines, *ways), _closed(board))


def patterns() -> SafeString:
    """The textures of the rims: each ideology is known without its hue."""
    return mark_safe(
        "<defs>"
        '<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><path d="M0 0V6" class="texture side-axis"/></pattern>'
        '<pattern id="dots" width="6" height="6" patternUnits="userSpaceOnUse">'
        '<circle cx="3" cy="3" r=".9" class="dot side-western"/></pattern>'
        '<pattern id="lines" width="6" height="5" patternUnits="userSpaceOnUse">'
        '<path d="M0 2.5H6" class="texture side-russia"/></pattern></defs>'
    )


def _ground(board: Any, hue: Hue) -> SafeString:
    sides = {zone.key for zone in board.zones}
    groups: dict[str, set[Hex]] = {}
    for cell in board.cells:
        groups.setdefault(cell.zone if cell.zone in sides else "", set()).add((cell.q, cell.r))
    parts = [format_html('<path class="neutral-ground" d="{}"/>', path(sorted(groups[""])))]
    for zone in board.zones:
        mine = groups.get(zone.key, set())
        rim = sorted((c.q, c.r) for c in board.cells if c.zone == zone.key and c.ring == zone.reach)
        x, y = _title_at(zone)
        parts.append(
            format_html(
                '<g class="zone side-{}"><path class="field" d="{}"/><path class="rim rim-{}" d="{}"/>'
                '<path class="edge" d="{}"/><path class="center" d="{}"/></g>',
                hue(zone.key),
                path(sorted(mine)),
                hue(zone.key),
                path(rim),
                outline(mine),
                path([tuple(zone.center)]),
            )
        )
        parts.append(
            format_html(
                '<text class="zone-name side-{}" x="{}" y="{}">{}</text>',
                hue(zone.key),
                f"{x:.1f}",
                f"{y:.1f}",
                in_words(zone.title),
            )
        )
    return format_html_join("", "{}", ((part,) for part in parts))


def _arrows(hue: Hue, lines: Iterable[tuple[Any, ArrowLine]]) -> SafeString:
    drawn = []
    for arrow, line in lines:
        (x, y) = line.line[0]
        drawn.append(
            (
                hue(arrow.ideology),
                arrow.counter,
                in_words(arrow.text),
                line.shaft,
                line.shaft,
                line.tip,
                f"{x:.1f}",
                f"{y:.1f}",
            )
        )
    return format_html_join(
        "",
        '<g class="move side-{}" data-counter="{}"><title>{}</title><path class="casing" d="{}"/>'
        '<path class="shaft" d="{}"/><path class="head" d="{}"/>'
        '<circle class="former" cx="{}" cy="{}" r="5"/></g>',
        drawn,
    )


def _arrow_lines(board: Any, stacks: Sequence[Any]) -> list[tuple[Any, ArrowLine]]:
    """The arrows that lead somewhere, each with its line past the counters."""
    standing: dict[Hex, list[Box]] = {}
    for place, box in _markers(board):
        standing.setdefault(place, []).append(box)
    for stack, at in _spots(board, stacks):
        across = 2.0 * _radius(stack)
        standing.setdefault(tuple(stack.hex), []).append(box_at(at, across, across))
    found = []
    for arrow in board.arrows:
        hexes = [tuple(at) for at in arrow.path]
        if len(hexes) > 1:
            there = [standing.get(at, []) for at in hexes]
            found.append((arrow, arrow_line([middle(at) for at in hexes], there)))
    return found


def _spots(board: Any, stacks: Iterable[Any]) -> list[tuple[Any, Point]]:
    """The stacks with minors, each with the place of its counter."""
    shared = {tuple(marker.hex) for marker in board.markers}
    return [(stack, _spot(stack, shared)) for stack in stacks if stack.minors]


def _names(
    board: Any, stacks: Sequence[Any], ways: tuple[Line, ...], field: Box, *, values: bool = True
) -> dict[Hex, Name]:
    """The names of the minors by hex, each beside its counter or with a leader; with the value that the
    reader's own power holds, where there is room for it, and where ``values`` are of use: of what is past nobody asks them.
    The layout is the same for all readers.
    """
    minors = {minor.key: minor for minor in board.minors}
    mine = {marker.power for marker in board.markers if marker.mine and values}
    found = sorted(_spots(board, stacks), key=lambda pair: tuple(pair[0].hex))
    spots = [at for _, at in found]
    codes = {marker.power: marker.code for marker in board.markers}
    names = [tuple(_called(minors[key], codes) for key in stack.minors) for stack, _ in found]
    counters = (*_counters(board, spots), *_titles(board))
    laid = placed(tuple(zip(spots, names, strict=True)), counters, _closed(board), ways, field)
    with_values = tuple(
        _with_values(name.lines, [minors[key] for key in stack.minors], mine, codes)
        for (stack, _), name in zip(found, laid, strict=True)
    )
    fits = roomy(laid, with_values, counters, ways, field)
    return {
        tuple(stack.hex): replace(name, lines=longer) if room else name
        for (stack, _), name, longer, room in zip(found, laid, with_values, fits, strict=True)
    }


def _called(minor: Any, codes: Mapping[str, str]) -> str:
    """A minor's name on the display; a conquered one's with a cross and the code of its conqueror, that of one that has
    yielded with an arrow and the codes of those to whom. Their capitals take the room of a letter more.
    """
    name = in_words(str(minor.name))
    if is_conquered(minor):
        return f"{name} {CONQUERED}{codes.get(minor.conqueror, '')}{ROOM}"
    ceded = "".join(codes.get(power, "") for power in getattr(minor, "ceded", ()))
    return f"{name} {YIELDED}{ceded}{ROOM}" if ceded else name


def is_conquered(minor: Any) -> bool:
    """Whether a minor is conquered; a board of older rules did not say so."""
    return getattr(minor, "conquered", False)


def _with_values(
    lines: Iterable[str], minors: Iterable[Any], mine: Container[str], codes: Mapping[str, str]
) -> tuple[str, ...]:
    """The lines of names, each name followed by the value that the reader's power holds there."""
    called = {
        _called(minor, codes): f"{_called(minor, codes)} {signed(value.amount)}"
        for minor in minors
        for value in minor.values
        if value.power in mine
    }
    return tuple(
        ", ".join(called.get(name, name) for name in line.removesuffix(",").split(", "))
        + ("," if line.endswith(",") else "")
        for line in lines
    )


def _stops(
    board: Any, hue: Hue, stacks: Iterable[Any], names: Mapping[Hex, Name], before: str
) -> SafeString:
    """Everything that stands in a hex as one link, which opens what is known of that hex."""
    minors = {minor.key: minor for minor in board.minors}
    sides = {zone.key for zone in board.zones}
    spots = {tuple(stack.hex): at for stack, at in _spots(board, stacks)}
    markers: dict[Hex, list[Any]] = {}
    for marker in board.markers:
        markers.setdefault(tuple(marker.hex), []).append(marker)
    drawn = []
    for stack in stacks:
        at = tuple(stack.hex)
        zone = minors[stack.minors[0]].zone if stack.minors else ""
        fell = bool(stack.minors) and all(is_conquered(minors[key]) for key in stack.minors)
        side = hue(zone) if zone in sides and not fell else ""
        counters = _stack(stack, spots[at], names[at], fell=fell) if stack.minors else ""
        powers = _powers(markers.get(at, []), at, hue)
        said = in_words(stack.text)
        drawn.append(
            (
                side or "neutral",
                " inside" if side else "",
                before,
                *at,
                *at,
                said,
                said,
                counters,
                powers,
            )
        )
    return format_html_join(
        "",
        '<a class="stack side-{}{}" href="{}at_{}_{}" data-at="{}_{}" aria-label="{}">'
        "<title>{}</title>{}{}</a>",
        drawn,
    )


def _spot(stack: Any, shared: set[Hex]) -> Point:
    """Where a stack's counter stands: below the counter of a power that shares its hex."""
    x, y = middle(tuple(stack.hex))
    below = COUNTER[1] / 2 + _radius(stack)
    return (x, y + below) if tuple(stack.hex) in shared else (x, y)


def _radius(stack: Any) -> int:
    return SEVERAL if len(stack.minors) > 1 else ALONE


def box_at(at: Point, width: float, height: float) -> Box:
    """A box by its middle."""
    return at[0] - width / 2, at[1] - height / 2, at[0] + width / 2, at[1] + height / 2


def _markers(board: Any) -> Iterator[tuple[Hex, Box]]:
    """The counters of the powers, each with its hex."""
    markers: dict[Hex, int] = {}
    for marker in board.markers:
        markers[tuple(marker.hex)] = markers.get(tuple(marker.hex), 0) + 1
    for place, count in markers.items():
        x, y = middle(place)
        for index in range(count):
            yield place, box_at((x + _aside(index, count), y), *COUNTER)


def _counters(board: Any, spots: Iterable[Point]) -> Iterator[Box]:
    yield from (box for _, box in _markers(board))
    for at in spots:
        yield box_at(at, 18, 18)


def _title_at(zone: Any) -> Point:
    """Where an ideology's name stands."""
    x, y = middle(tuple(zone.center))
    return x, y - SIZE * 1.5 * (zone.reach + 0.9)


def _titles(board: Any) -> Iterator[Box]:
    for zone in board.zones:
        x, y = _title_at(zone)
        yield box_at((x, y - 6), 1.4 * LETTER * len(zone.title), LINE + 4)


def _closed(board: Any) -> tuple[Box, ...]:
    """The ground of the ideologies, row by row."""
    rows: dict[tuple[str, int], list[Point]] = {}
    sides = {zone.key for zone in board.zones}
    for cell in board.cells:
        if cell.zone in sides:
            rows.setdefault((cell.zone, cell.r), []).append(middle((cell.q, cell.r)))
    half = SIZE * math.sqrt(3) / 2
    return tuple(
        (min(row)[0] - half, row[0][1] - SIZE, max(row)[0] + half, row[0][1] + SIZE)
        for row in rows.values()
    )


def _stack(stack: Any, at: Point, name: Name, *, fell: bool) -> SafeString:
    """The counter of the minors of one hex, with their names; crossed where all of them are conquered."""
    radius = _radius(stack)
    cross = format_html(
        '<path class="cross" d="M{} {}l{} {}m0-{}l-{} {}"/>',
        f"{at[0] - radius - 1:.1f}",
        f"{at[1] - radius - 1:.1f}",
        *(2 * radius + 2,) * 5,
    )
    several = len(stack.minors) > 1
    count = format_html(
        '<text class="count" x="{}" y="{}">{}</text>',
        f"{at[0]:.1f}",
        f"{at[1] + 4:.1f}",
        len(stack.minors),
    )
    return format_html(
        '<circle cx="{}" cy="{}" r="{}"/>{}{}{}',
        f"{at[0]:.1f}",
        f"{at[1]:.1f}",
        radius,
        cross if fell else "",
        count if several else "",
        _text(name),
    )


def _text(name: Name) -> SafeString:
    """Names, line by line."""
    return format_html_join(
        "",
        '<text class="name{}" x="{}" y="{}" text-anchor="{}">{}</text>',
        (
            (
                " led" if name.leader else "",
                f"{name.x:.1f}",
                f"{name.y + LINE * row:.1f}",
                name.anchor,
                parts_apart(line),
            )
            for row, line in enumerate(name.lines)
        ),
    )


def _leader(name: Name) -> SafeString:
    """A thin line from a counter to names that have no room beside it."""
    assert name.leader is not None
    (ax, ay), (bx, by) = name.leader
    return format_html(
        '<line class="leader" x1="{}" y1="{}" x2="{}" y2="{}"/>',
        f"{ax:.1f}",
        f"{ay:.1f}",
        f"{bx:.1f}",
        f"{by:.1f}",
    )


def _aside(index: int, count: int) -> float:
    """How far from the middle of its hex a power's counter stands, where several share it."""
    return (index - (count - 1) / 2) * (COUNTER[0] + 2)


def _powers(markers: Sequence[Any], at: Hex, hue: Hue) -> SafeString:
    """The counters of the powers of one hex, side by side."""
    parts = []
    width, height = COUNTER
    x, y = middle(at)
    for index, marker in enumerate(markers):
        left = x - width / 2 + _aside(index, len(markers))
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
            (
                hue(marker.ideology),
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
    return format_html_join(
        "",
        '<g class="power side-{}">{}<rect x="{}" y="{}" width="{}" height="{}" rx="2"/>'
        '<text x="{}" y="{}">{}</text></g>',
        parts,
    )


@register.filter
def power_in(key: str, board: Any) -> str:
    """The name of a power that stands on the board; of anything else what it is called there."""
    return in_words(next((str(line.name) for line in board.standing if line.power == key), key))
