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
from collections.abc import Iterable, Iterator
from functools import partial
from hashlib import blake2b

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
LEVEL = 9
WINDOW = 1 << 15
"""Bytes that a block can refer back to."""
NOTHING = b"\0"
"""What stands for a byte that may not be referred to: no page has it."""
LARGEST = 0xFFFF
"""Bytes that a block holds which is not compressed."""
LONGEST_NAME = 100

_blocks = Cache(MOST_BYTES, weigh=len, wordless=True)


def packed(html: str, parts: Iterable[str] = ()) -> bytes:
    """A page in gzip. ``parts`` are those of its parts that are kept, in the order of the page.

    A name of random length goes before it, as Django does against BREACH.
    """
    return _stream(
        (
            _blocks.get(text, partial(_block, text.encode())) if kept else _block(text.encode()),
            text.encode(),
        )
        for text, kept in _pieces(html, parts, WORTH_KEEPING)
    )


def packed_for_one(html: str, plain: Iterable[str]) -> bytes:
    """A page that holds what is its reader's own, in gzip. Only the ``plain`` pieces of it are
    compressed; they are in the order of the page. A piece may refer back to the plain ones before it,
    never to what stands between: for that its place is kept, and nothing else of it.
    """
    blocks = Own()
    return _stream(
        (blocks.plain(text) if kept else blocks.own(text), text.encode())
        for text, kept in _pieces(html, plain, WORTH_PACKING)
    )


class Own:
    """The blocks of one reader's page, one after the other, and what a later one may refer to."""

    def __init__(self) -> None:
        """Nothing was written yet."""
        self._before = b""

    def own(self, text: str) -> bytes:
        """What is the reader's own, as it is."""
        data = text.encode()
        self._add(NOTHING * len(data))
        return _stored(data)

    def plain(self, text: str) -> bytes:
        """What nobody wrote, compressed. A large piece is one of those that many readers are sent, so it
        refers to nothing before it and is kept for all of them.
        """
        data, before = text.encode(), self._before
        self._add(data)
        if len(data) >= WINDOW or not before.strip(NOTHING):
            return bytes(_blocks.get(text, partial(_block, data)))
        key = text, blake2b(before, digest_size=16).digest()
        return bytes(_blocks.get(key, partial(_block, data, before)))

    def _add(self, data: bytes) -> None:
        self._before = (self._before + data)[-WINDOW:]


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


def _stream(blocks: Iterable[tuple[bytes, bytes]]) -> bytes:
    """One gzip file of blocks, each with the bytes that it stands for."""
    made, check, length = [], 0, 0
    for block, data in blocks:
        check, length = zlib.crc32(data, check), length + len(data)
        made.append(block)
    name = b"a" * secrets.randbelow(LONGEST_NAME)
    head = b"\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\xff" + name + b"\x00"
    end = b"\x03\x00" + struct.pack("<II", check, length & 0xFFFFFFFF)
    return b"".join((head, *made, end))


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


def _block(data: bytes, before: bytes = b"") -> bytes:
    """Compressed to its last whole byte, and not the last of its stream; by itself, or with what it may
    refer to ``before`` it.
    """
    if not data:
        return b""
    block = (
        zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=before)
        if before
        else zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    )
    return block.compress(data) + block.flush(zlib.Z_FULL_FLUSH)


def _stored(data: bytes) -> bytes:
    """As it is, in blocks that say so."""
    return b"".join(
        b"\x00" + struct.pack("<HH", len(part), len(part) ^ LARGEST) + part
        for part in (data[at : at + LARGEST] for at in range(0, len(data), LARGEST))
    )
