"""A reader's own file of press: every message that they may read, and their notes."""

from typing import Any

from msgspec import Struct

from campaigns.selectors.press.notes_page import NoteLine, notes_of
from campaigns.selectors.press.seen import Seen, content_shown, message_line, threads_of
from campaigns.selectors.press.threads import thread_line
from campaigns.selectors.reader.access import Reading, reading


class FileWording(Struct, frozen=True, kw_only=True):
    """What a message said, and since when (ISO 8601)."""

    text: str
    at: str


class FileMessage(Struct, frozen=True, kw_only=True):
    """A message with every wording, oldest first. ``power`` is empty for a moderator, and for a power that
    did not give its name to this reader (``masked``).
    """

    power: str
    masked: bool
    mine: bool
    phase: int
    quotes: tuple[int, ...]
    wordings: tuple[FileWording, ...]


class FileThread(Struct, frozen=True, kw_only=True):
    """A thread; ``parties`` are the powers that this reader knows to be in it."""

    key: str
    kind: str
    title: str
    parties: tuple[str, ...]
    messages: tuple[FileMessage, ...]


class PressFile(Struct, frozen=True, kw_only=True):
    """The file; threads oldest first."""

    campaign: str
    title: str
    threads: tuple[FileThread, ...]
    notes: tuple[NoteLine, ...]


def press_file(slug: str, person: Any = None) -> PressFile:
    """All that a reader may read of a campaign's press, and what they wrote down for themselves."""
    at = reading(slug, person)
    return PressFile(
        campaign=at.campaign.slug,
        title=at.campaign.title,
        threads=tuple(
            _thread(at, one) for one in sorted(threads_of(at), key=lambda one: one.messages[0].at)
        ),
        notes=tuple(note for note in notes_of(at) if note.text),
    )


def _thread(at: Reading, one: Seen) -> FileThread:
    line = thread_line(at, one)
    return FileThread(
        key=line.key,
        kind=line.kind,
        title=line.title,
        parties=tuple(badge.key for badge in line.parties),
        messages=tuple(_message(at, one, number) for number in range(len(one.messages))),
    )


def _message(at: Reading, one: Seen, number: int) -> FileMessage:
    line = message_line(at, one, one.messages[number])
    content = content_shown(at, one.messages[number])
    return FileMessage(
        power=line.badge.key if line.badge else "",
        masked=line.masked,
        mine=line.mine,
        phase=line.phase,
        quotes=content.quotes,
        wordings=tuple(
            FileWording(text=each.text, at=each.at.isoformat()) for each in content.wordings
        ),
    )
