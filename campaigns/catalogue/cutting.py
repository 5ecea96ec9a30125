"""Cutting a book's data into tables that people can read: rows, columns, cells, and the values in a cell."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from campaigns.catalogue.model import Model, model_of
from campaigns.catalogue.shipped import Shipped
from campaigns.catalogue.wording import TITLES, Wording, capital
from campaigns.rulebooks.values.overrides import is_list_of_singles, is_single

MOST_IN_A_CELL = 8
"""A cell that would hold more values becomes a table of its own."""
CONDITIONS = frozenset({"when", "times", "needs", "for", "again", "only"})
"""Columns that hold conditions: only the numbers in them can be set, whoever reads a row is told the rest."""
APART = frozenset({"key", "source", "sources", "rule", "seed"})
"""Keys that tell of a row and play no part: by what it is named, where it is from, by which rule."""

Way = tuple[Any, ...]
"""The keys and numbers that lead to a value: the file's name first."""


class Leaf(Struct, frozen=True, kw_only=True):
    """One value: the ``way`` to it, the column it stands in, what it is called within its cell (empty where it is
    alone there), and what ships. ``left_out``: its row does not give it, so that its default stands.
    """

    way: Way
    column: str
    label: str
    shipped: Any
    left_out: bool = False

    @property
    def path(self) -> str:
        """The way as books read it."""
        return ".".join(str(key) for key in self.way)


class Row(Struct, frozen=True, kw_only=True):
    """One row: ``key`` as the file has it, its words, its rule and where it is from (empty: not said), and
    its values by column.
    """

    key: Any
    title: str
    rule: str
    source: str
    cells: Mapping[str, tuple[Leaf, ...]]


class Table(Struct, frozen=True, kw_only=True):
    """One table: the ``way`` to it, the file it is from, its words, what it is about, its columns by key in
    words, its rows, and the record that a row is read into.
    """

    key: str
    way: Way
    chapter: str
    title: str
    about: str
    columns: Mapping[str, str]
    rows: tuple[Row, ...]
    model: Model | None

    @property
    def leaves(self) -> Iterator[Leaf]:
        """Every value, row by row."""
        for row in self.rows:
            for leaves in row.cells.values():
                yield from leaves


def cut(shipped: Shipped, wording: Wording) -> tuple[Table, ...]:
    """Every table of a book, in the order of its files."""
    cutting = _Cutting(shipped, wording)
    for name, held in shipped.content.items():
        cutting.walk(held, (name,))
    return tuple(cutting.tables)


class _Cutting:
    def __init__(self, shipped: Shipped, wording: Wording) -> None:
        self.shipped, self.wording = shipped, wording
        self.tables: list[Table] = []

    def walk(self, held: Any, way: Way) -> None:
        """What lies below: rows of one kind are a table; single values another; the rest lies deeper."""
        if isinstance(held, list):
            self._rows(dict(enumerate(held)), way)
        elif isinstance(held, dict):
            mappings = [row for row in held.values() if isinstance(row, dict)]
            same = len(mappings) == len(held) > 0
            if same and (_are_rows(mappings) or self._model(held)):
                self._rows(held, way)
                return
            single = {k: v for k, v in held.items() if k not in APART and _fits_a_cell(v)}
            self._singles(single, way, held)
            for key, value in held.items():
                if key not in single and key not in APART:
                    self.walk(value, (*way, key))

    def _model(self, rows: Mapping[Any, Any]) -> Model | None:
        if not all(isinstance(row, dict) for row in rows.values()):
            return None
        return model_of(self.shipped.package, list(rows.values()))

    def _singles(self, single: Mapping[Any, Any], way: Way, held: Mapping[Any, Any]) -> None:
        """Single values beside each other: one row each."""
        source = _source(held)
        rows = tuple(
            Row(
                key=key,
                title=capital(self.wording.name(key)),
                rule="",
                source=source,
                cells={"value": tuple(self._leaves(value, (*way, key), "value", ()))},
            )
            for key, value in single.items()
        )
        self._add(way, {"value": "value"}, tuple(row for row in rows if row.cells["value"]), None)

    def _rows(self, rows: Mapping[Any, Any], way: Way) -> None:
        model = self._model(rows)
        columns: dict[str, str] = {}
        deeper: list[tuple[Any, Way]] = []
        found = []
        named = _by_key(rows)
        for key, row in rows.items():
            at = (*way, named.get(key, key))
            cells: dict[str, tuple[Leaf, ...]] = {}
            for column, value in row.items() if isinstance(row, dict) else (("value", row),):
                if column in APART:
                    continue
                if _fits_a_cell(value) or column in CONDITIONS:
                    there = (*at, column) if isinstance(row, dict) else at
                    only_numbers = column in CONDITIONS
                    leaves = tuple(self._leaves(value, there, str(column), (), only_numbers))
                    if leaves:
                        cells[str(column)] = leaves
                        columns.setdefault(str(column), self.wording.column(column))
                else:
                    deeper.append((value, (*at, column)))
            found.append((key, row, at, cells))
        self._add(
            way,
            columns,
            tuple(
                Row(
                    key=key,
                    title=self.wording.title_of(key, row),
                    rule=str(row.get("rule", "")) if isinstance(row, dict) else "",
                    source=_source(row) if isinstance(row, dict) else "",
                    cells={**cells, **_left_out(model, columns, cells, at, row)},
                )
                for key, row, at, cells in found
            ),
            model,
        )
        for value, at in deeper:
            self.walk(value, at)

    def _leaves(
        self, value: Any, way: Way, column: str, inner: Way, only_numbers: bool = False
    ) -> Iterator[Leaf]:
        """The values of a cell."""
        if isinstance(value, dict):
            for key, part in value.items():
                if key not in APART:
                    yield from self._leaves(part, (*way, key), column, (*inner, key), only_numbers)
        elif isinstance(value, list) and (only_numbers or not is_list_of_singles(value)):
            for number, part in enumerate(value):
                more = (*inner, number) if not only_numbers else inner
                yield from self._leaves(part, (*way, number), column, more, only_numbers)
        elif not only_numbers or isinstance(value, bool | int):
            yield Leaf(way=way, column=column, label=self.wording.of_path(inner), shipped=value)

    def _add(
        self, way: Way, columns: Mapping[str, str], rows: tuple[Row, ...], model: Model | None
    ) -> None:
        rows = tuple(row for row in rows if row.cells)
        if not rows:
            return
        chapter = capital(self.wording.name(way[0]))
        below = capital(self.wording.of_path(way[1:]))
        about = model.about if model and _is_for_readers(model.about) else ""
        self.tables.append(
            Table(
                key=".".join(str(key) for key in way),
                way=way,
                chapter=chapter,
                title=below or chapter,
                about=self.shipped.comments.get(tuple(map(str, way)), "") or about,
                columns=_ordered(columns),
                rows=rows,
                model=model,
            )
        )


def _ordered(columns: Mapping[str, str]) -> dict[str, str]:
    """Numbers before texts: what names a row comes last, since every row begins with it."""
    last = [key for key in columns if key in TITLES]
    return {key: columns[key] for key in (*(k for k in columns if k not in last), *last)}


def _by_key(rows: Mapping[Any, Any]) -> dict[Any, str]:
    """The rows of a list that can be named by their ``key``, as books read paths: one that no other has."""
    keys = {
        n: row.get("key") for n, row in rows.items() if isinstance(n, int) and isinstance(row, dict)
    }
    said = list(keys.values())
    return {
        number: key
        for number, key in keys.items()
        if isinstance(key, str)
        and "." not in key
        and not key.removeprefix("-").isdecimal()
        and said.count(key) == 1
    }


def _left_out(
    model: Model | None, columns: Mapping[str, str], cells: Mapping[str, Any], at: Way, row: Any
) -> dict[str, tuple[Leaf, ...]]:
    """The values of columns that this row leaves out, with the default that the model has for them."""
    if model is None or not isinstance(row, dict):
        return {}
    found = dict[str, tuple[Leaf, ...]]()
    for key in columns:
        known = model.columns.get(key)
        if key in cells or key in row or known is None or known.missing:
            continue
        if is_single(known.default) or is_list_of_singles(known.default):
            leaf = Leaf(way=(*at, key), column=key, label="", shipped=known.default, left_out=True)
            found[key] = (leaf,)
    return found


def _are_rows(rows: Sequence[Mapping[Any, Any]]) -> bool:
    """Whether several mappings have keys in common, and are no mere lists of numbers by name."""
    common = set.intersection(*(set(row) for row in rows)) - CONDITIONS
    return len(rows) > 1 and bool(common)


def _fits_a_cell(value: Any) -> bool:
    if is_single(value) or is_list_of_singles(value):
        return True
    parts = value.values() if isinstance(value, dict) else value
    if not all(is_single(part) or is_list_of_singles(part) for part in parts):
        return False
    return len(value) <= MOST_IN_A_CELL


def _source(row: Mapping[Any, Any]) -> str:
    found = row.get("source", "")
    return found if isinstance(found, str) else ""


def _is_for_readers(about: str) -> bool:
    return "`" not in about and not about.endswith((" as data.", "as written."))
