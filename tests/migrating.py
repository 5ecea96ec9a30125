"""Taking the tests' database back to the form of an older release, and up to date again."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.db.migrations import RunPython
from django.db.migrations.executor import MigrationExecutor

from campaigns.models import CampaignKey


@contextmanager
def as_it_was(before: Sequence[tuple[str, str]]) -> Iterator[Any]:
    """Within this the tables have the form that these migrations left; gives the models of then.

    Afterwards every migration there is has been made again. Campaigns keep their keys: a release
    cannot go back past those, and here what lies under them has to be readable afterwards.
    """
    keys = list(CampaignKey.objects.values())
    executor = MigrationExecutor(connection)
    for migration, _backwards in executor.migration_plan(list(before)):
        for step in migration.operations:
            if isinstance(step, RunPython) and step.reverse_code is None:
                step.reverse_code = RunPython.noop
    executor.migrate(list(before))
    try:
        yield MigrationExecutor(connection).loader.project_state(list(before)).apps
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())
        if keys:
            CampaignKey.objects.all().delete()
            CampaignKey.objects.bulk_create(CampaignKey(**key) for key in keys)
