"""What a fact can say, by the words for it."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from rules.kernel.dispatch.words import Tokens, folded
from rules.kernel.facts import FactSpec, FactValue

YES = {
    ("yes",): True,
    ("y",): True,
    ("true",): True,
    ("no",): False,
    ("n",): False,
    ("false",): False,
}
_MORE, _FEWER = ("more", "plus", "another", "additional"), ("fewer", "less", "minus")
NOBODY = (("none",), ("nobody",), ("no", "one"), ("noone",))
"""Words for an option ``none`` or ``nobody``."""


class Said(NamedTuple):
    """A value as it was written: relative where it is added to what a count holds."""

    value: FactValue
    relative: bool = False


class Values:
    """The values of a book's facts by their names, and their names by value."""

    def __init__(self, book: Any, spellings: Mapping[str, str]) -> None:
        self._book = book
        self._spellings = spellings
        self._of: dict[tuple[str, ...], dict[Tokens, tuple[str, ...]]] = {}
        self._said: dict[tuple[str, ...], dict[str, str]] = {}

    def read(self, spec: FactSpec, tokens: Tokens) -> tuple[Said, ...]:
        """What the words say of a fact: one value; several where they mean either; or nothing."""
        if spec.type == "yes":
            return (Said(YES[tokens]),) if tokens in YES else ()
        if spec.type in ("control", "choice"):
            return tuple(map(Said, self._options(spec).get(tokens, ())))
        word = _number(spec, tokens)
        if word is None:
            return ()
        if spec.type == "number" and word[0] == "+":
            # It may be meant to be added; nothing is added to what is not counted.
            return ()
        return (Said(int(word), spec.type == "count" and word[0] in "+-"),)

    def named(self, spec: FactSpec, value: FactValue, relative: bool = False) -> str:
        """A value in words that are read as just this value again."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int):
            return f"{value:+d}" if relative else str(value)
        self._options(spec)
        return self._said[spec.options].get(value, value)

    def words(self, spec: FactSpec) -> tuple[str, ...]:
        """Every value of a fact in words; none of one that is a number."""
        if spec.type == "yes":
            return ("yes", "no")
        return tuple(self.named(spec, option) for option in spec.options)

    def _options(self, spec: FactSpec) -> Mapping[Tokens, tuple[str, ...]]:
        known = self._of.get(spec.options)
        if known is None:
            known = self._of[spec.options] = self._read_options(spec.options)
            self._said[spec.options] = {
                option: next(
                    (
                        name
                        for name in (self._title(option), *self._names(option))
                        if known.get(folded(name, self._spellings)) == (option,)
                    ),
                    option,
                )
                for option in spec.options
            }
        return known

    def _read_options(self, options: tuple[str, ...]) -> dict[Tokens, tuple[str, ...]]:
        """Options by their words. A key is never anything else; a name may mean several; a power
        stands for its faction where it is no option itself.
        """
        keys = {folded(option, self._spellings): (option,) for option in options}
        names: dict[Tokens, dict[str, None]] = {}
        for option in options:
            for name in self._names(option):
                names.setdefault(folded(name, self._spellings), {})[option] = None
            for tokens in NOBODY if option in ("none", "nobody") else ():
                names.setdefault(tokens, {})[option] = None
        members: dict[Tokens, dict[str, None]] = {}
        for power, row in self._book.powers.items():
            if power not in options and row.faction in options:
                for name in self._names(power):
                    members.setdefault(folded(name, self._spellings), {})[row.faction] = None
        found: dict[Tokens, tuple[str, ...]] = {}
        for sort in (members, names):
            found |= {tokens: tuple(meant) for tokens, meant in sort.items() if tokens}
        return {**found, **keys}

    def _title(self, option: str) -> str:
        if option in self._book.factions:
            return str(self._book.factions[option].name)
        if "." in option:
            return " ".join(self._title(part) for part in option.split("."))
        return str(self._book.name(option))

    def _names(self, option: str) -> Iterator[str]:
        """What an option is called: its name, what the people of a power are, its two letters."""
        if option in self._book.factions:
            yield str(self._book.factions[option].name)
        if option in self._book.powers:
            row = self._book.powers[option]
            yield from (row.name, getattr(row, "adjective", ""), row.code)
        if "." in option:
            first, _, last = option.partition(".")
            one, other = self._title(first), self._title(last)
            yield from (f"{one} {other}", f"{other} {one}", f"{other} to {one}")
        yield str(self._book.name(option))


def _number(spec: FactSpec, tokens: Tokens) -> str | None:
    """A number with its sign, of ``+2``, ``2 more`` or ``minus 2``. Only what is counted can be more or fewer; a
    number can be minus something.
    """
    if len(tokens) == 1:
        return tokens[0] if re.fullmatch(r"[+-]?\d+", tokens[0]) else None
    if len(tokens) != 2:
        return None
    word, number = tokens if tokens[1][-1:].isdecimal() else tokens[::-1]
    if spec.type != "count" and (word, number) != ("minus", tokens[1]):
        return None
    for words, sign in ((_MORE, "+"), (_FEWER, "-")):
        if word in words and number.removeprefix(sign).isdecimal():
            return sign + number.lstrip("+-")
    return None
