"""Every text that is marked for translation, found by reading the code and the templates.

Babel reads Python; what a template marks, Django itself writes as Python first. No gettext tools are
asked for. For developers: Babel is not installed where the site only runs.
"""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import polib
from babel.messages.extract import extract
from django.utils.translation import templatize

from campaigns.messages import paragraphs
from core.paths import BASE_DIR
from core.translations import places
from core.translations.files import new_file

KEYWORDS: dict[str, Any] = {
    "_": None,
    "_lazy": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
NOTES = ("Translators:",)
"""How a comment begins that is for those who translate the text below it."""


class Message(NamedTuple):
    """One text as it is written, with its plural and its context where it has them."""

    text: str
    plural: str = ""
    context: str | None = None

    @classmethod
    def of(cls, entry: polib.POEntry) -> "Message":
        """The message that an entry of a file translates."""
        return cls(entry.msgid, entry.msgid_plural, entry.msgctxt)


class FoundText(NamedTuple):
    """Where a message stands, and what its authors tell those who translate it."""

    files: list[str]
    notes: list[str]


def extracted(part: str) -> dict[Message, FoundText]:
    """Every message of an app, in the order in which its files and they stand."""
    found: dict[Message, FoundText] = {}
    for path in _files(BASE_DIR / part):
        name = path.relative_to(BASE_DIR).as_posix()
        for message, notes in _messages(path):
            files, all_notes = found.setdefault(message, FoundText([], []))
            files.extend([name] if name not in files else [])
            all_notes.extend(note for note in notes if note not in all_notes)
    for path, text in paragraphs() if part == "campaigns" else ():
        name = path.relative_to(BASE_DIR).as_posix()
        found.setdefault(Message(text), FoundText([name], []))
    return found


def merge(part: str, language: str) -> tuple[int, list[str]]:
    """Bring a file to what its app says now: how many texts are new to it, and which are gone."""
    place = places.of_part(part, language)
    before = (
        {Message.of(one): one for one in polib.pofile(str(place.path)) if not one.obsolete}
        if place.path.exists()
        else {}
    )
    found = extracted(part)
    if not found and not before:
        return 0, []
    file = new_file(language)
    file.extend(_entry(message, where, before.get(message)) for message, where in found.items())
    place.path.parent.mkdir(parents=True, exist_ok=True)
    file.save(str(place.path))
    gone = [message.text for message in before if message not in found]
    return sum(message not in before for message in found), gone


def _entry(message: Message, where: FoundText, before: polib.POEntry | None) -> polib.POEntry:
    """A message with the translation that it had. A guess is none."""
    entry = polib.POEntry(
        msgid=message.text,
        msgctxt=message.context,
        occurrences=[(name, "") for name in where.files],
        comment="\n".join(where.notes),
        flags=["python-format"] if "%(" in message.text + message.plural else [],
    )
    if message.plural:
        entry.msgid_plural = message.plural
        entry.msgstr_plural = {0: "", 1: ""}
    if before is not None and not before.fuzzy:
        entry.msgstr, entry.tcomment = before.msgstr, before.tcomment
        entry.msgstr_plural = before.msgstr_plural
    return entry


def _files(app: Path) -> Iterator[Path]:
    """The Python and the templates of an app."""
    for path in sorted(app.rglob("*")):
        parts = path.relative_to(app).parts
        code = path.suffix == ".py" and "migrations" not in parts
        if code or (path.suffix in (".html", ".txt") and "templates" in parts):
            yield path


def _messages(path: Path) -> Iterator[tuple[Message, list[str]]]:
    source = path.read_text()
    if path.suffix != ".py":
        # What is no text to be translated is marked out, but still stands where it stood: at the
        # beginnings of lines that would read as Python's blocks.
        marked = templatize(source, origin=str(path))
        source = "\n".join(line.lstrip() for line in marked.split("\n"))
    found = extract("python", BytesIO(source.encode()), KEYWORDS, NOTES, {"encoding": "utf-8"})
    for _line, texts, notes, context in found:
        said = texts if isinstance(texts, tuple) else (texts,)
        if said[0]:
            yield Message(said[0], said[1] if len(said) > 1 else "", context), notes
