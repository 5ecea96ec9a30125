"""The public news of campaigns: one Redis subscription for each web process.

Everybody who watches a campaign is told the same bytes, so a piece of news is made into a frame
once and written to each local socket as it is (`core.websockets`). What one power alone is told goes
through the groups of Channels instead.

News can be lost: Redis was away, or a process died between its commit and its news. Then the
sockets are told to catch up on everything, when the subscription is back and, by a look at the
logs every few seconds, when one has moved without anybody having said so. News is never more than
a word about what to fetch again, so being told once too often harms nobody.
"""

import asyncio
import random
from collections import deque
from contextlib import suppress
from typing import Any, Protocol

import structlog
from channels.db import database_sync_to_async
from django.conf import settings
from redis import asyncio as aioredis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from accounts import sessions
from campaigns.selectors.log import read_marks
from campaigns.services.log import push
from core import publisher
from core.websockets import text_frame
from rules.kernel.serial import canonical, load

PATROL_SECONDS = 5.0
GRACE_SECONDS = 0.5  # news that is not there so long after its commit is lost
SILENCE_SECONDS = 10.0  # without a word from Redis it is asked whether it is there
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0

_say = structlog.get_logger(__name__)


class Listener(Protocol):
    """One open page."""

    def write(self, frame: bytes) -> None:
        """Pass a ready frame on."""

    delayed: bool
    """Whether the reader follows with a delay: what happens now is not told them, nor that it does."""

    session: str
    """Under what the reader's session lies; empty for a visitor."""

    async def stand(self, standing: read_marks.Listener | None) -> None:
        """Follow what the reader may follow now; leave if that is nothing any more."""

    async def session_ended(self) -> None:
        """Leave: the reader is not signed in any more."""


CATCH_UP = canonical({"what": push.EVERYTHING, "missed": True})
"""What has a browser fetch everything again. Seats are among it: who may listen is looked up anew."""


class Room:
    """The open pages of one campaign in this process.

    ``log_seq`` is how far its log had come at the last patrol (at first: when a page was let in),
    ``told`` counts the news about the log since. While it is being looked up who may still listen,
    news waits in ``held``.
    """

    def __init__(self, slug: str) -> None:
        """Empty, and not yet subscribed."""
        self.slug = slug
        self.listeners: set[Listener] = set()
        self.subscribed = asyncio.Event()
        self.log_seq: int | None = None
        self.told = 0
        #: Counts the looks at who may listen, for those who look for themselves meanwhile.
        self.looks = 0
        self._held: deque[bytes] = deque()
        self._again = False
        self._looking: asyncio.Task[None] | None = None

    def begin(self, log_seq: int) -> None:
        """Its first page is open and has seen the log so far: from here on silence is noticed."""
        if self.log_seq is None:
            self.log_seq, self.told = log_seq, 0

    def hear(self, text: bytes) -> None:
        """Pass news on, after a look at who may listen if the seats have changed."""
        news = load(text, dict[str, Any])
        what = news["what"]
        if news.get("disclosed"):
            # For those who follow with a delay: each of them finds out when it stands here anew.
            if self._looking is None:
                self._looking = asyncio.create_task(self._look(anyway=True))
            else:
                self._again = True
            return
        self.told += "log" in what
        frame = text_frame(text.decode())
        if self._looking is not None:
            self._held.append(frame)
        elif "seats" in what:
            self._held.append(frame)
            self._looking = asyncio.create_task(self._look())
        else:
            self.write(frame)

    def write(self, frame: bytes) -> None:
        """Write a frame to everybody here who follows what happens as it happens."""
        for listener in list(self.listeners):
            if not listener.delayed:
                listener.write(frame)

    async def _look(self, *, anyway: bool = False) -> None:
        """Have everybody stand where he may now, then pass on what was held back meanwhile.

        One look serves all who listen. If it fails, everybody is hung up on: who comes back is
        let in anew, or not.
        """
        try:
            while self._held or anyway or self._again:
                held, anyway, self._again = len(self._held), False, False
                self.looks += 1
                standing = await _standing(self.slug)
                for listener in list(self.listeners):
                    await listener.stand(standing)
                for _ in range(held):
                    self.write(self._held.popleft())
        except Exception as error:  # noqa: BLE001 - whoever cannot be asked about is not told
            _say.warning("nobody could say who may listen", campaign=self.slug, error=str(error))
            self._held.clear()
            for listener in list(self.listeners):
                await listener.stand(None)
        finally:
            self._looking = None


class Feed:
    """The rooms of this process and the subscription that serves them."""

    def __init__(self) -> None:
        """Without a subscription until the first page is open."""
        self.rooms: dict[str, Room] = {}
        self._pubsub: Any = None
        self._tasks: list[asyncio.Task[None]] = []

    async def join(self, slug: str, listener: Listener) -> Room:
        """Let a page listen; from the return on it misses nothing."""
        room = self.rooms.get(slug)
        if room is None:
            room = self.rooms[slug] = Room(slug)
            if not self._tasks:
                self._tasks = [
                    asyncio.create_task(self._listen()),
                    asyncio.create_task(self._patrol()),
                ]
            elif self._pubsub is not None:
                # If this fails, so does the reading, and everything is subscribed to anew.
                with suppress(Exception):
                    await self._pubsub.subscribe(publisher.feed_name(slug))
        room.listeners.add(listener)
        await room.subscribed.wait()
        return room

    async def leave(self, slug: str, listener: Listener) -> None:
        """The page is closed."""
        room = self.rooms.get(slug)
        if room is None:
            return
        room.listeners.discard(listener)
        if not room.listeners:
            del self.rooms[slug]
            if self._pubsub is not None:
                with suppress(Exception):
                    await self._pubsub.unsubscribe(publisher.feed_name(slug))

    async def _listen(self) -> None:
        """Stay subscribed, through every absence of Redis."""
        pause = FIRST_PAUSE
        while True:
            try:
                async with _connection() as client, client.pubsub() as pubsub:
                    self._pubsub = pubsub
                    await pubsub.subscribe(
                        publisher.sessions_name(),
                        *(publisher.feed_name(slug) for slug in self.rooms),
                    )
                    while True:
                        await self._hear(pubsub)
                        pause = FIRST_PAUSE
            except Exception as error:  # noqa: BLE001 - whatever it is, it is tried again
                _say.warning("the feed lost Redis", error=str(error))
            self._pubsub = None
            await asyncio.sleep(pause * (1 + random.random()))  # noqa: S311 - only to spread
            pause = min(pause * 2, LONGEST_PAUSE)

    async def _hear(self, pubsub: Any) -> None:
        """Take one message in. Raises when Redis stays silent although asked."""
        if not pubsub.subscribed:
            await asyncio.sleep(FIRST_PAUSE)
            return
        message = await pubsub.get_message(timeout=SILENCE_SECONDS)
        if message is None:
            await pubsub.ping()
            message = await pubsub.get_message(timeout=SILENCE_SECONDS)
            if message is None:
                raise ConnectionError("Redis does not answer.")
        if message["type"] not in ("message", "subscribe"):
            return
        if message["channel"].decode() == publisher.sessions_name():
            if message["type"] == "message":
                await self.end(set(load(message["data"], list[str])))
            return
        slug = message["channel"].decode().rpartition(":")[2]
        room = self.rooms.get(slug)
        if room is None:
            return
        if message["type"] == "message":
            room.hear(message["data"])
        elif room.subscribed.is_set():
            # Subscribed once more: in between something may have been missed.
            room.hear(CATCH_UP)
        else:
            room.subscribed.set()

    async def _patrol(self) -> None:
        """Now and then look whether a log has moved in silence."""
        while True:
            await asyncio.sleep(PATROL_SECONDS)
            with suppress(Exception):  # the database is away; so is everything there is to tell
                await self._require_sessions()
                await self._compare()

    async def end(self, ended: set[str]) -> None:
        """Hang up on the pages that are open under these sessions."""
        for room in list(self.rooms.values()):
            for listener in [one for one in room.listeners if one.session in ended]:
                with suppress(Exception):  # one that has gone meanwhile needs no hanging up
                    await listener.session_ended()

    async def _require_sessions(self) -> None:
        """Look which sessions are over: expired, or ended without our hearing of it."""
        open_here = {
            one.session for room in self.rooms.values() for one in room.listeners if one.session
        }
        if open_here:
            alive = await database_sync_to_async(sessions.alive)(open_here)
            await self.end(open_here - alive)

    async def _compare(self) -> None:
        """Have the rooms catch up whose logs moved more often than they were told.

        Between a commit and its news a log is always ahead, so what looks silent is looked at
        twice: a crowd that fetches everything for nothing is no small thing.
        """
        rooms, told = dict(self.rooms), {slug: room.told for slug, room in self.rooms.items()}
        moved = await self._moves(rooms)
        if any(move.changes > rooms[slug].told for slug, move in moved.items()):
            await asyncio.sleep(GRACE_SECONDS)
            moved = await self._moves(rooms)
        for slug, move in moved.items():
            room = rooms[slug]
            silent = room.log_seq is not None and move.changes > room.told
            room.log_seq = move.log_seq
            # News of later changes, if any came while the log was looked at, counts next time.
            room.told = max(0, room.told - max(move.changes, told[slug]))
            if silent:
                room.hear(CATCH_UP)
                room.told -= 1

    async def _moves(self, rooms: dict[str, Room]) -> dict[str, read_marks.Move]:
        """How far the logs have come since the last patrol, and how often they moved."""
        known = {slug: room.log_seq for slug, room in rooms.items()}
        found: dict[str, read_marks.Move] = (
            await database_sync_to_async(read_marks.moves)(known) if known else {}
        )
        return found


async def _standing(slug: str) -> read_marks.Listener | None:
    return await database_sync_to_async(read_marks.listener)(slug)


def _connection() -> Any:
    """A connection that fails when it fails: what was missed has to be told."""
    return aioredis.Redis.from_url(
        settings.REDIS_URL,
        socket_connect_timeout=1.0,
        retry=Retry(NoBackoff(), 0),
    )


_feeds: dict[Any, Feed] = {}


def feed() -> Feed:
    """The feed of this event loop, which is that of this process but in tests."""
    loop = asyncio.get_running_loop()
    for other in [other for other in _feeds if other.is_closed()]:
        del _feeds[other]
    return _feeds.setdefault(loop, Feed())
