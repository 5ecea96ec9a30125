"""Which facts are suggested to whoever writes a dispatch, and why.

A book says what something open now may still read (``Pages.relevant_facts``), each from its own tables and
tallies; here that is put in order. Everything comes from the view of the power that writes.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

import msgspec

from rules.kernel.dispatch.events import MapEvent, asked, filled, put, title
from rules.kernel.dispatch.statements import Happened
from rules.kernel.facts import FactValue

_BESIDE, _EACH_TURN, _AT_WAR = 8, 6, 6
"""How many lines each of the first groups has at most; together they are twenty, to be read at a glance."""
_OPEN = ("clock", "obligation", "pact", "threshold", "roll")
"""The order of what is left, for searching."""
_DECLARE = "declare"


class Suggestion(msgspec.Struct, frozen=True, kw_only=True):
    """A fact, what it says now, and why it is suggested."""

    key: str
    label: str
    value: FactValue
    why: str
    rule: str = ""


class SuggestionGroup(msgspec.Struct, frozen=True, kw_only=True):
    """Suggestions of one kind. ``first``: few, and shown at once; the others are there to be searched."""

    key: str
    title: str
    first: bool
    suggestions: tuple[Suggestion, ...]


def declarable(book: Any, view: Any, power: str) -> frozenset[str]:
    """The facts that a power may declare now, by its menu."""
    return frozenset(
        spec.key
        for menu in book.acts(view, power)
        if menu.order == _DECLARE
        for field in menu.fields
        for spec in field.facts
    )


def suggestions(
    book: Any,
    view: Any,
    power: str,
    written: Mapping[str, FactValue],
    happened: Iterable[Happened] = (),
) -> tuple[SuggestionGroup, ...]:
    """What is suggested beside the facts and events that were written so far; no fact stands twice."""
    mine = declarable(book, view, power)
    watched = tuple(book.relevant_facts(view, power))
    taken = set(written)
    at_war = any(each.sort in ("front", "war") for each in watched)

    def group(
        key: str, heading: str, found: Iterable[tuple[str, str, str]], most: int | None = None
    ) -> SuggestionGroup:
        """Of facts with their reasons and rules those that are new, as many as there may be."""
        kept: list[Suggestion] = []
        for fact, why, rule in found:
            if fact in taken or fact not in mine:
                continue
            if most is not None and len(kept) >= most:
                break
            taken.add(fact)
            label, now = book.facts[fact].label, book.facts.value(view.facts, fact)
            kept.append(Suggestion(key=fact, label=label, value=now, why=why, rule=rule))
        return SuggestionGroup(
            key=key, title=heading, first=most is not None, suggestions=tuple(kept)
        )

    found = [
        group("beside", "Beside what you wrote", _beside(book, view, written, happened), _BESIDE),
        group("each_turn", "Asked each turn", _each_turn(view, watched), _EACH_TURN),
        group(
            "war",
            "What may have changed on the map",
            (
                *(_under_attack(book, view) if at_war else ()),
                *_in_order(watched, "front"),
                *_changed_first(book, view, _in_turn(watched, "war")),
            ),
            _AT_WAR,
        ),
    ]
    for sort in _OPEN:
        for each in watched:
            if each.sort == sort:
                rows = ((fact, each.title, each.rule) for fact in each.facts)
                found.append(group(f"{sort}-{each.key}", each.title, rows))
    found.append(group("more-count", "More of each turn", _in_order(watched, "count")))
    found.append(group("more-war", "More of the war", _in_order(watched, "front", "war")))
    return tuple(each for each in found if each.suggestions)


Row = tuple[str, str, str]
"""A fact, why it is suggested, and the rule."""


def _beside(
    book: Any, view: Any, written: Mapping[str, FactValue], happened: Iterable[Happened]
) -> Iterator[Row]:
    """What belongs beside the events, what else an event fills of which a part was written, and what
    a bound compares with the facts that were written, where one of those counts by what it said or says now.
    """
    events: Mapping[str, MapEvent] = book.map_events
    for each in happened:
        event = events.get(each.event)
        if event is not None:
            words = title(event, each.arguments)
            for fact in (*asked(event, each.arguments), *filled(event, each.arguments, view.facts)):
                yield fact, words, event.rule
    if not written:
        return
    for event in events.values():
        yield from _part_of(event, written)
    agreement = book.consistency(view)
    before = {key: book.facts.value(view.facts, key) for key in written}
    for bound in agreement.bounds:
        terms = [term for term in (*bound.less, *bound.more) if term.fact in written]
        if any(term.value(facts) for facts in (before, written) for term in terms):
            for fact in bound.facts:
                yield fact, bound.note, agreement.rule_of(bound)


def _part_of(event: MapEvent, written: Mapping[str, FactValue]) -> Iterator[Row]:
    """What goes with facts that an event fills: of one without slots when they are as it says, of one
    with slots whichever choice fills them.
    """
    if not event.slots:
        if all(written.get(key) == value for key, value in event.fills.items()):
            for fact in event.asks:
                yield fact, event.title, event.rule
        return
    for slot, choices in event.slots.items():
        for key, choice in choices.items():
            if written.keys().isdisjoint(choice.fills):
                continue
            mine = "{" + slot + "}"
            templates = [fact for fact in event.fills if fact.count("{") == fact.count(mine)]
            for fact in (*choice.fills, *(put(event, each, {slot: key}) for each in templates)):
                yield fact, choice.name, choice.rule or event.rule


def _under_attack(book: Any, view: Any) -> Iterator[Row]:
    """What an event of the map would fill of what an event that has happened was about, such as the capital of
    a country that was attacked: as long as none of it has changed.
    """
    events: Mapping[str, MapEvent] = book.map_events
    for event in events.values():
        if len(event.slots) < 2 or not any(value is True for value in event.fills.values()):
            continue
        for picked in product(*event.slots.values()):
            arguments = dict(zip(event.slots, picked, strict=True))
            named = {
                put(event, key, arguments) for key, value in event.fills.items() if value is True
            }
            if named and all(view.facts.get(fact) is True for fact in named):
                for about in picked:
                    for fact, rule in _of(events, about):
                        if _as_ever(book, view, fact):
                            yield fact, title(event, arguments), rule


def _of(events: Mapping[str, MapEvent], about: str) -> Iterator[tuple[str, str]]:
    """The facts, with the rule, that events fill for a choice of one slot that has places of its own, and for it
    alone.
    """
    for event in events.values():
        for slot, choices in event.slots.items():
            choice = choices.get(about)
            if choice is None or not choice.fills:
                continue
            mine = "{" + slot + "}"
            named = [fact for fact in event.fills if 0 < fact.count("{") == fact.count(mine)]
            for fact in (*choice.fills, *(put(event, each, {slot: about}) for each in named)):
                yield fact, choice.rule or event.rule


def _changed_first(book: Any, view: Any, rows: Iterable[Row]) -> list[Row]:
    """Facts that say something else than when the war began stand before those that never changed."""
    return sorted(rows, key=lambda row: _as_ever(book, view, row[0]))


def _as_ever(book: Any, view: Any, fact: str) -> bool:
    """Whether a fact never changed."""
    return bool(book.facts.value(view.facts, fact) == book.facts[fact].default)


def _each_turn(view: Any, watched: Iterable[Any]) -> Iterator[Row]:
    """What is asked again each turn, and what was declared in the turn before this one."""
    for each in watched:
        if each.sort == "count":
            for fact in each.facts:
                yield fact, each.title, each.rule
    for fact, claim in sorted(view.claims.items()):
        if claim.by and claim.turn == view.turn - 1:
            yield fact, "Declared last turn", ""


def _in_order(watched: Iterable[Any], *sorts: str) -> Iterator[Row]:
    """The facts of these sorts as they come."""
    for sort in sorts:
        for each in watched:
            if each.sort == sort:
                for fact in each.facts:
                    yield fact, each.title, each.rule


def _in_turn(watched: Iterable[Any], sort: str) -> Iterator[Row]:
    """The facts of one sort, one of each in turn, so that none crowds out the others."""
    rows = [each for each in watched if each.sort == sort]
    for place in range(max((len(each.facts) for each in rows), default=0)):
        for each in rows:
            if place < len(each.facts):
                yield each.facts[place], each.title, each.rule
