"""The news of campaigns: each web process hears it on one channel of the channel layer.

A process stands in the group of each campaign that somebody follows there. What everybody is told is the same bytes
for all of them, so a piece of news is made into a frame once and written to each local socket as it is
(`core.websockets`). What one power alone is told is written to those whose power it is then, by a look at the database.

News can be lost: Redis was away, or a process died between its commit and its news. Then the
sockets are told to catch up on everything, when the process hears again and, by a look at the
logs every few seconds, when one has moved without anybody having said so. News is never more than
a word about what to fetch again, so being told once too often harms nobody.
"""

import asyncio
import random
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Protocol
from uuid import uuid4

import structlog
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.dispatch import receiver

from accounts import sessions
from campaigns.selectors.log import read_marks
from campaigns.services.log import push
from core import publisher
from core.signals import redis_connected
from core.websockets import text_frame
from rules.kernel.serial import canonical

PATROL_SECONDS = 5.0
GRACE_SECONDS = 0.5  # news that is not there so long after its commit is lost
SILENCE_SECONDS = 10.0  # a process that does not hear itself for so long hears nothing
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0

_say = structlog.get_logger(__name__)


class Listener(Protocol):
    """One open page."""

    def write(self, frame: bytes) -> None:
        """Pass a ready frame on."""

    delayed: bool
    """Whether the reader follows with a delay: what happens now is not told them, nor that it does."""

    reader: int | None
    """Who reads; ``None`` for a visitor."""

    powers: tuple[str, ...] | None
    """Whose news the reader was told when it was last looked; ``None`` until then."""

    session: str
    """Under what the reader's session lies; empty for a visitor."""

    async def stand(self, standing: read_marks.Listener | None) -> None:
        """Follow what the reader may follow now; leave if that is nothing any more."""

    async def session_ended(self) -> None:
        """Leave: the reader is not signed in any more."""


CATCH_UP: dict[str, Any] = {"what": push.EVERYTHING, "missed": True}
"""What has a browser fetch everything again. Seats are among it: who may listen is looked up anew."""


def frame_of(news: Mapping[str, Any]) -> bytes:
    """The frame of a piece of news: nothing is in it but what to fetch again."""
    text = canonical({name: news[name] for name in ("what", "missed") if name in news})
    return text_frame(text.decode())


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
        #: Under which channel of the process it was subscribed to, and whether its news comes in for sure.
        self.channel = ""
        self.subscribed = asyncio.Event()
        self.log_seq: int | None = None
        self.told = 0
        #: Counts the looks at who may listen, for those who look for themselves meanwhile.
        self.looks = 0
        self._held: deque[bytes] = deque()
        self._again = False
        self._looking: asyncio.Task[None] | None = None
        self._private: set[asyncio.Task[None]] = set()

    def begin(self, log_seq: int) -> None:
        """Its first page is open and has seen the log so far: from here on silence is noticed."""
        if self.log_seq is None:
            self.log_seq, self.told = log_seq, 0

    def hear(self, news: Mapping[str, Any]) -> None:
        """Pass news on, after a look at who may listen if the seats have changed."""
        what = news["what"]
        if news.get("disclosed"):
            # For those who follow with a delay: each of them finds out when it stands here anew.
            if self._looking is None:
                self._looking = asyncio.create_task(self._look(anyway=True))
            else:
                self._again = True
            return
        if power := news.get("power"):
            if self._looking is not None or any(
                one.powers is None or power in one.powers for one in self.listeners
            ):
                task = asyncio.create_task(self._tell_power(power, news))
                self._private.add(task)
                task.add_done_callback(self._private.discard)
            return
        self.told += "log" in what
        frame = frame_of(news)
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

    async def _tell_power(self, power: str, news: Mapping[str, Any]) -> None:
        """Pass on what one power is told, once it is sure whose it is. If nobody can say that, those whose
        it was are hung up on.
        """
        try:
            standing = await _standing(self.slug)
            frame = frame_of(news)
            for listener in list(self.listeners):
                if standing and standing.hears(listener.reader, power, news["what"]):
                    listener.write(frame)
        except Exception as error:  # noqa: BLE001 - whoever cannot be asked about is not told
            _say.warning("nobody could say who may listen", campaign=self.slug, error=str(error))
            for listener in list(self.listeners):
                if listener.powers is None or power in listener.powers:
                    await listener.stand(None)


class Feed:
    """The rooms of this process and the channel on which their news comes in."""

    def __init__(self) -> None:
        """Without a channel until the first page is open."""
        self.rooms: dict[str, Room] = {}
        self._channel = ""
        self._listening: asyncio.Task[None] | None = None
        self._connections: set[Any] = set()
        #: Whether nothing was missed since the channel is there.
        self._whole = False
        self._wake, self._heard = asyncio.Event(), asyncio.Event()
        self._word = ""
        self._tasks: list[asyncio.Task[None]] = []

    async def join(self, slug: str, listener: Listener) -> Room:
        """Let a page listen; from the return on it misses nothing."""
        room = self.rooms.get(slug)
        if room is None:
            room = self.rooms[slug] = Room(slug)
            self._wake.set()
            if not self._tasks:
                self._tasks = [
                    asyncio.create_task(self._keep()),
                    asyncio.create_task(self._patrol()),
                ]
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
            with suppress(Exception):  # Redis is away, and the channel will be another one
                await _layer().group_discard(push.group(slug), room.channel)

    def connected(self, connection: Any) -> None:
        """Note a connection to Redis. If it was there before, it was lost, and news with it."""
        if connection in self._connections:
            self._whole = False
            self._wake.set()
        self._connections.add(connection)

    async def _keep(self) -> None:
        """Stay subscribed to the news of all rooms, through every absence of Redis."""
        pause = FIRST_PAUSE
        while True:
            try:
                async with asyncio.timeout(SILENCE_SECONDS):
                    await self._begin()
                while self._whole:
                    self._wake.clear()
                    async with asyncio.timeout(SILENCE_SECONDS):
                        await self._subscribe()
                    _stop_if_told()
                    pause = FIRST_PAUSE
                    with suppress(TimeoutError):
                        async with asyncio.timeout(PATROL_SECONDS):
                            await self._wake.wait()
                _say.warning("the feed was without Redis for a moment")
            except Exception as error:  # noqa: BLE001 - whatever it is, it is tried again
                _say.warning("the feed lost Redis", error=repr(error))
            _stop_if_told()
            # redis-py may still be connecting, and would not notice that it is told to stop.
            await asyncio.sleep(pause * (1 + random.random()))  # noqa: S311 - to spread besides
            pause = min(pause * 2, LONGEST_PAUSE)

    async def _begin(self) -> None:
        """Drop all that the layer holds for this process, and listen on a channel of a new connection."""
        layer = _layer()
        await layer.flush()
        if self._listening is not None:
            self._listening.cancel()
        self._connections.clear()
        self._whole = True
        self._channel = await layer.new_channel()
        self._listening = asyncio.create_task(self._listen(self._channel))
        await layer.group_add(publisher.SESSIONS, self._channel)

    async def _subscribe(self) -> None:
        """Let the news of all rooms come in, and have those catch up for which it did not for a while.

        Redis takes what one connection asks for in its order, so all groups are subscribed to when a
        word of our own comes by a later one. Where it does not come the connection is dead.
        """
        layer = _layer()
        new = [room for room in self.rooms.values() if room.channel != self._channel]
        for room in new:
            if self.rooms.get(room.slug) is room:  # it has not been left meanwhile
                room.channel = self._channel
                await layer.group_add(push.group(room.slug), self._channel)
        self._word = uuid4().hex
        self._heard.clear()
        own, pause = f"echo.{self._word}", FIRST_PAUSE
        await layer.group_add(own, self._channel)
        while not self._heard.is_set():
            _stop_if_told()
            await layer.group_send(own, {"type": "echo", "word": self._word})
            with suppress(TimeoutError):  # it may have been said before it was listened for
                async with asyncio.timeout(pause):
                    await self._heard.wait()
            pause *= 2
        await layer.group_discard(own, self._channel)
        for room in new if self._whole else ():
            if room.subscribed.is_set():
                room.hear(CATCH_UP)
            room.subscribed.set()

    async def _listen(self, channel: str) -> None:
        """Take in what comes on a channel of the layer, until it is dropped."""
        layer = _layer()
        while True:
            message = await layer.receive(channel)
            if message["type"] == "ended":
                await self.end(set(message["sessions"]))
            elif message["type"] == "echo":
                if message["word"] == self._word:
                    self._heard.set()
            elif (room := self.rooms.get(message["slug"])) is not None:
                room.hear(message)

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


def _stop_if_told() -> None:
    """End this task if it was told to end while redis-py waited: `asyncio.wait_for` of Python 3.11 may not say so."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


def _layer() -> Any:
    layer = get_channel_layer()
    if layer is None:
        raise RuntimeError("CHANNEL_LAYERS names no channel layer.")
    return layer


_feeds: dict[Any, Feed] = {}


def feed() -> Feed:
    """The feed of this event loop, which is that of this process but in tests."""
    loop = asyncio.get_running_loop()
    for other in [other for other in _feeds if other.is_closed()]:
        del _feeds[other]
    return _feeds.setdefault(loop, Feed())


@receiver(redis_connected, dispatch_uid="frontend.feed")
def _connected(connection: Any, **_more: Any) -> None:
    if (own := _feeds.get(asyncio.get_running_loop())) is not None:
        own.connected(connection)
