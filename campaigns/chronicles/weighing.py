"""What of a long game is worth telling: the weightiest events, each once, and the turning points.

**The reckoning of turning points.** Every event that is news counts with its weight (0 to 100, as its book
gives it). Its turn counts with how much the large chart moved in it, and the year after it with how much
the chart moved then, each as a part of all that the chart ever spans:

    size = weight² × (1 + (moved in the turn + moved in the year after) / 4)

So the weight decides between a great power and a small country, and what moved between events that weigh alike. What
moved is the actor's own line, where the chart has one, else that of those whom the event names. A turn is told by its
weightiest event; of those that weigh nearly as much, by the one with which the measure moved most.

The largest sizes are the turning points, in the order of time; one a turn, and the same news of the same
power only once. There are three, and up to seven where others come near the largest. So a declaration that
many followed weighs more than one that nothing came of. One of them is what turns the tide: where somebody who rose by
the measure begins to lose, and loses at least half in the end.
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from msgspec.structs import replace

from campaigns.chronicles.spec import News
from rules.kernel.headlines import Clause

NOTABLE = 35
"""From which weight on an event is news in a book that names no kinds, and a declared fact in any."""
FACT = "fact_declared"
LEAST = 3
"""So many turning points a game has, if it has so much news."""
GREAT = 80
"""From which weight on several events of one long turn are turning points."""
ALIKE = 95
"""In percent: events of a turn that weigh so nearly as much as its weightiest are told by what they moved."""
NEAR = 80
"""In percent: beyond the least, a turning point is at least so large a part of the largest."""


class Event(NamedTuple):
    """One event in words, as a chronicle may tell it. ``phase`` is its place in time.

    ``lines`` are those that tell it, more than one where several events became one clause, and ``tell`` is how its
    book makes a headline of lines; without them it is told by its ``head`` alone.
    """

    phase: int
    turn: str
    year: str
    kind: str
    actor: str
    head: str
    weight: int
    topic: str = ""
    lines: tuple[Any, ...] = ()
    tell: Callable[[Sequence[Any]], tuple[str, str]] | None = None


class Turning(NamedTuple):
    """A turning point: the event, its size in hundredths, and what moved in its turn."""

    event: Event
    size: int
    moved: int


def is_news(event: Event, news: Sequence[News]) -> bool:
    """Whether an event is worth telling."""
    if event.kind == FACT or not news:
        return event.weight >= NOTABLE
    return any(event.kind == each.kind and event.weight >= each.weight for each in news)


def counted(kind: str, head: str, weight: int, news: Sequence[News]) -> int:
    """What an event weighs in the whole of a game."""
    found = (n.counts for n in news if n.kind == kind and n.words and re.search(n.words, head))
    return max([weight, *found])


def headed(kind: str, head: str, above: str, news: Sequence[News]) -> str:
    """What tells an event by the headline of its phase (``above``); empty where it is told for itself."""
    found = (
        re.search(n.heads, above)
        for n in news
        if n.heads and n.kind == kind and re.search(n.words, head)
    )
    return next((each[1] for each in found if each), "")


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


def gathered(events: Iterable[Event]) -> list[Event]:
    """Events of one message as one: *A joins C* and *B joins C* are *A and B join C*. Each stands where the first
    of it stood, with the weight of the weightiest; whose doing it is stays only where all are of one.
    """
    groups: list[tuple[Clause | None, list[Event]]] = []
    for event in events:
        news = event.lines[0].news if event.lines and event.tell else None
        if news is None or not news.one:
            groups.append((None, [event]))
            continue
        for clause, members in groups:
            if clause is not None and clause.takes(event.weight, news):
                members.append(event)
                break
        else:
            clause = Clause.of(event.weight, news)
            for line in event.lines[1:]:  # gathered before: what joins has to fit all of it
                clause.takes(event.weight, line.news)
            groups.append((clause, [event]))
    return [_joined(members) for _, members in groups]


def _joined(members: Sequence[Event]) -> Event:
    """Several events of one clause as one."""
    first = members[0]
    if len(members) == 1 or first.tell is None:
        return first
    lines = tuple(line for event in members for line in event.lines)
    head = first.tell(_in_time(lines))[0]
    if _left_out(head, lines):
        head = first.tell(_in_time(sorted(lines, key=lambda line: -line.weight)))[0]
    return first._replace(
        head=head,
        weight=max(event.weight for event in members),
        actor=first.actor if {event.actor for event in members} == {first.actor} else "",
        lines=lines,
    )


def _left_out(head: str, lines: Iterable[Any]) -> bool:
    """Whether a head counts names of its lines that it does not tell: then it should name the weightiest."""
    slots = (line.news.slots.items() for line in lines if line.news is not None)
    return any(
        name not in head
        for line, own in zip(lines, slots, strict=False)
        for slot, names in own
        if f"{{{slot}}}" in line.news.one and not isinstance(names, str)
        for name in names
    )


def by_turn(events: Iterable[Event]) -> list[Event]:
    """The events of each turn, gathered."""
    found = []
    for _, own in groupby(events, lambda event: event.turn):
        found += gathered(own)
    return found


def weightiest(events: Sequence[Event], most: int, *, latest: bool = False) -> list[Event]:
    """So many of the weightiest, in the order of time; of equal ones the earlier, or the ``latest``."""
    chosen = _ranked(events, latest=latest)[:most]
    return [events[n] for n in sorted(chosen)]


def clauses(events: Sequence[Event], most: int, *, latest: bool = False) -> list[Event]:
    """As :func:`weightiest`, gathered: what is of one message with one that was chosen, and weighs as much as the
    lightest of them or is of its turn, goes into its clause.
    """
    chosen: list[int] = []
    for n in _ranked(events, latest=latest):
        least = min((events[at].weight for at in chosen), default=0)
        turns = {events[at].turn for at in chosen}
        full = len(gathered([events[at] for at in chosen])) == most
        if full and events[n].weight < least and events[n].turn not in turns:
            continue
        if len(gathered([events[at] for at in (*chosen, n)])) <= most:
            chosen.append(n)
    return gathered([events[n] for n in sorted(chosen)])


def _in_time(lines: Iterable[Any]) -> list[Any]:
    """Lines that are told in their order, none before another by its weight."""
    told = list(lines)
    most = max(line.weight for line in told)
    return [replace(line, weight=most) for line in told]


def headline(events: Sequence[Event]) -> tuple[str, list[Event]]:
    """One or two events as one headline in the order of time, as their book makes it of their lines, and those that it
    tells: where two are too long for one line, the weightier alone.
    """
    if not events:
        return "", []
    tell = events[-1].tell
    if tell is None or not all(event.lines for event in events):
        return "; ".join(event.head for event in events), list(events)
    both = tell([line for event in events for line in event.lines])[0]
    alone = [event for event in events if tell(event.lines)[0] == both]
    if alone:
        return alone[0].head, alone
    return tell(_in_time(line for event in events for line in event.lines))[0], list(events)


def _ranked(events: Sequence[Event], *, latest: bool) -> list[int]:
    turn = -1 if latest else 1
    return sorted(range(len(events)), key=lambda n: (-events[n].weight, turn * n))


def greatest(turnings: Sequence[Turning]) -> Turning:
    """The turning point of the weightiest event; of events that weigh the same the one of the greatest size."""
    return max(turnings, key=lambda each: (each.event.weight, each.size))


def alike(events: Sequence[Event]) -> list[Event]:
    """Those that weigh nearly as much as the weightiest."""
    most = max(event.weight for event in events)
    return [event for event in events if 100 * event.weight >= ALIKE * most]


def _turning(
    events: Sequence[Event], moved: Callable[[Event, int], int], own: Callable[[Event], int]
) -> Turning:
    """A turning point of events that weigh nearly alike: told by one, and of the size that they have together."""
    event = max(events, key=lambda each: (own(each), each.weight, len(each.lines)))
    weight = max(each.weight for each in events)
    size = weight**2 * (400 + moved(event, 0) + moved(event, 1))
    return Turning(event, size, moved(event, 0))


def turning_points(
    events: Sequence[Event],
    moved: Callable[[Event, int], int],
    own: Callable[[Event], int] = lambda event: 0,
    most: int = 7,
    *,
    long: bool = False,
    tide: Event | None = None,
    soon: Collection[str] = (),
) -> list[Turning]:
    """The turning points among events that are news. ``moved`` gives, for the turn of an event and so many years
    after it (0: the turn alone, 1: the year after), how far the large chart moved, in hundredths of all it spans. Of
    events of a turn that weigh nearly the same it is told by the one with which the measure moved farthest (``own``),
    then by the weightiest, then by that of most. Where turns are ``long``, great ones of several phases stand beside
    each other. What turns the ``tide`` of the game is a turning point whatever it weighs, unless its turn has one
    from there on. Where there are too many the smallest of the turns that follow it ``soon`` gives way, which tell
    what followed, else the smallest.
    """
    together: dict[object, list[Event]] = {}
    great = {event.turn for event in events if event.weight >= GREAT}
    for event in events:
        beside = long and event.weight >= GREAT
        if long and not beside and event.turn in great:
            continue
        together.setdefault(event.phase if beside else event.turn, []).append(event)
    sized = [_turning(alike(each), moved, own) for each in together.values()]
    found: list[Turning] = []
    for one in sorted(sized, key=lambda each: (-each.size, each.event.phase)):
        again = any(one.event.head == other.event.head for other in found)
        near = len(found) < LEAST or 100 * one.size >= NEAR * found[0].size
        if near and not again:
            found.append(one)
    found = found[:most]
    if tide is not None and not any(
        each.event.turn == tide.turn and each.event.phase >= tide.phase for each in found
    ):
        follows = [each for each in found if each.event.turn in soon] or found
        if len(found) == most:
            found.remove(follows[-1])
        found.append(_turning([tide], moved, own))
    return sorted(found, key=lambda each: each.event.phase)
