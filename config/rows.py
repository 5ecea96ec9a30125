"""Rows by statements that are made once.

Django compiles each query anew every time it is asked, and for a row found by its key that takes
longer than PostgreSQL takes to answer. What is asked with every request and every submission is
therefore asked through here: the columns and conversions come from the model, once for each
process; the condition is written out. Everything else is better off with the ORM.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, cached_property
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections, models
from psycopg import Cursor

#: How often a connection is asked the same before it has the statement prepared.
PREPARED_AFTER = 2

M = TypeVar("M", bound=models.Model)

Converter = Callable[[Any, Any, Any], Any]


class Select(Generic[M]):
    """The rows of a model for which a condition holds, ``%s`` standing for what is given.

    ``without`` are columns that are read only when somebody looks at them.
    """

    def __init__(self, model: type[M], where: str, *, without: Sequence[str] = ()) -> None:
        """Nothing is compiled before it is first asked."""
        self._model, self._where, self._without = model, where, frozenset(without)

    def first(self, *given: Any) -> M | None:
        """The first such row."""
        return next(iter(self.all(*given)), None)

    def all(self, *given: Any) -> list[M]:
        """All such rows."""
        statement, names, converters = self._compiled
        with _cursor() as cursor:
            cursor.execute(statement, given)
            found = cursor.fetchall()
        if not converters:
            return [self._model.from_db(connection.alias, names, row) for row in found]
        rows = []
        for row in found:
            values = list(row)
            for place, column, converter in converters:
                values[place] = converter(values[place], column, connection)
            rows.append(self._model.from_db(connection.alias, names, values))
        return rows

    @cached_property
    def _compiled(self) -> tuple[str, list[str], list[tuple[int, Any, Converter]]]:
        meta: Any = self._model._meta  # noqa: SLF001 - Django's documented way to a model's fields
        fields = [field for field in meta.concrete_fields if field.name not in self._without]
        columns = [field.get_col(meta.db_table) for field in fields]
        quote = connection.ops.quote_name
        named = ", ".join(quote(field.column) for field in fields)
        return (
            f"SELECT {named} FROM {quote(meta.db_table)} WHERE {self._where}",  # noqa: S608 - written out in our code
            [field.attname for field in fields],
            [
                (place, column, converter)
                for place, column in enumerate(columns)
                for converter in (
                    *connection.ops.get_db_converters(column),
                    *column.get_db_converters(connection),
                )
            ],
        )


@contextmanager
def _cursor() -> Iterator[Any]:
    """A cursor whose statements PostgreSQL parses and plans once for each connection.

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
        yield cursor


def insert(row: models.Model) -> None:
    """Insert a new row and give it its key."""
    statement, fields = _inserting(type(row))
    values = [field.get_db_prep_save(field.pre_save(row, True), connection) for field in fields]
    with _cursor() as cursor:
        cursor.execute(statement, values)
        row.pk = cursor.fetchone()[0]
    row._state.adding = False  # noqa: SLF001 - as Model.save does
    row._state.db = connection.alias  # noqa: SLF001


def update(row: models.Model, names: Iterable[str]) -> None:
    """Write some of a row's fields."""
    statement, fields = _updating(type(row), tuple(names))
    values = [field.get_db_prep_save(field.pre_save(row, False), connection) for field in fields]
    with _cursor() as cursor:
        cursor.execute(statement, [*values, row.pk])


@cache
def _inserting(model: type[models.Model]) -> tuple[str, list[Any]]:
    meta: Any = model._meta  # noqa: SLF001
    quote = connection.ops.quote_name
    fields = [field for field in meta.concrete_fields if not field.primary_key]
    named = ", ".join(quote(field.column) for field in fields)
    places = ", ".join(_placeholder(field) for field in fields)
    table, key = quote(meta.db_table), quote(meta.pk.column)
    return f"INSERT INTO {table} ({named}) VALUES ({places}) RETURNING {key}", fields  # noqa: S608


@cache
def _updating(model: type[models.Model], names: tuple[str, ...]) -> tuple[str, list[Any]]:
    meta: Any = model._meta  # noqa: SLF001
    quote = connection.ops.quote_name
    fields = [meta.get_field(name) for name in names]
    pairs = ", ".join(f"{quote(field.column)} = {_placeholder(field)}" for field in fields)
    table, key = quote(meta.db_table), quote(meta.pk.column)
    return f"UPDATE {table} SET {pairs} WHERE {key} = %s", fields  # noqa: S608


def _placeholder(field: Any) -> str:
    """How a value of the field stands in a statement; arrays name their type."""
    if hasattr(field, "get_placeholder"):
        return str(field.get_placeholder(None, None, connection))
    return "%s"
