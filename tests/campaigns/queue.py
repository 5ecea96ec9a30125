"""The tasks that were asked for, run as a worker would run them."""

from collections import Counter
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone

from campaigns import tasks

MOST = 200
"""So many tasks at most come of one thing that happened in a test; more will never come to an end."""

SWEEP = "campaigns.tasks.sweep_due"


class Queue:
    """What was asked of the worker so far, taken from what a test notes as sent (the fixture ``sent``)."""

    def __init__(self, sent: list[tuple[Any, ...]]) -> None:
        self._sent = sent

    def waiting(self) -> list[tuple[str, tuple[Any, ...], datetime | None]]:
        """The tasks that have not run: name, arguments, and when they are to run (``None``: now)."""
        return [(one[1], *one[2:]) for one in self._sent if one[0] == "task"]

    def beat(self) -> None:
        """Ask for what the beat asks for again and again, but for the sweep."""
        for entry in settings.CELERY_BEAT_SCHEDULE.values():
            if entry["task"].startswith(tasks.__name__) and entry["task"] != SWEEP:
                self._sent.append(("task", entry["task"], (), None))

    def run(self) -> Counter[str]:
        """Run every task that is due, and all that these ask for, until none is left; how often each ran.

        Fails where they ask for more and more.
        """
        ran = Counter[str]()
        while due := next(self._due(), None):
            self._sent.remove(due)
            name = due[1].removeprefix(f"{tasks.__name__}.")
            ran[name] += 1
            if ran.total() > MOST:
                raise AssertionError(f"The queue does not run empty: {ran}")
            getattr(tasks, name).apply(args=due[2], throw=True)
        return ran

    def _due(self) -> Any:
        now = timezone.now()
        return (one for one in self._sent if one[0] == "task" and (one[3] is None or one[3] <= now))
