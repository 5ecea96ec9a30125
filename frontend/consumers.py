"""The WebSocket of a campaign page: tells the browser *what changed*, never what it says.

The browser then fetches the fragment like any page, so that there is one door only at which it
is decided who may see what. What it is told comes from the feed (`frontend.feed`) as ready frames.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async

from accounts.sessions import stored
from campaigns.selectors.log import read_marks
from core.websockets import READY_FRAMES, text_frame
from frontend.feed import CATCH_UP, feed, frame_of

NOT_HERE = 4404
SIGNED_OUT = 4401
HERE = text_frame("{}")
"""The answer to a browser that asks whether the line still holds: no news."""
SEEN = re.compile("[0-9]{1,19}(-[0-9]{1,9})?")

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class CampaignConsumer:
    """Follows one campaign for one reader, as an ASGI application of its own.

    It is a listener of the feed. Until the reader is let in nothing is written; if there was news
    meanwhile, or since the page was made (``?seen=`` its newest log entry), the browser is told to
    fetch everything.
    """

    def __init__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """One for each socket."""
        self._receive, self._send = receive, send
        self._slug: str = scope["url_route"]["kwargs"]["slug"]
        user = scope.get("user")
        self.reader: int | None = user.pk if user is not None and user.is_authenticated else None
        #: Under what the reader's session lies; empty for a visitor, who has none that could end.
        self.session = session_of(scope) if self.reader is not None else ""
        seen = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("seen", [""])[0]
        self._seen = seen if SEEN.fullmatch(seen) else None
        self._write: Callable[[bytes], bool] | None = (
            scope.get("extensions", {}).get(READY_FRAMES, {}).get("write")
        )
        self._let_in = self._behind = self._gone = False
        self.powers: tuple[str, ...] | None = None
        self.delayed = True
        #: The newest log entry shown to one who follows with a delay.
        self._shown: int | None = None

    @classmethod
    async def application(cls, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """The ASGI application."""
        await cls(scope, receive, send).follow()

    async def follow(self) -> None:
        """Let the reader in, and stay until the browser leaves."""
        await self._receive()
        try:
            room = await feed().join(self._slug, self)
            looks = -1
            while looks != room.looks and not self._gone:
                # A seat may change hands while it is looked who sits in it.
                looks = room.looks
                standing = await database_sync_to_async(read_marks.listener)(self._slug)
                await self.stand(standing)
            if self._gone or standing is None:
                return
            room.begin(standing.log_seq)
            await self._send({"type": "websocket.accept"})
            self._let_in = True
            if self._behind or self._seen not in (None, await self._newest(standing)):
                self.write(frame_of(CATCH_UP))
            # Orders go through the forms. All that a browser says here is a word now and then, to hear whether
            # the line still holds.
            while (await self._receive())["type"] != "websocket.disconnect":
                self.write(HERE)
        finally:
            self._gone = True
            await feed().leave(self._slug, self)

    async def _newest(self, standing: read_marks.Listener) -> str:
        """How far the log has come for this reader, as his page says it."""
        if self.delayed:
            return str(self._shown)
        if not self.powers or not standing.unheld:
            return str(standing.log_seq)
        newest: str = await database_sync_to_async(read_marks.seen)(self._slug, self.powers)
        return newest

    # -- a listener of the feed ------------------------------------------------------------

    def write(self, frame: bytes) -> None:
        """Write a ready frame."""
        if not self._let_in:
            self._behind = True
        elif self._gone:
            pass
        elif self._write is not None:
            self._write(frame)
        else:
            raise RuntimeError("This server takes no ready frames. Run `manage.py serve`.")

    async def stand(self, standing: read_marks.Listener | None) -> None:
        """Follow what the reader may follow now; hang up on one who may read nothing here."""
        powers = standing.powers_of(self.reader) if standing else None
        if standing is None or powers is None:
            await self._hang_up()
            return
        self.powers = powers
        before, self._shown = self._shown, standing.behind(self.reader)
        self.delayed = self._shown is not None
        if self._let_in and before is not None and before != self._shown:
            # Disclosed meanwhile; or they follow without a delay from now on.
            self.write(frame_of(CATCH_UP))

    async def session_ended(self) -> None:
        """Hang up on one who is not signed in any more; their browser comes back as a visitor."""
        await self._hang_up(SIGNED_OUT)

    async def _hang_up(self, code: int = NOT_HERE) -> None:
        if not self._gone:
            self._gone = True
            await self._send({"type": "websocket.close", "code": code})


def session_of(scope: dict[str, Any]) -> str:
    """Under what the session of a socket lies."""
    key = getattr(scope.get("session"), "session_key", None)
    return stored(key) if key else ""
