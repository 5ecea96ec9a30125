"""What is wrong with translations."""

import re
from collections.abc import Iterator
from pathlib import Path

import polib

from config.messages.extracting import Message, extracted
from core.paths import BASE_DIR
from core.translations import places
from core.translations.files import PLURALS
from frontend.languages.german import problems
from frontend.languages.messages import Slot, parts_of

BLANK = re.compile(r"%\(\w+\)[a-z]|\{\w*\}")
"""What the program fills in: %(name)s and {name}."""
TAG = re.compile(r"</?\w[^>]*>")
FORMS = re.compile(r"nplurals=(\d+)")


def faults_of(part: str, language: str) -> Iterator[str]:
    """Where a translation is not whole beside what its app says."""
    place = places.of_part(part, language)
    said = extracted(part)
    kept: set[Message] = set()
    if place.path.exists():
        kept = {Message.of(one) for one in polib.pofile(str(place.path)) if not one.obsolete}
    for message in said.keys() - kept:
        files = ", ".join(said[message].files)
        yield f"{_named(place.path)}: “{message.text}” is missing ({files})."
    for message in kept - said.keys():
        yield f"{_named(place.path)}: nothing says “{message.text}” any more."


def faults_in(path: Path, *, complete: bool = False) -> Iterator[str]:
    """What is wrong with one file itself, each with its line."""
    try:
        file = polib.pofile(str(path))
    except OSError as error:
        yield f"{_named(path)}: cannot be read as translations: {error}"
        return
    forms = FORMS.search(file.metadata.get("Plural-Forms", ""))
    for entry in file:
        where = f"{_named(path)}:{entry.linenum}"
        if entry.obsolete:
            yield f"{where}: nothing says “{entry.msgid}” any more."
            continue
        if entry.fuzzy:
            yield f"{where}: marked fuzzy. Look at it and take the mark away."
        if _is_of_a_rulebook(path):
            # Its slots have cases and numbers, and each may be left out.
            slots = [part.name for part in parts_of(entry.msgid) if isinstance(part, Slot)]
            yield from (f"{where}: {fault}" for fault in problems(entry.msgid, entry.msgstr, slots))
        else:
            faults = _faults(entry, int(forms[1]) if forms else 0)
            yield from (f"{where}: {fault}" for fault in faults)
        if complete and not entry.translated():
            yield f"{where}: “{entry.msgid}” is not translated."


def _is_of_a_rulebook(path: Path) -> bool:
    return path.is_relative_to(BASE_DIR / "rules")


def _faults(entry: polib.POEntry, forms: int) -> Iterator[str]:
    """What is wrong with one translation."""
    sources = [text for text in (entry.msgid, entry.msgid_plural) if text]
    made = [text for text in (entry.msgstr, *entry.msgstr_plural.values()) if text]
    if made and entry.msgid_plural and len(made) != forms:
        yield f"“{entry.msgid}” has {len(made)} plural forms of {forms}."
    may = {blank for text in sources for blank in BLANK.findall(text)}
    # One of a thing may be said without its number.
    must = set.intersection(*(set(BLANK.findall(text)) for text in sources))
    tags = [sorted(TAG.findall(text)) for text in sources]
    for text in made:
        blanks = set(BLANK.findall(text))
        if blanks - may:
            yield f"fills in something that “{entry.msgid}” does not have."
        if must - blanks:
            yield f"leaves out {', '.join(sorted(must - blanks))} of “{entry.msgid}”."
        if sorted(TAG.findall(text)) not in tags:
            yield f"has other tags than “{entry.msgid}”."


def _named(path: Path) -> str:
    return path.relative_to(BASE_DIR).as_posix() if path.is_relative_to(BASE_DIR) else str(path)


def languages_without_plurals() -> Iterator[str]:
    """Languages of which it is not said which forms they have."""
    for language in places.languages():
        if language not in PLURALS:
            yield f"core/translations/files.py: PLURALS does not know {language}."
