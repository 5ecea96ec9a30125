"""What a name looks like: two names that share a look cannot be told apart on a page.

Which letters look alike is Unicode's list (UTS 39), as `confusable_homoglyphs` keeps it. It may be read without a
database: it is used by a migration too.
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from confusable_homoglyphs.utils import load

MOST_MARKS: Final = 2
"""So many accents may stand on one letter that has no such form of its own."""

#: Letters and marks that Unicode calls visible and no typeface shows.
_BLANK: Final = frozenset(
    "\u034f\ufffc\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
)
#: They choose among the shapes of the letter before them, which most letters have one of.
_SHAPES: Final = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
#: Within a word of some scripts, and within some emoji, these two are part of the spelling.
_JOINERS: Final = "\u200c\u200d"


def tidied(name: str) -> str:
    """A name as it is kept and looked for: in one way of writing the same letters, without idle spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def is_readable(name: str) -> bool:
    """Whether there is a letter or a digit, and nothing that is unseen or turns its surroundings round."""
    found = [unicodedata.category(letter) for letter in name]
    hidden = any(
        letter in _BLANK or (kind[0] == "C" and not _joins(name, at))
        for at, (letter, kind) in enumerate(zip(name, found, strict=True))
    )
    return not hidden and any(kind[0] in "LN" for kind in found)


def _joins(name: str, at: int) -> bool:
    around = name[at - 1 : at] + name[at + 1 : at + 2]
    return (
        name[at] in _JOINERS
        and len(around) == 2
        and all(letter > "\u02ff" and unicodedata.category(letter)[0] in "LMS" for letter in around)
    )


def is_overloaded(name: str) -> bool:
    """Whether more accents stand on a letter than :data:`MOST_MARKS`: they run into the lines around."""
    marks = "".join(
        "m" if unicodedata.category(letter) in ("Mn", "Me") else "-"
        for letter in unicodedata.normalize("NFC", name)
    )
    return "m" * (MOST_MARKS + 1) in marks


def looks_of(name: str) -> frozenset[str]:
    """What a name looks like, in capitals as they stand and without them; empty for an empty name."""
    kept = tidied(name)
    return frozenset(
        look for look in (_drawn(kept).casefold(), _drawn(kept.casefold()).casefold()) if look
    )


def bare(look: str) -> str:
    """A look without what stands between its letters."""
    return re.sub(r"[\W_]", "", look)


def _drawn(text: str) -> str:
    """The text with each letter as the plainest that looks like it; Unicode calls it the skeleton."""
    plain = _plainest()
    apart = unicodedata.normalize("NFD", text)
    shown = "".join(
        plain.get(letter, letter)
        for letter in apart
        if unicodedata.category(letter) != "Cf" and letter not in _SHAPES | _BLANK
    )
    return unicodedata.normalize("NFD", shown)


@cache
def _plainest() -> Mapping[str, str]:
    """For each letter that looks like another the one that stands for them all.

    The library lists for each the others: for one that stands for them all they are several, or a
    group of letters; for all the rest it is that one.
    """
    listed: dict[str, list[dict[str, Any]]] = load("confusables.json")
    found = {}
    for letter, others in listed.items():
        if len(letter) != 1 or len(others) != 1:
            continue
        other = others[0]["c"].strip("\u200e")
        alone = len(other) == 1 and len(listed.get(other, ())) == 1
        found[letter] = min(letter, other) if alone else other
    return found
