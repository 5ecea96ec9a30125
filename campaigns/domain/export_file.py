"""The file of an exported campaign: its records, how it is written and how it is read.

``docs/export.md`` describes it for everybody else. One JSON object; its long lists have one record
a line, so that it can be written and compared piece by piece. The last key, ``sha256``, is the
hash of every byte before it.
"""

import hashlib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec

from rules.kernel.dice import Roll
from rules.kernel.serial import canonical, load

FORMAT = "chancellery-campaign"
VERSION = 1
GIVEN = {"given": True}
"""What the founding of a campaign says of its dice where a script gives them, and every entry of the log
that has dice; elsewhere that is a chain and its links.
"""
DIGEST = b'\n,"sha256":'


class UnreadableExport(Exception):
    """A file is no export, or was damaged; the message says where."""


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of an export. Unknown fields are refused, so that nothing in a file goes unchecked."""


class About(Record, frozen=True, kw_only=True):
    """What the campaign is, and where it is in its life. ``clock`` is for moderators only."""

    slug: str
    title: str
    rulebook: str
    revision: str
    scenario: str
    variants: dict[str, str]
    tables: dict[str, Any]
    status: str
    status_reason: str
    line: int
    clock: dict[str, Any] | None = None


class Reader(Record, frozen=True, kw_only=True):
    """For whom the file was made: spectator, player or moderator, and the powers he plays."""

    role: str
    powers: tuple[str, ...] = ()


class SeatRecord(Record, frozen=True, kw_only=True):
    """A power and who sits there: a name, ``autopilot``, or nobody."""

    power: str
    taken_by: str
    bot: bool


class Head(Record, frozen=True, kw_only=True):
    """The last log entry that the file holds."""

    seq: int
    hash: str


class ClaimRecord(Record, frozen=True, kw_only=True):
    """A declared fact: who said so in which phase, and who agreed. No power: the moderator."""

    phase: int
    key: str
    before: Any
    value: Any
    power: str
    at: str
    confirmed_power: str = ""
    confirmed_at: str = ""


class OrderRecord(Record, frozen=True, kw_only=True):
    """An order that was made public. ``how`` is sealed, bot, autopilot or void."""

    power: str
    order: Any
    nonce: str
    commitment: str
    how: str


class EventRecord(Record, frozen=True, kw_only=True, omit_defaults=True):
    """Something that happened, and the number of the log entry that brought it.

    What came of something done in secret carries the moment of that in ``at``; ``entry`` is then
    the last one before.
    """

    entry: int
    at: str = ""
    event: dict[str, Any]


class PhaseRecord(Record, frozen=True, kw_only=True):
    """One phase. ``orders`` and ``rolls`` are there once they are ``released``; ``commitment`` is
    that of everything its resolution did, ``nonce`` opens it once the campaign is over. ``revision``
    names the rules by which it is played, ``rules`` is their digest.
    ``again`` is the number of the phase that it plays again, ``undone`` when it was undone. ``autopilots`` is
    the seed by which autopilots chose, published with the orders.
    """

    line: int
    number: int
    key: str
    title: str
    turn: int
    turn_title: str
    release: str
    opened_at: str
    revision: str
    rules: str
    again: int = 0
    undone: str = ""
    resolved_at: str = ""
    how: str = ""
    silent: tuple[str, ...] = ()
    link: str = ""
    link_before: str = ""
    commitment: str = ""
    nonce: str = ""
    released: bool = False
    orders: tuple[OrderRecord, ...] = ()
    rolls: tuple[Roll, ...] = ()
    autopilots: str = ""
    events: tuple[EventRecord, ...] = ()


class ActRecord(Record, frozen=True, kw_only=True):
    """The order of an act that the log tells of without it; it is opened when the campaign is over."""

    entry: int
    order: dict[str, Any]
    nonce: str


class StateRecord(Record, frozen=True, kw_only=True):
    """The state that a phase left, as the reader may see it."""

    phase: int
    view: dict[str, Any]


class OriginRecord(Record, frozen=True, kw_only=True):
    """The position with which a fork began, and the nonce of the commitment to it."""

    state: dict[str, Any]
    nonce: str


class EntryRecord(Record, frozen=True, kw_only=True, omit_defaults=True):
    """A log entry: what is hashed, the hash before it and its own.

    ``held`` commits to what was done in secret since the entry before. ``signature`` and ``scheme`` are
    there where what was handed in was signed.
    """

    seq: int
    at: str
    kind: str
    actor: str
    power: str
    body: dict[str, Any]
    commitment: str
    held: str
    signature: str = ""
    scheme: str = ""
    prev_hash: str
    hash: str


class Export(Record, frozen=True, kw_only=True):
    """The whole file."""

    format: str
    version: int
    campaign: About
    reader: Reader
    seats: tuple[SeatRecord, ...]
    through: Head
    claims: tuple[ClaimRecord, ...]
    phases: tuple[PhaseRecord, ...]
    acts: tuple[ActRecord, ...]
    state: StateRecord | None
    origin: OriginRecord | None = None
    log: tuple[EntryRecord, ...]
    sha256: str


def stamp(moment: datetime | None) -> str:
    """A moment as the log hashes it: UTC with microseconds."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds") if moment else ""


def written(parts: Iterable[tuple[str, Any]]) -> Iterator[bytes]:
    """The file, piece by piece. A part is a key with its value; an iterator becomes a list with
    one record a line, and is not held in memory.
    """
    digest = hashlib.sha256()
    for piece in _pieces(parts):
        digest.update(piece)
        yield piece
    yield DIGEST + canonical(digest.hexdigest()) + b"}\n"


def _pieces(parts: Iterable[tuple[str, Any]]) -> Iterator[bytes]:
    between = b"{"
    for key, value in parts:
        yield between + canonical(key) + b":"
        between = b"\n,"
        if isinstance(value, Iterator):
            yield b"["
            for number, record in enumerate(value):
                yield (b"\n," if number else b"\n ") + canonical(record)
            yield b"]"
        else:
            yield canonical(value)


def read(data: bytes) -> Export:
    """An export from its bytes. Raises ``UnreadableExport`` saying what is wrong with the file."""
    try:
        outline = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UnreadableExport(f"The file is not JSON: {error}.") from error
    kind = outline.get("format") if isinstance(outline, dict) else None
    if kind != FORMAT:
        raise UnreadableExport(f"The file says format {kind!r}, not {FORMAT!r}.")
    if outline.get("version") != VERSION:
        raise UnreadableExport(
            f"The file has version {outline.get('version')!r}; this release reads version {VERSION}."
        )
    try:
        return load(data, Export)
    except msgspec.ValidationError as error:
        raise UnreadableExport(
            f"The file is not what docs/export.md describes: {error}."
        ) from error


def digest_of(data: bytes) -> str:
    """The hash that the file should carry as ``sha256``."""
    return hashlib.sha256(data[: data.rfind(DIGEST)]).hexdigest()
