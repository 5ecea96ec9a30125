"""Room for the names on the political status display.

A name stands beside its counter where nothing else is. What finds no room there gets a thin line
(a leader) to a column at the left or at the right, whichever is nearer, so that no line crosses
another and no text lies on anything. Where both columns are far away, the leader ends on free ground
near the counter instead. All lengths are in units of the drawing.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Line = tuple[Point, Point]

LETTER = 6.3
"""How wide a letter is at most on average, in any of the serif faces that may be used."""
LINE = 14.0
LINE_LENGTH = 24
MOST_BESIDE = 2
"""A stack of more minors than this has its names in a column."""
GAP = 34.0
"""From the outermost counter to its column."""
PORT = 4.0
"""From the end of a leader to its text."""
STEP = 7.0
LONGEST = 180.0
"""The longest leader, a fifth of the display; a longer one reads as a border or a move."""
NEAREST, FINE, DIRECTIONS = 20, 7, 48
"""Where ground near a counter is looked for: from here on, in these steps, all around."""
KEPT = 48
"""How many of the cheapest places of each stack are tried."""
ROUNDS = 12
THROUGH, ACROSS, UPON = 160.0, 4000.0, 8000.0
"""What it costs to run through a counter or a name, across a leader, and to lie on a text."""

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


@dataclass(frozen=True, slots=True)
class Name:
    """Where names stand: the first line's end or beginning by ``anchor``, line by line downward.

    ``leader`` runs from the counter to the text; ``None`` for a name beside its counter.
    """

    lines: tuple[str, ...]
    x: float
    y: float
    anchor: str
    leader: Line | None = None

    @property
    def box(self) -> Box:
        """The ground that the text takes."""
        width = LETTER * max(map(len, self.lines))
        left = self.x - {"start": 0.0, "middle": width / 2, "end": width}[self.anchor]
        foot = self.y + LINE * (len(self.lines) - 1) + 3
        return left, self.y - LINE + 3, left + width, foot


Stack = tuple[Point, tuple[str, ...]]
"""A counter's middle, and the names that belong to it."""


@lru_cache(maxsize=64)
def placed(
    stacks: tuple[Stack, ...],
    counters: tuple[Box, ...],
    closed: tuple[Box, ...],
    ways: tuple[Line, ...],
    field: Box,
) -> tuple[Name, ...]:
    """A place for the names of every stack, in the order given; the same for the same display.

    ``counters`` are never covered. ``closed`` is ground that columns keep clear of (the
    ideologies), ``ways`` are arrows, ``field`` is the whole drawing.
    """
    found: dict[int, Name] = {}
    taken = list(counters)
    for index in sorted(range(len(stacks)), key=lambda n: (len(stacks[n][1]), stacks[n][0])):
        at, names = stacks[index]
        beside = _beside(at, ", ".join(names), taken, ways, field)
        if len(names) <= MOST_BESIDE and beside is not None:
            found[index] = beside
            taken.append(beside.box)
    left = [index for index in range(len(stacks)) if index not in found]
    places = [
        _columns([stacks[n] for n in left], stacks[index], taken, closed, ways, field)
        for index in left
    ]
    found |= dict(zip(left, _Choice(places).names(), strict=True))
    _step_aside(found, stacks, counters, ways, field)
    _come_nearer(found, stacks, counters, ways, field)
    return tuple(found[index] for index in range(len(stacks)))


def roomy(
    names: tuple[Name, ...],
    longer: tuple[tuple[str, ...], ...],
    counters: tuple[Box, ...],
    ways: tuple[Line, ...],
    field: Box,
) -> tuple[bool, ...]:
    """Which of the names that were placed have room for the ``longer`` lines, one after the other."""
    found: list[Name] = list(names)
    fits = []
    for index, lines in enumerate(longer):
        wanted = replace(found[index], lines=lines)
        others = [name for n, name in enumerate(found) if n != index]
        lines_drawn = [name.leader for name in others if name.leader]
        taken = [*counters, *(name.box for name in others)]
        fits.append(_free(wanted.box, taken, (*ways, *lines_drawn), field))
        if fits[-1]:
            found[index] = wanted
    return tuple(fits)


def _step_aside(
    found: dict[int, Name],
    stacks: Sequence[Stack],
    counters: Sequence[Box],
    ways: Sequence[Line],
    field: Box,
) -> None:
    """Let a name that a leader runs through stand on another side of its counter, if one is free."""
    leaders = [name.leader for name in found.values() if name.leader]
    for index, name in found.items():
        if name.leader is None and any(enters(leader, name.box) for leader in leaders):
            taken = [*counters, *(other.box for n, other in found.items() if n != index)]
            other = _beside(stacks[index][0], name.lines[0], taken, (*ways, *leaders), field)
            found[index] = other or name


def _come_nearer(
    found: dict[int, Name],
    stacks: Sequence[Stack],
    counters: Sequence[Box],
    ways: Sequence[Line],
    field: Box,
) -> None:
    """Let a name at the end of a long leader stand nearer, if there is ground that nothing needs."""
    for index, name in found.items():
        if name.leader is None or math.dist(*name.leader) <= LONGEST:
            continue
        others = [other for n, other in found.items() if n != index]
        texts = [*counters, *(other.box for other in others)]
        lines = [other.leader for other in others if other.leader]
        near = _near(stacks[index][0], name.lines, texts, lines, ways, field)
        found[index] = min(near, key=lambda pair: pair[0], default=(0.0, name))[1]


def _near(
    at: Point,
    text: tuple[str, ...],
    texts: Sequence[Box],
    lines: Sequence[Line],
    ways: Sequence[Line],
    field: Box,
) -> Iterator[tuple[float, Name]]:
    """Names on free ground around a counter, each with what it costs; an ideology may be covered."""
    for length in range(NEAREST, int(LONGEST) + 1, FINE):
        for part in range(DIRECTIONS):
            turn = math.tau * part / DIRECTIONS
            end = (at[0] + length * math.cos(turn), at[1] + length * math.sin(turn))
            anchor, outward = ("start", 1.0) if end[0] >= at[0] else ("end", -1.0)
            foot = end[1] + LINE - 3 - LINE * len(text) / 2
            name = Name(text, end[0] + outward * PORT, foot, anchor, (at, end))
            if (
                _free(name.box, texts, (*ways, *lines), field)
                and not any(cross((at, end), line) for line in lines)
                and not any(enters((at, end), box) for box in texts if not _holds(box, at))
            ):
                yield length + _in_the_way(at, end, (), ways), name


def _beside(
    at: Point, text: str, taken: Sequence[Box], ways: Sequence[Line], field: Box
) -> Name | None:
    for dx, dy, anchor in PLACES:
        name = Name((text,), at[0] + dx, at[1] + dy, anchor)
        if _free(name.box, taken, ways, field):
            return name
    return None


def _free(box: Box, taken: Sequence[Box], ways: Sequence[Line], field: Box) -> bool:
    inside = field[0] <= box[0] and field[1] <= box[1] and box[2] <= field[2] and box[3] <= field[3]
    return (
        inside
        and not any(meet(box, other) for other in taken)
        and not any(enters(way, box) for way in ways)
    )


@dataclass(frozen=True, slots=True)
class _Place:
    """One possible place in a column, and what it costs whatever the other stacks do."""

    name: Name
    box: Box
    leader: Line
    cost: float


def _columns(
    led: Sequence[Stack],
    stack: Stack,
    taken: Sequence[Box],
    closed: Sequence[Box],
    ways: Sequence[Line],
    field: Box,
) -> list[_Place]:
    """The cheapest places of a stack in the two columns, the shortest way first.

    Where the columns are full, a place that covers ground of an ideology is better than none.
    """
    at, names = stack
    lines = wrapped(names)
    open_ground = [one[0][0] for one in led if not any(_holds(box, one[0]) for box in closed)]
    across = open_ground or [one[0][0] for one in led]
    places = []
    for x, anchor, outward in ((min(across) - GAP, "end", -1.0), (max(across) + GAP, "start", 1.0)):
        y = field[1] + LINE
        while y < field[3]:
            name = Name(lines, x, y, anchor)
            box = name.box
            if _free(box, taken, ways, field):
                end = (x - outward * PORT, (box[1] + box[3]) / 2)
                cost = math.dist(at, end) + _in_the_way(at, end, taken, ways)
                cost += sum(UPON / 4 for ground in closed if meet(box, ground))
                kept = Name(lines, x, y, anchor, (at, end))
                places.append(_Place(kept, box, (at, end), cost))
            y += STEP
    return sorted(places, key=lambda place: place.cost)[:KEPT]


def _in_the_way(at: Point, end: Point, taken: Sequence[Box], ways: Sequence[Line]) -> float:
    """What a leader runs through besides its own counter."""
    line = (at, end)
    through = sum(enters(line, box) for box in taken if not _holds(box, at))
    return THROUGH * (through + sum(cross(line, way) for way in ways))


class _Choice:
    """One place for each stack, so that together they are short and do not get in each other's way."""

    def __init__(self, places: Sequence[list[_Place]]) -> None:
        self.places = places
        self.chosen: dict[int, _Place] = {}

    def names(self) -> list[Name]:
        """Each stack takes its best place in turn; then one, or two together, move while it helps."""
        for index in range(len(self.places)):
            self._take(index)
        for _ in range(ROUNDS):
            before = self._total()
            for index in range(len(self.places)):
                self._take(index)
            for one, two in combinations(range(len(self.places)), 2):
                if _clash(self.chosen[one], self.chosen[two]):
                    self._part(one, two)
            if self._total() >= before:
                break
        return [self.chosen[index].name for index in range(len(self.places))]

    def _take(self, index: int) -> None:
        self.chosen.pop(index, None)
        self.chosen[index] = min(
            self.places[index],
            key=lambda place: (
                place.cost + sum(_clash(place, other) for other in self.chosen.values())
            ),
        )

    def _part(self, one: int, two: int) -> None:
        """Let two that are in each other's way choose anew, one after the other, if that helps."""
        best, least = dict(self.chosen), self._total()
        for first, second in ((one, two), (two, one)):
            del self.chosen[one], self.chosen[two]
            self._take(first)
            self._take(second)
            if self._total() < least:
                best, least = dict(self.chosen), self._total()
        self.chosen = best

    def _total(self) -> float:
        pairs = combinations(self.chosen.values(), 2)
        return sum(place.cost for place in self.chosen.values()) + sum(
            _clash(one, other) for one, other in pairs
        )


def _clash(one: _Place, other: _Place) -> float:
    """What it costs that two are placed so."""
    cost = 0.0
    if meet(one.box, other.box):
        cost += UPON
    if cross(one.leader, other.leader):
        cost += ACROSS
    if enters(one.leader, other.box) or enters(other.leader, one.box):
        cost += ACROSS
    return cost


def wrapped(names: Sequence[str]) -> tuple[str, ...]:
    """Names in lines of a moderate length."""
    lines = [""]
    for index, name in enumerate(names):
        word = name + ("," if index < len(names) - 1 else "")
        if lines[-1] and len(lines[-1]) + len(word) > LINE_LENGTH:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return tuple(lines)


def meet(one: Box, two: Box) -> bool:
    """Whether two boxes share ground."""
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


def cross(one: Line, two: Line) -> bool:
    """Whether two lines cross (touching at an end does not count)."""
    (a, b), (c, d) = one, two
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def enters(line: Line, box: Box) -> bool:
    """Whether a line runs through a box."""
    (ax, ay), (bx, by) = line
    left, top, right, bottom = box
    if max(ax, bx) <= left or min(ax, bx) >= right or max(ay, by) <= top or min(ay, by) >= bottom:
        return False
    if _holds(box, line[0]) or _holds(box, line[1]):
        return True
    return any(cross(line, edge) for edge in _diagonals(box))


def _diagonals(box: Box) -> Iterator[Line]:
    """What a line through a box cannot miss, if it ends outside."""
    left, top, right, bottom = box
    yield (left, top), (right, bottom)
    yield (left, bottom), (right, top)


def _holds(box: Box, point: Point) -> bool:
    return box[0] < point[0] < box[2] and box[1] < point[1] < box[3]


def _turn(a: Point, b: Point, c: Point) -> float:
    """On which side of the line from a to b the point c lies."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
