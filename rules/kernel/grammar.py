"""Grammar for told sentences: articles of names, verbs of plural names, and headlines."""

import re
from collections.abc import Collection, Iterable, Sequence

import msgspec

from rules.kernel.events import Line

_IRREGULAR = {"is": "are", "has": "have", "was": "were", "does": "do"}
_REGULAR = (
    *("joins", "survives", "moves", "cedes", "surrenders", "fights", "declares", "receives"),
    *("loses", "gains", "falls", "stays", "leaves", "refuses", "accepts", "becomes", "holds"),
)
VERBS = {**_IRREGULAR, **{verb: verb.removesuffix("s") for verb in _REGULAR}}
CLOCK = frozenset({"clock", "seal"})
"""Sorts of lines that are no news: a turn begins, something is sealed or opened."""


def with_articles(text: str, names: Collection[str]) -> str:
    """The text with "the" before names that want it, a capital one where a sentence begins."""
    if not any(name in text for name in names):
        return text
    pattern = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    found = re.compile(rf"(?P<lead>^|[.;:] |\bthe |\bThe )?\b(?P<name>{pattern})\b(?! values)")

    def named(match: re.Match[str]) -> str:
        lead = match["lead"]
        if lead is None:
            return f"the {match['name']}"
        if lead.strip().lower() == "the":
            return match[0]
        return f"{lead}{'the' if lead in ('; ', ': ') else 'The'} {match['name']}"

    return found.sub(named, text)


def agreeing(text: str, plurals: Collection[str]) -> str:
    """The text with plural verbs after plural names."""
    if not any(name in text for name in plurals):
        return text
    names, verbs = ("|".join(map(re.escape, each)) for each in (plurals, VERBS))
    return re.sub(rf"\b({names}) ({verbs})\b", lambda match: f"{match[1]} {VERBS[match[2]]}", text)


def spoken(line: Line, articles: Collection[str] = (), plurals: Collection[str] = ()) -> Line:
    """A told line with its names in good grammar."""
    head, rest = (
        agreeing(with_articles(part, articles), plurals) for part in (line.head, line.rest)
    )
    if (head, rest) == (line.head, line.rest):
        return line
    return msgspec.structs.replace(line, head=head, rest=rest)


def news(lines: Iterable[Line], *least: int) -> list[Line]:
    """The one or two lines that make a headline: the weightiest above the first of these weights
    that any reaches, one of each topic; where none is so weighty, the weightiest that is news.
    """
    ranked = sorted(lines, key=lambda line: -line.weight)
    for weight in least:
        topics: dict[object, Line] = {}
        for line in ranked:
            if line.weight >= weight:
                topics.setdefault(line.topic or line.head, line)
        if topics:
            return list(topics.values())[:2]
    return [line for line in ranked if line.sort not in CLOCK][:1]


def headline(found: Sequence[Line]) -> str:
    """What stands over a phase; quiet is one in which nothing happened that all may know."""
    return "; ".join(line.head.rstrip(".") for line in found) or "A quiet phase"


_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
)  # fmt: skip


def ordinal(number: int) -> str:
    """A place in words: "first", "second"; in figures beyond the tenth."""
    return _ORDINALS[number - 1] if 1 <= number <= len(_ORDINALS) else f"{number}th"
