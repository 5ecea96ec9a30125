"""What declaring a dispatch would change, as far as one power can know: its author, or one who is asked about it.

It is declared on that power's *view*, never on the state, by the book itself and without dice. What a view
cannot work out is named.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from rules.kernel.audience import viewer
from rules.kernel.dice import NoDice
from rules.kernel.dispatch.weighing import ChoiceMoved, RollMoved, choices, rolls
from rules.kernel.events import Line
from rules.kernel.facts import FactValue
from rules.kernel.serial import tag_of


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One fact: what it was and becomes; ``rule`` where it follows by one."""

    key: str
    label: str
    before: FactValue
    after: FactValue
    rule: str = ""


class ForetoldEvent(msgspec.Struct, frozen=True, kw_only=True):
    """Something that would happen at once, in the book's words: the outcome, then its reasons."""

    text: str
    rest: str = ""
    rule: str = ""
    actor: str = ""


class Begun(msgspec.Struct, frozen=True, kw_only=True):
    """A clock, obligation, pact or threshold that begins or ends."""

    sort: str
    title: str
    begins: bool
    rule: str = ""


class Effects(msgspec.Struct, frozen=True, kw_only=True):
    """What a dispatch would change.

    ``stated`` are its own statements, ``follows`` facts that are entered with them, ``told`` what
    happens by rule, ``ledger`` rows of tracks, ``rolls`` and ``choices`` what moves in pending
    rolls and on menus, ``begun`` what begins and ends. ``unknown`` says what could not be worked
    out, ``still`` that nothing moves at all; both are sentences, or empty.
    """

    stated: tuple[Change, ...] = ()
    follows: tuple[Change, ...] = ()
    told: tuple[ForetoldEvent, ...] = ()
    ledger: tuple[Any, ...] = ()
    rolls: tuple[RollMoved, ...] = ()
    begun: tuple[Begun, ...] = ()
    choices: tuple[ChoiceMoved, ...] = ()
    unknown: tuple[str, ...] = ()
    still: str = ""


STILL = "These lines change what the map says, and nothing else for now."
SAME = "The map says all of this already."


def effects(
    book: Any,
    view: Any,
    power: str,
    values: Mapping[str, FactValue],
    order: Any = None,
    *,
    by: str = "",
) -> Effects:
    """What declaring these values would change for a power, from its own view; ``order`` is its draft
    for the phase, whose rolls are weighed, ``by`` who declares them, where it is another. Never raises for
    what a view cannot work out.
    """
    return foretold(book, view, power, values, order, by=by)[0]


def foretold(
    book: Any,
    view: Any,
    power: str,
    values: Mapping[str, FactValue],
    order: Any = None,
    *,
    by: str = "",
) -> tuple[Effects, Any | None]:
    """As :func:`effects`, and the view of the power once the values are declared; ``None`` where it cannot be worked
    out.
    """
    by = by or power
    values = book.named_now(view, values, by)
    stated = tuple(
        Change(
            key=key,
            label=book.facts[key].label,
            before=book.facts.value(view.facts, key),
            after=value,
        )
        for key, value in values.items()
    )
    if all(each.before == each.after for each in stated):
        return Effects(stated=stated, still=SAME), view
    try:
        done = _done(book, view, by, values)
    except Exception as error:  # noqa: BLE001 - a book may stumble over what a view leaves out
        return Effects(stated=stated, unknown=(_sentence(book, power, error),)), None
    after = book.view(done.state, viewer(power))
    unknown: list[str] = []

    def asked(what: str, found: Any) -> Any:
        """What one of the book's pages says of both views; named where it cannot say it."""
        try:
            return found()
        except Exception:  # noqa: BLE001 - as above
            unknown.append(f"What becomes of {what} cannot be worked out from what you know.")
            return ()

    moved = Effects(
        stated=stated,
        follows=tuple(_follows(book, view, done, values)),
        told=asked("what happens at once", lambda: tuple(told(book, done, power))),
        ledger=asked("the tracks", lambda: tuple(book.ledger(view, after))),
        rolls=asked(
            "the rolls",
            lambda: rolls(book.preview(view, power, order), book.preview(after, power, order)),
        ),
        begun=asked(
            "clocks and obligations",
            lambda: tuple(begun(book, view, after, power, said=begins(done, power))),
        ),
        choices=asked(
            "your choices", lambda: choices(_menus(book, view, power), _menus(book, after, power))
        ),
    )
    nothing = not (moved.follows or moved.told or moved.ledger or moved.rolls or moved.begun)
    still = STILL if nothing and not (moved.choices or unknown) else ""
    return msgspec.structs.replace(moved, unknown=tuple(unknown), still=still), after


def view_after(book: Any, view: Any, power: str, values: Mapping[str, FactValue]) -> Any | None:
    """The view of a power once it has declared these values; ``None`` where it cannot be worked out."""
    try:
        done = _done(book, view, power, book.named_now(view, values, power))
    except Exception:  # noqa: BLE001 - a book may stumble over what a view leaves out
        return None
    return book.view(done.state, viewer(power))


def _done(book: Any, view: Any, power: str, values: Mapping[str, FactValue]) -> Any:
    return book.perform(view, power, book.orders["declare"](facts=dict(values)), NoDice())


def _sentence(book: Any, power: str, error: Exception) -> str:
    """Why nothing could be worked out: a refusal in its own words, a stumble in ours."""
    message = getattr(error, "message", "")
    if message:
        return str(message)
    name = book.powers[power].name if power in book.powers else power
    return f"What follows cannot be worked out from what {name} knows; the lines can be declared."


def _follows(book: Any, view: Any, done: Any, values: Mapping[str, FactValue]) -> Iterator[Change]:
    """Facts that changed without being stated, with the rule by which each did."""
    rules = {event.key: event.rule for event in done.events if tag_of(event) == "fact_declared"}
    for key, after in done.state.facts.items():
        before = book.facts.value(view.facts, key)
        if before != after and values.get(key) != after:
            label = book.facts[key].label
            yield Change(key=key, label=label, before=before, after=after, rule=rules.get(key, ""))


def changed(book: Any, view: Any, done: Any) -> Iterator[Change]:
    """All facts that changed, with the rule by which each did."""
    yield from _follows(book, view, done, {})


def told(book: Any, done: Any, power: str) -> Iterator[ForetoldEvent]:
    """What happens, for this power to see, facts apart."""
    return consequences(
        book.tell(event)
        for event in done.events
        if event.seen_by(viewer(power)) and tag_of(event) not in FACTS
    )


def consequences(lines: Iterable[Line]) -> Iterator[ForetoldEvent]:
    """What these lines tell, without those that another says as well."""
    said = list(lines)
    for line in said:
        if not any(_says_too(other, line) for other in said):
            yield ForetoldEvent(text=line.head, rest=line.rest, rule=line.rule, actor=line.actor)


def _says_too(other: Line, line: Line) -> bool:
    """Whether another line of a topic says what this one does: it has all its reasons and more, or is the news that
    this one stands beside. The steps of a track are all told.
    """
    if not line.topic or line.topic != other.topic or line.sort == "track":
        return False
    beside = line.news is not None and not line.news.one
    news = other.news is not None and bool(other.news.one)
    more = bool(line.rest) and line.rest != other.rest and line.rest in other.rest
    return (beside and news) or more


def begins(done: Any, power: str) -> frozenset[str]:
    """The keys of clocks and duties whose beginning is told to a power as something that happens."""
    return frozenset(event.begins for event in done.events if event.seen_by(viewer(power)))


FACTS = ("fact_declared", "fact_confirmed", "fact_disputed")
"""The events that only tell of facts."""


def begun(
    book: Any, before: Any, after: Any, power: str, *, said: Collection[str] = ()
) -> Iterator[Begun]:
    """Clocks, obligations, pacts and thresholds that are watched in one view and not in the other; without
    those whose beginning is ``said`` already.
    """
    sorts = ("clock", "obligation", "pact", "threshold")
    old, new = (
        {
            (each.sort, each.key): each
            for each in book.relevant_facts(state, power)
            if each.sort in sorts
        }
        for state in (before, after)
    )
    for key in dict.fromkeys((*old, *new)):
        if (key in old) != (key in new) and not (key in new and key[1] in said):
            each = new.get(key) or old[key]
            yield Begun(sort=each.sort, title=each.title, begins=key in new, rule=each.rule)


def _menus(book: Any, state: Any, power: str) -> tuple[Any, ...]:
    menu = book.menu(state, power)
    return (*((menu,) if menu is not None else ()), *book.acts(state, power))
