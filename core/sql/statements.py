"""Rows by statements that are made once.

Django compiles each query anew every time it is asked, and for a row found by its key that takes
longer than PostgreSQL takes to answer. What is asked with every request and every submission is
therefore asked through here: the columns and conversions come from the models, once for each
process; the condition is written out. Rows that hang on each other are read by one statement
(:class:`Joined`) and written by one (:func:`together`), since each journey to the database costs
more than what is done there. Everything else is better off with the ORM.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, cached_property
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections, models
from psycopg import Cursor
from psycopg.pq import Format

#: How often a connection is asked the same before it has the statement prepared.
PREPARED_AFTER = 2

M = TypeVar("M", bound=models.Model)
Row = Sequence[Any]

Converter = Callable[[Any, Any, Any], Any]


class Part(Generic[M]):
    """The columns of one model in a statement's rows, and how they become an object of it.

    ``name`` is what the statement calls its table; ``without`` are columns that are read only when
    somebody looks at them.
    """

    def __init__(self, model: type[M], name: str = "", *, without: Sequence[str] = ()) -> None:
        """Nothing is looked up before it is first asked."""
        self._model, self._name, self._without = model, name, frozenset(without)

    @property
    def table(self) -> str:
        """The model's table, quoted."""
        return quoted(_meta(self._model).db_table)

    @cached_property
    def columns(self) -> list[str]:
        """The columns, quoted and with their table."""
        name = quoted(self._name) if self._name else self.table
        return [
            # Django wants to read JSON by itself.
            f"{name}.{quoted(field.column)}{'::text' if isinstance(field, models.JSONField) else ''}"
            for field in self._fields
        ]

    def read(self, row: Row) -> M | None:
        """The object that these columns describe; ``None`` where a join has found nothing."""
        if row[self._key] is None:
            return None
        values = row
        if self._converters:
            values, here = list(row), connections[DEFAULT_DB_ALIAS]
            for place, column, converter in self._converters:
                values[place] = converter(values[place], column, here)
        return self._model.from_db(DEFAULT_DB_ALIAS, self._names, values)

    @cached_property
    def _fields(self) -> list[Any]:
        return [one for one in _meta(self._model).concrete_fields if one.name not in self._without]

    @cached_property
    def _names(self) -> list[str]:
        return [field.attname for field in self._fields]

    @cached_property
    def _key(self) -> int:
        return next(place for place, field in enumerate(self._fields) if field.primary_key)

    @cached_property
    def _converters(self) -> list[tuple[int, Any, Converter]]:
        columns = [field.get_col(_meta(self._model).db_table) for field in self._fields]
        return [
            (place, column, converter)
            for place, column in enumerate(columns)
            for converter in (
                *connection.ops.get_db_converters(column),
                *column.get_db_converters(connection),
            )
        ]


class Select(Generic[M]):
    """The rows of a model for which a condition holds, ``%s`` standing for what is given."""

    def __init__(self, model: type[M], where: str, *, without: Sequence[str] = ()) -> None:
        """Nothing is compiled before it is first asked."""
        self._part, self._where = Part(model, without=without), where

    def first(self, *given: Any) -> M | None:
        """The first such row."""
        return next(iter(self.all(*given)), None)

    def all(self, *given: Any) -> list[M]:
        """All such rows."""
        with asking() as cursor:
            cursor.execute(self._statement, given)
            found = cursor.fetchall()
        return [row for row in map(self._part.read, found) if row is not None]

    @cached_property
    def _statement(self) -> str:
        return f"SELECT {', '.join(self._part.columns)} FROM {self._part.table} WHERE {self._where}"  # noqa: S608 - written out in our code


class Joined:
    """Rows of several models side by side, and more values behind them."""

    def __init__(self, parts: Sequence[Part[Any]], rest: str, *, more: Sequence[str] = ()) -> None:
        """``rest`` is the statement from its FROM on; ``more`` are further expressions."""
        self._parts, self._rest, self._more = parts, rest, more

    def first(self, *given: Any) -> list[Any] | None:
        """Of the first such row an object (or ``None``) for each part, and then the values."""
        with asking() as cursor:
            cursor.execute(self._statement, given)
            row = cursor.fetchone()
        if row is None:
            return None
        found, start = [], 0
        for part in self._parts:
            end = start + len(part.columns)
            found.append(part.read(row[start:end]))
            start = end
        return [*found, *row[start:]]

    @cached_property
    def _statement(self) -> str:
        columns = [column for part in self._parts for column in part.columns]
        return f"SELECT {', '.join([*columns, *self._more])} {self._rest}"


@contextmanager
def asking() -> Iterator[Any]:
    """A cursor whose statements PostgreSQL parses and plans once for each connection, and answers
    in its own binary form, which spares both sides the digits.

    Django's own puts the values into the text of every statement. It is used while somebody
    listens to what is asked (a test that counts, say), so that these are heard too.
    """
    here = connections[DEFAULT_DB_ALIAS]
    if here.queries_logged or here.execute_wrappers:
        with here.cursor() as cursor:
            yield cursor
        return
    here.close_if_health_check_failed()
    here.ensure_connection()
    here.validate_no_broken_transaction()
    kept: Any = here.connection
    kept.prepare_threshold = PREPARED_AFTER
    with here.wrap_database_errors, Cursor(kept) as cursor:
        cursor.format = Format.BINARY
        yield cursor


# --- Writing ----------------------------------------------------------------------------------


class _Step:
    """One row to be written: how, and which of its fields."""

    __slots__ = ("fields", "how", "row")

    def __init__(self, how: str, row: models.Model, fields: tuple[str, ...] = ()) -> None:
        self.how, self.row, self.fields = how, row, fields

    @property
    def shape(self) -> tuple[str, type[models.Model], tuple[str, ...]]:
        """All on which the wording of the statement depends."""
        return self.how, type(self.row), self.fields

    def values(self) -> list[Any]:
        """What is put into the statement."""
        row, adding, here = self.row, self.how == INSERT, connections[DEFAULT_DB_ALIAS]
        values = [
            getattr(row, field.attname)
            if type(field) in AS_IT_IS
            else field.get_db_prep_save(field.pre_save(row, adding), here)
            for field in _written(*self.shape)
        ]
        return values if adding else [*values, row.pk]

    def done(self, key: Any) -> None:
        """Give a new row its key."""
        if self.how == INSERT:
            self.row.pk = key
            self.row._state.adding = False  # noqa: SLF001 - as Model.save does
            self.row._state.db = DEFAULT_DB_ALIAS  # noqa: SLF001


#: Fields whose values the database takes as they stand in a row; a statement names their types.
AS_IT_IS = {
    models.BinaryField,
    models.BooleanField,
    models.CharField,
    models.ForeignKey,
    models.PositiveBigIntegerField,
    models.PositiveIntegerField,
    models.TextField,
}

INSERT, UPDATE, DELETE = "insert", "update", "delete"

_LENGTH = re.compile(r"\(\d+\)")

#: What is written together, until the block ends.
_collected: ContextVar[list[_Step] | None] = ContextVar("collected", default=None)


def insert(row: models.Model) -> None:
    """Insert a new row and give it its key."""
    _take(_Step(INSERT, row))


def update(row: models.Model, names: Iterable[str]) -> None:
    """Write some of a row's fields."""
    _take(_Step(UPDATE, row, tuple(names)))


def delete(row: models.Model) -> None:
    """Delete a row on which nothing hangs."""
    _take(_Step(DELETE, row))


@contextmanager
def together() -> Iterator[None]:
    """Write all rows of this block by one statement at its end, in their order.

    A row is written once at most. Until the end a new row has no key, and nothing is there to be
    read. Should the block be left by an exception, nothing is written.
    """
    if _collected.get() is not None:
        yield
        return
    steps: list[_Step] = []
    before = _collected.set(steps)
    try:
        yield
    finally:
        _collected.reset(before)
    if steps:
        _write(steps)


def _take(step: _Step) -> None:
    steps = _collected.get()
    if steps is None:
        _write([step])
    else:
        steps.append(step)


def _write(steps: Sequence[_Step]) -> None:
    statement = _writing(tuple(step.shape for step in steps))
    with asking() as cursor:
        cursor.execute(statement, [value for step in steps for value in step.values()])
        keys = cursor.fetchone()
    for step, key in zip(steps, keys, strict=True):
        step.done(key)


@cache
def _writing(shapes: tuple[tuple[str, type[models.Model], tuple[str, ...]], ...]) -> str:
    """The statement that writes rows of these shapes and answers with their keys.

    PostgreSQL carries out the parts of a statement in no order of their own; so each hangs on the
    one before it, which changes nothing but that.
    """
    steps = []
    for number, (how, model, names) in enumerate(shapes):
        meta, fields = _meta(model), _written(how, model, names)
        table, key = quoted(meta.db_table), quoted(meta.pk.column)
        columns = [quoted(field.column) for field in fields]
        places = [_placeholder(field) for field in fields]
        pairs = [f"{column} = {place}" for column, place in zip(columns, places, strict=True)]
        after = f"(SELECT count(*) FROM step{number - 1}) >= 0" if number else "true"  # noqa: S608
        step = {
            INSERT: f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(places)} WHERE",
            UPDATE: f"UPDATE {table} SET {', '.join(pairs)} WHERE {key} = %s AND",  # noqa: S608
            DELETE: f"DELETE FROM {table} WHERE {key} = %s AND",  # noqa: S608
        }[how]
        steps.append(f"step{number} AS ({step} {after} RETURNING {key})")
    keys = ", ".join(f"(SELECT * FROM step{number})" for number in range(len(steps)))  # noqa: S608
    return f"WITH {', '.join(steps)} SELECT {keys}"


@cache
def _written(how: str, model: type[models.Model], names: tuple[str, ...]) -> tuple[Any, ...]:
    """The fields that a step writes."""
    meta = _meta(model)
    if how == INSERT:
        return tuple(field for field in meta.concrete_fields if not field.primary_key)
    return tuple(meta.get_field(name) for name in names)


def _placeholder(field: Any) -> str:
    """How a value of the field stands in a statement: with its type, which nothing else tells.

    Without a length, though: what is too long for its column is to be refused, not cut.
    """
    kind = field.rel_db_type(connection) if field.is_relation else field.db_type(connection)
    return f"%s::{_LENGTH.sub('', kind)}"


def _meta(model: type[models.Model]) -> Any:
    return model._meta  # noqa: SLF001 - Django's documented way to a model's fields


def quoted(name: str) -> str:
    """A name as it stands in a statement."""
    return connection.ops.quote_name(name)
