"""German grammar for messages: the cases and the number of what stands in a slot."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

CASES = ("nom", "gen", "dat", "acc", "bare")
ARTICLES: Mapping[str, Mapping[str, str]] = {
    "": {},
    "der": {"nom": "der", "gen": "des", "dat": "dem", "acc": "den"},
    "die": {"nom": "die", "gen": "der", "dat": "der", "acc": "die"},
    "das": {"nom": "das", "gen": "des", "dat": "dem", "acc": "das"},
    "pl": {"nom": "die", "gen": "der", "dat": "den", "acc": "die"},
}
"""The articles of a name by its gender; ``pl`` is a name of several, an empty one has none."""
_SLOT = re.compile(
    r"\{(?P<slot>\w+)(?::(?P<case>\w+)|\|(?P<one>(?:[^{}|]|\{[\w:]+\})*)\|(?P<many>(?:[^{}|]|\{[\w:]+\})*))?\}"
)


@dataclass(frozen=True)
class Name:
    """A name as German has it: its gender, itself behind an article, and by itself."""

    article: str
    name: str
    bare: str
    gen: str = ""
    dat: str = ""
    acc: str = ""
    several: bool = False
    """Whether it is of several without an article: two countries."""

    @property
    def plural(self) -> bool:
        """Whether it takes the verb of several."""
        return self.several or self.article == "pl"

    def in_case(self, case: str) -> str:
        """The name in a case, with its article."""
        if case == "bare":
            return self.bare
        word = getattr(self, case, "") or self._word(case)
        return f"{ARTICLES[self.article][case]} {word}" if self.article else word

    def _word(self, case: str) -> str:
        if self.article == "die" and case in ("gen", "dat"):
            return re.sub(r"^([A-ZÄÖÜa-zäöü]+)e (?=[A-ZÄÖÜ])(?!von)", r"\1en ", self.name)
        if case == "gen" and self.article in ("", "das", "der"):
            return f"{self.name}’" if self.name.endswith(("s", "ß", "x", "z")) else f"{self.name}s"
        return self.name


_NUMBERED = re.compile(r"[A-ZÄÖÜ][\w-]+ \d+")
"""A thing with a number behind it, as ships have."""


@dataclass(frozen=True)
class Filling:
    """What stands in a slot: names and other words, of which lists are made."""

    words: Sequence[Name | str]
    last: str = " und "

    @property
    def plural(self) -> bool:
        """Whether a verb or a noun beside it is of several."""
        if len(self.words) != 1:
            return True
        word = self.words[0]
        if isinstance(word, Name):
            return word.plural
        if word in SEVERAL:
            return True
        digits = re.sub(r"[^\d.,-]", "", word)
        return bool(digits) and digits not in ("1", "-1") and not _NUMBERED.fullmatch(word)

    def in_case(self, case: str) -> str:
        """All of it in a case."""
        *most, last = (
            each.in_case(case) if isinstance(each, Name) else each for each in self.words
        )
        return f"{', '.join(most)}{self.last}{last}" if most else last


def filled(message: str, fillings: Mapping[str, Filling]) -> str:
    """A German message with what stands in its slots."""

    def put(found: re.Match[str]) -> str:
        filling = fillings[found["slot"]]
        if found["one"] is not None:
            return filled(found["many"] if filling.plural else found["one"], fillings)
        said = _CENTS.sub(r"\1,\2", filling.in_case(found["case"] or "nom"))
        word = isinstance(filling.words[0], str)  # a name has its own capitals
        if word and _COUNTED.match(message, found.end()):
            said = "1" if said == NUMBERS["one"] else said.replace("eins oder ", "ein oder ")
        return within(said) if word and _WITHIN.search(message[: found.start()]) else said

    return _SLOT.sub(put, message)


_CENTS = re.compile(r"^(\$?\d+)\.(\d\d)$")
"""An amount or a mean. Numbers of rules with two digits behind the point come with their text, never alone."""


_COUNTED = re.compile(r" [A-ZÄÖÜ]")
"""Behind a slot with a number: the noun that is counted."""
_WITHIN = re.compile(r"[\w,)}] $")
"""Before a slot in the middle of a sentence."""
_SMALL = re.compile(
    r"(?:Der|Die|Das|Den|Dem|Des|Ein|Eine|Einen|Einem|Einer|Eines|Es|Er|Sie|Was|Wer|Wie|Wo|Wenn|Kein|Keine|Alle"
    r"|[A-ZÄÖÜ][a-zäöüß-]*(?:isch|deutsch|alliiert|neutral)(?:e[mnrs]?)"
    r"|(?:Deutsch|Alliiert|Neutral|Erst|Zweit|Dritt|Viert|Fünft|Sechst|Siebt|Acht|Neunt|Zehnt)e[mnrs]?) (?=\S)"
)
"""Articles, adjectives and the like, which German writes small within a sentence."""


def within(said: str) -> str:
    """A text as it stands in the middle of a sentence."""
    return said[:1].lower() + said[1:] if _SMALL.match(said) else said


def problems(text: str, message: str, slots: Sequence[str]) -> list[str]:
    """What is wrong with the slots of a German message for a text with these."""
    found = list(_SLOT.finditer(message))
    inner = [
        each
        for one in found
        for part in (one["one"], one["many"])
        if part
        for each in _SLOT.finditer(part)
    ]
    wrong = [
        f"{text!r} has no slot {one['slot']!r}."
        for one in (*found, *inner)
        if one["slot"] not in slots
    ]
    wrong += [
        f"{text!r}: there is no case {one['case']!r}."
        for one in (*found, *inner)
        if one["case"] and one["case"] not in CASES
    ]
    if re.search(r"[{}]", _SLOT.sub("", message)):
        wrong.append(f"{text!r}: a slot of {message!r} cannot be read.")
    return wrong


@cache
def names() -> dict[str, Name]:
    """The names of powers and countries, by their English without an article."""
    path = Path(__file__).with_name("german_names.yaml")
    rows: dict[str, Any] = yaml.safe_load(path.read_text())
    return {key: _name(row) for key, row in rows.items()}


def _name(row: str | dict[str, Any]) -> Name:
    if isinstance(row, str):
        first, _, rest = row.partition(" ")
        return Name(first, rest, rest) if rest and first in ARTICLES else Name("", row, row)
    return Name(**{"article": "", "bare": row["name"], **row})


NUMBERS = {
    "no": "kein",
    "one": "eins",
    "two": "zwei",
    "three": "drei",
    "four": "vier",
    "five": "fünf",
    "six": "sechs",
    "seven": "sieben",
    "eight": "acht",
    "nine": "neun",
    "ten": "zehn",
    "eleven": "elf",
    "twelve": "zwölf",
}
"""Numbers in words."""
SEVERAL = frozenset(NUMBERS.values()) - {"kein", "eins"}
ONE = {"one": "1"}
"""A number in words before what is counted, which may be of any gender, is written in figures. A message that knows
its noun says it: ``{n|eine|{n}} Karte``.
"""
