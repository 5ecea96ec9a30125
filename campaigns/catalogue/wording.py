"""How the keys of a book's tables are called: no reader sees a key."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from campaigns import rulebooks
from campaigns.catalogue.shipped import Shipped

TITLES = ("title", "name", "label", "text", "reason", "short", "effect", "meaning")
"""The keys of a row that say what it is about, the best first."""

_SHORT = {"bp": "BP", "pe": "PE", "brp": "BRP", "brps": "BRPs", "us": "U.S.", "usa": "USA"}
_KEY_LIKE = re.compile(r"[a-z0-9]+(?:[._-][a-z0-9]+)*")
_LONGEST = 90


def is_key(word: Any) -> bool:
    """Whether a word is a key and not a text: no blanks, no capitals."""
    return isinstance(word, str) and bool(_KEY_LIKE.fullmatch(word)) and not word.isdecimal()


def spelled(key: str) -> str:
    """A key as words."""
    words = re.split(r"(?<=\w)[_-]|\.", key)
    return " ".join(_SHORT.get(word, word) for word in words)


def capital(words: str) -> str:
    """The same, beginning with a capital."""
    return words[:1].upper() + words[1:]


class Wording:
    """What keys are called in one book: powers and factions, what the tables name, declared facts."""

    def __init__(self, book: rulebooks.Book, shipped: Shipped) -> None:
        self._names: dict[str, str] = {}
        for key, name in _named(dict(shipped.content)):
            if is_key(key):
                self._names.setdefault(key, name)
        for key in book.factions:
            self._names[key] = book.factions[key].name
        for key, power in book.powers.items():
            self._names[key] = power.name
        self._powers = frozenset((*book.powers, *book.factions))
        self._facts = book.facts
        self._words = shipped.words

    def name(self, key: Any) -> str:
        """What a key is called: by its name where it has one, else by its own words."""
        if isinstance(key, bool):
            return "yes" if key else "no"
        key = str(key)
        if key in self._names:
            return self._names[key]
        if "." in key and key in self._facts:
            return str(self._facts[key].label)
        if "." in key:
            return ", ".join(self.name(part) for part in key.split("."))
        return spelled(key) if is_key(key) else key

    def column(self, key: Any) -> str:
        """What a column is called: the power that it is for, what the book calls it, or its own words."""
        key = str(key)
        if key in self._powers:
            return self._names[key]
        return self._words.get(f"columns.{key}") or self._words.get(key) or spelled(key)

    def title_of(self, key: Any, row: Any) -> str:
        """What a row of a table is called."""
        for name in TITLES if isinstance(row, Mapping) else ():
            if isinstance(row.get(name), str) and row[name]:
                said = re.sub(r"\{\w+\}", "…", row[name])
                return said if len(said) <= _LONGEST else f"{said[:_LONGEST].rstrip()}…"
        return f"Row {key + 1}" if isinstance(key, int) else capital(self.name(key))

    def of_path(self, keys: Sequence[Any]) -> str:
        """The words of a way into a table: *conditions, U.S.S.R.*."""
        return ", ".join(
            f"row {key + 1}" if isinstance(key, int) else self.name(key) for key in keys
        )

    def value(self, value: Any) -> str:
        """A value as a reader sees it."""
        if value is None:
            return "none"
        if isinstance(value, list | tuple):
            return ", ".join(self.value(part) for part in value) or "empty"
        if isinstance(value, dict):
            return ", ".join(f"{self.name(key)} {self.value(part)}" for key, part in value.items())
        if isinstance(value, bool) or is_key(value):
            return self.name(value)
        return str(value) or "empty"


def _named(held: Any) -> Iterator[tuple[str, str]]:
    """Names that rows give to their own keys, the first that is found for each."""
    if isinstance(held, dict):
        for key, row in held.items():
            for said in ("name", "title", "label") if isinstance(row, dict) else ():
                if isinstance(row.get(said), str):
                    yield str(key), row[said]
            yield from _named(row)
    elif isinstance(held, list):
        for row in held:
            yield from _named(row)
