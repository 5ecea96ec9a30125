"""An open page, by its socket."""

import asyncio
import json
from typing import Any

from asgiref.testing import ApplicationCommunicator

from config.asgi import application, sockets
from core.websockets import READY_FRAMES

PATIENCE = 30.0  # seconds


def whole_socket(path: str, query: bytes = b"", **headers: str) -> ApplicationCommunicator:
    """A socket through everything that stands before it, as a page of this site opens it."""
    sent = {"host": "testserver", "origin": "http://testserver", **headers}
    return ApplicationCommunicator(
        application,
        {
            "type": "websocket",
            "path": path,
            "query_string": query,
            "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
            "extensions": {READY_FRAMES: {"write": lambda frame: True}},
        },
    )


class Page:
    """An open page: what its socket was told since the last question, as the browser reads it."""

    def __init__(self, slug: str, person: Any, seen: str = "") -> None:
        self._frames: list[Any] = []
        self._socket = ApplicationCommunicator(
            sockets,
            {
                "type": "websocket",
                "path": f"/ws/campaign/{slug}/",
                "query_string": f"seen={seen}".encode(),
                "user": person,
                "extensions": {READY_FRAMES: {"write": self._write}},
            },
        )
        self.closed_with: int | None = None

    def _write(self, frame: bytes) -> bool:
        assert frame[0] == 0x81
        self._frames.append(json.loads(frame[2 if frame[1] < 126 else 4 :])["what"])
        return True

    async def open(self) -> bool:
        await self._socket.send_input({"type": "websocket.connect"})
        answer = await self._socket.receive_output(PATIENCE)
        return bool(answer["type"] == "websocket.accept")

    async def told(self, at_least: int = 0) -> list[list[str]]:
        """All topics of each message that came, once nothing has come for a while.

        ``at_least`` so many are waited for; a busy machine may take its time over them.
        """
        for _ in range(int(PATIENCE / 0.05)):
            if len(self._frames) >= at_least:
                break
            await asyncio.sleep(0.05)
        before = -1
        while before != len(self._frames):
            before = len(self._frames)
            await asyncio.sleep(0.25)
        if not await self._socket.receive_nothing(timeout=0.01):
            message = await self._socket.receive_output()
            assert message["type"] == "websocket.close"
            self.closed_with = message["code"]
        told, self._frames = self._frames, []
        return told

    async def hung_up(self) -> int | None:
        """The code with which it is closed, once it is."""
        if self.closed_with is None:
            message = await self._socket.receive_output(PATIENCE)
            assert message["type"] == "websocket.close"
            self.closed_with = message["code"]
        return self.closed_with

    async def leave(self) -> None:
        await self._socket.send_input({"type": "websocket.disconnect", "code": 1000})
        await self._socket.wait()
