"""A few columns of many rows, as plain tuples, by statements that are made once.

For lists of which only some columns are shown: an object for each row would cost more than all else.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django.db import models

from core.sql.statements import asking, quoted


class Columns:
    """Some columns of the rows for which a condition holds, ``%s`` standing for what is given.

    Only columns that need no conversion: no JSON, no time zones.
    """

    def __init__(self, model: type[models.Model], names: Sequence[str], where: str) -> None:
        """Nothing is compiled before it is first asked."""
        self._model, self._names, self._where = model, names, where

    def all(self, *given: Any) -> list[tuple[Any, ...]]:
        """A tuple for each such row."""
        with asking() as cursor:
            cursor.execute(self._statement, given)
            found: list[tuple[Any, ...]] = cursor.fetchall()
        return found

    @cached_property
    def _statement(self) -> str:
        meta: Any = self._model._meta  # noqa: SLF001 - Django's documented way to a model's fields
        named = ", ".join(quoted(meta.get_field(name).column) for name in self._names)
        return f"SELECT {named} FROM {quoted(meta.db_table)} WHERE {self._where}"  # noqa: S608 - written out in our code
