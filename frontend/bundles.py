"""Style sheets and scripts that pages load together, put into one file each: one request where there were ten.

A style sheet holds the first paint of a page back, and a browser asks for six files at a time. So the
shared sheets are one file, and those of each book another; the scripts of every page are one as well
(:mod:`frontend.script_bundle`). The parts stay where they are written, with their comments; the
files are made from them when static files are looked for (``collectstatic``, or the start of a site
that serves them from where they are written).
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.storage import FileSystemStorage

from frontend import fonts, script_bundle
from frontend.books import face_of, faces

SHARED = "frontend/css/together.css"
"""The sheets of every page."""
CHRONICLE = "frontend/css/chronicle_together.css"
"""The sheets of a chronicle and of the dice, besides."""
SCRIPTS, LATER = "frontend/js/together.js", "frontend/js/later_together.js"
"""The scripts of every page: those by which it is read, and those that come after them."""
ENTRIES = {SCRIPTS: "./main.js", LATER: "./later.js"}
"""For each the script that begins all others."""
SHORT = ".short.js"
"""A script of a book is sent under this ending, without comments and indentation."""
COMMENT = re.compile(r'("[^"]*"|\'[^\']*\')|/\*.*?\*/', re.DOTALL)
SHEETS = (
    "tokens",
    "base",
    "campaign",
    "cards",
    "first-games",
    "founding",
    "history",
    "reveal",
    "lobby",
    "agreements",
    "news",
    "plans",
    "press",
    "parts",
    "forced",
)


def sheet_of(book: str) -> str:
    """The file with the sheets of a book; empty where it has none."""
    return f"{book}/together.css" if face_of(book).styles else ""


def bundles() -> dict[str, tuple[str, ...]]:
    """Each file with the static files it is made from, in their order."""
    sheets = tuple(f"frontend/css/{sheet}.css" for sheet in SHEETS)
    shared = {SHARED: ((fonts.STATIC + fonts.FACES,) if fonts.made() else ()) + sheets}
    shared[CHRONICLE] = tuple(
        f"frontend/css/{sheet}.css" for sheet in ("charts", "chronicle", "dice")
    )
    return shared | {
        f"{book}/together.css": face.styles for book, face in faces().items() if face.styles
    }


def text_of(path: str) -> str | None:
    """What a file of ours holds; nothing for any other."""
    if entry := ENTRIES.get(path):
        folder = path.rpartition("/")[0]
        return script_bundle.linked(entry, lambda name: _read(f"{folder}/{name[2:]}"))
    if path.endswith(SHORT):
        name = path.removesuffix(SHORT) + ".js"
        known = any(name in face.scripts for face in faces().values())
        return "\n".join(script_bundle.short(name, _read(name))) if known else None
    if path in bundles():
        return "\n".join(without_comments(_read(part)) for part in bundles()[path])
    return None


def short_of(script: str) -> str:
    """The name under which a script of a book is sent."""
    return script.removesuffix(".js") + SHORT


def without_comments(sheet: str) -> str:
    """A style sheet without its comments and indentation."""
    said = COMMENT.sub(lambda found: found[1] or "", sheet)
    return "\n".join(line.strip() for line in said.splitlines() if line.strip())


class BundleFinder(finders.BaseFinder):
    """Finds those of :data:`ENTRIES` and the files of :func:`bundles`, made anew when a part has changed."""

    def __init__(self) -> None:
        """They lie beside the site's other files of its own."""
        self.storage = FileSystemStorage(Path(settings.VAR_DIR) / "bundles")

    def find(self, path: str, find_all: bool = False, **_: Any) -> Any:
        """Where a file is, as staticfiles asks for it."""
        text = text_of(path)
        if text is None:
            return []
        made = self._made(path, text)
        return [made] if find_all else made

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        """All of them."""
        short = (short_of(one) for face in faces().values() for one in face.scripts)
        for path in (*bundles(), *ENTRIES, *short):
            self._made(path, text_of(path) or "")
            yield path, self.storage

    def _made(self, path: str, text: str) -> str:
        file = Path(self.storage.path(path))
        if not file.exists() or file.read_text() != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            # Several processes start at once: each sees the whole file or none.
            fresh = file.with_name(f"{file.name}.{os.getpid()}")
            fresh.write_text(text)
            fresh.replace(file)
        return str(file)


def _read(part: str) -> str:
    where = finders.find(part)
    if not isinstance(where, str):
        raise FileNotFoundError(f"There is no static file {part}.")
    return Path(where).read_text()
