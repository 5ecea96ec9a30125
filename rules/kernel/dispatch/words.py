"""Words as they are compared: without case, accents, articles and punctuation."""

import re
import unicodedata
from collections.abc import Mapping

Tokens = tuple[str, ...]
"""Words folded for reading, in order."""

_LETTERS = str.maketrans({"ß": "ss", "ø": "o", "đ": "d", "ł": "l", "æ": "ae", "œ": "oe", "ð": "d"})
_MINUS = str.maketrans("−–—‐‑", "-----")
_INITIALS = re.compile(r"(?<=\b[a-z])\.")
_TOKEN = re.compile(r"(?<!\w)[+-]\d+|\w+")
_ARTICLE = "the"


def folded(text: str, spellings: Mapping[str, str] | None = None) -> Tokens:
    """A text as words for comparing; ``spellings`` are words that players write for others, folded
    themselves. A sign before a number belongs to it.
    """
    plain = unicodedata.normalize("NFKD", text).casefold().translate(_LETTERS).translate(_MINUS)
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    plain = _INITIALS.sub("", plain.replace("'", "").replace("’", "").replace("_", " "))
    found = (word for word in _TOKEN.findall(plain) if word != _ARTICLE)
    return tuple(spellings.get(word, word) for word in found) if spellings else tuple(found)
