"""The tables of a book as lines for pages and programs: what ships, what a group has otherwise, what may stand there."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.catalogue.cutting import Row, Table
from campaigns.catalogue.kinds import Value, range_in_words
from campaigns.catalogue.lookup import Catalogue, value_at
from campaigns.catalogue.reading import written
from campaigns.rulebooks.values.overrides import ValueChange
from core.records import like
from rules.kernel.serial import plain

VALUES = 40
"""So many values of a table stand on one page, in whole rows; a row with more has a page of its own."""
FEW = 40
"""A text with more letters is written in a field of several lines."""


class ValueLine(Struct, frozen=True, kw_only=True):
    """One value of a table: its ``number`` in the table and its ``path`` (as an override names it), what it
    may be (``range`` says it in a sentence; ``lowest`` and ``highest`` ship in this column), what ships, and
    what it is now. ``text`` is what a form holds, ``problem`` what is wrong with that.
    """

    number: int
    path: str
    column: str
    label: str
    kind: str
    choices: tuple[tuple[str, str], ...]
    optional: bool
    least: int | None
    most: int | None
    lowest: int | None
    highest: int | None
    range: str
    shipped: Any
    shipped_words: str
    now: Any
    now_words: str
    changed: bool
    text: str
    problem: str = ""

    @property
    def long(self) -> bool:
        """Whether it is a text of more than a few words."""
        return self.kind == "text" and len(str(self.shipped or "")) > FEW


class RowLine(Struct, frozen=True, kw_only=True):
    """One row: what it is called, its rule, where it is from (``seed``: printed; ``gap``: reconstructed;
    ``house``: ours; empty: not said), and for each column its values.
    """

    title: str
    rule: str
    source: str
    cells: tuple[tuple[ValueLine, ...], ...]


class TableLine(Struct, frozen=True, kw_only=True):
    """One table in the list: ``file`` of the book's data it is from, how many rows it has and how many
    of its values the group has otherwise.
    """

    key: str
    file: str
    chapter: str
    title: str
    about: str
    rows: int
    changed: int


class RuleTable(Struct, frozen=True, kw_only=True):
    """One table with its rows; ``rows_found`` of them have the words that were asked for. ``hints`` say of a
    column what may stand there, where that is the same in all its rows.
    """

    line: TableLine
    columns: tuple[str, ...]
    hints: tuple[str, ...]
    rows: tuple[RowLine, ...]
    rows_found: int
    page: int
    pages: int

    @property
    def headings(self) -> tuple[tuple[str, str], ...]:
        """The columns with their hints."""
        return tuple(zip(self.columns, self.hints, strict=True))


def line_of(cat: Catalogue, table: Table, overrides: Mapping[str, Any]) -> TableLine:
    """A table as a line of the list, under a campaign's overrides."""
    mine = [path for path in overrides if (place := cat.place(path)) and place[0].key == table.key]
    return like(
        TableLine, table, file=f"{table.way[0]}.yaml", rows=len(table.rows), changed=len(mine)
    )


def shown(
    cat: Catalogue,
    table: Table,
    overrides: Mapping[str, Any],
    *,
    rows: str = "",
    page: int = 1,
    most: int = VALUES,
    given: Mapping[int, str] | None = None,
    problems: Mapping[int, str] | None = None,
) -> RuleTable:
    """A table with its rows: those with these words, ``most`` values on a page. ``given`` is what a form holds and
    ``problems`` what is wrong with it, by the numbers of the values.
    """
    present = cat.present(overrides)
    lines: dict[tuple[Any, ...], ValueLine] = {
        value.leaf.way: _value(
            cat,
            table.columns[value.leaf.column],
            number,
            value,
            present,
            (given or {}).get(number),
            (problems or {}).get(number, ""),
        )
        for number, value in enumerate(cat.values(table.key))
    }
    sought = rows.strip()[:100].casefold().split()
    found = [row for row in table.rows if all(word in row.title.casefold() for word in sought)]
    pages = _pages(found, most)
    page = min(max(page, 1), len(pages))
    return RuleTable(
        line=line_of(cat, table, overrides),
        columns=tuple(table.columns.values()),
        hints=tuple(_hint(cat, table, column) for column in table.columns),
        rows=tuple(_row(table, row, lines) for row in pages[page - 1]),
        rows_found=len(found),
        page=page,
        pages=len(pages),
    )


def _pages(rows: Iterable[Row], most: int) -> list[list[Row]]:
    """Rows by the pages on which they stand."""
    pages: list[list[Row]] = [[]]
    room = most
    for row in rows:
        room -= (values := sum(map(len, row.cells.values())))
        if room < 0 and pages[-1]:
            pages.append([])
            room = most - values
        pages[-1].append(row)
    return pages


def _hint(cat: Catalogue, table: Table, column: str) -> str:
    said = {
        range_in_words(value, cat.wording)
        for value in cat.values(table.key)
        if value.leaf.column == column and value.kind in ("number", "numbers", "words")
    }
    return said.pop().rstrip(".") if len(said) == 1 else ""


def _row(table: Table, row: Row, lines: Mapping[tuple[Any, ...], ValueLine]) -> RowLine:
    return RowLine(
        title=row.title,
        rule=row.rule,
        source=row.source,
        cells=tuple(
            tuple(lines[leaf.way] for leaf in row.cells.get(column, ()) if leaf.way in lines)
            for column in table.columns
        ),
    )


def _value(
    cat: Catalogue,
    column: str,
    number: int,
    value: Value,
    present: Mapping[str, Any],
    given: str | None,
    problem: str,
) -> ValueLine:
    now, leaf, words = value_at(present, value.leaf), value.leaf, cat.wording
    return like(
        ValueLine,
        value,
        number=number,
        path=leaf.path,
        column=column,
        label=leaf.label,
        choices=tuple((key, words.name(key) if key else "none") for key in value.choices)
        if value.kind == "choice"
        else (),
        range=range_in_words(value, words),
        shipped=plain(leaf.shipped),
        shipped_words=words.value(leaf.shipped),
        now=plain(now),
        now_words=words.value(now),
        changed=plain(now) != plain(leaf.shipped),
        text=written(now, value, words) if given is None else given,
        problem=problem,
    )


def row_of(cat: Catalogue, change: ValueChange) -> tuple[str, str, str]:
    """A change of a table in words: what it is called, what it was and what it is."""
    path = change.path[1]
    place = cat.place(path)
    ships = cat.wording.value(place[2].shipped) if place else _("as the book has it")
    before, after = (
        ships if value is None else cat.wording.value(value)
        for value in (change.before, change.after)
    )
    return cat.label(path), before, after
