r"""Sequences as VASSAL writes them: pieces of text between delimiters.

A delimiter inside a piece has a backslash before it, and a sequence inside a sequence one more for
each level. A piece in quotes (`'...'`) ends in a backslash, or is in quotes itself.
"""

import re
from collections.abc import Iterator
from functools import cache

from campaigns.domain import saved_game_texts
from campaigns.vassal.refusing import NotRead

MOST_LEVELS = 400
"""How deep sequences may lie in each other; the traits of one piece do."""


@cache
def _between(delimiter: str) -> re.Pattern[str]:
    return re.compile(r"(?<!\\)" + re.escape(delimiter))


def pieces(text: str, delimiter: str, most: int = 0) -> list[str]:
    """The pieces of a sequence; the first ``most`` and one of the rest, if it is not zero."""
    if "\\" in text:
        return [_bare(each, delimiter) for each in _between(delimiter).split(text, maxsplit=most)]
    found = text.split(delimiter, most or -1)
    return [_bare(each, delimiter) for each in found] if "'" in text else found


def _bare(piece: str, delimiter: str) -> str:
    if len(piece) > 1 and piece[0] == piece[-1] == "'":
        piece = piece[1:-1]
    return piece.replace("\\" + delimiter, delimiter)


def nested(text: str, delimiter: str) -> list[str]:
    """A sequence of one piece and a sequence of one piece and so on: its pieces from the outermost.

    The delimiter of level n has n backslashes before it; one with more stands inside a piece. Read in
    one go, for the text grows with the square of its levels. Raises ``NotRead``.
    """
    found: list[str] = []
    piece: list[str] = []
    parts = text.split(delimiter)
    for part in parts[:-1]:
        bare = part.rstrip("\\")
        level = len(part) - len(bare)
        piece.append(bare)
        if level > len(found):
            continue
        if level < len(found):
            # A further piece of a level that has both of its own: there is no such thing.
            return []
        found.append(delimiter.join(piece))
        piece = []
        if len(found) > MOST_LEVELS:
            raise NotRead(saved_game_texts.MANY_TRAITS % {"most": MOST_LEVELS})
    piece.append(parts[-1])
    found.append(delimiter.join(piece))
    return [_bare(each, delimiter) for each in found] if "'" in text or "\\" in text else found


def flat(text: str, delimiter: str, most: int) -> Iterator[str]:
    """Every piece of a sequence and of the sequences in it, in order. Raises ``NotRead``."""
    if text.count(delimiter) >= most:
        raise NotRead(saved_game_texts.MANY_COMMANDS % {"most": f"{most:,}"})
    parts = text.split(delimiter)
    for place, part in enumerate(parts):
        bare = part.rstrip("\\") if place < len(parts) - 1 else part
        if len(part) - len(bare) > MOST_LEVELS:
            raise NotRead(saved_game_texts.TOO_DEEP % {"most": MOST_LEVELS})
        yield bare
