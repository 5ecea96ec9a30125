"""Where news leaves a process: a thread of its own hands it to Redis.

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
from functools import partial
from typing import Any

import redis
from channels.layers import get_channel_layer
from django.conf import settings

from core.best_effort import Line
from rules.kernel.serial import canonical

#: News of many submissions at once goes out in one exchange with Redis.
MOST_AT_ONCE = 64
#: How long a process that ends waits for its last news to go out, in seconds.
LAST_WORDS = 1.0


def feed_name(slug: str) -> str:
    """The Redis channel of what everybody is told of a campaign."""
    return f"{settings.REDIS_PREFIX}:news:{slug}"


def sessions_name() -> str:
    """The Redis channel on which it is said which sessions have ended."""
    return f"{settings.REDIS_PREFIX}:sessions"


class Publisher:
    """News on its way to Redis."""

    def __init__(self) -> None:
        """Empty, and without a thread until there is something to send."""
        self._news: queue.Queue[tuple[str, str, Any]] = queue.Queue()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._redis: Any = None
        self._line = Line("push")

    def put(self, slug: str, group: str, message: dict[str, Any]) -> None:
        """Take in news: for everybody (no ``group``) or for a group of the channel layer."""
        if group:
            self._take("", group, message)
        else:
            # This is what the browser gets, byte for byte.
            told = {name: message[name] for name in ("what", "disclosed") if name in message}
            self._take(feed_name(slug), "", told)

    def put_ended(self, sessions: list[str]) -> None:
        """Take in that these sessions have ended."""
        self._take(sessions_name(), "", sessions)

    def _take(self, channel: str, group: str, message: Any) -> None:
        self._news.put((channel, group, message))
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
                self._line.tell(partial(self._send, batch, runner), news=len(batch))
                for _ in batch:
                    self._news.task_done()

    def _send(self, batch: list[tuple[str, str, Any]], runner: asyncio.Runner) -> None:
        """Public news over one connection of ours, the rest through the channel layer."""
        if self._redis is None:
            self._redis = redis.Redis.from_url(settings.REDIS_URL, **settings.REDIS_SILENCE)
        pipeline = self._redis.pipeline(transaction=False)
        for channel, _, message in batch:
            if channel:
                pipeline.publish(channel, canonical(message))
        if len(pipeline):
            pipeline.execute()
        if private := [(group, message) for _, group, message in batch if group]:
            runner.run(_to_groups(private))


async def _to_groups(private: list[tuple[str, dict[str, Any]]]) -> None:
    layer = get_channel_layer()
    if layer is not None:
        for group, message in private:
            await layer.group_send(group, message)


current = Publisher()
"""The publisher of this process."""
atexit.register(lambda: current.flush())  # noqa: PLW0108 - the one there is then


def _start_afresh() -> None:
    """A forked process has neither the thread nor the news of its parent."""
    global current  # noqa: PLW0603 - one for each process
    current = Publisher()


os.register_at_fork(after_in_child=_start_afresh)
