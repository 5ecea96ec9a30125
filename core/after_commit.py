"""Asking the worker to do something once the transaction is committed.

Only for promptness: all that must happen is written in the database (``Campaign.wakes_at``), and
the next sweep finds it there. So a broker that is away is noted, and nothing fails.
"""

from datetime import datetime
from functools import partial
from typing import Any

from celery import current_app
from django.db import transaction

from core import rounds
from core.best_effort import Line

_line = Line("task")


def do(task: str, *arguments: Any, of: str = "campaigns", at: datetime | None = None) -> None:
    """Send a task of an app to the worker after the commit."""
    transaction.on_commit(partial(_send, f"{of}.tasks.{task}", arguments, at), robust=True)


def _send(task: str, arguments: tuple[Any, ...], at: datetime | None) -> None:
    _line.tell(partial(_ask, task, arguments, at), task=task)


def _ask(task: str, arguments: tuple[Any, ...], at: datetime | None) -> None:
    # A round that is asked for a later moment says nothing of one that is due now.
    if at is not None or rounds.is_new(task.rpartition(".")[2]):
        current_app.send_task(task, args=arguments, eta=at, retry=False)
