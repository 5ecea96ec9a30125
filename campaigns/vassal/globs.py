"""Globs: ``*`` stands for any letters, ``?`` for one. Capitals make no difference."""

import re
from collections.abc import Iterable
from functools import lru_cache

MOST_STARS = 6


@lru_cache(maxsize=4096)
def _parts(glob: str) -> tuple[re.Pattern[str], ...]:
    """What stands between the stars, each to be found after the one before: in a time that grows with
    the text alone.
    """
    return tuple(
        re.compile("".join("." if letter == "?" else re.escape(letter) for letter in part), re.S)
        for part in glob.casefold().split("*")
    )


def matches(glob: str, text: str) -> bool:
    """Whether a text is one that a glob stands for."""
    text = text.casefold()
    first, *others = _parts(glob)
    if not others:
        return first.fullmatch(text) is not None
    start = first.match(text)
    if start is None:
        return False
    at = start.end()
    for part in others[:-1]:
        found = part.search(text, at)
        if found is None:
            return False
        at = found.end()
    end = len(text) - _length(glob.rpartition("*")[2])
    return end >= at and others[-1].fullmatch(text, end) is not None


def _length(part: str) -> int:
    return len(part.casefold())


def one_of(globs: Iterable[str], text: str) -> bool:
    """Whether any of them stands for it."""
    return any(matches(glob, text) for glob in globs)
