"""Events of the map as lines of a dispatch: ``conquered: Belgium, Luxembourg by Germany``."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from rules.kernel.dispatch.events import put
from rules.kernel.dispatch.names import Lexicon
from rules.kernel.dispatch.statements import Happened
from rules.kernel.dispatch.words import Tokens

_SLOT = re.compile(r"\{([a-z_]+)\}")


def line(lexicon: Lexicon, happened: Happened) -> str:
    """An event as its line of text."""
    event = lexicon.events[happened.event]
    return put(event, event.say[0], happened.arguments, named=True)


def read(lexicon: Lexicon, text: str) -> tuple[Happened, ...]:
    """The events that a line says, one for each of several names in a slot; none where it says none."""
    words = lexicon.folded(text)
    known = set(words)
    for event, pattern in patterns(lexicon):
        if all(known.issuperset(part) for part in pattern if isinstance(part, tuple)):
            for slots in _matched(pattern, words, 0):
                found = {
                    slot: _choices(names(lexicon, event, slot), said)
                    for slot, said in slots.items()
                }
                if all(found.values()) and found.keys() == event.slots.keys():
                    return tuple(
                        Happened(event=event.key, arguments=dict(zip(found, each, strict=True)))
                        for each in product(*found.values())
                    )
    return ()


def patterns(lexicon: Lexicon) -> Sequence[tuple[Any, list[Tokens | str]]]:
    """Every line of every event in parts, with its event."""
    if lexicon.patterns is None:
        lexicon.patterns = [
            (event, _pattern(lexicon, say))
            for event in lexicon.events.values()
            for say in event.say
        ]
    return lexicon.patterns


def names(lexicon: Lexicon, event: Any, slot: str) -> Mapping[Tokens, str]:
    """The choices of a slot by the words of their names."""
    known = lexicon.slots.get((event.key, slot))
    if known is None:
        known = lexicon.slots[event.key, slot] = {
            lexicon.folded(name): key
            for key, choice in event.slots[slot].items()
            for name in (choice.name, *choice.also, key)
        }
    return known


def _pattern(lexicon: Lexicon, say: str) -> list[Tokens | str]:
    """A line in parts: words that stand there, and names of slots."""
    parts = _SLOT.split(say)
    return [
        part if at % 2 else lexicon.folded(part)
        for at, part in enumerate(parts)
        if at % 2 or lexicon.folded(part)
    ]


def _matched(pattern: list[Tokens | str], words: Tokens, at: int) -> Iterator[dict[str, Tokens]]:
    """The ways in which words fill the slots of a pattern."""
    if at == len(pattern):
        if not words:
            yield {}
        return
    part = pattern[at]
    if isinstance(part, tuple):
        if words[: len(part)] == part:
            yield from _matched(pattern, words[len(part) :], at + 1)
        return
    for end in range(1, len(words) + 1):
        for rest in _matched(pattern, words[end:], at + 1):
            yield {part: words[:end], **rest}


def _choices(names: Mapping[Tokens, str], words: Tokens) -> tuple[str, ...]:
    """Keys of the choices that words name, one after the other."""
    found: list[str] = []
    while words:
        if words[0] == "and" and found:
            words = words[1:]
        end = next((end for end in range(len(words), 0, -1) if words[:end] in names), 0)
        if not end:
            return ()
        found.append(names[words[:end]])
        words = words[end:]
    return tuple(found)
