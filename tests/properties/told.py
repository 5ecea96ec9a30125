"""Everything that a rulebook says in words: where it is found, and what is wrong with words."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from rules.days_of_decision.model.tables import build as days_tables
from rules.kernel.audience import SPECTATOR, viewer
from rules.kernel.facts import FactSpec
from rules.kernel.rulebook import Rulebook
from rules.kernel.tally import Tally
from rules.war_game_1939.model.tables import build as war_game_tables
from rules.world_at_war.model.names import TARGET_NAMES
from tests.support.books.playing import Turned, asked_powers

SPOKEN = {
    *("label", "note", "help", "why", "title", "what", "silence", "text", "notes", "reason"),
    *("base_reason", "head", "rest", "meaning", "assumption", "net_label", "summary", "message"),
    *("turn_title", "standing", "since", "when", "due", "aim", "price", "score", "sure", "group"),
    *("before", "after", "change", "on_map", "then", "how"),
}
"""Parts of records that a page prints as they stand."""

WRONG = {
    "a raw key": re.compile(r"\b[a-z]+_[a-z_]+\b|(?<![\w.])[a-z]+\.[a-z]+\b|\w>\w|\b[a-z]+:[a-z]+"),
    "a raw value": re.compile(r"\b(True|False|null)\b|(?<!\. )(?<!^)\bNone\b"),
    "doubled punctuation": re.compile(
        r"\.\.(?!\.)|[,;:!?]\s*[.,;:]|\.\s+\.|\s[.,;:](\s|$)|\s\s|,,"
    ),
    "an empty bracket": re.compile(r"\(\s*\)"),
    "a plural with the verb of one": re.compile(
        r"\b(Republicans|Nationalists|Communists|Baltic States|and Luxembourg) "
        r"(is|has|was|joins|moves|survives|fights|surrenders|cedes)\b"
    ),
    "a name without its article": re.compile(
        r"(?<!the )(?<!The )\b(Netherlands|Spanish Republicans|Soviet Union)"
        r" (is|joins?|moves?|makes|owes|has|fights?|cedes?)\b"
    ),
    "a word said twice": re.compile(r"\b([A-Za-z]+) \1\b"),
}


def complaints(said: str, names: Any = ()) -> list[str]:
    """What is wrong with these words; ``names`` are spelt as they are and in no other way."""
    found = [what for what, pattern in WRONG.items() if pattern.search(said)]
    found += [
        f"{name} in other capitals"
        for name, pattern in names
        if any(match != name for match in pattern.findall(said))
    ]
    return found


def spelt(names: Any) -> list[tuple[str, re.Pattern[str]]]:
    """Names with what finds them in any capitals."""
    proper = sorted({name.removeprefix("the ").removeprefix("The ") for name in names if name})
    return [(name, re.compile(rf"\b{re.escape(name)}\b", re.I)) for name in proper]


def words_in(value: Any) -> Iterator[str]:
    """Every spoken part of a record and of what it holds."""
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            part = getattr(value, name)
            if isinstance(part, str):
                if name in SPOKEN and not (name == "group" and isinstance(value, FactSpec)):
                    yield part
            elif name in SPOKEN and isinstance(part, tuple | list):
                yield from (each for each in part if isinstance(each, str))
                yield from words_in(part)
            else:
                yield from words_in(part)
    elif isinstance(value, dict):
        for item in value.values():
            yield from words_in(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from words_in(item)


def said_of(book: Rulebook[Any], turned: Turned) -> Iterator[tuple[str, str]]:
    """Everything said around one phase: where, and the words."""
    yield from _told(book, turned)
    yield from _looked_at(book, turned)
    for order in (*turned.orders.values(), *turned.standing.values()):
        yield f"order {type(order).__name__}", book.say(order)
    for power in asked_powers(book, turned.before):
        yield from _asked(book, turned, power)


def _told(book: Rulebook[Any], turned: Turned) -> Iterator[tuple[str, str]]:
    events = turned.made.events
    for event in events:
        line, where = book.tell(event), type(event).__name__
        yield from ((f"telling {where}", part) for part in (line.head, line.rest))
        if isinstance(line.detail, Tally):
            yield from ((f"tally of {where}", each) for each in words_in(line.detail))
    for who in (SPECTATOR, *map(viewer, book.powers)):
        seen = [book.tell(event) for event in events if event.seen_by(who)]
        yield from (("headline", part) for part in book.headline(seen))


def _looked_at(book: Rulebook[Any], turned: Turned) -> Iterator[tuple[str, str]]:
    public = [event for event in turned.made.events if event.seen_by(SPECTATOR)]
    before, after = (book.view(each, SPECTATOR) for each in (turned.before, turned.made.state))
    yield from (("card", each) for each in words_in(book.cards(after, public)))
    yield from (("ledger", each) for each in words_in(book.ledger(before, after)))
    yield from (("phase", each) for each in words_in(book.phase(turned.before)))


def _asked(book: Rulebook[Any], turned: Turned, power: str) -> Iterator[tuple[str, str]]:
    seen = book.view(turned.before, viewer(power))
    menus = (book.menu(seen, power), book.standing_menu(seen, power), *book.acts(seen, power))
    for menu in filter(None, menus):
        yield from ((f"menu {menu.order}", each) for each in words_in(menu))
    given = turned.orders.get(power)
    yield from (("preview", each) for each in words_in(book.preview(seen, power, given)))
    if book.agreements_title:
        yield from (("agreements", each) for each in words_in(book.agreements(seen, power)))


COUNTRIES = {
    "days_of_decision": [row.name for row in days_tables({}).minors.values()],
    "war_game_1939": [row.name for row in war_game_tables({}).land.territories.values()],
    "world_at_war": list(TARGET_NAMES.values()),
}
