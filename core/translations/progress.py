"""How far each translation has come."""

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import polib
from django.conf import settings

from core.translations import places


class Left(NamedTuple):
    """A text that is not translated, and where it stands."""

    text: str
    files: tuple[str, ...]


class Standing(NamedTuple):
    """How far one part has come in one language."""

    part: str
    language: str
    texts: int
    left: tuple[Left, ...]

    @property
    def done(self) -> int:
        """How many texts are translated."""
        return self.texts - len(self.left)


class Language(NamedTuple):
    """A language of the site with all of its parts."""

    code: str
    name: str
    parts: tuple[Standing, ...]

    @property
    def texts(self) -> int:
        """All of its texts."""
        return sum(part.texts for part in self.parts)

    @property
    def done(self) -> int:
        """Those that are translated."""
        return sum(part.done for part in self.parts)


def standings() -> list[Language]:
    """Every language that the site is translated into."""
    names = dict(settings.LANGUAGES)
    return [
        Language(code, str(names[code]), tuple(_standing(place) for place in places.kept(code)))
        for code in places.languages()
    ]


def _standing(place: places.Place) -> Standing:
    texts, left = _read(place.path, place.path.stat().st_mtime_ns)
    return Standing(place.part, place.language, texts, left)


@lru_cache(maxsize=64)
def _read(path: Path, _written: int) -> tuple[int, tuple[Left, ...]]:
    """Kept until the file is written again."""
    entries = [entry for entry in polib.pofile(str(path)) if not entry.obsolete]
    left = tuple(
        Left(entry.msgid, tuple(name for name, _line in entry.occurrences))
        for entry in entries
        if not entry.translated()
    )
    return len(entries), left
