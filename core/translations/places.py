"""Where translations stand: one ``locale/`` for each app, and one for each rulebook that has one."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from core.paths import BASE_DIR

APPS = ("core", "accounts", "campaigns", "config", "frontend")
"""The apps whose texts are found by reading them; a book's pages are part of ``frontend``."""


class Place(NamedTuple):
    """What is translated of one app, or of one rulebook, in one language."""

    part: str
    language: str
    path: Path


def languages() -> list[str]:
    """Every language that the site is translated into; its texts are written in another one."""
    return [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def of_part(part: str, language: str) -> Place:
    """Where a part's translation stands or will stand."""
    folder = BASE_DIR.joinpath(*part.split("/"), "locale", language, "LC_MESSAGES")
    return Place(part, language, folder / "django.po")


def kept(language: str = "") -> list[Place]:
    """The translations that are there, in one language or in all."""
    return sorted(_kept(language or "*"))


def _kept(language: str) -> Iterator[Place]:
    for pattern in ("*/locale", "rules/*/locale"):
        for path in BASE_DIR.glob(f"{pattern}/{language}/LC_MESSAGES/*.po"):
            locale = path.parents[2]
            part = locale.parent.relative_to(BASE_DIR).as_posix()
            yield Place(part, path.parents[1].name, path)
