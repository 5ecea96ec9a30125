"""Events and orders in words.

Each chapter of a rulebook declares which events it words, and the rulebook joins them. Orders are
worded by their shape, with the rulebook's names of keys.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from rules.kernel.events import Event, FactDisputed, Line
from rules.kernel.grammar import spoken
from rules.kernel.orders import Chosen, Order

Wording = Mapping[type[Event], Callable[[Any], Line]]
"""What a chapter words: for each kind of event the function that makes a line of it."""


class Words:
    """The words of a rulebook, joined from its chapters.

    ``articles`` and ``plurals`` are names that take an article, or the plural of a verb, in a
    sentence (:func:`rules.kernel.grammar.spoken`). Raises ``ValueError`` when two chapters word the
    same kind of event.
    """

    def __init__(
        self, *parts: Wording, articles: Iterable[str] = (), plurals: Iterable[str] = ()
    ) -> None:
        self._words: dict[type[Event], Callable[[Any], Line]] = {}
        for part in parts:
            twice = self._words.keys() & part.keys()
            if twice:
                raise ValueError(f"Worded twice: {', '.join(sorted(k.__name__ for k in twice))}.")
            self._words |= part
        self._articles, self._plurals = tuple(articles), tuple(plurals)

    @property
    def kinds(self) -> frozenset[type[Event]]:
        """The kinds of event that have words."""
        return frozenset(self._words)

    def line(self, event: Event) -> Line:
        """An event in words. Raises ``KeyError`` for a kind that no chapter words."""
        return spoken(self._words[type(event)](event), self._articles, self._plurals)


def objection(event: FactDisputed, words: Callable[[Any], str]) -> str:
    """What somebody says against a declared fact, with a book's ``words`` for a value."""
    said = "" if event.instead is None else f"Said to be {words(event.instead)}."
    return f"{said} {event.reason}".strip()


def order_in_words(order: Order, name: Callable[[str], str]) -> str:
    """An order in words, with the name of every key; parts that ask for nothing are left out."""
    parts = []
    for part in msgspec.structs.fields(order):
        value = getattr(order, part.name)
        match value:
            case dict():
                said = ", ".join(
                    f"{_detail(k, name)}{': ' if isinstance(v, str) else ' '}{_detail(v, name)}".strip()
                    for k, v in value.items()
                    if v not in ("", 0)
                )
            case tuple() | list():
                said = ", ".join(chosen_in_words(item, name, part.name) for item in value)
            case True:
                said = "yes"
            case _:
                said = _detail(value, name) if value else ""
        if said:
            parts.append(f"{name(part.name)}: {said}")
    return "; ".join(parts)


def chosen_in_words(item: Any, name: Callable[[str], str], part: str) -> str:
    """A chosen option with its details, or a plain key. A detail is called by its key, unless the book has words for
    it in this ``part`` of an order: ``{key: plays.minor, name: "for {what}"}``.
    """
    if not isinstance(item, Chosen):
        return _detail(item, name)
    details = [
        (_known(f"{part}.{key}", name) or f"{_spaced(key)} {{what}}")
        .format(what=_detail(value, name))
        .strip()
        for key, value in item.details.items()
        if value
    ]
    return name(item.option) + (f" ({'; '.join(details)})" if details else "")


def _spaced(key: str) -> str:
    return key.replace("_", " ")


def _known(key: str, name: Callable[[str], str]) -> str:
    """The name of a key that a book has words for, empty for any other."""
    said = name(key)
    return "" if said == _spaced(key) else said


def _detail(value: Any, name: Callable[[str], str]) -> str:
    """A detail of a choice: a yes needs no more words than its key, ``vichy:germany`` is two unless the book has
    words for both together, and a number is no key.
    """
    if value is True:
        return ""
    if isinstance(value, int):
        return str(value)
    return ", ".join(
        _known(one, name) or ", ".join(map(name, one.split(":"))) for one in map(str, _each(value))
    )


def _each(value: Any) -> list[Any]:
    """The single values of a detail."""
    if isinstance(value, tuple | list):
        return list(value)
    return [f"{key} {n}" for key, n in value.items()] if isinstance(value, dict) else [value]
