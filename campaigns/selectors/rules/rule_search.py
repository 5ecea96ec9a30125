"""Looking for words in a rulebook: rules and tables in which all of them stand, in whatever form.

A word finds what begins with it as it was typed (so numbers and names of tables are found too), and by its stem
every other form of it and of its synonyms (``synonyms.yaml``). What players call a rule comes first, then what
stands in a heading, then what stands in a text, rulings last. Where few rules have all the words, those follow that
have all but the words that only ask (*what happens*), and then those that have most of them. Who asks for a number
with its sign (*why +2*) asks for modifiers.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from django.utils.translation import get_language
from msgspec import Struct, structs

from campaigns.cache import Cache
from campaigns.selectors.rules.paragraphs import Paragraph, Said
from core.sql.stems import stems
from rules.kernel.cite import RuleEntry
from rules.kernel.pages import RuleTable

Say = Callable[[str], str]
"""Gives a text of a rulebook in the reader's language."""

WORD = re.compile(r"\w+(?:[.\N{EN DASH}-]\w+)*")
"""A word, or a number of a rule with its dots."""
MOST = 24
"""So many rules, and so many tables, a search shows."""
FEW = 3
"""Where so many rules do not have all the words, those are found as well that have most of them."""
AROUND = 150
"""Letters of a text that are shown with what was found in it."""
MOST_BYTES = 16_000_000
"""What the indexes that are kept may take."""
SYNONYMS = Path(__file__).with_name("synonyms.yaml")
ASKING = frozenset(
    ["happen", "happens", "mean", "means", "get", "gets", "make", "many", "much", "work", "works"]
) | frozenset(["passiert", "bedeutet", "bekommt", "bekomme", "mache", "gibt"])
"""Words that ask and name nothing."""
MODIFIER = "modifier"
SIGNED = re.compile(r"[+\N{MINUS SIGN}-]\d+")
OURS = ("Ruling", "Reading", "W-", "F-")
"""How the references of rulings begin: they come after the rules that they are about."""

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
    """A rule, or a table with its chapter, and the words under which it is found: those of its heading, of its
    text, and of each phrase by which players call it.
    """

    thing: Any
    ref: str
    head: str
    text: str
    shown: tuple[str, ...]
    head_stems: frozenset[str]
    stems: frozenset[str]
    phrases: tuple[frozenset[str], ...]

    @property
    def letters(self) -> int:
        return 4 * (len(self.head) + len(self.text) + sum(map(len, self.shown)))


class _Index(NamedTuple):
    """All that can be found in a book, in its order, and the stem of every English word of it."""

    rows: tuple[_Indexed, ...]
    cut: dict[str, str]


def search(key: Any, chapters: Sequence[Any], words: str, say: Say, said: Said) -> RuleSearchResult:
    """What is found in the chapters of a book, which are kept under ``key``, and in what is ``said`` of its rules,
    for some words. The rule of that very number first, then those that players call so, then those that have
    all the words in their headings.
    """
    index = _indexes.get((key, bool(said)), lambda: _index(chapters, say, said))
    wanted = _Wanted(words, index.cut)
    found = list(_ranked(index, wanted.rank))
    entries, tables = _apart(index, found)
    if len(entries) < FEW:
        wanted = _Wanted(words, index.cut, without=ASKING)
        more = [*_ranked(index, wanted.rank), *_ranked(index, wanted.partly)]
        more_entries, more_tables = _apart(index, more)
        entries, tables = _joined(entries, more_entries), _joined(tables, more_tables)
    hits = (index.rows[place] for *_, place in entries[:MOST])
    return RuleSearchResult(
        entries=tuple(
            Hit(
                entry=one.thing,
                heading=wanted.marked(say(one.thing.heading)),
                text=wanted.marked(wanted.around(one.shown)),
            )
            for one in hits
        ),
        tables=tuple(index.rows[place].thing for *_, place in tables[:MOST]),
        more=len(entries) > MOST or len(tables) > MOST,
    )


Ranked = list[tuple[int, bool, int]]


def _apart(index: "_Index", found: Ranked) -> tuple[Ranked, Ranked]:
    """Rules and tables, the best first."""
    tables = [one for one in found if isinstance(index.rows[one[-1]].thing, tuple)]
    return sorted(set(found) - set(tables)), sorted(tables)


def _joined(best: Ranked, more: Ranked) -> Ranked:
    """What was found at once, and then the rest, each once."""
    places: dict[int, tuple[int, bool, int]] = {}
    for one in (*best, *more):
        places.setdefault(one[-1], one)
    return list(places.values())


def _ranked(
    index: "_Index", rank: Callable[[_Indexed], int | None]
) -> Iterator[tuple[int, bool, int]]:
    """What has a rank, with that, whether it is a ruling, and its place: the smallest come first."""
    for place, one in enumerate(index.rows):
        place_of = rank(one)
        if place_of is not None:
            yield place_of, one.ref.startswith(OURS), place


class _Wanted:
    """The words of a search and their stems, some ``without``. ``known`` has the stems of the words in which they are
    looked for.
    """

    def __init__(
        self, words: str, known: dict[str, str], without: frozenset[str] = frozenset()
    ) -> None:
        self.known = known
        self.whole = words.casefold()
        said_words = [word.strip("?!.,;:") or word for word in self.whole.split()]
        if len(said_words) > 1:
            said_words = [MODIFIER if SIGNED.fullmatch(word) else word for word in said_words]
        self.words = [word for word in said_words if word not in without] or said_words
        asked = WORD.findall(" ".join(self.words))
        cut = [stems(asked, language) for language in _languages()]
        said = [{c[w] for c in cut if c.get(w)} for w in map(str.lower, self.words)]
        said = [_with_synonyms(each) for each in said]
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
        called = self._called(one.phrases)
        if called is not None:
            return called
        if all(self._stands(each, one.head, one.head_stems) for each in self.stems):
            return 4
        return 5 if all(self._stands(each, one.text, one.stems) for each in self.stems) else None

    def _called(self, phrases: Iterable[frozenset[str]]) -> int | None:
        """1 where a phrase is what was asked, 2 where all of it was asked, 3 where it has all that was asked."""
        asked = [found for _, found in self.stems if found]
        if not asked:
            return None
        ranks = set()
        for phrase in phrases:
            all_asked = all(not found.isdisjoint(phrase) for found in asked)
            all_said = all(any(stem in found for found in asked) for stem in phrase)
            if all_said:
                ranks.add(1 if all_asked else 2)
            elif all_asked:
                ranks.add(3)
        return min(ranks, default=None)

    def partly(self, one: _Indexed) -> int | None:
        """How many of the words are missing, where most of them stand there."""
        missing = sum(not self._stands(each, one.text, one.stems) for each in self.stems)
        return missing if 2 * missing < len(self.stems) else None

    @staticmethod
    def _stands(wanted: tuple[str, set[str]], text: str, known: frozenset[str]) -> bool:
        word, found = wanted
        return _begins(word, text) or not known.isdisjoint(found)

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

    def around(self, parts: Sequence[str]) -> str:
        """Of the first of these texts that has one of the words the part in which it stands, cut between words;
        else the beginning of the first text.
        """
        text = next((part for part in parts if any(self._places(part))), parts[0])
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
            if stem in self._all or any(_begins(each, word[0].casefold()) for each in self.words):
                yield word.span()


def _begins(word: str, text: str) -> bool:
    """Whether a word of a text, or one joined to another by a sign, begins with these letters."""
    at = text.find(word)
    while at > 0 and text[at - 1].isalnum():
        at = text.find(word, at + 1)
    return at >= 0


def _languages() -> tuple[str, ...]:
    """That of the rulebooks, and that of the reader."""
    return tuple(dict.fromkeys(("en", (get_language() or "en").split("-")[0])))


@cache
def _synonyms() -> tuple[frozenset[str], ...]:
    """The stems of each line of synonyms."""
    lines: list[list[str]] = yaml.safe_load(SYNONYMS.read_bytes())
    cut = stems(chain.from_iterable(lines))
    return tuple(frozenset(cut[word.lower()] or word.lower() for word in line) for line in lines)


def _with_synonyms(found: set[str]) -> set[str]:
    return found.union(*(line for line in _synonyms() if not line.isdisjoint(found)))


def _index(chapters: Sequence[Any], say: Say, said: Said) -> _Index:
    rows = []
    for chapter in chapters:
        for entry in chapter.entries:
            head = (entry.ref, entry.heading)
            told = said.get(entry.ref) or Paragraph()
            if not told.says:
                told = structs.replace(told, says=entry.about or entry.stands_for)
            text = (*head, told.text, entry.about, entry.stands_for)
            rows.append((entry, entry.ref, told, head, text))
        for table in chapter.tables:
            head = (table.title, table.part)
            cells = chain.from_iterable(table.rows)
            text = (*head, table.note, *table.columns, *cells)
            rows.append(((chapter, table), "", Paragraph(), head, text))
    own = [(" ".join(head), " ".join(text)) for *_, head, text in rows]
    theirs = [" ".join(they for they in map(say, head) if they not in head) for *_, head, _ in rows]
    phrases = [phrase for _, _, told, *_ in rows for phrase in told.words]
    english = stems(chain.from_iterable(map(WORD.findall, (*phrases, *(text for _, text in own)))))
    language = _languages()[-1]
    spoken = stems(chain.from_iterable(map(WORD.findall, (*phrases, *theirs))), language)
    texts = spoken if language == _languages()[0] else stems(_all_words(own), language)
    made = []
    for (thing, ref, told, *_), (heading, said_of), they in zip(rows, own, theirs, strict=True):
        of_head = _known(heading, english) | _known(they, spoken)
        called = (_known(each, english) | _known(each, spoken) for each in told.words)
        made.append(
            _Indexed(
                thing,
                ref,
                f"{heading} {they}".casefold(),
                f"{said_of} {they}".casefold(),
                (told.says, told.when, told.example),
                of_head,
                of_head | _known(said_of, english) | _known(said_of, texts),
                tuple(filter(None, called)),
            )
        )
    return _Index(tuple(made), english | texts)


def _all_words(texts: Iterable[tuple[str, str]]) -> Iterator[str]:
    return chain.from_iterable(WORD.findall(text) for _, text in texts)


def _known(text: str, cut: dict[str, str]) -> frozenset[str]:
    return frozenset(stem for word in WORD.findall(text) if (stem := cut.get(word.lower())))
