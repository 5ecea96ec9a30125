"""Counting the pieces on the table by a plan."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from campaigns.vassal import globs
from campaigns.vassal.pieces import Piece, Spot, Table
from campaigns.vassal.plan import Count, CountedPieces, Kind, Place, Plan, Rule

_NAMES_SHOWN = 8
_MOST_UNKNOWN = 20
_MOST_MAPS = 30
_LONGEST_NAME = 60
_LONGEST_NUMBER = 4


def counted(table: Table, plan: Plan, number: int, module: str) -> Count:
    """What a plan finds on the table. ``number`` is the plan's own."""
    counting = _Counting(plan)
    for place, piece in enumerate(table.pieces):
        counting.lay(place, piece)
    maps = sorted({piece.spot.map for piece in table.pieces})
    asked = {glob for place in plan.places for glob in place.map}
    return Count(
        plan=number,
        module=shown(module),
        seen=len(table.pieces),
        hidden=table.hidden,
        unread=table.unread,
        found=tuple(
            found
            for place, rule in enumerate(plan.rules)
            if (found := counting.found(place, rule)) is not None
        ),
        unknown=_most(counting.unknown, _MOST_UNKNOWN),
        maps=tuple(map(shown, maps[:_MOST_MAPS])),
        empty=tuple(
            sorted(glob for glob in asked if not any(globs.matches(glob, each) for each in maps))
        ),
        without_value=counting.without_value,
    )


def shown(text: str) -> str:
    """A name out of a file, fit to be shown: one short line without letters that do anything else."""
    plain = (letter if not unicodedata.category(letter).startswith("C") else " " for letter in text)
    line = " ".join("".join(plain).split())
    return line if len(line) <= _LONGEST_NAME else line[: _LONGEST_NAME - 1] + "…"


def _most(names: Counter[str], most: int) -> tuple[tuple[str, int], ...]:
    """The names of which there are most, with how many."""
    return tuple(sorted(names.items(), key=lambda one: (-one[1], one[0]))[:most])


class _Counting:
    """The pieces that a plan knows, by the places in which they lie."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._there: list[list[tuple[int, Kind, str, int]]] = [[] for _ in plan.places]
        self._present: set[int] = set()
        self.unknown: Counter[str] = Counter()
        self.without_value = 0
        self._spots: dict[Spot, tuple[int, ...]] = {}
        self._on: dict[str, tuple[int, ...]] = {}
        self._kinds: dict[str, Kind | None] = {}

    def lay(self, number: int, piece: Piece) -> None:
        """Put one piece, by its number, into every place in which it lies."""
        places = [
            place
            for place in self._places_at(piece.spot)
            if _fits(self._plan.places[place].properties, piece)
        ]
        if not places:
            return
        kind = self._kind_of(piece)
        if kind is None:
            self.unknown[shown(piece.name)] += 1
        elif not kind.skip:
            one = (number, kind, shown(piece.name), self._value(kind, piece))
            for place in places:
                self._there[place].append(one)

    def _places_at(self, spot: Spot) -> tuple[int, ...]:
        found = self._spots.get(spot)
        if found is None:
            on = self._on.get(spot.map)
            if on is None:
                on = self._on[spot.map] = tuple(
                    number
                    for number, place in enumerate(self._plan.places)
                    if globs.one_of(place.map, spot.map)
                )
                self._present.update(on)
            found = self._spots[spot] = tuple(
                number for number in on if _lies(spot, self._plan.places[number])
            )
        return found

    def _kind_of(self, piece: Piece) -> Kind | None:
        """The first row that fits; remembered by the name where rows ask for names alone."""
        if piece.name in self._kinds:
            return self._kinds[piece.name]
        by_name = True
        found = None
        for kind in self._plan.pieces:
            if kind.name and not globs.one_of(kind.name, piece.name):
                continue
            by_name = by_name and not kind.properties
            if _fits(kind.properties, piece):
                found = kind
                break
        if by_name:
            self._kinds[piece.name] = found
        return found

    def _value(self, kind: Kind, piece: Piece) -> int:
        if not kind.value_property:
            return kind.value
        said = piece.properties.get(kind.value_property, "").strip()
        if said.isascii() and said.isdecimal() and len(said) <= _LONGEST_NUMBER:
            return int(said)
        self.without_value += 1
        return 0

    def found(self, number: int, rule: Rule) -> CountedPieces | None:
        """What one rule says; nothing where there is nothing to say it by."""
        names: Counter[str] = Counter()
        sides: set[str] = set()
        worth = 0
        for kind, name, own in self._counted_by(rule):
            names[name] += 1
            sides.add(kind.side)
            worth += own
        there = names.total()
        told = _most(names, _NAMES_SHOWN)
        more = there - sum(count for _, count in told)
        value: str | bool | int | None
        against: tuple[str, ...] = ()
        if rule.sort in ("sum", "count"):
            if self._present.isdisjoint(rule.places):
                # Nothing at all lies on those maps: they are not in this save.
                return None
            value = worth if rule.sort == "sum" else there
        elif not there:
            return None
        elif rule.sort == "present":
            value = rule.values[""]
        else:
            value, *others = {rule.values[side] for side in sides}
            if others:
                value, against = None, tuple(sorted(sides))
        return CountedPieces(rule=number, value=value, pieces=told, more=more, sides=against)

    def _counted_by(self, rule: Rule) -> Iterator[tuple[Kind, str, int]]:
        """The pieces in the places of a rule that it asks for, each once."""
        met: set[int] = set()
        for place in rule.places:
            for piece, kind, name, own in self._there[place]:
                asked = (not rule.kinds or kind.kind in rule.kinds) and (
                    kind.side in rule.values
                    if rule.sort == "holder"
                    else not rule.sides or kind.side in rule.sides
                )
                if asked and piece not in met:
                    met.add(piece)
                    yield kind, name, own


def _fits(asked: dict[str, tuple[str, ...]], piece: Piece) -> bool:
    return all(
        globs.one_of(allowed, piece.properties.get(name, "")) for name, allowed in asked.items()
    )


def _lies(spot: Spot, place: Place) -> bool:
    """Whether a spot is in the outline of a place; in all of the map where it has none."""
    if not place.corners:
        return True
    at = spot.x - place.shift[0], spot.y - place.shift[1]
    if len(place.corners) == 2:
        (left, top), (right, bottom) = place.corners
        return left <= at[0] <= right and top <= at[1] <= bottom
    return _inside(at, place.corners)


def _inside(at: tuple[int, int], corners: Sequence[tuple[int, int]]) -> bool:
    """Whether a ray from the point to the right crosses the outline an odd number of times."""
    x, y = at
    inside = False
    for (ax, ay), (bx, by) in _edges(corners):
        if (ay > y) != (by > y):
            # Whole numbers throughout: where the edge is at this height, times its height.
            across = (x - ax) * (by - ay) - (y - ay) * (bx - ax)
            inside ^= (across < 0) == (by > ay)
    return inside


@cache
def _edges(
    corners: Sequence[tuple[int, int]],
) -> tuple[tuple[tuple[int, int], tuple[int, int]], ...]:
    before: Iterable[tuple[int, int]] = (corners[-1], *corners[:-1])
    return tuple(zip(before, corners, strict=True))
