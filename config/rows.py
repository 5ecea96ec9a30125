"""Rows by statements that are made once.

Django compiles each query anew every time it is asked, and for a row found by its key that takes
longer than PostgreSQL takes to answer it. What is asked with every request and every submission is
therefore asked through here: the columns and conversions come from the model, once for each
process; the condition is written out. Statements that do not hang on each other travel together
(:func:`together`), since each journey is a change of processes. Everything else is better off
with the ORM.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, cached_property
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections, models
from psycopg import Cursor

#: How often a connection is asked the same before it has the statement prepared.
PREPARED_AFTER = 2

M = TypeVar("M", bound=models.Model)

Converter = Callable[[Any, Any, Any], Any]

#: What is done with the answers of statements that travel together, once they are there.
_under_way: ContextVar[list[Callable[[], None]] | None] = ContextVar("under_way", default=None)


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
        """All such rows. Among statements that travel :func:`together` the list is filled later."""
        rows: list[M] = []
        _ask(self._compiled[0], given, lambda cursor: rows.extend(self._read(cursor.fetchall())))
        return rows

    def _read(self, found: Sequence[Sequence[Any]]) -> Iterator[M]:
        here = connections[DEFAULT_DB_ALIAS]
        _, names, converters = self._compiled
        for row in found:
            values = row
            if converters:
                values = list(row)
                for place, column, converter in converters:
                    values[place] = converter(values[place], column, here)
            yield self._model.from_db(here.alias, names, values)

    @cached_property
    def _compiled(self) -> tuple[str, list[str], list[tuple[int, Any, Converter]]]:
        here = connections[DEFAULT_DB_ALIAS]
        meta: Any = self._model._meta  # noqa: SLF001 - Django's documented way to a model's fields
        fields = [field for field in meta.concrete_fields if field.name not in self._without]
        columns = [field.get_col(meta.db_table) for field in fields]
        quote = here.ops.quote_name
        named = ", ".join(quote(field.column) for field in fields)
        return (
            f"SELECT {named} FROM {quote(meta.db_table)} WHERE {self._where}",  # noqa: S608 - written out in our code
            [field.attname for field in fields],
            [
                (place, column, converter)
                for place, column in enumerate(columns)
                for converter in (
                    *here.ops.get_db_converters(column),
                    *column.get_db_converters(here),
                )
            ],
        )


def insert(row: models.Model) -> None:
    """Insert a new row and give it its key."""
    statement, fields = _inserting(type(row))
    _ask(statement, _values(row, fields, adding=True), lambda cursor: _inserted(row, cursor))


def update(row: models.Model, names: Iterable[str]) -> None:
    """Write some of a row's fields."""
    statement, fields = _updating(type(row), tuple(names))
    _ask(statement, [*_values(row, fields, adding=False), row.pk], lambda _: None)


def delete(row: models.Model) -> None:
    """Delete a row on which nothing hangs."""
    _ask(_deleting(type(row)), [row.pk], lambda _: None)


@contextmanager
def together() -> Iterator[None]:
    """Let the statements inside travel together; their answers are there when the block ends.

    So is what the database has against one of them. Nothing inside may hang on another's answer.
    """
    here = connections[DEFAULT_DB_ALIAS]
    if _is_heard(here) or _under_way.get() is not None:
        yield
        return
    kept = _alive(here)
    answers: list[Callable[[], None]] = []
    before = _under_way.set(answers)
    try:
        with here.wrap_database_errors, kept.pipeline():
            yield
    finally:
        _under_way.reset(before)
    with here.wrap_database_errors:
        for answer in answers:
            answer()


def _ask(statement: str, given: Sequence[Any], take: Callable[[Any], None]) -> None:
    """Ask one statement, and have its answer taken in now, or with those it travels with.

    PostgreSQL parses and plans it once for each connection. Django's own cursor, which puts the
    values into the text of every statement, is used while somebody listens to what is asked (a
    test that counts, say), so that these are heard too.
    """
    here = connections[DEFAULT_DB_ALIAS]
    if _is_heard(here):
        with here.cursor() as cursor:
            cursor.execute(statement, given)
            take(cursor)
        return
    with here.wrap_database_errors:
        own = Cursor(_alive(here))
        own.execute(statement, given)
        answers = _under_way.get()
        if answers is None:
            take(own)
        else:
            answers.append(lambda: take(own))


def _is_heard(here: Any) -> bool:
    return bool(here.queries_logged or here.execute_wrappers)


def _alive(here: Any) -> Any:
    """The connection itself, once Django has made sure of it."""
    here.close_if_health_check_failed()
    here.ensure_connection()
    here.validate_no_broken_transaction()
    kept = here.connection
    kept.prepare_threshold = PREPARED_AFTER
    return kept


def _inserted(row: models.Model, cursor: Any) -> None:
    row.pk = cursor.fetchone()[0]
    row._state.adding = False  # noqa: SLF001 - as Model.save does
    row._state.db = DEFAULT_DB_ALIAS  # noqa: SLF001


def _values(row: models.Model, fields: Iterable[Any], *, adding: bool) -> list[Any]:
    here = connections[DEFAULT_DB_ALIAS]
    return [field.get_db_prep_save(field.pre_save(row, adding), here) for field in fields]


@cache
def _inserting(model: type[models.Model]) -> tuple[str, list[Any]]:
    meta: Any = model._meta  # noqa: SLF001
    quote = connections[DEFAULT_DB_ALIAS].ops.quote_name
    fields = [field for field in meta.concrete_fields if not field.primary_key]
    named = ", ".join(quote(field.column) for field in fields)
    places = ", ".join(_placeholder(field) for field in fields)
    table, key = quote(meta.db_table), quote(meta.pk.column)
    return f"INSERT INTO {table} ({named}) VALUES ({places}) RETURNING {key}", fields  # noqa: S608


@cache
def _updating(model: type[models.Model], names: tuple[str, ...]) -> tuple[str, list[Any]]:
    meta: Any = model._meta  # noqa: SLF001
    quote = connections[DEFAULT_DB_ALIAS].ops.quote_name
    fields = [meta.get_field(name) for name in names]
    pairs = ", ".join(f"{quote(field.column)} = {_placeholder(field)}" for field in fields)
    table, key = quote(meta.db_table), quote(meta.pk.column)
    return f"UPDATE {table} SET {pairs} WHERE {key} = %s", fields  # noqa: S608


@cache
def _deleting(model: type[models.Model]) -> str:
    meta: Any = model._meta  # noqa: SLF001
    quote = connections[DEFAULT_DB_ALIAS].ops.quote_name
    return f"DELETE FROM {quote(meta.db_table)} WHERE {quote(meta.pk.column)} = %s"  # noqa: S608


def _placeholder(field: Any) -> str:
    """How a value of the field stands in a statement; arrays name their type."""
    if hasattr(field, "get_placeholder"):
        return str(field.get_placeholder(None, None, connections[DEFAULT_DB_ALIAS]))
    return "%s"
