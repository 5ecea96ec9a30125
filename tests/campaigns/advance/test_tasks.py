"""What holds for every task, whatever the one before it left behind."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from celery.signals import task_prerun
from django.db import ProgrammingError, connection, transaction

from campaigns import tasks
from campaigns.models import Heartbeat
from campaigns.services.advance import sweep


def begun(task: Any) -> None:
    """What a worker does before it runs a task."""
    task_prerun.send(sender=task, task_id="1", task=task, args=(), kwargs={})


@pytest.mark.django_db(transaction=True)
def test_a_time_limit_in_the_middle_of_a_transaction_fails_no_later_task() -> None:
    def process() -> str:
        with transaction.atomic():
            Heartbeat.objects.count()
        # As it was found after a limit that struck where Django begins or ends one.
        connection.close()
        connection.in_atomic_block = connection.needs_rollback = True
        connection.closed_in_transaction = True
        with pytest.raises(ProgrammingError, match="atomic block"):
            sweep.beat()
        begun(tasks.sweep_due)
        try:
            sweep.beat()
            return Heartbeat.objects.get().name
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(process).result() == "sweep"
