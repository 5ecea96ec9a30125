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


class Moved(NamedTuple):
    """A part of the board that changed: its ``key``, the ``id`` of its element, what it is called, and of the first
    figure that changed its ``words``, what it was and what it is. All three are empty where none did.
    """

    anchor: str
    title: str
    words: str = ""
    before: str = ""
    after: str = ""
    key: str = ""


_kept = Cache(500_000)


def changed_on(book: str, boards: LazyPart | None) -> tuple[Moved, ...]:
    """What the last phase changed on the board of a book; each part once."""
    watched = face_of(book).marks
    if boards is None or not watched:
        return ()

    def work_out() -> tuple[Moved, ...]:
        found = boards()
        parts = between(watched, found.before, found.after)
        return tuple({(part.anchor, part.title): part for part in parts}.values())

    marks: tuple[Moved, ...] = _kept.get((book, boards.key), work_out)
    return marks


def between(watched: Iterable[Watched], before: Any, after: Any) -> Iterator[Moved]:
    """The parts that differ, in the order in which the board has them."""
    return (part.moved for _kind, part in changed_parts(watched, before, after))


class ChangedPart(NamedTuple):
    """A part of the board ``after``, and what moved of it."""

    after: Any
    moved: Moved


def changed_parts(
    watched: Iterable[Watched], before: Any, after: Any
) -> Iterator[tuple[Watched, ChangedPart]]:
    """The parts that differ, each with the kind that it is of, in the order in which the board has them."""
    for kind in watched:
        then = {value_at(part, kind.key): part for part in parts_at(before, kind.parts)}
        for part in parts_at(after, kind.parts):
            key = str(value_at(part, kind.key) or "")
            old = then.get(value_at(part, kind.key))
            values = [value_at(part, name) for name in kind.values]
            olds = [value_at(old, name) for name in kind.values] if old is not None else []
            if olds != values:
                named = [str(value_at(part, name)) for name in kind.anchor_of]
                anchor = kind.joint.join([kind.anchor, *named])
                title = _(kind.title) if kind.title else str(value_at(part, kind.name))
                yield (
                    kind,
                    ChangedPart(part, Moved(anchor, title, *_figures(kind, olds, values), key)),
                )


def _figures(kind: Watched, before: list[Any], after: list[Any]) -> tuple[str, str, str]:
    """Of values the first figure that changed: what it is, then and now; nothing where none did."""
    words = kind.words or ("",) * (len(kind.values) == 1)
    for said, then, now in zip(words, before, after, strict=False):
        if then != now and type(then) is type(now) is int:
            was, came = (str(value).replace("-", "\N{MINUS SIGN}") for value in (then, now))
            return _(said) if said else "", was, came
    return "", "", ""
