"""What changed on a board between two states, as marks on today's page: which parts, by their names.

A face says of its board which parts are worth a mark and which of their values count
(`frontend.books.face.Watched`); so a country is marked when it changes sides, and not when another step
lets it be named. Both boards are what one reader may know.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from typing import Any, NamedTuple

from campaigns.cache import Cache, Later
from frontend.books import face_of
from frontend.books.face import Watched


class Changed(NamedTuple):
    """A part of the board: the ``id`` of its element, and what it is called."""

    anchor: str
    title: str


_kept = Cache(500_000)


def changed_on(book: str, boards: Later | None) -> tuple[Changed, ...]:
    """What the last phase changed on the board of a book; each part once."""
    watched = face_of(book).marks
    if boards is None or not watched:
        return ()

    def work_out() -> tuple[Changed, ...]:
        found = boards()
        return tuple(dict.fromkeys(between(watched, found.before, found.after)))

    marks: tuple[Changed, ...] = _kept.get((book, boards.key), work_out)
    return marks


def between(watched: Iterable[Watched], before: Any, after: Any) -> Iterator[Changed]:
    """The parts that differ, in the order in which the board has them."""
    for kind in watched:
        then = {value_at(part, kind.key): part for part in parts_at(before, kind.parts)}
        for part in parts_at(after, kind.parts):
            old = then.get(value_at(part, kind.key))
            values = [value_at(part, name) for name in kind.values]
            if old is None or [value_at(old, name) for name in kind.values] != values:
                named = [str(value_at(part, name)) for name in kind.anchor_of]
                yield Changed(
                    kind.joint.join([kind.anchor, *named]),
                    kind.title or str(value_at(part, kind.name)),
                )


def parts_at(board: Any, where: str) -> list[Any]:
    """The parts that stand at a path: a list, or one record; none where nothing stands."""
    found = value_at(board, where)
    if found is None:
        return []
    return list(found) if isinstance(found, list | tuple) else [found]


def value_at(thing: Any, path: str) -> Any:
    """What stands at a path of names and places (``now.net``, ``hex.0``); ``None`` where nothing does."""
    return reduce(_step, path.split("."), thing) if path else None


def _step(thing: Any, name: str) -> Any:
    if isinstance(thing, Mapping):
        return thing.get(name)
    if name.isdigit():
        return (
            thing[int(name)] if isinstance(thing, list | tuple) and len(thing) > int(name) else None
        )
    return getattr(thing, name, None)
