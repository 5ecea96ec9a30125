"""A dispatch as text: one line a statement, as docs/dispatch.md describes it.

``Paris: European Axis`` says who holds Paris, ``Paris, Brussels and The Hague: Axis`` the same of three
places, ``Norway: Axis factors 4, conquered`` two things of one country. A line may also be an event of
the map in the event's own words. What follows ``#`` is a comment.
"""

import difflib
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from rules.kernel.dispatch import event_lines
from rules.kernel.dispatch.names import Lexicon
from rules.kernel.dispatch.statements import Happened, ReadLine, Statement
from rules.kernel.dispatch.words import Odd, Tokens, odd, usual
from rules.kernel.errors import NotUnderstood

MOST_LINES = 200
LONGEST_LINE = 200
"""In characters."""
_MOST_CHOICES = 8
_MOST_PARTS = 24
"""How many colons, or pieces after one, a line can have."""
_MOST_NEAR = 20
"""How many lines of one text are answered with near misses; to look for them takes long."""


def read(lexicon: Lexicon, text: str) -> tuple[ReadLine, ...]:
    """Every line of a text as it is understood. Raises :class:`NotUnderstood` for one with too many
    lines.
    """
    lines = text.splitlines()
    if len(lines) > MOST_LINES or len(text) > MOST_LINES * (LONGEST_LINE + 2):
        raise NotUnderstood(
            f"A dispatch has at most {MOST_LINES} lines of {LONGEST_LINE} characters.",
            remedy="Declare it in two parts.",
        )
    near = _Near(lexicon)
    return tuple(_line(lexicon, near, number, line) for number, line in enumerate(lines, 1))


def write(lexicon: Lexicon, items: Iterable[Statement | Happened]) -> str:
    """Statements and events as text that is read as just them again."""
    return "".join(
        event_lines.line(lexicon, each) + "\n"
        if isinstance(each, Happened)
        else lexicon.line(each.key, each.value, each.relative) + "\n"
        for each in items
    )


class _Near:
    """Near misses, for so many lines of one text."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._left = _MOST_NEAR

    def names(self, words: Tokens) -> tuple[str, ...]:
        """Keys of facts whose names are like these words."""
        self._left -= 1
        return self._lexicon.near(words) if self._left >= 0 else ()

    def lines(self, said: str, lines: Iterable[str]) -> tuple[str, ...]:
        """The lines that are most like what was said."""
        self._left -= 1
        return tuple(_most_like(self._lexicon, said, lines)) if self._left >= 0 else ()


def _line(lexicon: Lexicon, near: _Near, number: int, line: str) -> ReadLine:
    words = line.partition("#")[0].strip()
    if not words:
        return ReadLine(number=number, words=line.strip(), sort="ignored")
    found = _Line(lexicon, near, number, words)
    if len(line) > LONGEST_LINE:
        return found.as_("wrong", problem=f"A line has at most {LONGEST_LINE} characters.")
    strange = odd(words)
    if strange is not None:
        return found.as_("unknown", unknown=strange.piece, problem=_strange(strange))
    happened = event_lines.read(lexicon, words)
    return found.as_("events", events=happened) if happened else found.read()


def _strange(strange: Odd) -> str:
    """What is said of a piece that is not read."""
    piece = strange.piece
    match strange.sort:
        case "unsure":
            return f"“{piece}” says that it is not sure. A dispatch says what is so: leave it out, or wait until it is."
        case "number":
            return f"“{piece}” is no whole number in figures alone, such as 4 or 1000."
        case "sign":
            return f"“{piece}” can be read in two ways. A sign stands right before its number: +2 or -2."
    return f"“{piece}” is not understood here. A dispatch is read in words and whole numbers."


class _Line:
    """One line that is being read."""

    def __init__(self, lexicon: Lexicon, near: _Near, number: int, words: str) -> None:
        self._lexicon = lexicon
        self._near = near
        self._number = number
        self._words = words
        self._usual = usual(words)

    def as_(self, sort: Any, **parts: Any) -> ReadLine:
        """The line, understood in this way."""
        return ReadLine(number=self._number, words=self._words, sort=sort, **parts)

    def read(self) -> ReadLine:
        """What it means. Of several colons the last one divides that leaves a known name."""
        if any(_hangs(self._lexicon.folded(part)) for part in self._usual.split(":")):
            return self.as_("unknown", unknown="and", problem="An “and” joins nothing here.")
        colons = [place for place, letter in enumerate(self._usual) if letter == ":"]
        if not colons:
            return self._bare()
        if len(colons) > _MOST_PARTS:
            return self.as_("wrong", problem=f"A line has at most {_MOST_PARTS} colons.")
        tried = [found for at in reversed(colons) if (found := self._divided(at)) is not None]
        for sort in ("statements", "ambiguous", "wrong"):
            for each in tried:
                if each.sort == sort:
                    return each
        return self._unknown(colons)

    def _bare(self) -> ReadLine:
        """A line without a colon says yes to a fact that is a sentence."""
        words = self._lexicon.folded(self._words)
        facts = self._lexicon.facts.get(words, ())
        said = [key for key in facts if self._lexicon.book.facts[key].type == "yes"]
        if said:
            return self._told([[Statement(key=key, value=True) for key in said]])
        keys = facts or self._near.names(words)
        near = tuple(self._lexicon.title(key) + ":" for key in keys)
        example = self._lexicon.example
        problem = f"After a name and a colon stands what is so, such as “{example}”."
        known, rest = ([], words) if facts else _known_in(self._lexicon, words)
        if known and rest:
            name, left = self._called(known[0]), " ".join(rest)
            near = tuple(self._values_of(known[0], rest))[:_MOST_CHOICES] or near
            problem = f"“{name}” is known here, “{left}” is not. {problem}"
            return self.as_("unknown", unknown=left, near=near, problem=problem)
        if not facts:
            problem = f"Nothing of this is known here. {problem}"
        return self.as_("unknown", unknown=self._words, near=near, problem=problem)

    def _called(self, name: Tokens) -> str:
        """A name as it is written where it means one fact."""
        keys = self._lexicon.facts.get(name, ())
        return self._lexicon.title(keys[0]) if len(keys) == 1 else " ".join(name)

    def _values_of(self, name: Tokens, rest: Tokens) -> Iterator[str]:
        """The lines that say of what a name means what the rest says; every value where that is none."""
        lexicon = self._lexicon
        if meant := _meant(lexicon, name, rest):
            yield from (lexicon.line(each.key, each.value, each.relative) for each in meant)
            return
        for key in lexicon.facts.get(name, ()):
            for value in lexicon.values.words(lexicon.book.facts[key]) or ("",):
                yield f"{lexicon.title(key)}: {value}".rstrip()

    def _unknown(self, colons: Sequence[int]) -> ReadLine:
        """The line as far as it is known: its name, by the last colon before which one stands; or that
        there is none.
        """
        for colon in reversed(colons):
            subjects = _names_in(self._lexicon, self._lexicon.folded(self._usual[:colon]))
            if subjects:
                return self._not_said(subjects[0], self._usual[colon + 1 :])
        return self._without_the_rest(colons) or self._not_called(colons[0])

    def _without_the_rest(self, colons: Sequence[int]) -> ReadLine | None:
        """The line if it is understood without what stands before or among its names, such as a date; that is
        offered.
        """
        for colon in reversed(colons):
            known, rest = _known_in(self._lexicon, self._lexicon.folded(self._usual[:colon]))
            if known and rest:
                names = ", ".join(map(self._called, known))
                line = f"{names}:{self._usual[colon + 1 :]}"
                if _line(self._lexicon, self._near, self._number, line).understood:
                    left = " ".join(rest)
                    problem = f"“{left}” is not known here; the rest of the line is."
                    return self.as_("unknown", unknown=left, near=(line,), problem=problem)
        return None

    def _not_called(self, colon: int) -> ReadLine:
        """No name is known in the line."""
        of, said = self._usual[:colon].strip(), self._usual[colon + 1 :]
        near = tuple(
            f"{self._lexicon.title(key)}:{said.rstrip()}"
            for key in self._near.names(self._lexicon.folded(of))
        )
        problem = f"No fact of this game is called “{of}”."
        return self.as_("unknown", unknown=of, near=near, problem=problem)

    def _divided(self, colon: int) -> ReadLine | None:
        """The line with its names before this colon and its values after it; nothing where it cannot
        be divided there.
        """
        of, said = self._usual[:colon], self._usual[colon + 1 :]
        subjects = _names_in(self._lexicon, self._lexicon.folded(of))
        if not subjects:
            return None
        found: list[Sequence[Statement]] = []
        for subject in subjects:
            pieces = list(self._pieces(subject, said))
            if not all(pieces):
                return None
            found += pieces
        return self._told(found) if found else None

    def _pieces(self, subject: Tokens, said: str) -> Iterator[Sequence[Statement]]:
        """What is said of a subject, piece by piece: the longest that means something, or nothing."""
        parts = [self._lexicon.folded(part) for part in said.replace(";", ",").split(",")]
        rest = [word for part in parts for word in (*part, "")][:-1]
        if rest.count("") > _MOST_PARTS:
            yield ()
            return
        while rest:
            ends = [at for at, word in enumerate(rest) if word in ("", "and")] + [len(rest)]
            for end in reversed(ends):
                meant = _meant(self._lexicon, subject, tuple(filter(None, rest[:end])))
                if meant:
                    yield meant
                    rest = rest[end + 1 :]
                    break
            else:
                yield ()
                return

    def _not_said(self, subject: Tokens, said: str) -> ReadLine:
        """The name is known, what is said of it is not."""
        lexicon = self._lexicon
        facts = lexicon.facts.get(subject, ())
        own = lexicon.properties.get(subject, {})
        lines = [
            f"{lexicon.title(key)}: {value}"
            for key in facts
            for value in lexicon.values.words(lexicon.book.facts[key])
        ]
        lines += [lexicon.title(key) + ":" for keys in own.values() for key in keys]
        near = self._near.lines(said, lines)
        problem = f"“{said.strip()}” cannot be said of “{self._called(subject)}”."
        types = {lexicon.book.facts[key].type for key in facts}
        if "count" in types:
            problem += " It is a whole number."
        elif "number" in types:
            problem += " It is a whole number; nothing is added to it."
        return self.as_("unknown", unknown=said.strip(), near=near, problem=problem)

    def _told(self, found: Sequence[Sequence[Statement]]) -> ReadLine:
        """What the pieces mean together, or which lines they may be."""
        lexicon = self._lexicon
        found = [list(dict.fromkeys(each)) for each in found]
        open_ = [at for at, each in enumerate(found) if len(each) > 1]
        if open_:
            at = open_[0]
            choices = [
                "\n".join(
                    lexicon.line(one.key, one.value, one.relative)
                    for place, each in enumerate(found)
                    for one in ([choice] if place == at else each[:1])
                )
                for choice in found[at][:_MOST_CHOICES]
            ]
            if len({(one.value, one.relative) for one in found[at]}) == 1:
                choices.append(
                    "\n".join(lexicon.line(s.key, s.value, s.relative) for s in found[at])
                )
            problem = "This can mean more than one thing."
            return self.as_("ambiguous", choices=tuple(choices), problem=problem)
        statements = tuple(each[0] for each in found)
        said: dict[str, Statement] = {}
        for one in statements:
            if (one.relative and one.key in said) or said.setdefault(one.key, one) != one:
                title = lexicon.title(one.key)
                return self.as_("wrong", problem=f"This line says two things of “{title}”.")
            spec = lexicon.book.facts[one.key]
            wrong = None if one.relative else spec.problem(one.value)
            if wrong:
                return self.as_("wrong", problem=wrong)
        return self.as_("statements", statements=statements)


def _hangs(words: Tokens) -> bool:
    """Whether an "and" joins nothing: at the beginning or the end, or one after another."""
    return "and" in (*words[:1], *words[-1:]) or ("and", "and") in pairwise(words)


def _known_in(lexicon: Lexicon, words: Tokens) -> tuple[list[Tokens], Tokens]:
    """The names of facts among words, the longest that stand there, and the words that are left over."""
    known: list[Tokens] = []
    rest: list[str] = []
    at = 0
    while at < len(words):
        ends = range(min(len(words), at + lexicon.longest), at, -1)
        end = next((end for end in ends if words[at:end] in lexicon.facts), 0)
        if end:
            known.append(words[at:end])
        elif words[at] != "and":
            rest.append(words[at])
        at = end or at + 1
    return known, tuple(rest)


def _names_in(lexicon: Lexicon, words: Tokens) -> list[Tokens]:
    """Words divided into known names, as few as can be; nothing where some are left over."""
    best: list[list[Tokens] | None] = [None] * len(words) + [[]]
    for at in reversed(range(len(words))):
        if words[at] == "and":
            best[at] = best[at + 1]
        for end in range(min(len(words), at + lexicon.longest), at, -1):
            rest = best[end]
            name = words[at:end]
            if rest is None or not (name in lexicon.facts or name in lexicon.properties):
                continue
            now = best[at]
            if now is None or len(rest) + 1 < len(now):
                best[at] = [name, *rest]
    return best[0] or []


def _meant(lexicon: Lexicon, subject: Tokens, words: Tokens) -> list[Statement]:
    """What words say of a subject: of a fact that it names, or of one of its properties."""
    found = [
        each for key in lexicon.facts.get(subject, ()) for each in _valued(lexicon, key, words)
    ]
    if found or not words:
        return found
    own = lexicon.properties.get(subject, {})
    for end in range(len(words), 0, -1):
        for key in own.get(words[:end], ()):
            found += _valued(lexicon, key, words[end:])
        for key in own.get(words[-end:], ()):
            found += _valued(lexicon, key, words[:-end])
        if found:
            break
    return found


def _valued(lexicon: Lexicon, key: str, words: Tokens) -> list[Statement]:
    """A fact with a value in words; a fact that is a sentence says yes by itself, "not" says no."""
    spec = lexicon.book.facts[key]
    if spec.type == "yes" and words in ((), ("not",)):
        return [Statement(key=key, value=not words)]
    return [
        Statement(key=key, value=said.value, relative=said.relative)
        for said in lexicon.values.read(spec, words)
    ]


def _most_like(lexicon: Lexicon, said: str, lines: Iterable[str]) -> list[str]:
    """The lines in which most of the words that were said, or words like them, stand."""
    words = [word for word in lexicon.folded(said) if not word.lstrip("+-").isdecimal()]
    ranked = []
    for place, line in enumerate(dict.fromkeys(lines)):
        known = lexicon.folded(line)
        score = sum(bool(difflib.get_close_matches(word, known, n=1, cutoff=0.6)) for word in words)
        ranked.append((-score, place, line))
    return [line for _, _, line in sorted(ranked)[:6]]
