"""The places where the names of one counter may stand, the cheapest first."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from itertools import combinations

from frontend.books.days_of_decision.drawn_lines import (
    Box,
    Line,
    Point,
    around,
    cross,
    enters,
    holds,
    meet,
)

LETTER = 6.3
"""How wide a letter of the title of an ideology is taken to be, before it is made as large as it is drawn."""
NARROW, BROAD = frozenset("fijlrtI,.'- "), frozenset("mwMW")
WIDTHS = (4.4, 12.2, 9.4, 7.7)
"""Of a narrow letter, a broad one, another capital and any other, in the sizes in which names are drawn."""
LINE = 14.0
WIDEST = 220.0
"""Of a line of names, as it is drawn."""
ON_ONE_LINE = 2
"""Names; more stand on two lines, or on as many as :data:`WIDEST` needs."""
PORT = 4.0
"""From the end of a leader to its text."""
RINGS = range(24, 271, 8)
"""How long leaders may be."""
DIRECTIONS = 32
_TURNS = tuple(
    (math.cos(turn), math.sin(turn))
    for turn in (math.tau * part / DIRECTIONS for part in range(DIRECTIONS))
)
UPRIGHT = 0.25
"""Below this cosine a leader goes up or down, and its text stands in the middle over or under its end."""
EDGE = 15.0
"""What it costs to cross the edge of an ideology, or an arrow."""
ACROSS = 48.0
"""So much of a text across an edge costs as much again."""
BESIDE = 4.0
"""Between a text and an arrow: half as wide as its head."""
APART = 5.0
"""Between a text and the counter of another stack beside it."""
GRAIN = 6.0
"""How fine the ground of the ideologies is known."""
STRIDE = 12.0
"""How far apart it is asked for along a leader."""
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
"""The eight places beside a counter: where one line of text begins, in the order in which they are liked."""


@lru_cache(maxsize=4096)
def drawn_width(text: str) -> float:
    """How wide a line of text is when it is drawn."""
    narrow, broad, capital, other = WIDTHS
    return sum(
        narrow
        if each in NARROW
        else broad
        if each in BROAD
        else capital
        if each.isupper()
        else other
        for each in text
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
        width = max(map(drawn_width, self.lines))
        left = self.x - {"start": 0.0, "middle": width / 2, "end": width}[self.anchor]
        foot = self.y + LINE * (len(self.lines) - 1) + 3
        return left, self.y - LINE + 3, left + width, foot


@dataclass(frozen=True, slots=True)
class Place:
    """One possible place: its text's ground, all that text and leader reach over, and what it costs."""

    name: Name
    box: Box
    reach: Box
    cost: float


class Surroundings:
    """What is on the display besides names."""

    def __init__(
        self, counters: tuple[Box, ...], closed: tuple[Box, ...], ways: tuple[Line, ...], frame: Box
    ) -> None:
        """``closed`` is the ground of the ideologies."""
        self.counters, self.frame = counters, frame
        self._ways = [(way, around(way)) for way in ways]
        self._ground = _grains(closed)

    def free(self, box: Box, at: Point | None = None) -> bool:
        """Whether a text can stand here: in the frame, on no counter or title, and across no arrow. Of a counter it
        keeps away so far that it does not look like its name, unless it stands ``at`` that one.
        """
        left, top, right, bottom = box
        frame = self.frame
        if left < frame[0] or top < frame[1] or right > frame[2] or bottom > frame[3]:
            return False
        for one in self.counters:
            near, high, far, low = one
            if top < low and high < bottom and left < far + APART and near - APART < right:
                apart = 0.0 if at is None or holds(one, at) else APART
                if left < far + apart and near - apart < right:
                    return False
        wide = (left - BESIDE, top - BESIDE, right + BESIDE, bottom + BESIDE)
        return not any(meet(wide, reach) and enters(way, wide) for way, reach in self._ways)

    def may_lead(self, leader: Line) -> bool:
        """Whether a leader runs through no counter but the one that it comes from."""
        left, top, right, bottom = around(leader)
        for one in self.counters:
            near, high, far, low = one
            beside = left < far and near < right and top < low and high < bottom
            if beside and not holds(one, leader[0]) and enters(leader, one):
                return False
        return True

    def edges(self, box: Box, at: Point, leader: Line | None) -> float:
        """How many edges of ideologies the name of the counter ``at`` crosses, with its text and its leader; and
        arrows. A text counts for more the longer the part is that lies on the other side than the counter, or
        than the end of its leader.
        """
        ground = self._ground
        left, top, right, bottom = (int(side // GRAIN) for side in box)
        x, y = leader[1] if leader else at
        here = (int(x // GRAIN), int(y // GRAIN)) in ground
        across = sum(
            ((x, y) in ground) != here for x in range(left, right + 1, 2) for y in (top, bottom)
        )
        crossed = bool(across) + across * GRAIN / ACROSS
        if leader is None:
            return crossed
        (ax, ay), (bx, by) = leader
        steps = max(1, round(math.dist(*leader) / STRIDE))
        wide, high = (bx - ax) / steps, (by - ay) / steps
        inside = (int(ax // GRAIN), int(ay // GRAIN)) in ground
        for n in range(1, steps + 1):
            there = (int((ax + wide * n) // GRAIN), int((ay + high * n) // GRAIN)) in ground
            crossed += there != inside
            inside = there
        ends = around(leader)
        return crossed + sum(meet(ends, reach) and cross(leader, way) for way, reach in self._ways)


@lru_cache(maxsize=8)
def _grains(closed: tuple[Box, ...]) -> frozenset[tuple[int, int]]:
    """The ground of boxes in small squares."""
    return frozenset(
        (x, y)
        for left, top, right, bottom in closed
        for x in range(round(left / GRAIN), round(right / GRAIN))
        for y in range(round(top / GRAIN), round(bottom / GRAIN))
    )


class Places:
    """The places of one counter's names that nothing but other names can take, the cheapest first. They are
    looked for as they are asked for.
    """

    def __init__(self, at: Point, names: tuple[str, ...], near: Surroundings) -> None:
        """``at`` is the middle of the counter."""
        self._at, self._lines, self._near = at, in_lines(names), near
        self._found: list[Place] = []
        self._more = self._each()

    @cached_property
    def near(self) -> int:
        """How many of the eight places beside the counter are free: the fewer, the more constrained it is."""
        return sum(self._near.free(name.box, self._at) for name in self._beside())

    @cached_property
    def cheapest(self) -> float:
        """What the best place costs, if no other name is in its way."""
        first = self.first(lambda _place: True)
        return first.cost if first else 0.0

    def first(self, suits: Callable[[Place], bool]) -> Place | None:
        """The cheapest place that suits."""
        for place in self._found:
            if suits(place):
                return place
        for place in self._more:
            self._found.append(place)
            if suits(place):
                return place
        return None

    def all(self) -> list[Place]:
        """Every place; if there is none, the first beside the counter, whatever lies there."""
        self.first(lambda _place: False)
        return self._found or [self._anywhere()]

    def _anywhere(self) -> Place:
        name = next(self._beside())
        return _place(name, name.box, 0.0)

    def _each(self) -> Iterator[Place]:
        waiting: list[tuple[float, int, Place]] = []
        for count, (least, name) in enumerate(self._names()):
            while waiting and waiting[0][0] <= least:
                yield heappop(waiting)[2]
            box, leader = name.box, name.leader
            if self._near.free(box, self._at) and (leader is None or self._near.may_lead(leader)):
                cost = least + EDGE * self._near.edges(box, self._at, leader)
                heappush(waiting, (cost, count, _place(name, box, cost)))
        while waiting:
            yield heappop(waiting)[2]

    def _names(self) -> Iterator[tuple[float, Name]]:
        """Every place with what it costs before anything is crossed, which never falls."""
        yield from ((float(place), name) for place, name in enumerate(self._beside()))
        for length in RINGS:
            for right, down in _TURNS:
                yield float(length), self._led(length, right, down)

    def _beside(self) -> Iterator[Name]:
        (x, y), more = self._at, LINE * (len(self._lines) - 1)
        for dx, dy, anchor in PLACES:
            # More lines stand as high over the counter, or as evenly beside it, as one does.
            up = more if dy < 0 else more / 2 if dy < LINE / 2 else 0.0
            yield Name(self._lines, x + dx, y + dy - up, anchor)

    def _led(self, length: float, right: float, down: float) -> Name:
        x, y = self._at
        end = (x + length * right, y + length * down)
        high = LINE * len(self._lines)
        if abs(right) < UPRIGHT:
            foot = end[1] + (PORT + LINE - 3 if down > 0 else -PORT - high + LINE - 3)
            return Name(self._lines, end[0], foot, "middle", (self._at, end))
        anchor, port = ("start", PORT) if right > 0 else ("end", -PORT)
        foot = end[1] + LINE - 3 - high / 2
        return Name(self._lines, end[0] + port, foot, anchor, (self._at, end))


def _place(name: Name, box: Box, cost: float) -> Place:
    if name.leader is None:
        return Place(name, box, box, cost)
    line = around(name.leader)
    reach = (
        min(box[0], line[0]),
        min(box[1], line[1]),
        max(box[2], line[2]),
        max(box[3], line[3]),
    )
    return Place(name, box, reach, cost)


def in_lines(names: tuple[str, ...]) -> tuple[str, ...]:
    """Two names on one line, more on two of nearly the same length; on more where these would be too wide."""
    words = [name + "," * (index < len(names) - 1) for index, name in enumerate(names)]
    if len(words) <= ON_ONE_LINE and drawn_width(" ".join(words)) <= WIDEST:
        return (" ".join(words),)
    for count in range(min(2, len(words)), len(words) + 1):
        cuts = combinations(range(1, len(words)), count - 1)
        lines = min((_cut(words, cut) for cut in cuts), key=lambda each: max(map(len, each)))
        if max(map(drawn_width, lines)) <= WIDEST:
            return lines
    return tuple(words)


def _cut(words: list[str], cuts: tuple[int, ...]) -> tuple[str, ...]:
    ends = (*cuts, len(words))
    return tuple(" ".join(words[a:b]) for a, b in zip((0, *cuts), ends, strict=True))
