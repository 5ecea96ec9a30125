"""A finished English text of a rulebook in the language of its reader.

The message that made it is found, with what stands in its slots; that is made of messages in turn. A text
of several sentences is taken apart. What is not found stays as it is, and is told apart, so that a page
can say that it is English.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import islice
from typing import NamedTuple

from campaigns.domain.wording import speaking
from frontend.languages import german
from frontend.languages.catalogue import Catalogue, Template, catalogue
from frontend.languages.german import Filling, Name
from rules.kernel.grammar import VERBS

DEEP = 8
"""So deep messages stand in one another's slots."""
KNOWN_ENOUGH = 0.4
"""The share of a text that a message has to know of it, where something in its slots is not known."""
TELLING = 12
"""Or so many letters with which it begins."""
REMEMBERED = 1 << 14
LONGEST = 400
"""Texts with more letters are looked up whole, or by their sentences."""
TRIED = 300
"""So many pieces of one text are tried before it is given up."""
JOINTS = 6
_SENTENCE = re.compile(r"(?<=[.!?])(?<!\b[A-Z]\.) +(?=[A-Z“$0-9+−±])")
_WHOLE = re.compile(_SENTENCE.pattern + "|; ")
"""Between texts that are whole: what stands in a slot has none of these."""
_APART = re.compile(r"(; |: | · | – |, )")
_BRACKETS = re.compile(r"([^()]+) \(([^()]+)\)")
"""A text and what stands in brackets behind it."""
_LIST = re.compile(r", and |, | and ")
_LOWER = re.compile(r" (?=[a-z]+\b)(?!and |of |the )")
_GOING_ON = re.compile(r",? and (?=[a-z]+\b)(?!the )")
"""Where a word may be a verb: behind an actor, and where a second clause of it begins."""
_EDGES = re.compile(
    r"^([^\w]*(?:[\d$+\-−.,/%]*\W+)?)(.*?)((?:\W+[\d$+\-−.,/%]+)?[^\w]*)$", re.DOTALL
)
_CODE = re.compile(r"^(?:(?:IPO|Option|[A-Z]{2}) )?\d+(?:\([a-z]\))?,? (?=\S)")
"""The number of a card before its title, which is the same in every language."""
_SUM = re.compile(r"(\D.*? \d+(?:, \D.*? [+−±]\d+)+): ([+−]?\d+\.?)", re.DOTALL)
_SUMMAND = re.compile(r"(\D.*?) ([+−±]?\d+)(?:, |$)", re.DOTALL)
"""A number, what is added to it or taken from it, and what that comes to; and one of these."""
_SIGNED = re.compile(r"([+−±]\d+) (\D.*)", re.DOTALL)
_COUNTED = re.compile(r"^(one|\d[\d /½¼¾]*) (.+)$")
_LETTERS = re.compile(r"[^\W\d_]{2,}")


_BEFORE = re.compile(r": |, (?!.* (?:and|or) )")
"""What stands before a text and is no part of the slot that it begins with."""
_DOING = frozenset(VERBS.values())
_GLUE = "\ue000"


@cache
def _long_names() -> re.Pattern[str]:
    long = sorted((name for name in german.names() if " " in name), key=len, reverse=True)
    return re.compile(rf"\b(?:[Tt]he )?(?:{'|'.join(map(re.escape, long))})\b|\b[Tt]he (?=[A-Z])")


def _glued(text: str) -> str:
    """A text with the words of each name held together, where nothing but a blank is between two slots."""
    return _long_names().sub(lambda found: found[0].replace(" ", _GLUE), text)


def _members(text: str) -> tuple[list[str], bool]:
    """What is listed in a text, and whether an "and" is before the last; names that have one stay whole."""
    glued = _glued(text)
    joined = " and " in glued[glued.rfind(", ") + 1 :]
    members = _LIST.split(glued) if joined else glued.split(", ")
    return [each.replace(_GLUE, " ") for each in members], joined


class Piece(NamedTuple):
    """A piece of a text: translated, or still English."""

    text: str
    english: bool = False


Told = tuple[Piece, ...]


def told(text: str, language: str) -> Told:
    """A text in a language, piece by piece; of the rulebook of the page, where it has one."""
    return _told(text, language, speaking())


@lru_cache(maxsize=REMEMBERED)
def _told(text: str, language: str, book: str) -> Told:
    return tuple(_joined(Recognising(catalogue(language, book)).whole(text)))


def forget() -> None:
    """Look at all texts anew."""
    _told.cache_clear()


def _joined(pieces: list[Piece]) -> Iterator[Piece]:
    """Pieces of which neighbours of one language are one."""
    now = ""
    english = False
    for piece in pieces:
        same = piece.english == english or not _LETTERS.search(piece.text)
        if now and not same:
            yield Piece(now, english)
            now = ""
        if not same or not now:
            english = piece.english and bool(_LETTERS.search(piece.text))
        now += piece.text
    if now:
        yield Piece(now, english)


class Recognising:
    """Finds the messages that made texts, by one catalogue."""

    def __init__(self, known: Catalogue) -> None:
        self._known = known
        self._names = german.names()
        self._tried: dict[tuple[str, bool], Filling | None] = {}

    def whole(self, text: str) -> list[Piece]:
        """A text that stands by itself."""
        core = text.strip()
        if not _LETTERS.search(core):
            return [Piece(text)]
        before, after = text[: text.index(core)], text[text.index(core) + len(core) :]
        self._tried = {}
        said = self._said(core, 0)
        if said is not None:
            return [Piece(before + said + after)]
        sentences = _SENTENCE.split(core)
        if len(sentences) > 1:
            inner = [piece for each in sentences for piece in (*self.whole(each), Piece(" "))][:-1]
            return [Piece(before), *inner, Piece(after)]
        listed = self._going_on(core) or self._clauses(core)
        if listed:
            return [Piece(before + listed + after)]
        texts = core.split("; ")
        if len(texts) > 1:
            *most, last = texts
            also = last.startswith("and ")
            inner = [piece for each in most for piece in (*self.whole(each), Piece("; "))]
            inner += [Piece("und ")] if also else []
            inner += self.whole(last.removeprefix("and "))
            if not all(piece.english for piece in inner if _LETTERS.search(piece.text)):
                return [Piece(before), *inner, Piece(after)]
        partly = self._partly(core)
        return [Piece(before), *partly, Piece(after)] if partly else [Piece(text, english=True)]

    def _going_on(self, text: str) -> str:
        """Two clauses of one actor, which the second does not name; empty where they are not known."""
        actor = self._actor(text)
        for joint in _GOING_ON.finditer(text, len(actor)) if actor else ():
            one, other = text[: joint.start()], f"{actor} {text[joint.end() :]}"
            self._tried = {}
            names = self._filling(actor, 1)
            clauses = [self._said(each, 1) for each in (one, other)]
            if names is None or not all(clauses):
                continue
            did, does = (each or "" for each in clauses)
            named = f"{names.in_case('nom')} "
            if does.lower().startswith(named.lower()):
                return f"{did} und {does[len(named) :]}"
            return f"{did}; {german.within(does)}"
        return ""

    def _actor(self, text: str) -> str:
        """The names with which a clause begins, behind which a verb stands; the longest."""
        ends = [found.start() for found in _LOWER.finditer(text)]
        found = (
            text[:end] for end in ends if self._name(text[:end]) or self._several_names(text[:end])
        )
        return max(found, key=len, default="")

    def _clauses(self, text: str) -> str:
        """Whole clauses in a list; empty where not all are known."""
        clauses, joined = _members(text.removesuffix("."))
        if len(clauses) == 1 or "; " in text:
            return ""
        said = []
        for each in clauses:
            self._tried = {}
            said.append(self._said(each, 1))
        if not said or not all(said):
            return ""
        *most, last = (each for each in said if each)
        return f"{', '.join(most)}{' und ' if joined else ', '}{last}{'.' if text.endswith('.') else ''}"

    # -- texts that are known whole --------------------------------------------------------

    def _said(self, text: str, depth: int) -> str | None:
        """A text in German, if all of it is known."""
        filling = self._filling(text, depth, listed=False)
        if filling is not None:
            said = filling.in_case("nom" if text[:4].lower() == "the " else "bare")
            return _as_begun(said, text)
        return self._sentences(text, depth)

    def _sentences(self, text: str, depth: int) -> str | None:
        sentences = _SENTENCE.split(text)
        if len(sentences) == 1:
            return None
        said = [self._said(each, depth) for each in sentences]
        return " ".join(each for each in said if each) if all(said) else None

    def _filling(self, text: str, depth: int, *, listed: bool = True) -> Filling | None:
        """What stands in a slot, if all of it is known: a name, words, a number or a list."""
        if depth > DEEP or not text:
            return None
        if not _LETTERS.search(text):
            return Filling((text,))
        if (text, listed) not in self._tried:
            if len(self._tried) >= TRIED:
                return None
            self._tried[text, listed] = None
            self._tried[text, listed] = self._known_as(text, depth, listed=listed)
        return self._tried[text, listed]

    def _known_as(self, text: str, depth: int, *, listed: bool) -> Filling | None:
        names = self._several_names(text)
        if names is not None:
            return names
        word = self._name(text) or self._exact(text)
        if word is None:
            word = self._signed(text, depth) or self._counted(text) or self._made(text, depth)
        if word is not None:
            return Filling((word,))
        if len(text) > LONGEST:
            return None
        return (
            (self._list(text, depth) if listed else None)
            or self._sum(text, depth)
            or self._apart(text, depth)
            or self._parts(text, depth)
        )

    def _several_names(self, text: str) -> Filling | None:
        """A list of nothing but names."""
        if " and " not in text or self._name(text):
            return None
        found = [self._name(each) for each in _members(text)[0]]
        words = [each for each in found if each]
        return Filling(words) if len(words) == len(found) else None

    def _name(self, text: str) -> Name | None:
        bare = text[4:] if text[:4] in ("the ", "The ") else text
        return self._names.get(bare)

    def _exact(self, text: str) -> str | None:
        exact = self._known.exact
        for tried in (text, text[:1].lower() + text[1:], text[:1].upper() + text[1:]):
            said = exact.get(tried)
            if said is None and tried.endswith("."):
                said = exact.get(tried[:-1])
                said = said and f"{said}."
            elif said is None:
                said = exact.get(f"{tried}.")
                said = said and said.removesuffix(".")
            if said:
                return _as_begun(said, text)
        number = german.NUMBERS.get(text[:1].lower() + text[1:])
        return number and _as_begun(number, text)

    def _made(self, text: str, depth: int) -> str | None:
        """A text that a template made, with all in its slots known."""
        if len(text) > LONGEST:
            return None
        for template in self._known.candidates(text):
            for pattern in filter(None, (template.pattern, template.later)):
                found = pattern.fullmatch(_glued(text) if template.touching else text)
                said = found and self._made_by(template, found, depth)
                if said:
                    return said
        return None

    def _made_by(self, template: Template, found: re.Match[str], depth: int) -> str | None:
        if any(map(_WHOLE.search, template.within(found))):
            return None
        if template.begins and self._goes_on(found):
            return None
        fillings = [self._filling(each.replace(_GLUE, " "), depth + 1) for each in found.groups()]
        if None in fillings:
            return None
        return self._filled(
            template, [each for each in fillings if each], found.string.replace(_GLUE, " ")
        )

    def _filled(self, template: Template, fillings: list[Filling], text: str) -> str:
        said = german.filled(template.said, dict(zip(template.slots, fillings, strict=True)))
        said = said.removesuffix(".") + "." if text.endswith(".") else said.removesuffix(".")
        return _as_begun(said, text)

    def _list(self, text: str, depth: int) -> Filling | None:
        """A list of which every member is known."""
        members, joined = _members(text)
        if len(members) == 1:
            return None
        found = [self._filling(each, depth + 1, listed=False) for each in members]
        if None in found:
            return None
        words = [each.words[0] for each in found if each]
        if any(isinstance(each, Name) for each in words) and any(map(self._clause, members)):
            return None
        return Filling(words, last=" und " if joined else ", ")

    def _goes_on(self, found: re.Match[str]) -> bool:
        """Whether slots have taken in more than theirs: what stands before the text, or clauses after it."""
        first, last = found[1], found.groups()[-1]
        told = found.string[: found.start(found.re.groups)].endswith((": ", ", "))
        listed = _members(last.replace(_GLUE, " "))[0] if " " in last and not told else []
        return bool(
            _BEFORE.search(first) or self._clause(first) or any(map(self._clause, listed[1:]))
        )

    def _clause(self, text: str) -> bool:
        """Whether a text says what a name does: no member of a list of names."""
        first, _, rest = _glued(text.replace(_GLUE, " ")).partition(" ")
        verb = rest.partition(" ")[0]
        does = verb in _DOING or (verb.islower() and verb.endswith(("s", "ed")))
        return does and self._name(first.replace(_GLUE, " ")) is not None

    def _signed(self, text: str, depth: int) -> str | None:
        """A modifier before its reason."""
        signed = _SIGNED.fullmatch(text)
        reason = signed and self._said(signed[2], depth + 1)
        return f"{signed[1]} {german.within(reason)}" if signed and reason else None

    def _counted(self, text: str) -> str | None:
        """A number of things."""
        counted = _COUNTED.fullmatch(text)
        noun = counted and (self._exact(counted[2]) or self._exact(counted[2].removesuffix("s")))
        return f"{german.ONE.get(counted[1], counted[1])} {noun}" if counted and noun else None

    def _parts(self, text: str, depth: int) -> Filling | None:
        """Known texts beside one another: behind a colon, in brackets, with a number."""
        code = _CODE.match(text)
        titled = self._exact(text[code.end() :]) if code else None
        if code and titled:
            return Filling((code[0] + titled,))
        edges = _EDGES.fullmatch(text)
        if edges and edges[2] != text and edges[2]:
            inner = self._filling(edges[2], depth + 1)
            if inner is not None:
                case = "nom" if inner.words[0:1] and edges[2][:4].lower() == "the " else "bare"
                return Filling((edges[1] + inner.in_case(case) + edges[3],))
        for joint in islice(_APART.finditer(text), JOINTS):
            before, after = text[: joint.start()], text[joint.end() :]
            one, other = self._filling(before, depth + 1), self._filling(after, depth + 1)
            if one and other:
                return Filling((f"{one.in_case('bare')}{joint[0]}{other.in_case('bare')}",))
        bracketed = _BRACKETS.fullmatch(text)
        if bracketed:
            one, other = (self._filling(each, depth + 1) for each in bracketed.groups())
            if one and other:
                return Filling((f"{one.in_case('bare')} ({other.in_case('bare')})",))
        return None

    def _sum(self, text: str, depth: int) -> Filling | None:
        """What is added up, each with its number, and what it comes to."""
        found = _SUM.fullmatch(text)
        if found is None:
            return None
        told = []
        for row in _SUMMAND.finditer(found[1]):
            reason = self._said(row[1], depth + 1)
            if reason is None:
                return None
            told.append(f"{reason} {row[2]}")
        return Filling((f"{', '.join(told)}: {found[2]}",))

    def _apart(self, text: str, depth: int) -> Filling | None:
        """Known texts with semicolons between them."""
        texts = re.split(r"; (?:and )?", text)
        found = [self._filling(each, depth + 1) for each in texts[: len(texts) if texts[1:] else 0]]
        if not found or None in found:
            return None
        said = [each.in_case("bare") for each in found if each]
        return Filling((f"{'; '.join(said[:-1])}; {'und ' if '; and ' in text else ''}{said[-1]}",))

    # -- texts that are known in part ------------------------------------------------------

    def _partly(self, text: str) -> list[Piece]:
        """A text whose message is known, but not all that stands in it."""
        for template in self._known.candidates(text) if len(text) <= LONGEST else ():
            if template.weight < KNOWN_ENOUGH * len(text) and len(template.opening) < TELLING:
                continue
            found = template.pattern.fullmatch(text)
            if found is None:
                continue
            marks = {}
            fillings = []
            for place, each in enumerate(found.groups()):
                filling = self._filling(each, 1)
                if filling is None:
                    marks[f"\x02{place}\x03"] = each
                    filling = Filling((f"\x02{place}\x03",))
                fillings.append(filling)
            said = self._filled(template, fillings, text)
            return [
                Piece(marks.get(part, part), english=part in marks)
                for part in re.split(r"(\x02\d+\x03)", said)
                if part
            ]
        return []


def _as_begun(said: str, text: str) -> str:
    """German that begins a sentence, or stands in one, as the text does."""
    if text[:1].isupper():
        return said[:1].upper() + said[1:]
    return german.within(said) if text[:1].islower() else said
