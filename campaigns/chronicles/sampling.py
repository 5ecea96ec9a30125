"""Values over time, taken from boards: what a chart of a campaign is made of."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any, NamedTuple

from campaigns.chronicles.spec import Charted, Goals, Level, Measure
from campaigns.chronicles.wording import Stood

LITERAL = "="
"""A path that begins so is what follows it."""


class Track(NamedTuple):
    """One value over time: ``steps`` are pairs of a place and the value from there on. ``key`` is that of a
    power or side, where it belongs to one; ``between`` are groups of powers, one of each of which it is about.
    ``ends`` is the place from which on it has no value any more; 0 where it has one to the end.
    """

    key: str
    name: str
    steps: tuple[tuple[int, int], ...]
    between: tuple[tuple[str, ...], ...] = ()
    ends: int = 0

    def is_about(self, powers: Collection[str]) -> bool:
        """Whether it is about these powers: theirs, or that between them. What is nobody's is about all."""
        groups = self.between or (((self.key,),) if self.key else ())
        return all(any(key in powers for key in group) for group in groups)

    @property
    def last(self) -> int:
        """Where it ended."""
        return self.steps[-1][1]

    def value_at(self, place: int) -> int:
        """Where it stood at a place; before the first, where it began."""
        return next((value for at, value in reversed(self.steps) if at <= place), self.steps[0][1])

    def since(self, place: int) -> "Track":
        """The same from a place on."""
        later = tuple(step for step in self.steps if step[0] > place)
        return self._replace(steps=((place, self.value_at(place)), *later))


class Limit(NamedTuple):
    """A level at which something happens, as it stood over time."""

    words: str
    steps: tuple[tuple[int, int], ...]


class Place(NamedTuple):
    """A place of the map, by the fact that says who holds it."""

    key: str
    holder: str


class Scene:
    """A board, and beside it the places of the map: ``places`` has them by the first part of their facts' keys."""

    def __init__(self, board: Any, places: Mapping[str, Sequence[Place]]) -> None:
        """A board with its places."""
        self.board, self.places = board, places

    def __getattr__(self, name: str) -> Any:
        """What the board has."""
        return getattr(self.board, name)


def scene(board: Any, specs: Iterable[Any], facts: Mapping[str, Any]) -> Scene:
    """A board with the places that a book's facts (``specs``) ask about, and who holds them by the ``facts`` declared."""
    places: dict[str, list[Place]] = {}
    for spec in specs:
        if spec.type == "control":
            held = Place(spec.key, str(facts.get(spec.key, spec.default)))
            places.setdefault(spec.key.partition(".")[0], []).append(held)
    return Scene(board, places)


class Series(NamedTuple):
    """A chart's values: those drawn first, the farthest from zero at the end."""

    key: str
    title: str
    about: str
    most: int
    tracks: tuple[Track, ...]
    limits: tuple[Limit, ...]

    @property
    def drawn(self) -> tuple[Track, ...]:
        """The tracks that one picture has room for, the highest first."""
        chosen = sorted(self.tracks, key=lambda each: -abs(each.last))[: self.most]
        return tuple(sorted(chosen, key=lambda each: -each.last))

    def until(self, last: int) -> "Series":
        """The same chart as it stood then: without what came later."""
        return self._replace(
            tracks=tuple(
                each._replace(steps=steps) for each in self.tracks if (steps := _until(each, last))
            ),
            limits=tuple(
                each._replace(steps=steps) for each in self.limits if (steps := _until(each, last))
            ),
        )

    @property
    def moved(self) -> bool:
        """Whether any of its values ever changed."""
        return any(len(each.steps) > 1 for each in self.tracks)

    @property
    def span(self) -> int:
        """How far apart the lowest and the highest value of its tracks ever are."""
        values = [value for each in self.tracks for _, value in each.steps]
        return max(values, default=0) - min(values, default=0)


def _until(line: Track | Limit, last: int) -> tuple[tuple[int, int], ...]:
    return tuple(step for step in line.steps if step[0] <= last)


def value_at(thing: Any, path: str) -> Any:
    """What stands at a path of names and places (``now.net``, ``hex.0``); ``None`` where nothing does."""
    if path.startswith(LITERAL):
        return path[1:]
    return reduce(_step, path.split("."), thing) if path else None


def parts_at(thing: Any, path: str) -> list[Any]:
    """The parts that stand at a path: a list, or one record; none where nothing stands."""
    found = value_at(thing, path)
    if found is None:
        return []
    return list(found) if isinstance(found, list | tuple) else [found]


def filled(part: Any, words: str) -> str:
    """Words with values of a part put in, by their paths in braces."""
    return re.sub(r"\{(\S+?)\}", lambda path: str(value_at(part, path[1])), words)


def _step(thing: Any, name: str) -> Any:
    if isinstance(thing, Mapping):
        return thing.get(name)
    if name.isdigit():
        return (
            thing[int(name)] if isinstance(thing, list | tuple) and len(thing) > int(name) else None
        )
    return getattr(thing, name, None)


def sample(board: Any, charts: Iterable[Charted]) -> dict[tuple[str, str, str], int]:
    """The values of a board: by the key of the chart, that of the power or side, and the name. A chart has none where
    that which it leads to has come.
    """
    found: dict[tuple[str, str, str], int] = {}
    for chart in charts:
        if value_at(board, chart.until):
            continue
        for part in parts_at(board, chart.parts):
            if chart.by:
                side = str(value_at(part, chart.by) or "")
                found[chart.key, side, ""] = found.get((chart.key, side, ""), 0) + 1
                continue
            value = value_at(part, chart.value)
            if isinstance(value, list | tuple):
                value = len(value)
            if isinstance(value, int) and not isinstance(value, bool):
                who = str(value_at(part, chart.who) or "")
                found[chart.key, who, str(value_at(part, chart.name) or "")] = value
        for n, level in enumerate(chart.levels):
            at = level_at(board, level)
            if at is not None:
                found[_level(chart, n)] = at
    return found


def _level(chart: Charted, n: int) -> tuple[str, str, str]:
    """The key of a level of a chart."""
    return chart.key, f"{LITERAL}{n}", chart.name if chart.name.startswith(LITERAL) else ""


def is_of(chart: Charted, name: str) -> bool:
    """Whether a value of this name is of this chart, and not of another that is drawn as one with it."""
    return not chart.name.startswith(LITERAL) or name.removeprefix(LITERAL) == chart.name[1:]


def emptied(
    charts: Iterable[Charted],
    known: Iterable[tuple[str, str, str]],
    values: Mapping[tuple[str, str, str], int],
) -> dict[tuple[str, str, str], int]:
    """Nought for whoever had something on a chart that counts (one of those ``known``) and has nothing among the
    ``values`` any more.
    """
    told = {key for key, _, _ in values}
    counting = {chart.key for chart in charts if chart.by and chart.key in told}
    return {
        key: 0
        for key in known
        if key[0] in counting and key not in values and not key[1].startswith(LITERAL)
    }


def from_ledger(
    rows: Iterable[Any], charts: Iterable[Charted]
) -> Iterator[tuple[tuple[str, str, str], int, int]]:
    """The values that a book's rows of what changed hold for charts: the key, before and after."""
    for row in rows:
        for chart in charts:
            if chart.ledger and row.label.endswith(chart.ledger) and row.actor:
                before, after = (whole(figure) for figure in (row.before, row.after))
                if before is not None and after is not None:
                    yield (chart.key, row.actor, ""), before, after


def whole(figure: str) -> int | None:
    """A whole number as a book writes it; ``None`` for anything else."""
    plain = figure.replace("\N{MINUS SIGN}", "-").strip()
    return int(plain) if re.fullmatch(r"[+-]?\d+", plain) else None


def level_at(board: Any, level: Level) -> int | None:
    """Where a level stands."""
    found = value_at(board, level.path) if level.path else level.value
    return found if isinstance(found, int) else None


def counted(board: Any, path: str) -> int | None:
    """A number of the board; of a list its length."""
    found = value_at(board, path)
    if isinstance(found, list | tuple):
        return len(found)
    return found if isinstance(found, int) else None


def series(
    charts: Iterable[Charted],
    samples: Iterable[tuple[int, dict[tuple[str, str, str], int]]],
    names: Mapping[str, str],
    begun: int = 0,
) -> tuple[Series, ...]:
    """The charts of a game from samples at places, in their order; those on which nothing ever moved are left out. Where
    it is declared how things stand as a game begins, they are told from where its first turn ends (``begun``) on. What comes
    to an end (``until``) is told up to there. Charts of one key are one, told by the first.
    """
    charts = tuple(charts)
    over = {(chart.key, chart.name.removeprefix(LITERAL)) for chart in charts if chart.until}
    steps: dict[tuple[str, str, str], list[tuple[int, int]]] = {}
    ends: dict[tuple[str, str, str], int] = {}
    for at, values in samples:
        for key in steps:
            if key not in values and (key[0], key[2]) in over:
                ends.setdefault(key, at)
        for key, value in (values | emptied(charts, steps, values)).items():
            before = steps.setdefault(key, [])
            if not before or before[-1][1] != value:
                before.append((at, value))
    made = []
    first: dict[str, Charted] = {}
    for chart in charts:
        first.setdefault(chart.key, chart)
    for one, chart in first.items():
        own = {which: tuple(found) for which, found in steps.items() if which[0] == one}
        tracks = tuple(
            Track(
                *(who, name or names.get(who, who), found, chart.between.get(name, ())),
                ends=ends.get((chart.key, who, name), 0),
            )
            for (_, who, name), found in own.items()
            if not who.startswith(LITERAL) and (who or name) and (who in names or not chart.by)
        )
        if chart.declared:
            tracks = tuple(each.since(begun) for each in tracks)
        limits = tuple(
            Limit(level.words, own[which])
            for part in charts
            if part.key == one
            for n, level in enumerate(part.levels)
            if (which := _level(part, n)) in own
        )
        shown = Series(chart.key, chart.title, chart.about, chart.most, tracks, limits)
        if any(len(each.steps) > 1 for each in tracks):
            made.append(shown)
    return tuple(made)


def goals(board: Any, what: Goals) -> tuple[Stood, ...]:
    """What each side holds of what it needs to win, the nearest first."""
    found = []
    for part in parts_at(board, what.parts):
        who = str(value_at(part, what.who) or "")
        held, needed = value_at(part, what.value), value_at(part, what.needed)
        if who in what.names and isinstance(held, int) and isinstance(needed, int) and needed > 0:
            found.append(Stood(who, what.names[who], held, needed))
    return tuple(sorted(found, key=lambda row: Fraction(-row.value, row.whole or 1)))


def ended_without(
    rows: Iterable[Stood], drawn: Iterable[Series], measure: Measure, names: Mapping[str, str]
) -> tuple[Stood, ...]:
    """Those who had something of what a measure counts, as its chart shows, and end without."""
    told = {row.key for row in rows}
    tracks = (track for chart in drawn if chart.key == measure.chart for track in chart.tracks)
    return tuple(
        Stood(track.key, names[track.key], 0)
        for track in tracks
        if track.key in names and track.key not in told
    )


def stood(board: Any, measure: Measure, names: Mapping[str, str]) -> tuple[Stood, ...]:
    """Where everybody stood by a measure, the best first."""
    rows: dict[str, Stood] = {}
    for stake in measure.stakes:
        holder = stake.so if value_at(board, stake.path) else stake.otherwise
        for who in {stake.so, stake.otherwise} & set(names):
            before = rows[who].value if who in rows else 0
            rows[who] = Stood(who, names[who], before + (who == holder), len(measure.stakes))
    for part in parts_at(board, measure.parts):
        who = str(value_at(part, measure.who) or "")
        if who not in names:
            continue
        if not measure.value:
            rows[who] = Stood(who, names[who], rows[who].value + 1 if who in rows else 1)
            continue
        value = value_at(part, measure.value)
        if isinstance(value, int):
            whole, share = value_at(part, measure.whole), value_at(part, measure.share)
            if whole:  # rounded; the rules leave the fraction off
                share = (200 * value + whole) // (2 * whole)
            rows[who] = Stood(who, names[who], value, share=share)
    return tuple(sorted(rows.values(), key=lambda row: (-row.rank, -row.value, row.name)))
