"""Which of many declared facts are told first: those that are news, as their rulebook weighs them; numbers last."""

import re
from typing import Any

from rules.kernel import fact_news
from rules.kernel.events import Line
from rules.kernel.facts import FactValue

_NUMBER = re.compile(r"[-+−]?[\d.,]+")
NUMBERS = 1
"""The place of a number that is no news, behind all else."""


def told_first(facts: Any, key: str, value: FactValue | None, words: str) -> int:
    """The place of a fact among others, by its value (``None`` where it is not said) and that in words: the
    lower, the earlier. A frozen revision may know no news of its facts.
    """
    if value is None:
        return 0
    row = fact_news.found(facts, key, value) if hasattr(facts, "news") else None
    return -row.weight if row else _unweighed(words)


def of_a_line(line: Line) -> int:
    """The place of a line among facts that are told together."""
    if line.sort != "fact":
        return 0
    if getattr(line, "news", None) is not None:
        return -line.weight
    return _unweighed(line.head.rpartition(": ")[2])


def _unweighed(words: str) -> int:
    return NUMBERS if _NUMBER.fullmatch(words.strip().rstrip(".")) else 0
