"""Whether the stations of a word belong together: the case calls the code, and the data moves the case."""

import importlib
import inspect
import sys
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from types import CodeType, FrameType
from typing import Any

import msgspec

from campaigns.rulebooks import conformance
from rules.kernel.conformance.cases import Case
from rules.kernel.errors import RulesError
from rules.kernel.memo import Memo
from rules.registry import BOOKS
from tests.glossary import ROOT, Word, row_of_data

CONDITIONS = ("when", "unless", "times")
"""Keys of rows that hold a condition or what is counted."""


@cache
def cases_of(book: str, file: str) -> dict[str, Case]:
    """The cases of one file, by name."""
    report = conformance.read([ROOT / "tests" / "conformance" / book / f"{file}.yaml"])
    return {case.case: case for case in report.cases}


def case_of(book: str, word: Word) -> Case:
    """The case that a word names. Raises ``KeyError``."""
    file, _, name = word.case.partition("/")
    return cases_of(book, file)[name]


def named_code(book: str, word: Word) -> Any:
    """The function or class that a word names, as its module holds it."""
    module, _, name = word.code.partition(":")
    return getattr(importlib.import_module(f"rules.{book}.{module}"), name)


def forget() -> None:
    """Empty everything that the rules remember between calls, so that what is asked is worked out."""
    for name, module in list(sys.modules.items()):
        if name.startswith("rules.") and name != "rules.kernel.tables":
            for held in list(vars(module).values()):
                for thing in (held, *(vars(held).values() if inspect.isclass(held) else ())):
                    if isinstance(thing, Memo):
                        thing._known.clear()
                    elif hasattr(thing, "cache_clear"):
                        thing.cache_clear()


def _function(thing: Any) -> Any:
    """The bare function under what wraps it (a memo, a property, a method of a class)."""
    if isinstance(thing, Memo):
        thing = thing._work_out
    if isinstance(thing, property):
        thing = thing.fget
    if isinstance(thing, cached_property):
        thing = thing.func
    if isinstance(thing, staticmethod | classmethod):
        thing = thing.__func__
    return inspect.unwrap(thing) if callable(thing) else thing


def _codes(things: Any) -> set[CodeType]:
    return {found.__code__ for found in map(_function, things) if inspect.isfunction(found)}


def is_called(named: Any, run: Callable[[], Any]) -> bool:
    """Whether a function runs, or a method of a class on it or on one of its instances, meanwhile."""
    of_class = inspect.isclass(named)
    holders = (
        [each for each in named.__mro__ if each.__module__.startswith("rules.")] if of_class else []
    )
    wanted = _codes(each for holder in holders for each in vars(holder).values())
    wanted = wanted if of_class else _codes([named])
    seen = False

    def look(frame: FrameType, event: str, _: Any) -> None:
        nonlocal seen
        if seen or event != "call" or frame.f_code not in wanted:
            return
        if not of_class:
            seen = True
        elif frame.f_code.co_argcount:
            first = frame.f_locals[frame.f_code.co_varnames[0]]
            seen = isinstance(first, named) or (inspect.isclass(first) and issubclass(first, named))

    forget()
    before = sys.getprofile()
    sys.setprofile(look)
    try:
        run()
    finally:
        sys.setprofile(before)
    return seen


def calls(book: str, word: Word) -> bool:
    """Whether the case of a word calls its code."""
    case = case_of(book, word)
    return is_called(named_code(book, word), lambda: conformance.run(case))


def finds(book: str, word: Word, path: str, value: Any) -> list[str] | None:
    """What the case misses when the campaign's tables are changed there; nothing where it passes as
    before. ``None`` for a change that the tables refuse, or over which the rules stumble: that
    does not yet show what the row says.
    """
    case = case_of(book, word)
    tables = {**case.given.tables, path: value}
    rules = BOOKS[book]
    try:
        rules.opened(
            case.given.scenario or next(iter(rules.scenarios)), case.given.variants, tables, {}
        )
    except (RulesError, LookupError, ValueError, TypeError):
        return None
    changed = msgspec.structs.replace(
        case, given=msgspec.structs.replace(case.given, tables=tables)
    )
    found = conformance.run(changed)
    stumbled = any(failure.what.endswith("rulebook") for failure in found.failures)
    return None if stumbled else list(found.lines())


def numbers(value: Any, path: str) -> Iterator[tuple[str, int]]:
    """The numbers in a row, each with its path."""
    if isinstance(value, int) and not isinstance(value, bool):
        yield path, value
    for key, each in parts(value):
        yield from numbers(each, f"{path}.{key}")


def parts(value: Any) -> list[tuple[str, Any]]:
    """What a row is made of, by key as paths name it."""
    if isinstance(value, dict):
        return [(str(key), each) for key, each in value.items()]
    if isinstance(value, list):
        return [
            (str(each["key"]) if isinstance(each, dict) and "key" in each else str(place), each)
            for place, each in enumerate(value)
        ]
    return []


def seats_of(book: str) -> tuple[str, ...]:
    """The keys of all powers of a book."""
    return tuple(
        dict.fromkeys(seat for one in BOOKS[book].scenarios.values() for seat in one.seats)
    )


def others(value: Any, path: str, seats: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    """Changes of a row that are no numbers, as deep as it goes."""
    yield from ((path, other) for other in _instead(value, seats) if other != value)
    if isinstance(value, dict):
        for key in CONDITIONS:
            if isinstance(value.get(key), dict):
                yield f"{path}.{key}", {"not": value[key]}
    for key, each in parts(value):
        yield from others(each, f"{path}.{key}", seats)


def _instead(value: Any, seats: tuple[str, ...]) -> Iterator[Any]:
    """What could stand there instead: the opposite, another power, another word, a list or a table with
    one thing less, a table with its values exchanged.
    """
    match value:
        case bool():
            yield not value
        case str():
            yield from seats if value in seats else (f"{value} (changed)",)
        case list():
            yield []
            yield from (value[:place] + value[place + 1 :] for place in range(len(value)))
        case dict():
            yield from ({key: value[key] for key in value if key != gone} for gone in value)
            first, *rest = value.values() or [None]
            yield dict(zip(value, [*rest, first], strict=True)) if value else {}


def moved_by(book: str, word: Word, *, bare: bool) -> str:
    """The first change of a word's row that changes what its case finds, or nothing. Of a row that
    holds numbers its numbers are changed, unless ``bare``; of others the words. Where a case itself
    changes the row, it may be that change without which it finds otherwise.
    """
    case = case_of(book, word)
    for path in case.given.tables:
        if path.startswith(f"{word.data}."):
            kept = {key: value for key, value in case.given.tables.items() if key != path}
            given = msgspec.structs.replace(case.given, tables=kept)
            if conformance.run(msgspec.structs.replace(case, given=given)).failures:
                return f"{path}: as it was"
    row = row_of_data(book, word.data)
    counted = [] if bare else list(numbers(row, word.data))
    tried = [
        (path, other)
        for path, number in counted
        for other in (number + 1, number - 1, number * 2, number + 50)
    ] or others(row, word.data, seats_of(book))
    for path, value in tried:
        if finds(book, word, path, value):
            return f"{path}: {value}"
    return ""
