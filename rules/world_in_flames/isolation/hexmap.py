"""A map of hexes as bytes, one for each hex, so that a million of them fit into a few megabytes.

Hexes stand in rows; odd rows are shifted half a hex to the right. A hex is named by its column
and its row, which may be any whole numbers. Inside, the rows lie one behind the other with a
border of ``EDGE`` around them, so that a hex always has six neighbours to look at and nobody has
to ask whether one is there.
"""

from collections.abc import Iterable, Iterator

import msgspec

from rules.kernel.errors import NotUnderstood
from rules.world_in_flames.isolation.holders import Nations

EDGE, SEA, LAKE, NEUTRAL, FIRST = 0, 1, 2, 3, 4
"""What a byte says: no hex, sea, lake, land of nobody at war; from ``FIRST`` on, whose land."""

TERRAIN = {"sea": SEA, "lake": LAKE}
CITY = 1
"""The lowest bit of a hex's marks; bit 1 is a unit of the first side, bit 2 of the second..."""

SPARSE = 64
"""A map may be this many times as large as the hexes on it, and some more."""


class Hex(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One hex as people give it, in JSON as well.

    ``terrain`` is ``land``, ``sea`` or ``lake``; ``holder`` a major power or minor (empty:
    neutral land); ``units`` are the holders whose units stand there; ``name`` is shown instead of
    the column and row.
    """

    column: int
    row: int
    terrain: str = "land"
    holder: str = ""
    city: bool = False
    units: tuple[str, ...] = ()
    name: str = ""


class HexMap:
    """Where every hex lies. ``cells`` and ``marks`` are indexed alike; see :meth:`place`."""

    __slots__ = ("cells", "left", "marks", "names", "nations", "rows", "stride", "top")

    def __init__(self, nations: Nations, left: int, top: int, width: int, rows: int) -> None:
        self.nations = nations
        self.left = left
        self.top = top - (top & 1)
        self.rows = rows + (top & 1)
        self.stride = width + 1
        size = self.stride * (self.rows + 2) + 2
        self.cells = bytearray(size)
        self.marks = bytearray(size)
        self.names: dict[int, str] = {}

    @classmethod
    def of(cls, nations: Nations, hexes: Iterable[Hex]) -> "HexMap":
        """A map of these hexes. Raises :class:`NotUnderstood` naming the hex that is wrong."""
        given = list(hexes)
        if not given:
            raise NotUnderstood("There is no hex on this map.", remedy="Give at least one.")
        columns, rows = [one.column for one in given], [one.row for one in given]
        width, height = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
        if width * height > SPARSE * len(given) + 4096:
            raise NotUnderstood(
                f"{len(given)} hexes are spread over {width} columns and {height} rows.",
                remedy="Move the pieces of the map nearer to each other.",
            )
        made = cls(nations, min(columns), min(rows), width, height)
        codes = {holder: FIRST + index for index, holder in enumerate(nations.holders)}
        sides = {side: CITY << (1 + index) for index, side in enumerate(nations.sides)}
        for one in given:
            made._put(one, codes, sides)
        return made

    def _put(self, one: Hex, codes: dict[str, int], sides: dict[str, int]) -> None:
        here = self.place(one.column, one.row)
        if self.cells[here] != EDGE:
            raise NotUnderstood(
                f"Hex {one.column},{one.row} is given twice.", remedy="Keep one of them."
            )
        for holder in (one.holder, *one.units):
            if holder and holder not in codes:
                raise NotUnderstood(
                    f"Hex {one.column},{one.row}: nobody is called {holder!r}.",
                    remedy=f"Holders are {', '.join(codes)}.",
                )
        if one.terrain in TERRAIN:
            if one.holder or one.city or one.units:
                raise NotUnderstood(
                    f"Hex {one.column},{one.row} is {one.terrain} and cannot be held or built on.",
                    remedy="Leave holder, city and units away, or make it land.",
                )
            self.cells[here] = TERRAIN[one.terrain]
        elif one.terrain == "land":
            self.cells[here] = codes[one.holder] if one.holder else NEUTRAL
        else:
            raise NotUnderstood(
                f"Hex {one.column},{one.row}: there is no terrain {one.terrain!r}.",
                remedy="It is land, sea or lake.",
            )
        mark = CITY if one.city else 0
        for holder in one.units:
            mark |= sides[self.nations.side_of(holder)]
        self.marks[here] = mark
        if one.name:
            self.names[here] = one.name

    def place(self, column: int, row: int) -> int:
        """The index of a hex."""
        return (row - self.top + 1) * self.stride + column - self.left + 1

    def spot(self, index: int) -> tuple[int, int]:
        """Column and row of an index; the inverse of :meth:`place`."""
        row, column = divmod(index, self.stride)
        return column - 1 + self.left, row - 1 + self.top

    def around(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The steps to the six neighbours, for indices in odd and in even rows of the bytes.

        Ask with ``around[index // stride & 1]``; the first answers 0.
        """
        up, down = -self.stride, self.stride
        return (
            (-1, 1, up, up + 1, down, down + 1),
            (-1, 1, up - 1, up, down - 1, down),
        )

    def neighbours(self, index: int) -> tuple[int, ...]:
        """The six neighbours of a hex, whatever lies there."""
        return tuple(index + step for step in self.around()[index // self.stride & 1])

    def label(self, index: int) -> str:
        """What a hex is called: its own name, or column and row."""
        column, row = self.spot(index)
        return self.names.get(index, f"{column},{row}")

    def holder(self, code: int) -> str:
        """Whose land a byte means (empty for what nobody holds)."""
        return self.nations.holders[code - FIRST] if code >= FIRST else ""

    def land(self) -> Iterator[int]:
        """The indices of all hexes on the map, row by row."""
        return (index for index, code in enumerate(self.cells) if code != EDGE)
