"""What of a long game is worth telling: the weightiest events, each once, and the turning points.

**The reckoning of turning points.** Every event that is news counts with its weight (0 to 100, as its book
gives it). Its turn counts with how much the large chart moved in it, and the year after it with how much
the chart moved then, each as a part of all that the chart ever spans:

    size = weight × (1 + moved in the turn + moved in the year after)

The largest sizes are the turning points, in the order of time; one a turn, and the same news of the same
power only once. So a declaration that many followed weighs more than one that nothing came of.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from campaigns.chronicles.spec import News

NOTABLE = 35
"""From which weight on an event is news in a book that names no kinds."""


class Event(NamedTuple):
    """One event in words, as a chronicle may tell it. ``entry`` is its place in time: the phase."""

    phase: int
    turn: str
    year: str
    kind: str
    actor: str
    head: str
    rest: str
    weight: int
    topic: str = ""
    rule: str = ""


class Turning(NamedTuple):
    """A turning point: the event, its size in hundredths, and what moved in its turn."""

    event: Event
    size: int
    moved: int


def is_news(event: Event, news: Sequence[News]) -> bool:
    """Whether an event is worth telling."""
    if not news:
        return event.weight >= NOTABLE
    return any(event.kind == each.kind and event.weight >= each.weight for each in news)


def told_once(events: Iterable[Event]) -> list[Event]:
    """The events of a game, one of each piece of news, in the order of time.

    Within a turn, lines of one topic tell one piece of news and the weightiest tells it; the same words
    are never told twice in one year.
    """
    best: dict[tuple[str, str], Event] = {}
    order: list[tuple[str, str]] = []
    for event in events:
        key = (event.turn, event.topic or event.head)
        if key not in best:
            order.append(key)
            best[key] = event
        elif event.weight > best[key].weight:
            best[key] = event
    seen: set[tuple[str, str]] = set()
    kept = []
    for key in order:
        event = best[key]
        if (event.year, event.head) not in seen:
            seen.add((event.year, event.head))
            kept.append(event)
    return kept


def weightiest(events: Sequence[Event], most: int, *, latest: bool = False) -> list[Event]:
    """So many of the weightiest, in the order of time; of equal ones the earlier, or the ``latest``."""
    turn = -1 if latest else 1
    chosen = sorted(range(len(events)), key=lambda n: (-events[n].weight, turn * n))[:most]
    return [events[n] for n in sorted(chosen)]


def turning_points(
    events: Sequence[Event], moved: Callable[[str, int], int], most: int = 3
) -> list[Turning]:
    """The turning points among events that are news. ``moved`` gives, for a turn and so many years after it
    (0: the turn alone, 1: the year after), how far the large chart moved, in hundredths of all it spans.
    """
    sized = [
        Turning(
            event,
            event.weight * (100 + moved(event.turn, 0) + moved(event.turn, 1)),
            moved(event.turn, 0),
        )
        for event in events
    ]
    found: list[Turning] = []
    for one in sorted(sized, key=lambda each: (-each.size, each.event.phase)):
        same_turn = any(one.event.turn == other.event.turn for other in found)
        again = any(one.event.head == other.event.head for other in found)
        if not (same_turn or again):
            found.append(one)
    return sorted(found[:most], key=lambda each: each.event.phase)
