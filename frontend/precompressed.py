"""Pages in gzip whose larger parts were compressed before.

A page that everybody may read is mostly made of parts that are kept (the board, the log, the time
line, the story of a phase). To compress them again with every page would take longer than all the
rest, so each is compressed once, as a block that refers to nothing outside itself, and such blocks
are put one behind the other.

The page of one reader alone is put together in the same way, but only what nobody wrote is compressed
there: pieces that follow from the state and the rules (:func:`packed_for_one`). Orders, names, reasons,
whatever a person or a request put there, and tokens against forgery travel as they are, between the
blocks. So nothing that somebody chose is ever compressed together with what they should not know, and
the length of the answer tells no more than that of the page did.
"""

import secrets
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from campaigns.cache import Cache

MOST_BYTES = 4_000_000
"""Of all compressed parts that a process keeps."""
WORTH_KEEPING = 1000
"""Letters of a part below which it is compressed with what stands around it."""
WORTH_PACKING = 200
"""Letters of a plain piece below which it travels as it is in a page of one reader alone."""
FARTHEST, ALIKE = 40, 3
"""How many lines a filled form is searched for the place where it goes on as the blank one, and how
many lines have to be the same there.
"""
LEVEL = 6
LARGEST = 0xFFFF
"""Bytes that a block holds which is not compressed."""
LONGEST_NAME = 100

_blocks = Cache(MOST_BYTES, weigh=len)


def packed(html: str, parts: Iterable[str] = ()) -> bytes:
    """A page in gzip. ``parts`` are those of its parts that are kept, in the order of the page.

    A name of random length goes before it, as Django does against BREACH.
    """
    return _stream(_pieces(html, parts, WORTH_KEEPING), _block)


def packed_for_one(html: str, plain: Iterable[str]) -> bytes:
    """A page that holds what is its reader's own, in gzip. Only the ``plain`` pieces of it are
    compressed, each by itself; they are in the order of the page.
    """
    return _stream(_pieces(html, plain, WORTH_PACKING), _stored)


def in_common(html: str, blank: str) -> list[str]:
    """Those runs of lines of a filled form that stand in the blank one too, in their order.

    Lines are compared one after the other; where they differ, the nearest place is looked for from
    which both go on alike.
    """
    ours, theirs = html.splitlines(keepends=True), blank.splitlines(keepends=True)
    runs, began, here, there = [], 0, 0, 0
    while here < len(ours) and there < len(theirs):
        if ours[here] == theirs[there]:
            here, there = here + 1, there + 1
            continue
        runs.append("".join(ours[began:here]))
        here, there = _alike_again(ours, theirs, here, there)
        began = here
    runs.append("".join(ours[began:here]))
    return [run for run in runs if len(run) >= WORTH_PACKING]


def _alike_again(ours: list[str], theirs: list[str], here: int, there: int) -> tuple[int, int]:
    """The nearest two places from which the next lines are the same; the ends if there are none."""
    for apart in range(1, FARTHEST):
        for mine in range(apart + 1):
            one, other = here + mine, there + apart - mine
            if ours[one : one + ALIKE] == theirs[other : other + ALIKE] != []:
                return one, other
    return len(ours), len(theirs)


def _stream(pieces: Iterable[tuple[str, bool]], around: Callable[[bytes], bytes]) -> bytes:
    """Pieces as one gzip file; those that are not kept become blocks as ``around`` makes them."""
    blocks, check, length = [], 0, 0
    for text, kept in pieces:
        data = text.encode()
        check, length = zlib.crc32(data, check), length + len(data)
        blocks.append(_blocks.get(text, partial(_block, data)) if kept else around(data))
    name = b"a" * secrets.randbelow(LONGEST_NAME)
    head = b"\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\xff" + name + b"\x00"
    end = b"\x03\x00" + struct.pack("<II", check, length & 0xFFFFFFFF)
    return b"".join((head, *blocks, end))


def _pieces(html: str, parts: Iterable[str], least: int) -> Iterator[tuple[str, bool]]:
    """The page in pieces, each with whether it is a kept part."""
    for part in parts:
        if len(part) >= least:
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


def _stored(data: bytes) -> bytes:
    """As it is, in blocks that say so."""
    return b"".join(
        b"\x00" + struct.pack("<HH", len(part), len(part) ^ LARGEST) + part
        for part in (data[at : at + LARGEST] for at in range(0, len(data), LARGEST))
    )
