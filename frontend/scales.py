"""Tracks of a board as scales: where each stands, where it would stand, and what it would cross.

A face says where its board keeps such tracks (`frontend.books.face.Scale`). Both boards are what one reader
may know.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from campaigns.chronicles.sampling import parts_at, value_at
from campaigns.selectors.phase.records import Boards
from frontend.books import face_of
from frontend.books.face import Scale
from frontend.templatetags.language import in_words


class Threshold(NamedTuple):
    """A level at which something happens, what happens, and whether it lies between the two levels."""

    level: int
    words: str
    crossed: bool


class Moved(NamedTuple):
    """A track that would move. It is drawn from ``low`` to ``high``."""

    title: str
    before: int
    after: int
    low: int
    high: int
    thresholds: tuple[Threshold, ...]

    @property
    def crosses(self) -> bool:
        """Whether it would cross a threshold."""
        return any(each.crossed for each in self.thresholds)

    @property
    def sentences(self) -> tuple[str, ...]:
        """Which thresholds it would cross; if none, how far the next one is."""
        up = self.after > self.before
        crossed = [each for each in self.thresholds if each.crossed]
        if crossed:
            said = _("Reaches %(level)s.") if up else _("Falls below %(level)s.")
            return tuple(said % {"level": f"{each.level}{_named(each)}"} for each in crossed)
        ahead = [each for each in self.thresholds if each.level > self.after]
        if not ahead:
            return (_("No threshold."),)
        far = ahead[0].level - self.after
        next_one = f"{ahead[0].level}{_named(ahead[0])}"
        return (_("No threshold. %(far)s more to %(level)s.") % {"far": far, "level": next_one},)


def moved(book: str, boards: Boards | None) -> tuple[Moved, ...]:
    """The tracks that stand elsewhere on the second board, in the order in which it has them."""
    if boards is None:
        return ()
    kinds = face_of(book).scales
    return tuple(one for kind in kinds for one in _moved(kind, boards.before, boards.after))


def _moved(kind: Scale, before: Any, after: Any) -> Iterator[Moved]:
    then = {
        value_at(part, kind.key): value_at(part, kind.level)
        for part in parts_at(before, kind.parts)
    }
    for part in parts_at(after, kind.parts):
        old, new = then.get(value_at(part, kind.key)), value_at(part, kind.level)
        if not isinstance(old, int) or not isinstance(new, int) or old == new:
            continue
        yield _scale(kind, part, old, new)


def _scale(kind: Scale, part: Any, old: int, new: int) -> Moved:
    marks = [
        (value_at(each, kind.at), value_at(each, kind.words)) for each in parts_at(part, kind.marks)
    ]
    if kind.end:
        marks.append((value_at(part, kind.end), _(kind.end_words)))
    marks = sorted((level, str(words)) for level, words in marks if isinstance(level, int))
    low, high = min(old, new), max(old, new)
    levels = [level for level, _ in marks]
    name = str(value_at(part, kind.name) or "")
    return Moved(
        title=_(kind.title).format(name=name),
        before=old,
        after=new,
        low=min(0, low, *levels),
        high=max(high, *levels, 1),
        thresholds=tuple(Threshold(level, words, low < level <= high) for level, words in marks),
    )


def _named(each: Threshold) -> str:
    return f": {in_words(each.words)}" if each.words else ""
