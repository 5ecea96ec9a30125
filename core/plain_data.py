"""The limits of data from outside: how long, how deep and how much. Pure; ``core.input_limits`` applies
them to requests.
"""

import re
from collections.abc import Iterable
from typing import Any

#: Characters of one text, and of a name within data.
MOST_TEXT = 400_000
MOST_NAME = 300
#: How deep lists and objects may lie in each other, and how many values there may be altogether.
MOST_DEPTH = 16
MOST_VALUES = 10_000
#: The largest whole number that every JSON reader reads alike.
MOST_NUMBER = 2**53 - 1

UNREADABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


class NotPlain(Exception):
    """Data that cannot be read. The message says why."""


def text_problem(text: str, most: int = MOST_TEXT) -> str:
    """What is wrong with a text from outside; nothing if it can be read and stored."""
    if len(text) > most:
        return f"has {len(text):,} characters; at most {most:,} are read"
    if UNREADABLE.search(text):
        return "contains characters that are no text"
    return ""


def plain_data(value: Any) -> Any:
    """The value itself, if it is plain data within the limits. Raises :class:`NotPlain`."""
    count, level, depth = 0, [value], 0
    while level:
        count += len(level)
        if count > MOST_VALUES:
            raise NotPlain(f"More than {MOST_VALUES:,} values were sent.")
        if depth > MOST_DEPTH:
            raise NotPlain(f"Data lie more than {MOST_DEPTH} levels deep in each other.")
        level, depth = [inner for one in level for inner in _inside(one)], depth + 1
    return value


def texts_in(value: Any) -> Iterable[str]:
    """Every text in plain data, at any depth."""
    level = [value]
    while level:
        yield from (one for one in level if isinstance(one, str))
        level = [
            inner
            for one in level
            if isinstance(one, dict | list | tuple)
            for inner in (one.values() if isinstance(one, dict) else one)
        ]


def _inside(value: Any) -> Iterable[Any]:
    """What lies in a value, once it is found in order itself."""
    if isinstance(value, dict):
        for name in value:
            if (
                problem := "is no text"
                if not isinstance(name, str)
                else text_problem(name, MOST_NAME)
            ):
                raise NotPlain(f"A name {problem}.")
        return value.values()
    if isinstance(value, list | tuple):
        return value
    if problem := _value_problem(value):
        raise NotPlain(problem)
    return ()


def _value_problem(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, str):
        problem = text_problem(value)
        return problem and f"A text {problem}."
    if isinstance(value, int | float):
        # False too for what is no number at all.
        return "" if abs(value) <= MOST_NUMBER else "A number is too large."
    return f"{type(value).__name__} is no plain data."
