"""Which of many declared facts are told first: wars, then what fell or surrendered, then who holds what, numbers last."""

import re

_WAR = re.compile(r"\bwars?\b", re.IGNORECASE)
_ENDED = re.compile(r"\b(fallen|falls?|conquer|surrender|collaps|vichy|ally|joins?)", re.IGNORECASE)
_NUMBER = re.compile(r"[-+−]?[\d.,]+")


def told_first(label: str, value: str) -> int:
    """The place of a fact among others, by its label and its value in the rulebook's words: the lower, the earlier."""
    if _NUMBER.fullmatch(value.strip().rstrip(".")):
        return 3
    if _WAR.search(label):
        return 0
    return 1 if _ENDED.search(f"{label} {value}") else 2
