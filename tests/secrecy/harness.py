"""The leak harness: one power lives two secret lives, and nobody else may be able to tell which.

`leaks()` plays both at a table (`table.py`), each in a world of its own (`worlds.py`), and compares
everything that every stranger gets at every door (`doors.py`) and is told by the socket
(`frames.py`): the same bytes and the same number of frames, commitments aside (`commitments.py`).
"""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass

from tests.secrecy import doors, frames
from tests.secrecy.commitments import Normalizer
from tests.secrecy.table import Reader, Table
from tests.secrecy.worlds import empty_caches, undone

AROUND = 90


@dataclass(frozen=True)
class Leak:
    """Something that tells a stranger which of the two lives was lived."""

    reader: str
    door: str
    one: bytes
    other: bytes

    def __str__(self) -> str:
        return f"{self.reader} at {self.door}:\n  {self.one!r}\n  {self.other!r}"


def leaks(
    table: Table, readers: Iterable[str] | None = None, *, only: Container[str] | None = None
) -> list[Leak]:
    """What strangers can tell; only these of them, or at these doors, if named."""
    wanted = set(readers) if readers is not None else None
    (one, blotted), (other, also_blotted) = (_lived(table, life, wanted, only) for life in (0, 1))
    assert one.keys() == other.keys(), sorted(one.keys() ^ other.keys())
    found = []
    for place, told in one.items():
        # The same bytes are the same; of others it is looked at whether only commitments differ.
        if told != other[place]:
            answers = blotted(told), also_blotted(other[place])
            if answers[0] != answers[1]:
                found.append(Leak(*place, *_difference(*answers)))
    return found


def _lived(
    table: Table, life: int, wanted: set[str] | None, only: Container[str] | None
) -> tuple[dict[tuple[str, str], bytes], Normalizer]:
    """A life: all that strangers got of it, and what blots its commitments out of that."""
    with undone():
        empty_caches()
        table.__dict__.pop("hides", None)
        with frames.recorded() as told:
            table.live(life)
        blotted = Normalizer.of(table.slug)
        found = {}
        sent = doors.Sent(table)
        for reader in table.strangers():
            if wanted is None or reader.name in wanted:
                for door, answer in _got(table, reader, sent, told, only):
                    found[reader.name, door] = answer
        table.__dict__.pop("hides", None)
        return found, blotted


def _got(
    table: Table,
    reader: Reader,
    sent: doors.Sent,
    told: frames.Told,
    only: Container[str] | None,
) -> Iterator[tuple[str, bytes]]:
    yield from doors.told_at_the_doors(table, reader, sent, only)
    yield "frames", b"\n".join(told.frames_of(table.slug, reader.person))


def _difference(one: bytes, other: bytes) -> tuple[bytes, bytes]:
    pairs = zip(one, other, strict=False)
    at = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
    return one[max(0, at - AROUND) : at + AROUND], other[max(0, at - AROUND) : at + AROUND]
