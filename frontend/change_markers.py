"""What changed on a board between two states, as marks on today's page: which parts, by their names.

A face says of its board which parts are worth a mark and which of their values count
(`frontend.books.face.Watched`); so a country is marked when it changes sides, and not when another step
lets it be named. Both boards are what one reader may know.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from campaigns.cache import Cache, LazyPart
from campaigns.chronicles.sampling import parts_at, value_at
from frontend.books import face_of
from frontend.books.face import Watched


class Changed(NamedTuple):
    """A part of the board: the ``id`` of its element, and what it is called."""

    anchor: str
    title: str


_kept = Cache(500_000)


def changed_on(book: str, boards: LazyPart | None) -> tuple[Changed, ...]:
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
                    _(kind.title) if kind.title else str(value_at(part, kind.name)),
                )
