"""Style sheets that pages load together, put into one file each: one request where there were ten.

A style sheet holds the first paint of a page back, and a browser asks for six files at a time. So the
shared sheets are one file, and those of each book another. The parts stay where they are written; the
files are made from them when static files are looked for (``collectstatic``, or the start of a site
that serves them from where they are written).
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.storage import FileSystemStorage

from frontend.books import face_of, faces

SHARED = "frontend/css/together.css"
"""The sheets of every page."""
SHEETS = ("tokens", "base", "campaign", "cards", "history", "agreements", "news", "plans", "press")


def sheet_of(book: str) -> str:
    """The file with the sheets of a book; empty where it has none."""
    return f"{book}/together.css" if face_of(book).styles else ""


def bundles() -> dict[str, tuple[str, ...]]:
    """Each file with the static files it is made from, in their order."""
    shared = {SHARED: tuple(f"frontend/css/{sheet}.css" for sheet in SHEETS)}
    return shared | {
        f"{book}/together.css": face.styles for book, face in faces().items() if face.styles
    }


class BundleFinder(finders.BaseFinder):
    """Finds the files of :func:`bundles`, made anew when a part has changed."""

    def __init__(self, *_: Any, **__: Any) -> None:
        """They lie beside the site's other files of its own."""
        self.storage = FileSystemStorage(Path(settings.VAR_DIR) / "bundles")

    def check(self, **_: Any) -> list[Any]:
        """Nothing can be set wrongly."""
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """Where a file is, as staticfiles asks for it."""
        parts = bundles().get(path)
        everything = find_all or kwargs.get("all", False)
        if parts is None:
            return []
        made = self._made(path, parts)
        return [made] if everything else made

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        """All of them."""
        for path, parts in bundles().items():
            self._made(path, parts)
            yield path, self.storage

    def _made(self, path: str, parts: tuple[str, ...]) -> str:
        text = "\n".join(Path(_found(part)).read_text() for part in parts)
        file = Path(self.storage.path(path))
        if not file.exists() or file.read_text() != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            # Several processes start at once: each sees the whole file or none.
            fresh = file.with_name(f"{file.name}.{os.getpid()}")
            fresh.write_text(text)
            fresh.replace(file)
        return str(file)


def _found(part: str) -> str:
    where = finders.find(part)
    if not isinstance(where, str):
        raise FileNotFoundError(f"There is no static file {part}.")
    return where
