"""The leak harness: one power lives two secret lives, and nobody else may be able to tell which.

`leaks()` plays both at a table (`table.py`), each in a world of its own (`worlds.py`), and compares
everything that every stranger gets at every door (`doors.py`) and is told by the socket
(`frames.py`): the same bytes and the same number of frames, commitments aside (`commitments.py`).
"""

import os
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

from tests.secrecy import doors, frames
from tests.secrecy.commitments import Normalizer
from tests.secrecy.sent import Sent
from tests.secrecy.table import Reader, Table
from tests.support.worlds import empty_caches, undone

AROUND = 90

COMPARED: Counter[str] = Counter()
"""What was compared so far in this process: pairs of lives, answers of doors, and their bytes."""


@dataclass(frozen=True)
class Leak:
    """Something that tells a stranger which of the two lives was lived."""

    reader: str
    door: str
    one: bytes
    other: bytes

    def __str__(self) -> str:
        return f"{self.reader} at {self.door}:\n  {self.one!r}\n  {self.other!r}"


Doors = Container[str] | None
"""At which is asked; at all of them without a name."""


def leaks(table: Table, readers: Iterable[str] | None = None, *, only: Doors = None) -> list[Leak]:
    """What strangers can tell; only these of them, or at these doors, if named."""
    wanted = set(readers) if readers is not None else None
    one, other = (_lived(table, life, wanted, only) for life in (0, 1))
    return _differing(one, other)


@dataclass(frozen=True)
class Spoilt:
    """Something that is spoilt where a reader asks, and who asks where."""

    sow: Callable[[pytest.MonkeyPatch], None]
    readers: frozenset[str]
    only: frozenset[str]


def leaks_where_spoilt(table: Table, spoilt: Mapping[str, Spoilt]) -> dict[str, list[Leak]]:
    """What strangers can tell with each of these, one after another: both lives are lived once for all."""
    got: dict[str, list[Got]] = {name: [] for name in spoilt}
    for life in (0, 1):
        with _living(table, life) as (told, blotted):
            strangers = table.strangers()
            for name, one in spoilt.items():
                empty_caches()
                asked = [each for each in strangers if each.name in one.readers]
                with pytest.MonkeyPatch.context() as patch, undone():
                    one.sow(patch)
                    got[name].append((_asked(table, told, asked, one.only), blotted))
    return {name: _differing(*each) for name, each in got.items()}


Got = tuple[dict[tuple[str, str], bytes], Normalizer]
"""All that strangers got of a life, and what blots its commitments out of that."""


def _differing(one_life: Got, other_life: Got) -> list[Leak]:
    (one, blotted), (other, also_blotted) = one_life, other_life
    assert one.keys() == other.keys(), sorted(one.keys() ^ other.keys())
    found = []
    COMPARED.update(lives=1, answers=len(one), bytes=sum(map(len, one.values())))
    for place, told in one.items():
        # The same bytes are the same; of others it is looked at whether only commitments differ.
        if told != other[place]:
            answers = blotted(told), also_blotted(other[place])
            if answers[0] != answers[1]:
                found.append(Leak(*place, *_difference(*answers)))
    return found


def _lived(table: Table, life: int, wanted: Container[str] | None, only: Doors) -> Got:
    with _living(table, life) as (told, blotted):
        asked = [one for one in table.strangers() if wanted is None or one.name in wanted]
        return _asked(table, told, asked, only), blotted


@contextmanager
def _living(table: Table, life: int) -> Iterator[tuple[frames.Told, Normalizer]]:
    """A life, with the frames that went out in it."""
    with undone():
        empty_caches()
        table.__dict__.pop("hides", None)
        with frames.recorded() as told:
            table.live(life)
        yield told, Normalizer.of(*table.slugs, besides=table.committed)
        table.__dict__.pop("hides", None)


def _asked(
    table: Table, told: frames.Told, asked: list[Reader], only: Doors
) -> dict[tuple[str, str], bytes]:
    sent = Sent(table, [one.person for one in asked if one.person is not None])
    answers = {}
    for reader in asked:
        for door, answer in doors.told_at_the_doors(table, reader, sent, only):
            answers[reader.name, door] = answer
        answers[reader.name, "frames"] = b"\n".join(told.frames_of(table.slug, reader.person))
    return answers


def _difference(one: bytes, other: bytes) -> tuple[bytes, bytes]:
    pairs = zip(one, other, strict=False)
    at = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
    return one[max(0, at - AROUND) : at + AROUND], other[max(0, at - AROUND) : at + AROUND]


EVERYBODY = bool(os.environ.get("LEAKS"))
"""Whether all strangers are asked at all doors in every scene, or some by turns."""
