"""What would differ for players if values were other than they are.

Everything is worked out on what a spectator sees, before and after: menus and acts of every power with
their costs and bounds, tallies, pending rolls with their odds, warnings, what is owed, the numbers of the
board. So neither what differs nor whether anything does can hang on anything secret.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from typing import Any

import msgspec

from campaigns import rulebooks
from rules.kernel.tally import Tally

NAMES = ("label", "title", "name", "reason", "row", "text")
"""What names a part of a page, the best first."""
TOLD = frozenset({"note", "help", "brief", "why", "opens", "meaning", "message", "words", "change"})
"""Texts of a page that may hold a number."""
KEYS = ("key", "value", "piece", "order")
"""By which a part of a list is found again in the other list."""
MOST = 60
"""So many differences are told."""


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """Something that players see and that would differ: for which powers (all of them: empty), what it is, what it
    was and what it would be (empty: not there), and by which rule.
    """

    powers: tuple[str, ...]
    label: str
    before: str
    after: str
    rule: str


@dataclass(frozen=True, slots=True)
class _Seen:
    label: str
    words: str
    rule: str


def effects(book: rulebooks.Book, before: Any, after: Any) -> tuple[Effect, ...]:
    """What differs between two public views. Both are what a spectator sees."""
    found: dict[tuple[str, str, str, str], list[str]] = {}
    for power in ("", *book.powers):
        one, other = (_page(book, view, power) for view in (before, after))
        for place in dict.fromkeys((*one, *other)):
            was, now = one.get(place), other.get(place)
            known = now or was
            if known is None or (was and now and was.words == now.words):
                continue
            told = (known.label, was.words if was else "", now.words if now else "", known.rule)
            found.setdefault(told, []).append(power)
    everybody = len(book.powers)
    return tuple(
        Effect(
            powers=() if "" in powers or len(powers) == everybody else tuple(powers),
            label=label,
            before=was,
            after=now,
            rule=rule,
        )
        for (label, was, now, rule), powers in found.items()
    )


def _page(book: rulebooks.Book, view: Any, power: str) -> Mapping[tuple[str, ...], _Seen]:
    """Everything that a page shows of a power from this view, by its place; of all where there is none."""
    seen: dict[tuple[str, ...], _Seen] = {}
    for part, asked in _parts(book, view, power):
        try:
            shown = asked()
        except Exception:  # noqa: BLE001, S112 - a book that cannot say this of a spectator's view says nothing
            continue
        for place, one in _walk(shown, (part,), "", ""):
            seen.setdefault(place, one)
    return seen


def _parts(book: rulebooks.Book, view: Any, power: str) -> Iterator[tuple[str, Callable[[], Any]]]:
    if not power:
        yield "board", lambda: book.board(view, None)
        return
    yield "menu", lambda: book.menu(view, power)
    yield "acts", lambda: book.acts(view, power)
    yield "standing", lambda: book.standing_menu(view, power)
    yield "rolls", lambda: book.preview(view, power, None)
    yield "owed", lambda: book.owed(view, power)
    yield "warnings", lambda: _warnings(book, view, power)


def _warnings(book: rulebooks.Book, view: Any, power: str) -> Any:
    """What is said of the order that the autopilot would give."""
    order = book.autopilot(view, power)
    return () if order is None else book.warnings(view, power, order)


def _walk(
    shown: Any, place: tuple[str, ...], label: str, rule: str
) -> Iterator[tuple[tuple[str, ...], _Seen]]:
    if rulebooks.is_a(shown, Tally):
        yield from _tally(shown, (*place, shown.title), label, rule)
        return
    if isinstance(shown, msgspec.Struct):
        shown = {name: getattr(shown, name) for name in shown.__struct_fields__}
    elif is_dataclass(shown):
        shown = {field.name: getattr(shown, field.name) for field in fields(shown)}
    if isinstance(shown, Mapping):
        name = next(
            (shown[key] for key in NAMES if isinstance(shown.get(key), str) and shown[key]), ""
        )
        said = _joined(label, name)
        cited = shown.get("rule")
        by = cited if isinstance(cited, str) and cited else rule
        if isinstance(shown.get("whole"), int) and isinstance(shown.get("parts"), int):
            chance = Fraction(shown["parts"], shown["whole"] or 1)
            yield (*place, "chance"), _Seen(_joined(said, "chance"), f"{float(chance):.1%}", by)
            return
        for key, part in shown.items():
            yield from _part(str(key), part, place, said, by)
    elif isinstance(shown, list | tuple):
        for number, part in enumerate(shown):
            yield from _walk(part, (*place, _mark(part, number)), label, rule)


def _part(
    key: str, part: Any, place: tuple[str, ...], label: str, rule: str
) -> Iterator[tuple[tuple[str, ...], _Seen]]:
    here = (*place, key)
    if isinstance(part, bool) or part is None:
        return
    if isinstance(part, int | float):
        if label:
            yield here, _Seen(_joined(label, rulebooks.in_words(key).lower()), str(part), rule)
    elif isinstance(part, str):
        if key in TOLD and part and label:
            yield here, _Seen(label, part, rule)
    else:
        yield from _walk(part, here, label, rule)


def _tally(
    tally: Any, place: tuple[str, ...], label: str, rule: str
) -> Iterator[tuple[tuple[str, ...], _Seen]]:
    """A tally as its net, and each of its reasons with its own rule."""
    said = _joined(label, tally.title)
    yield (
        place,
        _Seen(
            said, f"{tally.net:+d}" if tally.base == 0 else str(tally.net), tally.base_rule or rule
        ),
    )
    for row in tally.rows:
        yield (
            (*place, row.key, row.reason),
            _Seen(_joined(said, row.reason), f"{row.amount:+d}", row.rule or rule),
        )


def _mark(part: Any, number: int) -> str:
    """By what a part of a list is known."""
    for key in (*KEYS, *NAMES):
        found = part.get(key) if isinstance(part, Mapping) else getattr(part, key, None)
        if isinstance(found, str) and found:
            return f"{key} {found}"
    return str(number)


def _joined(label: str, more: str) -> str:
    if not label or more.startswith(label):
        return more
    return f"{label}: {more}" if more and not label.endswith(more) else label


def fewer(found: Iterable[Effect]) -> tuple[tuple[Effect, ...], int]:
    """The first of them, and how many more there are."""
    listed = tuple(found)
    return listed[:MOST], max(0, len(listed) - MOST)
