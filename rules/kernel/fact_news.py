"""Declared facts as news: what a value of a fact is called in a headline, as rows of data beside the fact.

``{key: france.fallen, type: "yes", …, news: [{one: France falls, weight: 95}]}``. The first row that fits what was
declared tells it, and gives its weight; a fact that no row fits is no news.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from rules.kernel.events import FactDeclared, Line, News, Slots
from rules.kernel.facts import FactRegistry, FactValue

Values = FactValue | tuple[FactValue, ...] | None
"""One value, or any of several; ``None`` where it does not matter."""

TOPIC = "fact."
"""What the topic of a declared fact begins with; its key follows, where its row names no other topic."""


class FactNews(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is news of a fact: a clause ``one`` (``many`` for several who do it) with its ``weight``, and a
    sentence ``why`` for the lede, all as :class:`rules.kernel.events.News` has them.

    It fits where the fact becomes ``to`` (else: anything but no, nobody and nothing) after it was
    ``was``, and of a fact that is repeated for the keys ``only`` (else for all). In the slots stand ``{value}`` and
    ``{before}`` in words, ``{by}``, who declared it, and what the fact is repeated for, as its label has
    them (``{name}``); ``slots`` gives others of those. ``topic`` is that of events that tell the
    same (``war.{value}.{key}``, by keys). Without ``one`` another event tells it.
    """

    weight: int
    one: str = ""
    many: str = ""
    why: str = ""
    to: Values = None
    was: Values = None
    only: tuple[str, ...] = ()
    slots: dict[str, str] = {}
    topic: str = ""

    def fits(self, before: FactValue, after: FactValue) -> bool:
        """Whether this is what became of the fact."""
        says = after not in NOTHING if self.to is None else _among(after, self.to)
        return says and (self.was is None or _among(before, self.was))


NOTHING = (False, 0, "none", "no", "nobody", "neutral")
"""Values that say that there is nothing."""


def _among(value: FactValue, values: FactValue | tuple[FactValue, ...]) -> bool:
    return value in values if isinstance(values, tuple) else value == values


def news_of(rows: Sequence[FactNews], words: Mapping[str, Any]) -> tuple[FactNews, ...]:
    """The rows of one fact, of those of a template, with the ``words`` that it is repeated for in their slots."""
    named = {slot: str(word) for slot, word in words.items()}
    return tuple(
        msgspec.structs.replace(
            row,
            slots=named | {slot: of.format_map(named) for slot, of in row.slots.items()},
            topic=row.topic.format_map(named | {"value": "{value}"}),
        )
        for row in rows
        if not row.only or named.get("key", "") in row.only
    )


def found(
    facts: FactRegistry, key: str, after: FactValue, before: FactValue | None = None
) -> FactNews | None:
    """What is news of a fact that becomes ``after``, ``None`` where nothing is. Where it is not known what it was
    ``before``, that counts for nothing.
    """
    rows = facts.news.get(key, ())
    known = [row if before is not None else msgspec.structs.replace(row, was=None) for row in rows]
    was = after if before is None else before
    return next((row for row in known if row.fits(was, after)), None)


def told(line: Line, event: FactDeclared, facts: FactRegistry, words: Callable[[Any], str]) -> Line:
    """The line of a declared fact with its news and their weight; ``words`` says a value, or who declared it."""
    row = found(facts, event.key, event.after, event.before)
    if row is None:
        return line
    numbers = facts[event.key].type in ("count", "number")
    slots: Slots = {slot: (word,) for slot, word in row.slots.items()}
    for slot, value in (("value", event.after), ("before", event.before), ("by", event.by)):
        said = words(value) if value != "" else ""
        slots[slot] = said if numbers and slot != "by" else (said,)
    news = News(one=row.one, many=row.many, why=row.why, slots=slots)
    topic = row.topic.format(value=event.after) or f"{TOPIC}{event.key}"
    return msgspec.structs.replace(line, news=news, weight=row.weight, topic=topic)
