"""Players' words: what a rule is called at the table, and where it is found here.

`docs/players_words.yaml` is read, and the tables of docs/glossary.md are made of it.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import yaml

from rules.kernel import tables as tables_of_rules
from rules.registry import BOOKS

ROOT = Path(__file__).parents[2]
FILE = ROOT / "docs" / "players_words.yaml"
PAGE = ROOT / "docs" / "glossary.md"
BEGIN, END = "<!-- players' words: begin -->\n", "<!-- players' words: end -->\n"
HEAD = ("players say", "here", "rule", "page", "data", "code", "case")


class Word(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One word of the players; the fields are explained at the head of the file."""

    word: str
    term: str
    rule: str
    page: str
    data: str
    code: str
    case: str


@cache
def words() -> dict[str, tuple[Word, ...]]:
    """All words, by rulebook."""
    raw = yaml.safe_load(FILE.read_text())
    return msgspec.convert(raw, dict[str, tuple[Word, ...]])


def look_up(book: str, said: str) -> Word:
    """What a player's word of a book means here, however it is written. Raises ``KeyError``."""
    return {each.word.casefold(): each for each in words()[book]}[said.casefold()]


def row_of_data(book: str, path: str) -> Any:
    """The data at a path as overrides write it: file, then keys. A row of a list is found by its key."""
    name, *keys = path.split(".")
    found = _file(book, name)
    for key in keys:
        if isinstance(found, Mapping):
            found = {str(word): value for word, value in found.items()}[key]
        else:
            found = next(row for row in found if row.get("key") == key)
    return found


@cache
def _file(book: str, name: str) -> Any:
    return tables_of_rules.raw(f"rules.{book}", f"{name}.yaml")


def tables() -> str:
    """The tables of the glossary, a rulebook each."""
    return "\n".join(
        f"### {BOOKS[book].title}\n\n" + "\n".join(_rows(book, found)) + "\n"
        for book, found in words().items()
    )


def _rows(book: str, found: tuple[Word, ...]) -> list[str]:
    rows = [HEAD, ("---",) * len(HEAD)]
    rows += [
        (
            each.word,
            f"**{each.term}**",
            each.rule,
            f"`{each.page}`" if each.page else "first page",
            f"`{each.data}`",
            f"`{each.code}`",
            f"`{each.case}`",
        )
        for each in sorted(found, key=lambda each: each.word.casefold())
    ]
    return [f"| {' | '.join(row)} |" for row in rows]


def written() -> str:
    """The glossary with the tables of now."""
    before, rest = PAGE.read_text().split(BEGIN)
    return before + BEGIN + "\n" + tables() + "\n" + END + rest.split(END)[1]
