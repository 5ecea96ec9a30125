"""What a chart is made of."""

from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple


class Step(NamedTuple):
    """From this place on a line has this value, until its next step."""

    at: int
    value: int


class Line(NamedTuple):
    """A value over time. Its steps stand in order; before the first it has no value.

    ``hue`` and ``mark`` are those of its power or side. Lines of one hue differ by their dashes, in the
    order in which they are given. ``short`` is its name where room is scarce. ``ends`` is the place at which it ends, 0 if it
    does not before the axis does.
    """

    name: str
    steps: tuple[Step, ...]
    hue: str = "neutral"
    mark: str = "ring"
    short: str = ""
    ends: int = 0

    def value(self, at: int) -> int | None:
        """The value at a place; ``None`` before its first step, and behind its end."""
        if self.ends and at > self.ends:
            return None
        found = bisect_right(self.steps, at, key=lambda step: step.at)
        return self.steps[found - 1].value if found else None


class Threshold(NamedTuple):
    """A level at which something happens, with the sentence that says what; it may change over time."""

    words: str
    steps: tuple[Step, ...]


class Ring(NamedTuple):
    """A numbered turning point."""

    number: int
    at: int
    words: str = ""


class Tick(NamedTuple):
    """A place that the axis names."""

    at: int
    label: str


class Chart(NamedTuple):
    """Lines over the same places, from ``first`` to ``last``.

    ``places`` names each place from ``first`` on; several in a row may share a name (the phases of a turn).
    """

    title: str
    lines: tuple[Line, ...]
    first: int
    last: int
    ticks: tuple[Tick, ...] = ()
    places: tuple[str, ...] = ()
    thresholds: tuple[Threshold, ...] = ()
    rings: tuple[Ring, ...] = ()

    def place(self, at: int) -> str:
        """What a place is called."""
        within = 0 <= at - self.first < len(self.places)
        return self.places[at - self.first] if within else str(at)

    def share(self, at: int) -> float:
        """How far along the axis a place lies, from 0 to 1."""
        long = max(1, self.last - self.first)
        return min(1.0, max(0.0, (at - self.first) / long))


class Scale(NamedTuple):
    """From values to pixels: ``low`` lies at ``bottom``, ``high`` at ``top``."""

    low: int
    high: int
    top: int
    bottom: int

    def y(self, value: float) -> float:
        """Where a value lies."""
        return self.bottom - (value - self.low) * (self.bottom - self.top) / (self.high - self.low)

    def grid(self, most: int = 5) -> tuple[int, ...]:
        """The round values that get a line: at most so many, zero among them."""
        step = next(step for step in _round_steps() if self._count(step) <= most)
        return tuple(range(-(-self.low // step) * step, self.high + 1, step))

    def _count(self, step: int) -> int:
        return self.high // step - -(-self.low // step) + 1


def _round_steps() -> Iterable[int]:
    power = 1
    while True:
        yield from (power, 2 * power)
        if power > 1:
            yield power * 5 // 2
        yield 5 * power
        power *= 10


def scale_of(values: Iterable[int], top: int, bottom: int) -> Scale:
    """A scale for these values; zero is always on it, so that no change looks larger than it is."""
    known = (0, *values)
    low, high = min(known), max(known)
    return Scale(low, high if high > low else low + 1, top, bottom)


def short(number: float) -> str:
    """A coordinate in as few letters as it takes."""
    return f"{number:.1f}".removesuffix(".0").replace("-0.", "-.") or "0"
