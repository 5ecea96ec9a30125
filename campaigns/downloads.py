"""Long files on their way out, never whole in memory under either kind of server."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

from asgiref.sync import sync_to_async
from django.http import StreamingHttpResponse

PORTION = 64 * 1024
"""Bytes that go out together, at least, but for the last."""


def as_file(request: Any, pieces: Iterator[bytes], *, name: str) -> StreamingHttpResponse:
    """An answer that a browser keeps as a file; nobody between us and its reader keeps it."""
    portions = _portions(pieces)
    waits = hasattr(request, "scope")  # which only a request of an asynchronous server has
    content = _awaited(portions) if waits else portions
    return StreamingHttpResponse(
        content,
        content_type="application/json",
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": "private, no-store",
        },
    )


def _portions(pieces: Iterator[bytes]) -> Iterator[bytes]:
    portion = bytearray()
    for piece in pieces:
        portion += piece
        if len(portion) >= PORTION:
            yield bytes(portion)
            portion.clear()
    yield bytes(portion)


async def _awaited(portions: Iterator[bytes]) -> AsyncIterator[bytes]:
    """The same for a server that waits: each portion is made in a thread that may read rows."""
    while (portion := await sync_to_async(_next)(portions)) is not None:
        yield portion


def _next(portions: Iterator[bytes]) -> bytes | None:
    return next(portions, None)
