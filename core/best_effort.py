"""Telling Redis, where that is only for promptness and must never hold anybody up.

What was committed stands, whether Redis hears of it or not: the next sweep finds the work, and
open pages are told again. So a Redis that refuses or stays silent costs a request one short wait,
and then nobody asks it for a few seconds.
"""

import threading
import time
from collections.abc import Callable

import structlog

#: How long Redis is left alone after it did not answer, in seconds.
REST = 5.0

_say = structlog.get_logger(__name__)


class Line:
    """One way to Redis (pushes, tasks), which rests after a failure."""

    def __init__(self, name: str) -> None:
        """``name`` is for the log."""
        self._name = name
        self._rests_until = 0.0
        self._lock = threading.Lock()

    def tell(self, send: Callable[[], object], **about: object) -> bool:
        """Send, and say whether it went out; never raises. ``about`` is for the log."""
        if time.monotonic() < self._rests_until:
            return False
        try:
            send()
        except Exception as error:  # noqa: BLE001 - whatever is wrong with Redis, what was committed stands
            with self._lock:
                fresh = time.monotonic() >= self._rests_until
                self._rests_until = time.monotonic() + REST
            if fresh:
                _say.warning(
                    f"{self._name} failed; left alone for a while", error=str(error), **about
                )
            return False
        return True
