"""Words as they are compared: without case, accents, articles and punctuation.

What is dropped for that must not have meant anything. :func:`odd` finds what may have: a line with such a piece
is not read at all.
"""

import re
import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

Tokens = tuple[str, ...]
"""Words folded for reading, in order."""

_LETTERS = str.maketrans({"ß": "ss", "ø": "o", "đ": "d", "ł": "l", "æ": "ae", "œ": "oe", "ð": "d"})
_DASHES = "−–—‐‑‒―﹣－"
_USUAL = str.maketrans(
    {
        **dict.fromkeys(_DASHES, "-"),
        "：": ":",
        "，": ",",
        "；": ";",
        "＋": "+",
        "．": ".",
        "？": "?",
        "！": "!",
    }
)
_INITIALS = re.compile(r"(?<=\b[a-z])\.")
_TOKEN = re.compile(r"(?<!\w)[+-]\d+|\w+")
_ARTICLE = "the"
_APART = re.compile(
    r"(?:(?<=[^\W\d])|(?<=[^\W\d]\s))\+\s*(?=\d)|(?:(?<=^)|(?<=[:,;(]))\s*([+-])\s+(?=\d)"
)
"""A sign that belongs to the number after it though it does not stand right before it: a plus behind a
word (``factors + 2``), any sign at the beginning of what is said (``: - 2``).
"""


def usual(text: str) -> str:
    """A text with the usual signs for those that mean the same (dashes, full-width colons), and without letters
    that are not seen.
    """
    seen = (letter for letter in text if unicodedata.category(letter) != "Cf" or letter in _TURNS)
    whole = unicodedata.normalize("NFC", "".join(seen)).translate(_USUAL)
    return " ".join(whole.split())


def folded(text: str, spellings: Mapping[str, str] | None = None) -> Tokens:
    """A text as words for comparing; ``spellings`` are words that players write for others, folded
    themselves. A sign before a number belongs to it.
    """
    plain = unicodedata.normalize("NFKD", usual(text)).casefold().translate(_LETTERS)
    plain = _APART.sub(lambda sign: " " + (sign[1] or "+"), plain)
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    plain = _INITIALS.sub("", plain.replace("'", "").replace("’", "").replace("_", " "))
    found = (word for word in _TOKEN.findall(plain) if word != _ARTICLE)
    return tuple(spellings.get(word, word) for word in found) if spellings else tuple(found)


# --- What must not be dropped ------------------------------------------------------------------

_TURNS = "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Letters that turn the direction of others round, so that one reads what does not stand there."""
_BULLET = re.compile(r"^\s*[-*•·]\s+(?=[^\W\d])")
_LETTER = r"[^\W\d_]"
_UNSURE = re.compile(r"[?¿؟⁇⁈⁉‽]")
_NO_WHOLE = re.compile(r"[+-]?\d*(?:[.,]\d|\d[’'`]\d)[\d.,’'`]*")
"""A number with a point or a comma in it. One comma right after a word is that between two pieces."""
_PIECES = re.compile(
    "|".join((
        r"[^\W\d_]\w*",  # a word, also with figures in it: H33
        r"(?<!\w)(?:(?<![+-])[+-])?\d+(?:-\d+)*(?![\w+-])",  # a number with its sign, or several: 3-6
        rf"(?<={_LETTER})\+\s*(?=\d)",  # factors+2
        rf"(?<={_LETTER}\s)\+\s+(?=\d)",  # factors + 2
        r"(?:(?<=^)|(?<=[:,;(])|(?<=[:,;(]\s))[+-]\s+(?=\d)",  # : - 2
        rf"(?:(?<={_LETTER})|(?<={_LETTER}\.))-(?={_LETTER})",  # Indo-China, U.S.-Axis
        rf"(?<={_LETTER}\s)[+-]\s+(?={_LETTER})",  # Norway - Axis factors
        r"\s+|[.;:_'’‘`\"“”„‚«»]|,",
        rf"[()\[\]&](?!\d*[+-]?\d+\))|(?<={_LETTER})/(?={_LETTER})|(?<={_LETTER})!+(?=\s|$|,)",
        r"(?<![^\s\w])=(?![^\s\w])|\$(?=\d)",
    ))
)  # fmt: skip


class Odd(NamedTuple):
    """A piece of a line that may mean something and is not read: ``sort`` is ``unsure``, ``number``,
    ``sign`` or ``other``.
    """

    sort: str
    piece: str


def odd(line: str) -> Odd | None:
    """The first piece of a line that is no word, no whole number and no punctuation that says nothing."""
    text = _BULLET.sub("", usual(line))
    if unsure := _UNSURE.search(text):
        return Odd("unsure", unsure[0])
    for number in _NO_WHOLE.finditer(text):
        piece = number[0].rstrip(".,")
        if not (piece.startswith(",") and text[: number.start()][-1:].isalpha()):
            return Odd("number", piece)
    at = 0
    while at < len(text):
        found = _PIECES.match(text, at)
        if found is None or not found[0] or _is_no_word(found[0]):
            return Odd("sign" if text[at] in "+-" else "other", _around(text, at))
        at = found.end()
    return None


def _is_no_word(piece: str) -> bool:
    """Whether letters of it are figures that only look like usual ones, such as ² and ½."""
    return any(unicodedata.category(letter) in ("No", "Nl") for letter in piece)


def _around(text: str, at: int) -> str:
    """What stands there between blanks, and the number behind a sign that stands alone."""
    start = max(text.rfind(" ", 0, at), -1) + 1
    piece = re.compile(r"\S+").match(text, start)
    found = piece[0] if piece else text[at]
    if not any(map(str.isalnum, found)):
        more = re.compile(r"\S+\s*\S*").match(text, start)
        found = more[0] if more else found
    return found[:40]
