"""Who took what in a game, by the words of its events."""

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from campaigns.chronicles.weighing import Event

TAKEN = (
    r"^(?P<who>.+?) (?:takes?|retakes?|conquers?|frees?|annex(?:es)?) (?P<what>.+)$",
    r"^(?P<what>.+?) (?:falls? to|yields? to the claim of) (?P<who>.+)$",
    r"^(?P<what>.+) (?:is|are) conquered$",
)
"""How an event tells that something was taken; where it does not say by whom, it was whoever declared war on it last."""
ATTACKED = r"^(?P<who>.+?) declares? war on (?P<what>.+)$"
NO_NAME = re.compile(r"\b(?:city|cities|hexes|pocket|ships)\b")
"""What is no name of a place."""


class Taken(NamedTuple):
    """Something that was taken, by whom, and what that weighed."""

    what: str
    who: str
    weight: int


def taken(events: Iterable[Event], of: Callable[[str], str]) -> list[Taken]:
    """What was taken, by who took it last, in the order of time; ``of`` gives the key of a name, or nothing."""
    attackers: dict[str, str] = {}
    found: dict[str, Taken] = {}
    for event in events:
        if attack := re.search(ATTACKED, event.head):
            attackers[_plain(attack["what"])] = attack["who"]
        told = next(filter(None, (re.search(each, event.head) for each in TAKEN)), None)
        if told is None or NO_NAME.search(told["what"]):
            continue
        place = _plain(told["what"])
        who = of(_plain(told.groupdict().get("who") or attackers.get(place, "")))
        before = found.get(place)
        if before and before.who == who:
            weight = max(before.weight, event.weight)
            found[place] = before._replace(weight=weight)
        elif who or before:
            found.pop(place, None)
            found[place] = Taken(_within(told["what"]), who, event.weight)
    return list(found.values())


def _plain(name: str) -> str:
    return re.sub(r"^[Tt]he ", "", name)


def _within(name: str) -> str:
    return re.sub(r"^The ", "the ", name)
