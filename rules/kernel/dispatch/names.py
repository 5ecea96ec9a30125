"""The lexicon of a book: its facts and their values by all the names they are known by.

A fact is known by its label, by the label without "Who holds", by the names in ``also``, and by its
key. A name ``subject: property`` is one of a subject with several facts. A name that means two facts
is never guessed at: reading offers both.
"""

import difflib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules.kernel.dispatch.values import Values
from rules.kernel.dispatch.words import Tokens, folded
from rules.kernel.facts import FactSpec

_ASKS = ("Who holds ", "Who controls ")
_PROPERTY = ": "
_SMALL = {"in", "of", "by", "and"}
_NEAR = 0.62
"""How alike two names must be for one to be taken for a slip of the other (0 to 1)."""


class Lexicon:
    """Every fact of a book, and every value of it, by their names."""

    def __init__(self, book: Any) -> None:
        self.book = book
        self.spellings: Mapping[str, str] = book.spellings
        self.events: Mapping[str, Any] = book.map_events
        self.patterns: list[tuple[Any, list[Tokens | str]]] | None = None
        self.slots: dict[tuple[str, str], dict[Tokens, str]] = {}
        """Lines of events and names in their slots, kept once they were folded."""
        self.values = Values(book, self.spellings)
        self.facts: dict[Tokens, tuple[str, ...]] = {}
        """Keys of the facts that a name means, by the name's words."""
        self.properties: dict[Tokens, dict[Tokens, tuple[str, ...]]] = {}
        """By the words of a subject: keys of facts by the words of a property."""
        self._titles: dict[str, str] = {}
        for spec in book.facts:
            for name in _names(spec):
                self._known(spec.key, name)
        self.longest = max(map(len, self.facts), default=0)
        for spec in book.facts:
            unique = (n for n in _names(spec) if self.facts.get(self.folded(n)) == (spec.key,))
            self._titles[spec.key] = next(unique, spec.key)

    def folded(self, text: str) -> Tokens:
        """A text as words for comparing."""
        return folded(text, self.spellings)

    def title(self, key: str) -> str:
        """A name of a fact that means nothing else."""
        return self._titles[key]

    def line(self, key: str, value: Any, relative: bool = False) -> str:
        """A statement as its line of text."""
        return f"{self.title(key)}: {self.values.named(self.book.facts[key], value, relative)}"

    @property
    def example(self) -> str:
        """A line that could be written in this game: who holds something, or whatever has a value in words."""
        for types in (("control",), ("choice", "yes"), ("count", "number")):
            for spec in self.book.facts:
                name, value = self.title(spec.key), self.values.named(spec, spec.default)
                if spec.type in types and value not in name and not name.startswith(_ASKS):
                    return self.line(spec.key, spec.default)
        return ""

    def search(self, text: str, most: int = 12) -> tuple[str, ...]:
        """Keys of facts whose names hold words that begin like these, best first: names that begin so
        before names that hold them, short ones before long ones.
        """
        words = self.folded(text)
        if not words:
            return ()
        ranked: dict[str, tuple[bool, int]] = {}
        for name, keys in self.facts.items():
            if all(any(word.startswith(part) for word in name) for part in words):
                rank = (not name[0].startswith(words[0]), len(name))
                for key in keys:
                    ranked[key] = min(rank, ranked.get(key, rank))
        place = {key: number for number, key in enumerate(self._titles)}
        return tuple(sorted(ranked, key=lambda key: (ranked[key], place[key]))[:most])

    def near(self, words: Tokens, most: int = 3) -> tuple[str, ...]:
        """Keys of the facts whose names are most like unknown words."""
        if not words:
            return ()
        turned = [name for name in self.facts if _same_words(name, words)]
        if turned:
            return tuple(dict.fromkeys(key for name in turned for key in self.facts[name]))[:most]
        like = [name for name in self.facts if any(word[0] == words[0][0] for word in name)]
        # The first letter is where most slips are not; to compare with every name takes longer.
        return (
            self._like(words, like, most)
            or self.search(" ".join(words), most)
            or self._like(words, self.facts, most)
        )

    def _like(self, words: Tokens, names: Iterable[Tokens], most: int) -> tuple[str, ...]:
        """Keys of the facts of these names that are most like the words."""
        text = " ".join(words)
        known = {" ".join(name): self.facts[name] for name in names}
        alike = [name for name in known if abs(len(name) - len(text)) <= len(text) // 2 + 1]
        close = difflib.get_close_matches(text, alike, n=most, cutoff=_NEAR)
        return tuple(dict.fromkeys(key for name in close for key in known[name]))[:most]

    def _known(self, key: str, name: str) -> None:
        words = self.folded(name)
        if not words:
            return
        self.facts[words] = tuple(dict.fromkeys((*self.facts.get(words, ()), key)))
        subject, colon, rest = name.partition(_PROPERTY)
        if colon and "(" not in subject:
            of = self.properties.setdefault(self.folded(subject), {})
            about = self.folded(rest)
            of[about] = tuple(dict.fromkeys((*of.get(about, ()), key)))


def _same_words(name: Tokens, words: Tokens) -> bool:
    """Whether two names are of the same words in another order: "Axis factors in Norway"."""
    return set(name) - _SMALL == set(words) - _SMALL != set()


def _names(spec: FactSpec) -> Iterator[str]:
    """A fact's names, those first by which it is best written."""
    for asks in _ASKS:
        if spec.label.startswith(asks):
            yield spec.label.removeprefix(asks)
    yield from getattr(spec, "also", ())
    yield spec.label
    yield spec.key
