"""The site's own two typefaces: where they lie once they are made, and how pages come to them.

``manage.py fonts`` makes them from the packages ``fontpkg-source-serif-4`` and ``fontpkg-source-sans-3``
when the project is installed (`frontend.fonts.building`); none of them is kept with the source. They
lie in a folder of the environment that is named by what they are made from, so that a site never
serves the fonts of another version. Where they were not made, pages are set in what the reader's
system has, and the log says so.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import structlog
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.storage import FileSystemStorage

_say = structlog.get_logger(__name__)

STATIC = "frontend/fonts/"
"""Where the files stand among the static files."""
FACES = "faces.css"
"""The ``@font-face`` rules of what was made; they go into the style sheet of every page."""
CONTENTS = "made.json"
"""What was made; written last, so a folder that has it is whole."""
MADE_FROM = ("fontpkg-source-serif-4", "fontpkg-source-sans-3", "fonttools", "brotli")
"""The packages on which the bytes of the files depend."""
HOW_TO = "Run `make fonts`, or `python manage.py fonts` in its environment."


@dataclass(frozen=True)
class Made:
    """The files that were made, by name."""

    folder: Path
    preloaded: tuple[str, ...]
    others: tuple[str, ...]
    licences: dict[str, str]
    """The name of a family to the file with its licence."""

    @property
    def fonts(self) -> tuple[str, ...]:
        """All fonts; the first ones are asked for before a style sheet names them."""
        return self.preloaded + self.others

    @property
    def files(self) -> tuple[str, ...]:
        """Whatever is served."""
        return (*self.fonts, *self.licences.values(), FACES)


def folder() -> Path | None:
    """Where the fonts of this version lie or will lie; none where a package is missing."""
    recipe = _recipe()
    return Path(settings.FONTS_ROOT) / recipe if recipe else None


def made() -> Made | None:
    """What was made for this version, if it was."""
    here = folder()
    if here is None or not (here / CONTENTS).exists():
        return None
    told = json.loads((here / CONTENTS).read_text())
    return Made(here, tuple(told["preloaded"]), tuple(told["others"]), told["licences"])


def tell_if_missing() -> None:
    """A line in the log of a site that has to do without."""
    if made() is None:
        _say.warning("fonts_not_made", shown="the fonts of each reader's system", do=HOW_TO)


@cache
def _recipe() -> str:
    """What the fonts are made from, as a name: the packages' versions and our own source."""
    try:
        parts = [f"{package} {version(package)}" for package in MADE_FROM]
    except PackageNotFoundError:
        return ""
    parts.append((Path(__file__).parent / "building.py").read_text())
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]


class FontFinder(finders.BaseFinder):
    """Finds what was made among the static files; nothing where nothing was. It looks anew each time: the fonts may
    be made while a site is up.
    """

    def find(self, path: str, find_all: bool = False, **_: Any) -> Any:
        """Where a file is, as staticfiles asks for it."""
        name = path.removeprefix(STATIC)
        here = made() if path.startswith(STATIC) else None
        if here is None or name not in here.files:
            return []
        found = str(here.folder / name)
        return [found] if find_all else found

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, Any]]:
        """All of them."""
        here = made()
        if here is None:
            return
        storage = FileSystemStorage(here.folder)
        storage.prefix = STATIC.rstrip("/")  # type: ignore[attr-defined]
        for name in here.files:
            yield name, storage


@dataclass(frozen=True)
class Licence:
    """One family, what it was cut from, and the words under which that may be done."""

    family: str
    words: str
    file: str
    """Its name among the static files."""


def licences() -> list[Licence]:
    """Of each family that is served; none where the fonts were not made."""
    here = made()
    if here is None:
        return []
    return [
        Licence(family, (here.folder / name).read_text(), STATIC + name)
        for family, name in here.licences.items()
    ]
