"""Pages in gzip whose larger parts were compressed before.

A page that everybody may read is mostly made of parts that are kept (the board, the log, the time
line, the story of a phase). To compress them again with every page would take longer than all the
rest, so each is compressed once, as a block that refers to nothing outside itself, and such blocks
are put one behind the other.
"""

import secrets
import struct
import zlib
from collections.abc import Iterable, Iterator
from functools import partial

from campaigns.cache import Cache

MOST_BYTES = 4_000_000
"""Of all compressed parts that a process keeps."""
WORTH_KEEPING = 1000
"""Letters of a part below which it is compressed with what stands around it."""
LEVEL = 6
LONGEST_NAME = 100

_blocks = Cache(MOST_BYTES, weigh=len)


def packed(html: str, parts: Iterable[str] = ()) -> bytes:
    """A page in gzip. ``parts`` are those of its parts that are kept, in the order of the page.

    A name of random length goes before it, as Django does against BREACH.
    """
    blocks, check, length = [], 0, 0
    for text, kept in _pieces(html, parts):
        data = text.encode()
        check, length = zlib.crc32(data, check), length + len(data)
        blocks.append(_blocks.get(text, partial(_block, data)) if kept else _block(data))
    name = b"a" * secrets.randbelow(LONGEST_NAME)
    head = b"\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\xff" + name + b"\x00"
    end = b"\x03\x00" + struct.pack("<II", check, length & 0xFFFFFFFF)
    return b"".join((head, *blocks, end))


def _pieces(html: str, parts: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """The page in pieces, each with whether it is a kept part."""
    for part in parts:
        if len(part) >= WORTH_KEEPING:
            before, found, after = html.partition(part)
            if found:
                yield before, False
                yield part, True
                html = after
    yield html, False


def _block(data: bytes) -> bytes:
    """Compressed by itself, to its last whole byte, and not the last of its stream."""
    if not data:
        return b""
    block = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return block.compress(data) + block.flush(zlib.Z_FULL_FLUSH)
