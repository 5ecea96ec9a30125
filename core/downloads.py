"""Long files on their way out, a portion at a time."""

from collections.abc import Iterator

from django.http import StreamingHttpResponse

PORTION = 64 * 1024
"""Bytes that go out together, at least, but for the last."""


def as_file(pieces: Iterator[bytes], *, name: str) -> StreamingHttpResponse:
    """An answer that a browser keeps as a file; nobody between us and its reader keeps it."""
    return StreamingHttpResponse(
        _portions(pieces),
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
