"""Events and sentences of a chronicle within other sentences: what is written small there, and how they are joined."""

import re
from collections.abc import Iterable

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaigns.chronicles.weighing import Event
from campaigns.chronicles.wording import upper
from campaigns.domain.wording import in_readers_words as say
from rules.kernel.grammar import within

GLANCE = 160
"""Letters of what came of an event, beyond its first sentence."""
SENTENCE = re.compile(r"(?<=[.!?])\s+")
SMALL = {
    "en": frozenset(["The", "A", "An", "Of", "In", "From", "It"]),
    "de": frozenset(
        [
            "Der",
            "Die",
            "Das",
            "Den",
            "Dem",
            "Ein",
            "Eine",
            "Von",
            "Vom",
            "Im",
            "In",
            "Mit",
            "Am",
            "Nach",
            "Niemand",
        ]
    ),
}
"""Words that a language writes small where they begin no sentence."""
SEASON = re.compile(r"^(?:Spring|Summer|Fall|Autumn|Winter)(?= \d)")


def came_of(event: Event, headline: str, lede: str) -> str:
    """What came of an event at once, in the words that stand below the headline of its phase; of what else happened in
    that phase it begins with what the headline tells beside it. Empty where neither tells the event.
    """
    head = within(event.head).lower()
    beside = [
        each
        for each in headline.split("; ")
        if head not in within(each).lower() and within(each).lower() not in head
    ]
    below = SENTENCE.split(lede) if lede else []
    if len(beside) == len(headline.split("; ")) and f"{head}." not in (s.lower() for s in below):
        return ""
    found = [f"{upper(each)}." for each in beside]
    found += [each for each in below if f"{head}." != within(each).lower()]
    kept = found[:1]
    for each in found[1:]:
        if len(" ".join((*kept, each))) > GLANCE:
            break
        kept.append(each)
    return " ".join(kept)


def in_turn(turn: str) -> str:
    """A turn by its name within a sentence of its reader: English writes seasons small."""
    said = say(turn)
    if (get_language() or "en").startswith("en"):
        return SEASON.sub(lambda found: found[0].lower(), said)
    return said


def inside(sentence: str) -> str:
    """A sentence of its reader that goes on behind other words: English writes its first word small, unless it is a
    name.
    """
    first, space, rest = sentence.partition(" ")
    english = (get_language() or "en").startswith("en")
    return f"{first.lower()}{space}{rest}" if english and first in SMALL["en"] else sentence


def clause(event: Event) -> str:
    """An event within a sentence of its reader: what is no name is written small."""
    said = say(within(event.head))
    if event.head[:1] != event.head[:1].upper() or not said:
        return said
    first = said.split(" ")[0]
    language = (get_language() or "en")[:2]
    small = first in SMALL.get(language, ()) or (language == "en" and _common(event))
    return f"{said[0].lower()}{said[1:]}" if small else said


def _common(event: Event) -> bool:
    """Whether the head of an event begins with a word that is no name: so its book writes it in its news."""
    news = event.lines[0].news if event.lines else None
    return news is not None and event.head.split(" ")[0].lower() == news.one.split(" ")[0]


def clauses(events: Iterable[Event], *, dated: bool = False) -> str:
    """Events as clauses of one sentence, each with its turn where they are ``dated``; empty of none."""
    heads = []
    for event in events:
        head = clause(event)
        given = {"event": head, "turn": in_turn(event.turn)}
        heads.append(_("%(event)s, in %(turn)s") % given if dated else head)
    return "; ".join(heads)
