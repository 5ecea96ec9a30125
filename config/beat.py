"""A beat that goes on when the clock of its machine is set back; what it runs is `CELERY_BEAT_SCHEDULE` in the settings.

Celery reckons with the time of day: set the clock back by two hours, and its beat is silent for
two hours, because the last sweep seems to lie in the future. So does a schedule that was written
down before the change. Here nothing was ever last done later than now.
"""

import time
from typing import Any

from celery.beat import PersistentScheduler

SLACK = 1.0  # seconds by which the two clocks of a machine may drift apart between two ticks


class SteadyScheduler(PersistentScheduler):
    """Celery's scheduler, with an eye on the clock."""

    def setup_schedule(self) -> None:
        """Read the schedule; what it holds may have been written by another clock."""
        super().setup_schedule()
        self._ahead = self._now()
        self._forget_the_future()

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Run what is due; seconds until the next."""
        ahead = self._now()
        if ahead < self._ahead - SLACK:
            self._forget_the_future()
        self._ahead = ahead
        seconds: float = super().tick(*args, **kwargs)
        return seconds

    @staticmethod
    def _now() -> float:
        """By how much the time of day is ahead of the clock that nobody sets."""
        return time.time() - time.monotonic()

    def _forget_the_future(self) -> None:
        for entry in self.schedule.values():
            entry.last_run_at = min(entry.last_run_at, entry.default_now())
        self._heap = None  # it is filled anew at the next tick
