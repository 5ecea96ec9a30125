"""Where news leaves a process: a thread of its own hands it to the channel layer.

A request that has committed is done; it must not wait for Redis, nor pay for talking to
it. So it only drops its news here. News is not kept: a process that dies with some in hand, or a
Redis that is away, loses it, and the open pages find out by themselves (`frontend.feed`).
"""

import asyncio
import atexit
import os
import queue
import threading
import time
from typing import Any

from channels.layers import get_channel_layer

from core.best_effort import Line

#: News of many submissions at once goes out together.
MOST_AT_ONCE = 64
#: How long a process that ends waits for its last news to go out, in seconds.
LAST_WORDS = 1.0
#: The group of the channel layer in which it is said which sessions have ended.
SESSIONS = "sessions"


class Publisher:
    """News on its way to Redis."""

    def __init__(self) -> None:
        """Empty, and without a thread until there is something to send."""
        self._news: queue.Queue[tuple[str, dict[str, Any]]] = queue.Queue()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._line = Line("push")

    def put(self, group: str, message: dict[str, Any]) -> None:
        """Take in news for a group of the channel layer."""
        self._news.put((group, message))
        if self._thread is None:
            with self._lock:
                if self._thread is None:
                    self._thread = threading.Thread(target=self._run, name="publisher", daemon=True)
                    self._thread.start()

    def flush(self, seconds: float = LAST_WORDS) -> bool:
        """Wait until everything is sent (or lost); whether that was so in time."""
        until = time.monotonic() + seconds
        while self._news.unfinished_tasks and time.monotonic() < until:
            time.sleep(0.005)
        return not self._news.unfinished_tasks

    def _run(self) -> None:
        with asyncio.Runner() as runner:
            while True:
                batch = [self._news.get()]
                while len(batch) < MOST_AT_ONCE:
                    try:
                        batch.append(self._news.get_nowait())
                    except queue.Empty:
                        break
                self._line.tell(lambda: runner.run(_send(batch)), news=len(batch))  # noqa: B023 - at once
                for _ in batch:
                    self._news.task_done()


async def _send(batch: list[tuple[str, dict[str, Any]]]) -> None:
    layer = get_channel_layer()
    if layer is not None:
        for group, message in batch:
            await layer.group_send(group, message)


current = Publisher()
"""The publisher of this process."""
atexit.register(lambda: current.flush())  # noqa: PLW0108 - the one there is then


def _start_afresh() -> None:
    """A forked process has neither the thread nor the news of its parent."""
    global current  # noqa: PLW0603 - one for each process
    current = Publisher()


os.register_at_fork(after_in_child=_start_afresh)
