"""The catalogue of one book in one revision: found once, kept, and asked for its tables and their words."""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from campaigns import rulebooks
from campaigns.catalogue.cutting import Leaf, Row, Table, cut
from campaigns.catalogue.kinds import Value, described
from campaigns.catalogue.shipped import refusal, shipped, spot_of
from campaigns.catalogue.wording import Wording, capital

_DOTTED = re.compile(r"\b[a-z0-9][\w-]*(?:\.[\w-]+)+\b")


MOST_SPELLED = 1_000
"""So many paths that were written otherwise are remembered."""


class Catalogue:
    """The tables of one book, in the order of its files."""

    def __init__(self, book: rulebooks.Book) -> None:
        self.book = book
        self.shipped = shipped(book)
        self.wording = Wording(book, self.shipped)
        self._described: dict[str, tuple[Value, ...]] = {}
        self._spelled: dict[str, str] = {}

    @cached_property
    def tables(self) -> Mapping[str, Table]:
        """Every table, by its key."""
        return {table.key: table for table in cut(self.shipped, self.wording)}

    @cached_property
    def families(self) -> Sequence[Sequence[str]]:
        """Sets of keys that belong together: powers, factions, and the rows of each table, those first
        that have names, and the smaller before the larger.
        """
        rows = [
            (
                "name" not in table.columns,
                len(table.rows),
                tuple(str(row.key) for row in table.rows),
            )
            for table in self.tables.values()
            if len(table.rows) > 1
            and all(isinstance(row.key, str) for row in table.rows)
            and list(table.columns) != ["value"]
        ]
        return (
            tuple(self.book.powers),
            tuple(self.book.factions),
            *(keys for _, _, keys in sorted(rows)),
        )

    def values(self, key: str) -> tuple[Value, ...]:
        """The values of a table, row by row, with what they may be."""
        if key not in self._described:
            table = self.tables[key]
            self._described[key] = described(
                table, self.families, lambda overrides: refusal(self.book, overrides)
            )
        return self._described[key]

    @cached_property
    def _places(self) -> Mapping[str, tuple[Table, Row, Leaf]]:
        return {
            leaf.path: (table, row, leaf)
            for table in self.tables.values()
            for row in table.rows
            for leaves in row.cells.values()
            for leaf in leaves
        }

    def place(self, path: str) -> tuple[Table, Row, Leaf] | None:
        """The table, the row and the value that a path leads to, however it is written."""
        if path not in self._places and path not in self._spelled:
            if len(self._spelled) >= MOST_SPELLED:
                self._spelled.clear()
            self._spelled[path] = self._written(path)
        return self._places.get(self._spelled.get(path, path))

    def _written(self, path: str) -> str:
        """A path as the catalogue writes it: rows of a list by their ``key`` where they have one."""
        spot = spot_of(dict(self.shipped.content), path)
        return next(
            (
                known
                for known in self._places
                if spot is not None
                and (other := spot_of(dict(self.shipped.content), known)) is not None
                and other[0] is spot[0]
                and other[1] == spot[1]
            ),
            "",
        )

    def label(self, path: str) -> str:
        """What the value at a path is called: its table, its row and its column."""
        found = self.place(path)
        if found is None:
            return capital(self.wording.of_path(path.split(".")))
        table, row, leaf = found
        where = table.chapter if table.title == table.chapter else f"{table.chapter}, {table.title}"
        parts = [row.title, *([] if leaf.column == "value" else [table.columns[leaf.column]])]
        return f"{where}: {', '.join(filter(None, (*parts, leaf.label)))}"

    def present(self, overrides: Mapping[str, Any]) -> dict[str, Any]:
        """The content of the tables under these overrides."""
        return self.shipped.present(overrides)

    def rule(self, path: str) -> str:
        """The rule that the row of a value names; empty where it names none."""
        found = self.place(path)
        return found[1].rule if found else ""

    def said(self, message: str) -> str:
        """What a book says of its tables, without keys."""
        return _DOTTED.sub(self._in_words, message)

    def _in_words(self, found: re.Match[str]) -> str:
        known = found[0].removeprefix("tables.")
        if known.replace(".", "").isdecimal() or known in self.book.index:
            return found[0]
        return self.label(known)


_KEPT: dict[str, Catalogue] = {}


def catalogue_of(book: rulebooks.Book) -> Catalogue:
    """The catalogue of a book in the revision that it is."""
    package = rulebooks.package_of(book)
    if not package:
        return Catalogue(book)
    if package not in _KEPT:
        _KEPT[package] = Catalogue(book)
    return _KEPT[package]


def value_at(tree: Mapping[str, Any], leaf: Leaf) -> Any:
    """The value of a leaf in the content of tables; what ships where the row still leaves it out."""
    spot = spot_of(dict(tree), leaf.path)
    if spot is None:
        return leaf.shipped
    held, key = spot
    if isinstance(held, dict):
        return held.get(key, leaf.shipped)
    return held[key]
