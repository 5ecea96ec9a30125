"""Remembering what follows from a value that is never changed in place.

States share most of their parts with the states before and after them, and all who look at a phase
look at the same state. What follows from such a part alone is worked out once for that very object.
What follows from a whole state lies with the state itself (:func:`with_it`) and is gone with it; a
state that another is made of by changing a part begins with nothing.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")


def with_it(work_out: Callable[[T], R]) -> Callable[[T], R]:
    """Remember a function's answers beside its argument, a record with room for it (``dict=True``),
    for as long as that lives. Two threads may both work it out; they come to the same.
    """
    name = f"{work_out.__module__}.{work_out.__qualname__}"

    @wraps(work_out)
    def answered(thing: T) -> R:
        kept: dict[str, Any] = thing.__dict__
        if name not in kept:
            kept[name] = work_out(thing)
        answer: R = kept[name]
        return answer

    return answered


class Memo(Generic[T, R]):
    """A function that remembers its answers by the identity of its argument; at ``most`` of them it
    forgets them all. The argument is kept beside its answer, so that no other can take its place.
    """

    def __init__(self, work_out: Callable[[T], R], most: int) -> None:
        self._work_out = work_out
        self._most = most
        self._known: dict[int, tuple[T, R]] = {}

    def __call__(self, thing: T) -> R:
        """The answer for this very object."""
        found = self._known.get(id(thing))
        if found is None or found[0] is not thing:
            if len(self._known) >= self._most:
                self._known.clear()
            found = self._known[id(thing)] = (thing, self._work_out(thing))
        return found[1]


def by_identity(most: int) -> Callable[[Callable[[T], R]], Memo[T, R]]:
    """Make a function one that remembers its last answers (:class:`Memo`)."""
    return lambda work_out: Memo(work_out, most)
