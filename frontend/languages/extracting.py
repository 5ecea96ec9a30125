"""Every message of a rulebook, found by reading its source; and the files that hold their translation."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import polib
import yaml

from campaigns.chronicles.spec import words_of
from core.paths import BASE_DIR
from core.translations import places
from core.translations.files import new_file
from frontend.books import face_of
from frontend.languages import german
from frontend.languages.messages import Message, Parts, Slot, parts_of, skeleton, written
from frontend.languages.reading_data import read as read_data
from frontend.languages.reading_python import read as read_python

RULES = BASE_DIR / "rules"
KERNEL = "kernel"
_TOLD = str(BASE_DIR / "frontend" / "books" / "{}" / "chronicle.yaml")
"""Where a book's face says how its campaigns are told."""
FURTHER = Path(__file__).with_name("further.yaml")
"""Messages that are in no rulebook's source as they are said."""
SILENT = re.compile(
    r"/kernel/(?:conformance/|cite|aliases|conditions|consistency|tables|dice|dispatch/events)"
    r"|(?<!flames)/pages/queries|/model/(?:tables|table_rows|citations)"
)
"""What no reader of the site sees: mistakes in a book's own tables, and questions of programs."""
HEADER = """\
Texts of a rulebook. What stands in {slots} is put in when a text is shown; a comment says what it is.
In a translation {slot} has the nominative, {slot:gen}, {slot:dat} and {slot:acc} the other cases, each with
the article that the name wants; {slot:bare} has none. {slot|erklärt|erklären} is the verb of one or of
several, {n|eine Karte|{n} Karten} what is counted. Every slot may be left out or used again."""


def books() -> list[str]:
    """The kernel, then every rulebook."""
    found = {path.parent.name for path in RULES.glob("*/book.py")}
    return [KERNEL, *sorted(found)]


def po_of(book: str, language: str) -> Path:
    """Where a rulebook's translation stands."""
    return places.of_part(f"rules/{book}", language).path


def extracted(book: str) -> dict[str, Message]:
    """The messages of a rulebook by what they have in common with others, in the order of its files."""
    modules = {
        path: ast.parse(path.read_text())
        for path in sorted((RULES / book).rglob("*.py"))
        if not SILENT.search(path.as_posix())
    }
    found: dict[str, Message] = {}
    for path, parts in read_python(modules):
        _add(found, path, parts)
    for path in sorted((RULES / book / "data").glob("*.yaml")):
        for parts in read_data(path.as_posix(), path.read_text()):
            _add(found, path, parts)
    for text in words_of(face_of(book).told) if book != KERNEL else ():
        if text:
            _add(found, Path(_TOLD.format(book)), parts_of(text))
    further: dict[str, list[str]] = yaml.safe_load(FURTHER.read_text())
    for text in further.get(book, []):
        _add(found, FURTHER, parts_of(text))
    return found


def _add(found: dict[str, Message], path: Path, parts: Parts) -> None:
    message = found.setdefault(skeleton(parts), Message(written(parts)))
    file = path.relative_to(BASE_DIR).as_posix()
    if file not in message.files:
        message.files.append(file)
    names = [part.split("}")[0] for part in message.text.split("{")[1:]]
    slots = [part for part in parts if isinstance(part, Slot)]
    for name, slot in zip(names, slots, strict=False):
        said = message.slots.setdefault(name, slot.of)
        if slot.of and slot.of != said and not said:
            message.slots[name] = slot.of


def merge(book: str, language: str) -> tuple[int, list[str]]:
    """Bring a rulebook's file to what the book says now: how many messages are new, and which are gone."""
    path = po_of(book, language)
    before = {one.msgid for one in polib.pofile(str(path))} if path.exists() else set()
    file = merged(book, language)
    path.parent.mkdir(parents=True, exist_ok=True)
    file.save(str(path))
    now = {one.msgid for one in file}
    return len(now - before), sorted(before - now)


def merged(book: str, language: str) -> polib.POFile:
    """What a rulebook says now, with the translations that there are."""
    path = po_of(book, language)
    before = {one.msgid: one for one in polib.pofile(str(path))} if path.exists() else {}
    file = new_file(language)
    file.header = HEADER
    file.extend(_entry(one, before.get(one.text)) for one in extracted(book).values())
    return file


def _entry(message: Message, before: polib.POEntry | None) -> polib.POEntry:
    entry = polib.POEntry(
        msgid=message.text,
        occurrences=[(file, "") for file in message.files],
        comment="\n".join(_explained(message)),
    )
    if before is not None and not before.fuzzy:
        entry.msgstr, entry.tcomment = before.msgstr, before.tcomment
    name = german.names().get(message.text.removeprefix("the "))
    if name is not None and not entry.msgstr:
        entry.msgstr = name.in_case("nom" if message.text.startswith("the ") else "bare")
    return entry


def _explained(message: Message) -> Iterator[str]:
    for name, of in message.slots.items():
        if of and of != name:
            yield f"{{{name}}}: {of}"
