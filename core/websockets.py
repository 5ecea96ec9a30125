"""WebSockets that take ready frames.

News for a campaign is the same bytes for everybody who watches it. The feed (`frontend.feed`)
makes the frame once, and this protocol writes it to its connection as it is: one write for each
socket, no task, no encoding. A socket that does not take its frames away is hung up on, before
more than a little is kept for it; its browser comes back and fetches what it missed.
"""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

#: The ASGI extension under which a consumer finds the way to write a ready frame.
READY_FRAMES = "chancellery.ready_frames"
#: Unsent bytes (of about a hundred for each frame) after which a socket is given up.
MOST_UNSENT = 16_384

_TEXT = 0x81
_SHORT, _LONG = 126, 65_536


class SocketProtocol(WebSocketsSansIOProtocol):
    """The WebSocket protocol of the web server."""

    def handle_connect(self, event: Request) -> None:
        """Offer ready frames to the application, which starts with the next turn of the loop."""
        super().handle_connect(event)
        if scope := getattr(self, "scope", None):
            scope["extensions"][READY_FRAMES] = {"write": self.write_frame}

    def write_frame(self, frame: bytes) -> bool:
        """Write a whole frame as :func:`text_frame` makes it; whether the socket is alive."""
        transport: Any = self.transport
        if self.close_sent or self.disconnected or transport.is_closing():
            return False
        if transport.get_write_buffer_size() > MOST_UNSENT:
            transport.abort()
            return False
        transport.write(frame)
        return True


def text_frame(text: str) -> bytes:
    """A text as one unfragmented frame from a server, which masks nothing (RFC 6455, 5.2)."""
    payload = text.encode()
    length = len(payload)
    if length < _SHORT:
        return bytes((_TEXT, length)) + payload
    if length < _LONG:
        return bytes((_TEXT, _SHORT)) + length.to_bytes(2) + payload
    raise ValueError(f"A message of {length} bytes is no news.")
