"""What moved on the charts of a game from turn to turn: what makes an event a turning point."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from campaigns.chronicles import sampling, weighing, wording

LEAST_TOLD = 0.05
"""A smaller part of all that a chart spans is not told of an event."""
LEAST_AFTER = 0.1
"""Nor is such a part told of the year after it."""
LEAST_FALL = 4
"""Whoever fell by less than one in so many of the most that they had is not told to have fallen."""
LONG = 2
"""Of so few turns a year each holds more than one turning point."""


class Turns:
    """Where turns begin and end, and what moved in them."""

    def __init__(
        self,
        phases: Iterable[tuple[int, str]],
        series: Sequence[sampling.Series],
        years: Callable[[str], str],
        measured: str = "",
        sides: Mapping[str, str] | None = None,
        beside: Collection[str] = (),
        names: Mapping[str, str] | None = None,
        telling: Collection[str] = (),
    ) -> None:
        """The turns of these phases (number and turn); ``years`` gives the year of a turn, ``measured`` is the key of
        the chart that shows who stood where, ``sides`` those of the powers. The charts with the keys ``beside`` make
        turning points too, those with the keys ``telling`` only tell of them. ``names`` are what powers and sides are
        called in the words of an event.
        """
        self.sides = sides or {}
        self.names = names or {}
        self.series = series
        self.measured = measured
        self.beside = [chart for chart in series if chart.key in beside]
        self.telling = [chart for chart in series if chart.key in telling]
        self.begins: dict[str, int] = {}
        self.ends: dict[str, int] = {}
        for number, turn in phases:
            self.begins.setdefault(turn, number)
            self.ends[turn] = number
        self.turns = list(self.begins)
        self.a_year = max(Counter(years(turn) for turn in self.turns).values(), default=1)

    @property
    def long(self) -> bool:
        """Whether its turns are so long that several turning points may fall into one."""
        return self.a_year <= LONG

    def moved(self, event: weighing.Event, years_after: int) -> int:
        """How far the large chart moved in the turn of an event, or in the year after it, in hundredths of all it
        spans: the line of whose doing it is, where there is one, else that of those whom it names which moved most.
        In the turn itself a chart beside it counts that moved farther.
        """
        found = [self.step(event, years_after)]
        if not years_after:
            found += self._beside(event)
        return max((100 * step.far // step.chart.span for step in found if step), default=0)

    def own(self, event: weighing.Event) -> int:
        """How far those whom an event names, or their sides, moved by the measure in its very phase; a small step
        counts as none.
        """
        charts = [chart for chart in self.series if chart.key == self.measured]
        span = event.phase - 1, event.phase
        moves = self._theirs(event, charts, span, sided=True)
        return max((step.far for step in moves if step.part >= LEAST_TOLD), default=0)

    def rise(self, key: str) -> "tuple[str, Step] | None":
        """The turn in which somebody rose most by the measure, with that step."""
        found = [
            (turn, step)
            for chart in self.series
            if chart.key == self.measured
            for turn in self.turns[1:]
            for step in steps(chart, self.begins[turn] - 1, self.ends[turn])
            if step.track.key == key and step.after > step.before
        ]
        return max(found, key=lambda each: each[1].far, default=None)

    def fall(self) -> "tuple[str, sampling.Track, int] | None":
        """Who rose by the measure after the first turn and fell farthest again, with the turn and the most they had."""
        found = []
        for chart in self.series:
            if chart.key != self.measured:
                continue
            for track in chart.tracks:
                begun = self.ends[self.turns[0]]
                later = [step for step in track.steps if step[0] > begun]
                place, most = max(later, key=lambda step: step[1], default=(begun, 0))
                rose, fell = most - track.value_at(begun), most - track.last
                far = min(rose, fell) >= LEAST_TOLD * chart.span
                if later and far and LEAST_FALL * fell >= most:
                    turn = next(each for each in self.turns if place <= self.ends[each])
                    found.append((fell, turn, track, most))
        return max(found, key=lambda each: each[0])[1:] if found else None

    def tide(self) -> "Tide | None":
        """Where the tide of a game turns: who rose by the measure, and lost at least half of the most they had, begin
        to lose; of several, those who lost most.
        """
        fallen = self.fall()
        if fallen is None:
            return None
        _turn, track, most = fallen
        if 2 * (most - track.last) < most:
            return None
        chart = next(each for each in self.series if track in each.tracks)
        peak = max(n for n, (_at, value) in enumerate(track.steps) if value == most)
        phase = track.steps[peak + 1][0]
        turn = next(each for each in self.turns if phase <= self.ends[each])
        end = self.ends[turn]
        place = self.turns.index(turn) + self.a_year
        later = track.value_at(self.ends[self.turns[place]]) if self.has_more(place) else None
        falls = [max(value for _at, value in each.steps) - each.last for each in chart.tracks]
        step = Step(chart, track, most, track.value_at(end))
        return Tide(phase, turn, step, later, max(falls) <= most - track.last)

    def year_after(self, turn: str) -> list[str]:
        """The turns of the year after one."""
        at = self.turns.index(turn)
        return self.turns[at + 1 : at + 1 + self.a_year]

    def has_more(self, place: int) -> bool:
        """Whether there are turns after the one at a place."""
        return place < len(self.turns) - 1

    def turned_by(self, news: Sequence[weighing.Event]) -> weighing.Event | None:
        """What turned the tide: the weightiest news of the phase in which somebody began to lose that are not their own
        doing, as one event.
        """
        tide = self.tide()
        if tide is None:
            return None
        own = self.of_side(tide.step.track.key)
        here = [each for each in news if each.phase == tide.phase and not self.sided(each) & own]
        head, told = weighing.headline(weighing.clauses(here, 2))
        if not told:
            return None
        most = max(told, key=lambda each: each.weight)
        actors = {each.actor for each in told}
        return most._replace(
            head=head,
            actor=most.actor if len(actors) == 1 else "",
            lines=tuple(line for each in told for line in each.lines),
        )

    def of_side(self, key: str) -> set[str]:
        """A power or side with all powers of its side."""
        return {key} | {power for power, side in self.sides.items() if side == key}

    def _measured(self, event: weighing.Event) -> list["Step"]:
        whose = {event.actor, self.sides.get(event.actor, event.actor)} - {""}
        return [
            step
            for chart in self.series
            if chart.key == self.measured
            for step in steps(chart, *self.span(event, 0))
            if step.track.key in whose
        ]

    def _beside(self, event: weighing.Event) -> list["Step"]:
        return self._theirs(event, self.beside, self.span(event, 0))

    def parties(self, event: weighing.Event) -> set[str]:
        """Whose doing an event is, and whom it names."""
        found = {key for key, name in self.names.items() if re.search(rf"\b{name}\b", event.head)}
        return (found | {event.actor}) - {""}

    def touched(self, event: weighing.Event) -> set[str]:
        """As :meth:`parties`; where the tide turns, those who lose from there on as well."""
        tide = self.tide()
        turned = tide is not None and (tide.turn, tide.phase) == (event.turn, event.phase)
        return self.parties(event) | (
            self.of_side(tide.step.track.key) if tide and turned else set()
        )

    def sided(self, event: weighing.Event) -> set[str]:
        """Whose doing an event is with their side, else the first whom it names."""
        whose = event.actor or wording.named_first(event.head, self.names)
        return {whose, self.sides.get(whose, whose)} - {""}

    def _theirs(
        self,
        event: weighing.Event,
        charts: Iterable[sampling.Series],
        span: tuple[int, int],
        *,
        sided: bool = False,
    ) -> list["Step"]:
        """What moved on charts of those whom an event names, or of their sides (``sided``)."""
        whose = self.parties(event)
        if sided:
            whose |= {self.sides[key] for key in whose if key in self.sides}
        return [
            move for chart in charts for move in steps(chart, *span) if move.track.is_about(whose)
        ]

    def step(self, event: weighing.Event, years_after: int) -> "Step | None":
        """What moved most on the large chart in the turn of an event, or in the year after it: the line of whose
        doing it is, where there is one, else of those whom it names.
        """
        moves = self._theirs(event, self.series[:1], self.span(event, years_after))
        for chart in self.series[:1]:
            if event.actor and any(track.key == event.actor for track in chart.tracks):
                moves = [move for move in moves if move.track.key == event.actor]
        return max(moves, key=lambda each: each.far, default=None)

    def best(self, event: weighing.Event) -> "Step | None":
        """What tells best how much moved in the turn of an event: the step on the large chart, one on those beside
        it, or theirs by the measure whose doing it is, whichever is the largest part of all that its chart spans;
        else what moved of the sides of those whom it names. A small step tells nothing.
        """
        large = self.step(event, 0)
        if found := [
            each for each in (large, *self._measured(event), *self._beside(event)) if each
        ]:
            return max(found, key=lambda each: each.part)
        measured = [chart for chart in self.series if chart.key == self.measured]
        sided = self._theirs(event, measured, self.span(event, 0), sided=True)
        moved = (move for move in sided if move.part >= LEAST_TOLD)
        return max(moved, key=lambda each: each.part, default=None)

    def told_by(self, event: weighing.Event) -> list["Step"]:
        """The steps that tell a turning point, each of another chart: the best, and the largest other one of those
        whom it names, or of their sides. Small ones tell nothing, and what moved before the event is not its doing.
        """
        charts = [*self.series[:1], *self.beside]
        charts += [each for each in self.series if each.key == self.measured]
        first = self.best(event)
        moves = self._theirs(event, charts, self.span(event, 0), sided=True)
        others = [each for each in moves if each.part >= LEAST_TOLD]
        others.sort(key=lambda each: -each.part)
        more = self._theirs(event, self.telling, self.span(event, 0))
        others += [each for each in more if not each.after and each.part >= LEAST_TOLD]
        found = [first] if first and first.part >= LEAST_TOLD else others[:1]
        told = {step.chart.key for step in found}
        return found + [each for each in others if each.chart.key not in told][:1]

    def span(self, event: weighing.Event, years_after: int) -> tuple[int, int]:
        """The phase before an event and the last of its turn, or the ends of that turn and of the year after it."""
        at = self.turns.index(event.turn)
        if not years_after:
            return max(self.begins[event.turn], event.phase) - 1, self.ends[event.turn]
        until = self.turns[min(len(self.turns) - 1, at + self.a_year * years_after)]
        return self.ends[event.turn], self.ends[until]

    def in_phase(self, step: "Step", event: weighing.Event) -> "Step":
        """How the same value moved in the very phase of an event."""
        return self._between(step, event.phase - 1, event.phase)

    def in_turn(self, step: "Step", event: weighing.Event) -> "Step":
        """How the same value moved in the whole turn of an event."""
        return self._between(step, self.begins[event.turn] - 1, self.ends[event.turn])

    def _between(self, step: "Step", since: int, until: int) -> "Step":
        values = step.track.value_at(since), step.track.value_at(until)
        return Step(step.chart, step.track, *values)

    def alike(self, step: "Step", event: weighing.Event) -> list[sampling.Track]:
        """Whose values of the same chart made the very same step, from an event to the end of its turn."""
        moves = steps(step.chart, *self.span(event, 0))
        same = (m for m in moves if (m.before, m.after) == (step.before, step.after))
        return [move.track for move in same if move.track != step.track]

    def ended(self, event: weighing.Event) -> Iterator[tuple[sampling.Series, sampling.Track]]:
        """The lines that end where an event came, since it is what they led to."""
        for chart in self.series:
            for track in chart.tracks:
                if track.ends == event.phase:
                    yield chart, track

    def has_year_after(self, event: weighing.Event) -> bool:
        """Whether the game went on for a year after the turn of an event."""
        return self.turns.index(event.turn) + self.a_year < len(self.turns)

    def largest(self, step: "Step") -> bool:
        """Whether no other step of its chart in one turn went as far."""
        spans = [(self.begins[turn] - 1, self.ends[turn]) for turn in self.turns]
        moves = [move.far for span in spans for move in steps(step.chart, *span)]
        return sum(far >= step.far for far in moves) <= 1


class Step(NamedTuple):
    """How a value of a chart moved."""

    chart: sampling.Series
    track: sampling.Track
    before: int
    after: int

    @property
    def far(self) -> int:
        """How far."""
        return abs(self.after - self.before)

    @property
    def part(self) -> float:
        """How far, as a part of all that its chart spans."""
        return self.far / self.chart.span

    def passed(self, since: int, until: int) -> tuple[int, str] | None:
        """The level that the value came to between the ends of two phases, for the first time, with what happens
        there.
        """
        for limit in self.chart.limits:
            level = next((value for at, value in reversed(limit.steps) if at <= until), None)
            if level is None or not self.before < level <= self.after:
                continue
            if all(value < level for at, value in self.track.steps if at <= since):
                return level, limit.words
        return None


class Tide(NamedTuple):
    """Where somebody begins to lose: the ``step`` is from the most they had to what they have at the end of that turn,
    ``later`` what they have a year after it, where the game goes on beyond that; ``farthest``: nobody falls farther.
    """

    phase: int
    turn: str
    step: Step
    later: int | None
    farthest: bool


def steps(chart: sampling.Series, since: int, until: int) -> Iterator[Step]:
    """What moved on a chart between the ends of two phases."""
    for track in chart.tracks:
        step = Step(chart, track, track.value_at(since), track.value_at(until))
        if step.far:
            yield step
