"""What lies in a dispatch that is being written, and how it is written as text.

A draft holds lines: each says what one fact becomes, which version of it the author saw, and the event
of the map that it came from, if it did. A fact stands in it once; one that is so already stands in
it not at all.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec

from campaigns import rulebooks
from campaigns.domain import dispatch_items
from campaigns.models import Campaign, Dispatch
from campaigns.models.dispatch import Draft, DraftLine
from campaigns.rulebooks import dispatch_text
from campaigns.selectors.facts import fact_versions
from rules.kernel.dispatch import events, text
from rules.kernel.dispatch.statements import Happened, Statement, settled
from rules.kernel.facts import FactValue


def opened(row: Dispatch | None, person: Any) -> Draft:
    """What a person has written for a power; empty where they have written nothing."""
    if row is None or not row.is_hand_of(person):
        return Draft()
    return row.content


def with_items(
    draft: Draft,
    items: Sequence[dispatch_items.Item],
    *,
    campaign: Campaign,
    book: rulebooks.Book,
    facts: Mapping[str, FactValue],
) -> Draft:
    """A draft with these items in it: later ones count, and what is so already is left out."""
    lines = {line.key: line for line in draft.lines}
    now = {spec.key: facts.get(spec.key, spec.default) for spec in book.facts}
    for item in items:
        so_far = {**now, **{key: line.value for key, line in lines.items()}}
        event = item if isinstance(item, Happened) else None
        values = (
            settled(book.facts, so_far, [item])
            if isinstance(item, Statement)
            else events.filled(
                dispatch_text.lexicon(book).events[item.event], item.arguments, so_far
            )
        )
        for key, value in values.items():
            lines.pop(key, None)
            if now.get(key) != value:
                lines[key] = DraftLine(key=key, value=value, seen="", event=event)
    written = {key: line.seen for key, line in lines.items() if line.seen}
    fresh = fact_versions.current(campaign, book.facts, facts, set(lines) - set(written))
    return Draft(
        lines=tuple(
            msgspec.structs.replace(line, seen=written.get(key) or fresh[key])
            for key, line in lines.items()
        )
    )


def without_facts(draft: Draft, keys: Collection[str]) -> Draft:
    """A draft without what it says of these facts."""
    return Draft(lines=tuple(line for line in draft.lines if line.key not in keys))


def whole_events(
    draft: Draft, book: rulebooks.Book, facts: Mapping[str, FactValue]
) -> tuple[Happened, ...]:
    """The events of which everything that they fill stands in the draft, or is so already."""
    result: list[Happened] = []
    for line in draft.lines:
        if (
            line.event is not None
            and line.event not in result
            and _is_whole(draft, book, line.event, facts)
        ):
            result.append(line.event)
    return tuple(result)


def _is_whole(
    draft: Draft, book: rulebooks.Book, event: Happened, facts: Mapping[str, FactValue]
) -> bool:
    known = dispatch_text.lexicon(book).events.get(event.event)
    if known is None:
        return False
    own = {line.key: line for line in draft.lines if line.event == event}
    now = {spec.key: facts.get(spec.key, spec.default) for spec in book.facts}
    others = {line.key: line.value for line in draft.lines if line.event != event}
    filled = events.filled(known, event.arguments, {**now, **others})
    if set(own) - set(filled):
        return False
    return all(
        own[key].value == value if key in own else {**now, **others}.get(key) == value
        for key, value in filled.items()
    )


def titles(draft: Draft, book: rulebooks.Book, facts: Mapping[str, FactValue]) -> tuple[str, ...]:
    """What happened on the map by a draft, in words."""
    known = dispatch_text.lexicon(book).events
    return tuple(
        events.title(known[each.event], each.arguments) for each in whole_events(draft, book, facts)
    )


def as_text(draft: Draft, book: rulebooks.Book, facts: Mapping[str, FactValue]) -> str:
    """A draft as text that is read as just the same again."""
    whole = whole_events(draft, book, facts)
    items: list[dispatch_items.Item] = []
    for event, lines in groupby(draft.lines, key=lambda line: line.event):
        if event is not None and event in whole:
            if event not in items:
                items.append(event)
            continue
        items += [Statement(key=line.key, value=line.value) for line in lines]
    return text.write(dispatch_text.lexicon(book), items)
