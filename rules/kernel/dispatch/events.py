"""Events of the map: what happened there at once, and the facts that it fills.

``data/map_events.yaml`` of a book is a list of rows, each a :class:`MapEvent`. In ``say``, ``title``,
``fills`` and ``asks`` a word in braces is what was put into that slot; ``{by.side}`` is a word that the
choice in a slot brings along.
"""

import re
from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from rules.kernel import tables
from rules.kernel.cite import RuleIndex
from rules.kernel.conditions import Grammar
from rules.kernel.errors import NotUnderstood, TableError
from rules.kernel.facts import FactRegistry, FactValue
from rules.kernel.near_misses import suggestion

_SLOT = re.compile(r"\{([a-z_]+)(?:\.([a-z_]+))?\}")
_ADDED = re.compile(r"\+\d+")


class SlotChoice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What can stand in a slot: its name and other names, words that the event may use, and what it
    fills besides.
    """

    name: str
    also: tuple[str, ...] = ()
    words: dict[str, str] = {}
    fills: dict[str, FactValue] = {}
    rule: str = ""


class MapEvent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that happens on the map: how it is said, what it fills, and what is asked beside it.

    ``say`` are the lines by which a dispatch knows it, the first being how it is written. ``fills``
    gives facts their values (``+1`` adds to a count). ``asks`` are facts that belong beside it and
    that only players know. ``when`` is a condition on facts in the form of the book's tables; where it
    does not hold the event is not offered.
    """

    key: str
    title: str
    say: tuple[str, ...]
    slots: dict[str, dict[str, SlotChoice]] = {}
    fills: dict[str, FactValue] = {}
    asks: tuple[str, ...] = ()
    rule: str
    when: Any = None
    help: str = ""


Choices = Mapping[str, Mapping[str, Any]]
"""Named lists of slot choices, as plain data, that rows name instead of writing them out."""


def read(
    package: str,
    registry: FactRegistry,
    cite: RuleIndex,
    lists: Choices,
    name: str = "map_events.yaml",
) -> dict[str, MapEvent]:
    """The events of a book, by key. Raises :class:`TableError` for one that fills no fact, or one with
    a value that it cannot have, and :class:`UnknownRule` for a rule that the index does not know.
    """
    found: dict[str, MapEvent] = {}
    for row in tables.raw(package, name):
        slots = {
            slot: _choices(given, lists, f"{name}: {row['key']}.{slot}")
            for slot, given in row.get("slots", {}).items()
        }
        event = tables.typed({**row, "slots": slots}, MapEvent, name)
        cite(event.rule)
        for choices in event.slots.values():
            for choice in choices.values():
                if choice.rule:
                    cite(choice.rule)
        Grammar(registry).condition(event.when, f"{name}: {event.key}.when")
        _checked(event, registry, name)
        found[event.key] = event
    return found


def _choices(given: Any, lists: Choices, where: str) -> dict[str, Any]:
    """A slot's choices: a mapping, the name of a list, or keys of such lists (``list.key``)."""
    if isinstance(given, str):
        given = lists[given]
    if isinstance(given, list):
        given = {key.rpartition(".")[2]: _named(key, lists, where) for key in given}
    return {
        key: {"name": choice} if isinstance(choice, str) else dict(choice)
        for key, choice in given.items()
    }


def _named(key: str, lists: Choices, where: str) -> Any:
    listed, _, name = key.rpartition(".")
    if listed not in lists or name not in lists[listed]:
        raise TableError(f"{where}: there is no {key!r} among the lists.")
    return lists[listed][name]


def _checked(event: MapEvent, registry: FactRegistry, where: str) -> None:
    """Raises :class:`TableError` unless each choice of each slot fills facts with what they can say."""
    for arguments in _every(event):
        for key, value in _filled(event, arguments).items():
            at = f"{where}: {event.key} with {arguments or 'nothing'}"
            if key not in registry.present:
                raise TableError(f"{at} fills {key!r}, which is no fact.")
            if isinstance(value, str) and _ADDED.fullmatch(value):
                continue
            if (wrong := registry[key].problem(value)) is not None:
                raise TableError(f"{at} says what cannot be. {wrong}")
        for key in asked(event, arguments):
            if key not in registry.present:
                raise TableError(f"{where}: {event.key} asks for {key!r}, which is no fact.")


def _every(event: MapEvent) -> list[dict[str, str]]:
    found: list[dict[str, str]] = [{}]
    for slot, choices in event.slots.items():
        found = [{**one, slot: key} for one in found for key in choices]
    return found


def filled(
    event: MapEvent, arguments: Mapping[str, str], facts: Mapping[str, FactValue]
) -> dict[str, FactValue]:
    """What an event makes of the facts. Raises :class:`NotUnderstood` for what it takes no slot for."""
    for slot, choices in event.slots.items():
        if arguments.get(slot) not in choices:
            raise NotUnderstood(
                f"{event.title}: {arguments.get(slot, '')!r} cannot stand for {slot}.",
                remedy=suggestion(arguments.get(slot, ""), choices),
            )
    if wrong := set(arguments) - set(event.slots):
        raise NotUnderstood(
            f"{event.title} takes no {min(wrong)!r}.", remedy=suggestion(min(wrong), event.slots)
        )
    return {
        key: int(facts.get(key, 0)) + int(value)
        if isinstance(value, str) and _ADDED.fullmatch(value)
        else value
        for key, value in _filled(event, arguments).items()
    }


def _filled(event: MapEvent, arguments: Mapping[str, str]) -> dict[str, FactValue]:
    found: dict[str, FactValue] = {}
    own = (event.slots[slot][key].fills for slot, key in arguments.items())
    for fills in (event.fills, *own):
        for key, value in fills.items():
            name = put(event, key, arguments)
            if name:
                found[name] = put(event, value, arguments) if isinstance(value, str) else value
    return found


def asked(event: MapEvent, arguments: Mapping[str, str]) -> tuple[str, ...]:
    """The facts that belong beside an event."""
    return tuple(filter(None, (put(event, key, arguments) for key in event.asks)))


def put(event: MapEvent, template: str, arguments: Mapping[str, str], named: bool = False) -> str:
    """A template with its slots filled, by key or (``named``) by name; nothing where a choice lacks the
    word that is asked of it.
    """
    lacking = False

    def word(match: re.Match[str]) -> str:
        nonlocal lacking
        slot, part = match.groups()
        choice = event.slots[slot][arguments[slot]]
        if not part:
            return choice.name if named else arguments[slot]
        lacking = lacking or part not in choice.words
        return choice.words.get(part, "")

    text = _SLOT.sub(word, template)
    return "" if lacking else text


def title(event: MapEvent, arguments: Mapping[str, str]) -> str:
    """What happened, in words."""
    return put(event, event.title, arguments, named=True)


class _Facts:
    """The facts of a view, for conditions."""

    subject: ClassVar[Mapping[str, str]] = {}

    def __init__(self, registry: Any, facts: Mapping[str, FactValue]) -> None:
        self._registry, self._facts = registry, facts

    def fact(self, key: str) -> FactValue:
        """What a fact says."""
        value: FactValue = self._facts.get(key, self._registry[key].default)
        return value


def offered(book: Any, view: Any) -> dict[str, MapEvent]:
    """The events of a book that can happen as things stand."""
    events: Mapping[str, MapEvent] = book.map_events
    grammar, at = Grammar(book.facts), _Facts(book.facts, view.facts)
    return {
        key: each
        for key, each in events.items()
        if each.when is None or grammar.condition(each.when, key).holds(at)
    }
