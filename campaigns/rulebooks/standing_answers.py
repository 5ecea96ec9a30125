"""Which part of a standing order answers, and what came of it. Pure: a rulebook, states and orders go in.

A rulebook says whether a standing order answers what a phase asks; some speak only while it is resolved.
So the first is found by trying each part alone, the second by resolving once more without it, with the
same dice.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from campaigns import rulebooks
from rules.kernel.errors import RulesError
from rules.kernel.orders import Order
from rules.kernel.serial import canonical

MOST_PARTS = 12
"""Of a longer standing order its parts are not tried out one by one."""
MOST_TOLD = 3


def asked_part(book: rulebooks.Book, view: Any, power: str, order: Order) -> Order | None:
    """The parts of a standing order of which each by itself answers what the phase asks of the power, as one
    order; the whole if only all of it does; ``None`` if it does not.
    """
    if not book.stands(view, power, order):
        return None
    data = rulebooks.as_data(order) or {}
    alone = [
        path
        for path in _paths(data)
        if (part := rulebooks.understood(book, _only(data, [path]))) is not None
        and book.stands(view, power, part)
    ]
    return rulebooks.understood(book, _only(data, alone)) if alone else order


def made_out(
    book: rulebooks.Book,
    power: str,
    order: Order,
    resolve: Callable[[Order | None], Any],
    real: Any,
) -> tuple[Order, list[str]] | None:
    """What a power's standing order made out in a resolution: the part of it that did, and what it brought as
    far as the power is told, at most ``MOST_TOLD`` heads; ``None`` if all came as without it.

    ``resolve`` resolves once more with another standing order of the power, or none; ``real`` is what came.
    """
    without = _events(resolve, None)
    if without is None or without == _seen(real.events):
        return None
    data, part = rulebooks.as_data(order) or {}, order
    paths = list(_paths(data))
    if 1 < len(paths) <= MOST_PARTS:
        counted = []
        for path in paths:
            rest = rulebooks.understood(book, _only(data, [one for one in paths if one != path]))
            if rest is None or _events(resolve, rest) != _seen(real.events):
                counted.append(path)
        part = rulebooks.understood(book, _only(data, counted)) or order if counted else order
    told = [
        book.tell(event)
        for event in real.events
        if canonical(event) not in without
        and (event.audience.everybody or power in event.audience.powers)
    ]
    told.sort(key=lambda line: -line.weight)
    return part, [str(line.head) for line in told[:MOST_TOLD]]


def _events(resolve: Callable[[Order | None], Any], order: Order | None) -> list[bytes] | None:
    """What would come with another standing order; ``None`` where that cannot be resolved."""
    try:
        return _seen(resolve(order).events)
    except RulesError:
        return None


def _seen(events: Any) -> list[bytes]:
    return [canonical(event) for event in events]


def _paths(data: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """The parts of an order: its fields, of a field by names each name."""
    for field, value in data.items():
        if field == "kind" or not value:
            continue
        if isinstance(value, Mapping):
            yield from ((field, str(name)) for name in value)
        else:
            yield (field,)


def _only(data: Mapping[str, Any], paths: list[tuple[str, ...]]) -> dict[str, Any]:
    """An order with these parts alone."""
    kept: dict[str, Any] = {"kind": data.get("kind", "")}
    for field, *name in paths:
        if name:
            kept.setdefault(field, {})[name[0]] = data[field][name[0]]
        else:
            kept[field] = data[field]
    return kept
