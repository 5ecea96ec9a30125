"""Grammar for told sentences: articles of names, verbs of plural names, lists."""

import re
from collections.abc import Collection, Iterable

import msgspec

from rules.kernel.events import Line, News, Slots

_IRREGULAR = {"is": "are", "has": "have", "was": "were", "does": "do"}
_REGULAR = (
    *("joins", "survives", "moves", "cedes", "surrenders", "fights", "declares", "receives"),
    *("loses", "gains", "falls", "stays", "leaves", "refuses", "accepts", "becomes", "holds"),
)
VERBS = {**_IRREGULAR, **{verb: verb.removesuffix("s") for verb in _REGULAR}}
ROUTINE = frozenset({"clock", "seal", "fact"})
"""Sorts of lines that are no news by themselves: a turn begins, something is sealed or opened, the map is declared."""


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
    news = line.news and _named(line.news, articles)
    if (head, rest, news) == (line.head, line.rest, line.news):
        return line
    return msgspec.structs.replace(line, head=head, rest=rest, news=news)


def _named(news: News, articles: Collection[str]) -> News:
    """News with every name as the middle of a sentence has it."""
    slots: Slots = {
        slot: value
        if isinstance(value, str)
        else tuple(within(with_articles(name, articles)) for name in value)
        for slot, value in news.slots.items()
    }
    return msgspec.structs.replace(news, slots=slots)


def capital(words: str) -> str:
    """Words with which a sentence begins."""
    return words[:1].upper() + words[1:]


def within(words: str) -> str:
    """A name or clause in the middle of a sentence: an article at its head is written small."""
    return f"the {words[4:]}" if words.startswith("The ") else words


def figure(amount: int) -> str:
    """A number in figures, with a true minus."""
    return str(amount).replace("-", "−")


def signed(amount: int) -> str:
    """A number with its sign; nothing has none."""
    return f"+{amount}" if amount > 0 else figure(amount)


_NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip


def number(count: int) -> str:
    """A number in words; in figures beyond twelve."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def joined(names: Iterable[str], most: int = 99) -> str:
    """Names as a list in a sentence. Of more than ``most`` the first two are named and the others counted.

    A pair among several ("Belgium and Luxembourg") is taken apart, so that one "and" is left.
    """
    given = list(names)
    if len(given) > 1:
        given = [each for name in given for each in name.split(" and ")]
    if len(given) > most:
        given = [*given[:2], f"{number(len(given) - 2)} others"]
    *first, last = given or [""]
    return f"{', '.join(first)} and {last}" if first else last


_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
)  # fmt: skip


def ordinal(number: int) -> str:
    """A place in words: "first", "second"; in figures beyond the tenth."""
    return _ORDINALS[number - 1] if 1 <= number <= len(_ORDINALS) else f"{number}th"
