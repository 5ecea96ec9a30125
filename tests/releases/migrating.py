"""A database in the form of an older release, which is brought up to date."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


@dataclass(frozen=True)
class Old:
    """A database of before."""

    #: The models of then.
    apps: Any

    def bring_up_to_date(self) -> None:
        """Make every migration that has come since."""
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())


@contextmanager
def an_old_one(before: Sequence[tuple[str, str]]) -> Iterator[Old]:
    """Within this the tests work on a database of its own, made up to these migrations and empty."""
    own = connection.settings_dict["NAME"]
    old = f"{own}_before"
    _work_on(own, f'DROP DATABASE IF EXISTS "{old}"', f'CREATE DATABASE "{old}"')
    _work_on(old)
    try:
        executor = MigrationExecutor(connection)
        named = {app for app, _ in before}
        leaves = executor.loader.graph.leaf_nodes()
        of_others = [leaf for leaf in leaves if leaf[0] not in named | {"accounts", "campaigns"}]
        targets = [*before, *of_others]
        executor.migrate(targets)
        yield Old(MigrationExecutor(connection).loader.project_state(targets).apps)
    finally:
        _work_on(own, f'DROP DATABASE "{old}"')


def _work_on(name: str, *first: str) -> None:
    """Let the tests' connection lead to another database, after some work on none."""
    connection.close()
    for statement in first:
        with connection._nodb_cursor() as cursor:
            cursor.execute(statement)
    connection.settings_dict["NAME"] = name
    # Rows are numbered anew in each.
    ContentType.objects.clear_cache()
