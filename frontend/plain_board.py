"""The data of any board as tables, for a book that has no template of its own.

A board is a record of whatever its book thinks worth showing. Here its plain values become lines, its
lists of records tables, and records within it parts of their own, under the names of their fields.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.utils.translation import gettext as _

NAMES = ("name", "title", "label", "code", "key")
"""What a record goes by, the best first."""
INNER = frozenset({"mark", "key"})
"""Fields that say nothing where a record has a name."""
KEY = re.compile(r"[a-z0-9]+(?:[_.:][a-z0-9]+)+")
NOTHING = "\N{EN DASH}"
MANY = 40
"""A table with more rows than this begins folded."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One value in words, with the sum behind it if there is one."""

    text: str
    tally: Any = None
    figure: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a board: ``lines`` of a name and a value, or a table of ``columns`` and ``rows``."""

    title: str
    lines: list[tuple[str, Cell]] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)
    rows: list[list[Cell]] = field(default_factory=list)

    @property
    def folded(self) -> bool:
        """Whether it is too long to be read in passing."""
        return len(self.rows) > MANY


def parts(board: Any) -> list[Part]:
    """All that a board holds; parts without anything in them are left out."""
    return list(_parts("", board))


def _parts(title: str, record: Any) -> Iterator[Part]:
    """What a record holds of its own, then what is within it."""
    values = _values(record)
    lines = [(words(name), cell(value)) for name, value in values if not _is_part(value)]
    if lines := [line for line in lines if line[1].text != NOTHING]:
        yield Part(title, lines=lines)
    for name, value in values:
        if _is_part(value):
            inner = f"{title}: {words(name).lower()}" if title else words(name)
            yield from _inner(inner, value)


def _inner(title: str, value: Any) -> Iterator[Part]:
    if _is_record(value):
        yield from _parts(title, value)
    elif isinstance(value, Mapping):
        yield from _table(title, [*value.values()], [str(key) for key in value])
    else:
        yield from _table(title, value)


def _table(title: str, items: Sequence[Any], keys: Sequence[str] = ()) -> Iterator[Part]:
    """A table with a row for each item; columns without anything in them are left out."""
    if not items:
        return
    known = [dict(_values(item)) if _is_record(item) else {"": item} for item in items]
    names = list(dict.fromkeys(name for row in known for name in row))
    if any(name in names for name in NAMES[:3]):
        names = [name for name in names if name not in INNER]
    first = next((name for name in NAMES if name in names), None)
    names.sort(key=lambda name: name != first)
    rows = [[cell(row.get(name)) for name in names] for row in known]
    filled = [n for n in range(len(names)) if any(row[n].text != NOTHING for row in rows)]
    head = [""] if keys else []
    lead = [[Cell(_word(key))] for key in keys] if keys else [[] for _ in rows]
    yield Part(
        title,
        columns=head + [words(names[n]) for n in filled],
        rows=[[*lead[at], *(row[n] for n in filled)] for at, row in enumerate(rows)],
    )


def cell(value: Any) -> Cell:
    """A value in words; a list as its members, a record as what it goes by."""
    if is_sum(value):
        return Cell(str(value.net), tally=value, figure=True)
    if isinstance(value, bool):
        return Cell(_("yes") if value else _("no"))
    if isinstance(value, int | float):
        return Cell(str(value), figure=True)
    if value is None or value in ("", (), [], {}):
        return Cell(NOTHING)
    if isinstance(value, Mapping):
        return Cell("; ".join(f"{_word(str(key))} {cell(one).text}" for key, one in value.items()))
    if isinstance(value, Sequence) and not isinstance(value, str):
        return Cell(", ".join(cell(one).text for one in value))
    if _is_record(value):
        named = dict(_values(value))
        found = next((named[name] for name in NAMES if named.get(name)), None)
        return Cell(_word(str(found))) if found is not None else Cell(_together(named))
    return Cell(_word(str(value)))


def words(name: str) -> str:
    """The name of a field as a heading."""
    return name.replace("_", " ").strip().capitalize()


def is_sum(value: Any) -> bool:
    """Whether a value is a number with its reasons, of whichever revision's kernel."""
    return hasattr(value, "net") and hasattr(value, "rows")


def _together(named: Mapping[str, Any]) -> str:
    said = [cell(one).text for one in named.values()]
    return " ".join(one for one in said if one != NOTHING) or NOTHING


def _word(text: str) -> str:
    """A key as words; words as they are."""
    return re.sub(r"[_.:]", " ", text) if KEY.fullmatch(text) else text


def _values(record: Any) -> list[tuple[str, Any]]:
    if isinstance(record, msgspec.Struct):
        names = [one.name for one in msgspec.structs.fields(record)]
        return [(name, getattr(record, name)) for name in names]
    return list(record.items())


def _is_record(value: Any) -> bool:
    return isinstance(value, msgspec.Struct) and not is_sum(value)


def _is_part(value: Any) -> bool:
    """Whether a value is too much for a line."""
    if _is_record(value):
        return True
    if isinstance(value, Mapping):
        return bool(value)
    return (
        isinstance(value, Sequence)
        and not isinstance(value, str)
        and any(_is_record(one) for one in value)
    )
