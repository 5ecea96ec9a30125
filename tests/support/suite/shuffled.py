"""What has no order comes in another one, by a seed: ``SHUFFLE=7 .venv/bin/python -m pytest tests/web``.

Tests are shuffled, and so are the rows of a query without an order; those that its order leaves equal are
shuffled among themselves. A page or a test that relies on the order in which the database happened to
keep its rows then fails. The programs that a test starts are not changed.
"""

import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from random import Random
from typing import Any, cast

import pytest
from django.db.models.expressions import OrderBy, RawSQL
from django.db.models.sql.compiler import (
    SQLAggregateCompiler,
    SQLCompiler,
    SQLDeleteCompiler,
    SQLInsertCompiler,
    SQLUpdateCompiler,
)
from django.db.models.sql.constants import MULTI

from core.sql.columns import Columns
from core.sql.statements import Select

VARIABLE = "SHUFFLE"
DRAWN = "new"
"""Instead of a number: one is drawn, and said at the top of the run."""

_OTHERS = (SQLAggregateCompiler, SQLDeleteCompiler, SQLInsertCompiler, SQLUpdateCompiler)


def seed() -> str:
    """The seed of this run; empty where nothing is shuffled."""
    if os.environ.get(VARIABLE) == DRAWN:
        os.environ[VARIABLE] = str(secrets.randbelow(1_000_000))
    return os.environ.get(VARIABLE, "")


def header() -> str:
    """The first lines of a run name the seed, so that what fails fails again."""
    return f"what has no order is shuffled: {VARIABLE}={seed()}" if seed() else ""


def order(items: list[pytest.Item]) -> None:
    """Shuffle the modules, and the tests of each: what a module makes for its tests is made once."""
    if not seed():
        return
    chance = Random(seed())
    modules: dict[str, list[pytest.Item]] = {}
    for item in items:
        modules.setdefault(item.nodeid.partition("::")[0], []).append(item)
    shuffled = list(modules.values())
    chance.shuffle(shuffled)
    for module in shuffled:
        chance.shuffle(module)
    items[:] = chain.from_iterable(shuffled)


@contextmanager
def rows(by: str) -> Iterator[None]:
    """Within the block rows come in an order by this seed, as far as their query says none."""
    in_order, executed = SQLCompiler.get_order_by, cast(Any, SQLCompiler.execute_sql)

    def get_order_by(self: Any) -> Any:
        found = in_order(self)
        if not _sortable(self):
            return found
        last = _place(self, by)
        return [*found, (OrderBy(RawSQL(*last)), (*last, False))]  # noqa: S611 - written out here

    def execute_sql(self: Any, result_type: str = MULTI, *given: Any, **named: Any) -> Any:
        found = executed(self, result_type, *given, **named)
        if result_type != MULTI or _ordered(self):
            return found
        return [_mixed(list(chain.from_iterable(found)), by)]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SQLCompiler, "get_order_by", get_order_by)
        patch.setattr(SQLCompiler, "execute_sql", execute_sql)
        for made_once in (Select, Columns):
            patch.setattr(made_once, "all", _all_mixed(made_once.all, by))
        yield


def _sortable(compiler: Any) -> bool:
    """Whether the database can sort these rows by where they lie: not where several rows became one, nor
    in a query within another, whose order nobody sees unless it is cut.
    """
    query = compiler.query
    return not (
        isinstance(compiler, _OTHERS)
        or query.group_by is not None
        or query.distinct
        or query.combinator
        or query.explain_info
        or (query.subquery and not query.is_sliced)
        or query.is_empty()
        or any(one.contains_aggregate for one in query.annotation_select.values())
        or not _tables(compiler)
    )


def _place(compiler: Any, by: str) -> tuple[str, tuple[str]]:
    places = ", ".join(
        f"{compiler.quote_name_unless_alias(alias)}.ctid" for alias in _tables(compiler)
    )
    return f"md5(concat_ws(' ', %s::text, {places}))", (by,)


def _tables(compiler: Any) -> list[str]:
    used = compiler.query.alias_refcount
    return [alias for alias in compiler.query.alias_map if used[alias]]


def _ordered(compiler: Any) -> bool:
    query = compiler.query
    if query.order_by or query.extra_order_by:
        return True
    # Django leaves a model's own order out where rows are grouped.
    own = query.default_ordering and query.get_meta().ordering
    return bool(own) and query.group_by is None


def _all_mixed(plain: Callable[..., list[Any]], by: str) -> Callable[..., list[Any]]:
    def all_rows(self: Any, *given: Any) -> list[Any]:
        found = plain(self, *given)
        # What stands in brackets orders the rows of a query within it.
        ordered = "ORDER BY" in self._where.rpartition(")")[2]
        return found if ordered else _mixed(found, by)

    return all_rows


def _mixed(found: list[Any], by: str) -> list[Any]:
    Random(by).shuffle(found)
    return found
