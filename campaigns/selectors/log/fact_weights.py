"""Which of many declared facts are told first: wars, then what fell or surrendered, then who holds a capital or what
else decides over a country, then other places, numbers last.
"""

import re
from collections.abc import Collection
from functools import lru_cache
from typing import Any

from campaigns import rulebooks

_WAR = re.compile(r"\bwars?\b", re.IGNORECASE)
_ENDED = re.compile(r"\b(fallen|falls?|conquer|surrender|collaps|vichy|ally|joins?)", re.IGNORECASE)
_CAPITAL = re.compile(r"\bcapital\b", re.IGNORECASE)
_NUMBER = re.compile(r"[-+−]?[\d.,]+")
NUMBERS = 4
"""The place of a number, behind all else."""


def told_first(label: str, value: str, capitals: Collection[str] = ()) -> int:
    """The place of a fact among others, by its label and its value in the rulebook's words: the lower, the earlier.

    ``capitals`` are labels of facts, as :func:`capitals_of` has them.
    """
    if _NUMBER.fullmatch(value.strip().rstrip(".")):
        return NUMBERS
    if _WAR.search(label):
        return 0
    if _ENDED.search(f"{label} {value}"):
        return 1
    return 2 if _CAPITAL.search(label) or any(name in label for name in capitals) else 3


def of_a_line(head: str, rulebook: str, revision: str) -> int:
    """The place of a fact, by the line that tells it."""
    label, _between, value = head.rpartition(": ")
    return told_first(label, value, capitals_of(rulebook, revision))


@lru_cache(maxsize=64)
def capitals_of(rulebook: str, revision: str) -> frozenset[str]:
    """The labels of the places that decide over a country: those that an event of the map about it enters."""
    book = rulebooks.for_names(rulebook, revision)
    if book is None:
        return frozenset()
    events: Any = book.map_events
    keys = {key for event in events.values() for key in event.fills}
    for event in events.values():
        keys |= {
            key for slot in event.slots.values() for choice in slot.values() for key in choice.fills
        }
    return frozenset(
        spec.label for spec in book.facts if spec.key in keys and spec.type == "control"
    )
