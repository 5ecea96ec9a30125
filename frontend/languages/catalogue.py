"""All messages of the rulebooks in one language, and finding the message that made a text."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import chain

import polib

from frontend.languages.extracting import KERNEL, books, po_of
from frontend.languages.messages import Parts, Slot, parts_of
from rules.kernel.grammar import VERBS

_WORD = re.compile(r"[^\W\d_]+")
_VERB = re.compile(rf"^ ({'|'.join(VERBS)})(?=\W|$)")
_IN_SLOT = (
    r"(?!\s)(?:(?<![^\W\d_])|(?![^\W\d_]))(.+?)"
    r"(?<![,:;\s])(?<!\b[Tt]he)(?:(?<![^\W\d_])|(?![^\W\d_]))"
)
"""What stands in a slot: whole words, not ended by a comma, a colon or by the article of the next one."""


@dataclass(frozen=True)
class Template:
    """A message with slots, and its translation."""

    parts: Parts
    said: str
    weight: int = field(compare=False, default=0)
    foreign: bool = field(compare=False, default=False)
    """Whether it is of another book than that of the page."""

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """What texts that are made of it look like."""
        # A head is told without the full stop that it has as a sentence, and the other way about.
        whole = "".join(self._patterns()).removesuffix(r"\.")
        return re.compile(whole + r"\.?", re.DOTALL)

    @cached_property
    def later(self) -> re.Pattern[str] | None:
        """The same with slots that take in as much as they can, where one before a comma may hold commas."""
        if ", " not in self.parts:
            return None
        return re.compile(self.pattern.pattern.replace("(.+?)", "(.+)"), re.DOTALL)

    @cached_property
    def slots(self) -> tuple[str, ...]:
        """The names of its slots, in order."""
        return tuple(part.name for part in self.parts if isinstance(part, Slot))

    @cached_property
    def begins(self) -> bool:
        """Whether it begins with a slot."""
        return isinstance(self.parts[0], Slot)

    @cached_property
    def opening(self) -> str:
        """The words before its first slot."""
        return self.parts[0] if isinstance(self.parts[0], str) else ""

    @cached_property
    def longest(self) -> str:
        """The longest piece that stands in every text made of it as it is: a sign before any pattern is tried."""
        whole = [
            part[1:] if place == 0 else part
            for place, part in enumerate(self.parts)
            if isinstance(part, str) and not (place and _VERB.match(part))
        ]
        return max((part.removesuffix(".") for part in whole), key=len, default="")

    @cached_property
    def touching(self) -> bool:
        """Whether only a blank stands between two of its slots."""
        return " " in self.parts[1:-1]

    def within(self, found: re.Match[str]) -> tuple[str, ...]:
        """What stands in its slots but in one at the end of both, which may hold texts with semicolons."""
        texts = found.groups()
        return texts[:-1] if self._open_ended and "; " in texts[-1] else texts

    @cached_property
    def _open_ended(self) -> bool:
        *_, end = (part for part in self.parts if part not in (".", ")"))
        return isinstance(end, Slot) and self.said.rstrip(".)").endswith(f"{{{end.name}}}")

    def _patterns(self) -> Iterator[str]:
        for place, part in enumerate(self.parts):
            if isinstance(part, Slot):
                yield _IN_SLOT
            elif place == 0:
                yield _either_case(part)
            else:
                yield _either_number(part)

    def words(self) -> Iterator[str]:
        """The whole words that every text made of it has."""
        for place, part in enumerate(self.parts):
            if isinstance(part, Slot):
                continue
            verb = _VERB.match(part) if place else None
            for found in _WORD.finditer(part):
                at_slot = (place and found.start() == 0) or (
                    place + 1 < len(self.parts) and found.end() == len(part)
                )
                if not at_slot and not (verb and found.start() == 1):
                    yield found[0].lower()


def _either_case(part: str) -> str:
    """The beginning of a clause, which may also begin a sentence."""
    first = part[:1]
    return (
        f"[{first.lower()}{first.upper()}]{re.escape(part[1:])}"
        if first.isalpha()
        else re.escape(part)
    )


def _either_number(part: str) -> str:
    """A verb behind a name is one of several where the name is."""
    verb = _VERB.match(part)
    if verb is None:
        return re.escape(part)
    return f" (?:{verb[1]}|{VERBS[verb[1]]}){re.escape(part[verb.end() :])}"


class Catalogue:
    """Messages and their translations, with an index of the templates by their rarest word.

    The first ``entries`` are those of the page's own book: what ``others`` say comes after them.
    """

    def __init__(
        self, entries: Iterable[tuple[str, str]], others: Iterable[tuple[str, str]] = ()
    ) -> None:
        self.exact: dict[str, str] = {}
        templates: dict[Parts, Template] = {}
        both = chain(((*each, False) for each in entries), ((*each, True) for each in others))
        for text, said, foreign in both:
            parts = parts_of(text)
            if not any(isinstance(part, Slot) for part in parts):
                self.exact.setdefault(text, said)
                continue
            weight = sum(len(part) for part in parts if isinstance(part, str))
            bare = tuple("\0" if isinstance(part, Slot) else part for part in parts)
            templates.setdefault(bare, Template(parts, said, weight, foreign))
        words = {each: set(each.words()) for each in templates.values()}
        often = Counter(word for each in words.values() for word in each)
        self._by_word: dict[str, list[Template]] = {}
        for each, own in words.items():
            word = min(own, key=lambda one: (often[one], -len(one), one), default="")
            self._by_word.setdefault(word, []).append(each)

    def candidates(self, text: str) -> list[Template]:
        """Templates that may have made a text, the most telling first."""
        words = {found.lower() for found in _WORD.findall(text)} | {""}
        found = [
            each
            for word in sorted(words)
            for each in self._by_word.get(word, ())
            if each.longest in text
        ]
        return sorted(
            found,
            key=lambda each: (
                each.foreign,
                -each.weight,
                len(each.slots),
                each.begins or not text.startswith(each.opening),
            ),
        )


def entries(
    language: str, of: Sequence[str] | None = None, *, translated: bool = True
) -> Iterator[tuple[str, str]]:
    """Every message with its translation, or those of some books; with ``translated=False`` also those
    that have none.
    """
    for book in books() if of is None else of:
        path = po_of(book, language)
        compiled = path.with_suffix(".mo")
        if translated and compiled.exists() and compiled.stat().st_mtime >= path.stat().st_mtime:
            file: Iterable[polib.POEntry | polib.MOEntry] = polib.mofile(str(compiled))
        elif path.exists():
            file = polib.pofile(str(path))
        else:
            continue
        for one in file:
            if one.msgstr or not translated:
                yield one.msgid, one.msgstr


@cache
def catalogue(language: str, book: str = "") -> Catalogue:
    """The messages that are translated into a language, those of a book before those of the others.
    Read once in a process.
    """
    if book not in books():
        return Catalogue(entries(language))
    own = (book, KERNEL)
    others = [each for each in books() if each not in own]
    return Catalogue(entries(language, own), entries(language, others))
