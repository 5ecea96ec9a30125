"""Who took what in a game, and who came to whom, by the words of its events."""

import re
from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

from campaigns.chronicles.weighing import Event

TAKEN = (
    r"^(?P<who>.+?) (?:takes?|retakes?|conquers?|frees?|annex(?:es)?) (?P<what>.+)$",
    r"^(?P<what>.+?) (?:falls? to|yields? to the claim of) (?P<who>.+)$",
    r"^(?P<what>.+) (?:is|are) conquered$",
)
"""How an event tells that something was taken; where it does not say by whom, it was whoever declared war on it last.
"""
ATTACKED = r"^(?P<who>.+?) (?:declares? war on|enters? the war against) (?P<what>.+)$"
GOES = r"^(?P<who>.+?) goes? to war with (?P<what>[^;]+?)(?: and takes .+)?$"
GAVE_UP = (r"^(?P<what>[^,;]+?) (?:surrenders?|falls?)$",)
"""How an event tells that somebody is out of the war."""
DEEDS = {
    "surrendered": r"^(?P<what>.+?) surrenders? to (?P<who>.+)$",
    "gave_up": r"^(?P<what>[^,;]+?) surrenders?$",
    "joined": r"^(?P<what>.+?) (?:holds out and joins|joins?|becomes? an? ally of|become allies of|allies with) (?P<who>.+)$",
    "traded": r"^(?P<what>.+?) trades? with (?P<who>.+)$",
    "signed": r"^(?P<what>.+?) and (?P<who>.+?) sign an? [^,;]+$",
}
"""What else made a power stand well, and how an event tells it: of a treaty either is the other's."""
NO_NAME = re.compile(r"\b(?:city|cities|hexes|pocket|ships)\b")
"""What is no name of a place."""
MOST_WARS = 2
"""So many wars of others are told of who stood best."""


class Taken(NamedTuple):
    """Something that was taken, by whom, what that weighed, and the event that told it."""

    what: str
    who: str
    weight: int
    event: Event


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
            found[place] = Taken(_within(told["what"]), who, event.weight, event)
    return list(found.values())


def deeds(
    events: Iterable[Event], of: Callable[[str], str], best: str
) -> dict[str, tuple[str, ...]]:
    """Who surrendered to somebody (``best``) or to no one by name, joined their side, came to trade with them, and
    signed treaties with them, each once, in the order of time; ``of`` as for :func:`taken`.
    """
    found: dict[str, dict[str, None]] = {}
    for event in events:
        for kind, pattern in DEEDS.items():
            told = re.search(pattern, event.head)
            if told is None:
                continue
            what, who = (_names(told.groupdict().get(each) or "") for each in ("what", "who"))
            if kind == "gave_up":
                others = [each for each in what if of(_plain(each)) != best]
            elif any(of(_plain(each)) == best for each in who):
                others = what
            elif kind == "signed" and any(of(_plain(each)) == best for each in what):
                others = who
            else:
                break
            found.setdefault(kind, {}).update(dict.fromkeys(map(_within, others)))
            break
    return {kind: tuple(names) for kind, names in found.items()}


def fell_later(
    events: Iterable[Event], of: Callable[[str], str], best: str, joined: Iterable[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Which of those who joined somebody (``best``) others took afterwards: for good, and so that they came back."""
    waiting = dict.fromkeys(map(_plain, joined), False)
    lost: dict[str, tuple[str, bool]] = {}
    for event in events:
        if told := re.search(DEEDS["joined"], event.head):
            mine = any(of(_plain(each)) == best for each in _names(told["who"]))
            waiting |= {name: True for name in map(_plain, _names(told["what"])) if mine}
        for told in filter(None, (re.search(each, event.head) for each in TAKEN)):
            who = of(_plain(told.groupdict().get("who") or ""))
            for name in _names(told["what"]):
                if who != best and waiting.get(_plain(name)):
                    lost[_plain(name)] = _within(name), False
                elif who == best and _plain(name) in lost:
                    lost[_plain(name)] = lost[_plain(name)][0], True
    return (
        tuple(name for name, back in lost.values() if not back),
        tuple(name for name, back in lost.values() if back),
    )


def wars_between(
    events: Iterable[Event], of: Callable[[str], str], best: str, powers: Collection[str]
) -> list[tuple[str, str]]:
    """The weightiest wars that others than somebody (``best``) declared on ``powers``, in the order of time: who, and
    on whom. The war on somebody by name is none of them.
    """
    found: dict[tuple[str, str], Event] = {}
    for event in events:
        told = re.search(ATTACKED, event.head)
        if told is None or of(_plain(told["who"])) == best:
            continue
        if all(_plain(each) in powers for each in _names(told["what"])):
            found.setdefault((_within(told["who"]), _within(told["what"])), event)
    most = sorted(found, key=lambda war: -found[war].weight)[:MOST_WARS]
    return [war for war in found if war in most]


def at_war_since(events: Iterable[Event], keys: Callable[[str], str]) -> dict[str, Event]:
    """The event by which each power first came to war with another, in the order of time; ``keys`` gives the key of a
    power by its name, or nothing.
    """
    found: dict[str, Event] = {}
    for event in events:
        if told := re.search(ATTACKED, event.head) or re.search(GOES, event.head):
            by, whom = ([keys(_plain(each)) for each in _names(told[n])] for n in ("who", "what"))
            if any(by) and any(whom):
                for key in filter(None, (*by, *whom)):
                    found.setdefault(key, event)
    return found


def parties_of(listed: str) -> set[str]:
    """Those of whom an event tells, by their names without an article."""
    return {_plain(name) for name in _names(listed)}


def _names(listed: str) -> list[str]:
    return re.split(r", | and ", listed)


def _plain(name: str) -> str:
    return re.sub(r"^[Tt]he ", "", name)


def _within(name: str) -> str:
    return re.sub(r"^The ", "the ", name)
