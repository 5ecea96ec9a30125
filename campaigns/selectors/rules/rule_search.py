"""Looking for words in a rulebook: rules and tables in which all of them stand, in whatever form.

A word finds what begins or contains it as it was typed (so numbers and names of tables are found too), and by
its stem every other form of it. What stands in a heading comes before what stands in a text.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple

from django.utils.translation import get_language
from msgspec import Struct

from campaigns.cache import Cache
from core.sql.stems import stems
from rules.kernel.cite import RuleEntry
from rules.kernel.pages import RuleTable

Say = Callable[[str], str]
"""Gives a text of a rulebook in the reader's language."""

WORD = re.compile(r"\w+(?:[.\N{EN DASH}-]\w+)*")
"""A word, or a number of a rule with its dots."""
MOST = 60
"""So many rules, and so many tables, a search shows."""
AROUND = 150
"""Letters of a text that are shown with what was found in it."""
MOST_BYTES = 6_000_000
"""What the indexes that are kept may take."""

_indexes = Cache(MOST_BYTES, weigh=lambda index: sum(one.letters for one in index.rows))


class Bit(NamedTuple):
    """A piece of a text; ``found`` where it is what was looked for."""

    text: str
    found: bool


class Hit(Struct, frozen=True, kw_only=True):
    """A rule that was found: its heading, and the part of its text in which the words stand."""

    entry: RuleEntry
    heading: tuple[Bit, ...]
    text: tuple[Bit, ...]


class RuleSearchResult(Struct, frozen=True, kw_only=True):
    """What a search found: rules, and tables with the chapter that each stands in. ``more``: there are
    others.
    """

    entries: tuple[Hit, ...]
    tables: tuple[tuple[Any, RuleTable], ...]
    more: bool


class _Indexed(NamedTuple):
    """A rule, or a table with its chapter, and the words under which it is found."""

    thing: Any
    ref: str
    head: str
    text: str
    head_stems: frozenset[str]
    stems: frozenset[str]

    @property
    def letters(self) -> int:
        return 4 * (len(self.head) + len(self.text))


class _Index(NamedTuple):
    """All that can be found in a book, in its order, and the stem of every English word of it."""

    rows: tuple[_Indexed, ...]
    cut: dict[str, str]


def search(key: Any, chapters: Sequence[Any], words: str, say: Say) -> RuleSearchResult:
    """What is found in the chapters of a book, which are kept under ``key``, for some words. The rule of that
    very number first, then those that have all the words in their headings.
    """
    index = _indexes.get(key, lambda: _index(chapters, say))
    wanted = _Wanted(words, index.cut)
    entries: list[tuple[int, int, _Indexed]] = []
    tables: list[tuple[int, int, _Indexed]] = []
    for place, one in enumerate(index.rows):
        rank = wanted.rank(one)
        if rank is not None:
            (tables if isinstance(one.thing, tuple) else entries).append((rank, place, one))
    entries.sort(key=lambda each: each[:2])
    tables.sort(key=lambda each: each[:2])
    return RuleSearchResult(
        entries=tuple(
            Hit(
                entry=one.thing,
                heading=wanted.marked(one.thing.heading),
                text=wanted.marked(wanted.around(one.thing.about or one.thing.stands_for)),
            )
            for *_, one in entries[:MOST]
        ),
        tables=tuple(one.thing for *_, one in tables[:MOST]),
        more=len(entries) > MOST or len(tables) > MOST,
    )


class _Wanted:
    """The words of a search and their stems. ``known`` has the stems of the words in which they are looked for."""

    def __init__(self, words: str, known: dict[str, str]) -> None:
        self.known = known
        self.whole = words.casefold()
        self.words = self.whole.split()
        cut = [stems(WORD.findall(words), language) for language in _languages()]
        said = [{c[w] for c in cut if c.get(w)} for w in map(str.lower, self.words)]
        # Words that say nothing are not looked for, unless there are no others.
        self.stems = [
            (word, found)
            for word, found in zip(self.words, said, strict=True)
            if found or not WORD.fullmatch(word)
        ] or [(word, set()) for word in self.words]
        self._all = set().union(*said) if said else set()

    def rank(self, one: _Indexed) -> int | None:
        """How well something fits: the smaller the better; ``None`` where a word is missing."""
        if one.ref.casefold() == self.whole:
            return 0
        if all(self._stands(each, one.head, one.head_stems) for each in self.stems):
            return 1
        return 2 if all(self._stands(each, one.text, one.stems) for each in self.stems) else None

    @staticmethod
    def _stands(wanted: tuple[str, set[str]], text: str, known: frozenset[str]) -> bool:
        word, found = wanted
        return word in text or not known.isdisjoint(found)

    def marked(self, text: str) -> tuple[Bit, ...]:
        """A text in pieces, with those marked that were looked for."""
        places = sorted(self._places(text))
        bits, at = [], 0
        for begins, ends in places:
            if begins < at:
                continue
            bits += [Bit(text[at:begins], found=False), Bit(text[begins:ends], found=True)]
            at = ends
        return tuple(bit for bit in (*bits, Bit(text[at:], found=False)) if bit.text)

    def around(self, text: str) -> str:
        """The part of a text in which the first of the words stands, cut between words."""
        text = " ".join(text.split())
        if len(text) <= 2 * AROUND:
            return text
        first = min((begins for begins, _ in self._places(text)), default=0)
        begins = text.rfind(" ", 0, max(0, first - AROUND)) + 1 if first > AROUND else 0
        ends = text.find(" ", begins + 2 * AROUND)
        ends = len(text) if ends < 0 else ends
        return f"{'… ' if begins else ''}{text[begins:ends]}{' …' if ends < len(text) else ''}"

    def _places(self, text: str) -> Iterable[tuple[int, int]]:
        for word in WORD.finditer(text):
            stem = self.known.get(word[0].lower(), "")
            if stem in self._all or any(each in word[0].casefold() for each in self.words):
                yield word.span()


def _languages() -> tuple[str, ...]:
    """That of the rulebooks, and that of the reader."""
    return tuple(dict.fromkeys(("en", (get_language() or "en").split("-")[0])))


def _index(chapters: Sequence[Any], say: Say) -> _Index:
    rows = []
    for chapter in chapters:
        for entry in chapter.entries:
            head = (entry.ref, entry.heading)
            rows.append((entry, entry.ref, head, (*head, entry.about, entry.stands_for)))
        for table in chapter.tables:
            head = (table.title, table.part)
            cells = chain.from_iterable(table.rows)
            rows.append(((chapter, table), "", head, (*head, table.note, *table.columns, *cells)))
    own = [(" ".join(head), " ".join(text)) for *_, head, text in rows]
    theirs = [" ".join(said for said in map(say, head) if said not in head) for *_, head, _ in rows]
    english = stems(chain.from_iterable(WORD.findall(text) for _, text in own))
    language = _languages()[-1]
    spoken = stems(chain.from_iterable(map(WORD.findall, theirs)), language)
    made = []
    for (thing, ref, *_), (heading, text), said in zip(rows, own, theirs, strict=True):
        of_head = _known(heading, english) | _known(said, spoken)
        made.append(
            _Indexed(
                thing,
                ref,
                f"{heading} {said}".casefold(),
                f"{text} {said}".casefold(),
                of_head,
                of_head | _known(text, english),
            )
        )
    return _Index(tuple(made), english)


def _known(text: str, cut: dict[str, str]) -> frozenset[str]:
    return frozenset(stem for word in WORD.findall(text) if (stem := cut[word.lower()]))
