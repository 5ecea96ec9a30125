"""The contents of a rulebook as one reads them: parts, and in them chapters with their tables and rules.

They stand in ``contents/<book>.yaml``. A book without such a file, and what a file does not name, is put in chapters by
itself (`campaigns.selectors.rules.rule_pages`).
"""

from functools import cache
from pathlib import Path

import yaml
from msgspec import Struct

from rules.kernel.serial import shaped

HERE = Path(__file__).with_name("contents")


class _Titled(Struct, frozen=True, kw_only=True):
    """Has a title in English, and in German unless it is a word of the book."""

    en: str
    de: str = ""

    def title(self, language: str) -> str:
        """The title in a language; English where there is none."""
        return (self.de if language.startswith("de") else "") or self.en


class PlannedChapter(_Titled, frozen=True, kw_only=True):
    """A chapter: keys of tables, or what a part of them is called, and rules, each with what is part of it."""

    tables: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


class PlannedPart(_Titled, frozen=True, kw_only=True):
    """A part of a book."""

    chapters: tuple[PlannedChapter, ...]


@cache
def planned(book: str) -> tuple[PlannedPart, ...]:
    """The parts of a book by its key; none where it has no file."""
    path = HERE / f"{book}.yaml"
    if not path.is_file():
        return ()
    return tuple(shaped(part, PlannedPart) for part in yaml.safe_load(path.read_bytes()))
