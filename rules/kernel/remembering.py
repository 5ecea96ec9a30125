"""Remembering what follows from a value that is never changed in place.

States share most of their parts with the states before and after them, and all who look at a phase
look at the same state. What follows from such a part alone is worked out once for that very object.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")


def by_identity(most: int) -> Callable[[Callable[[T], R]], Callable[[T], R]]:
    """Remember a function's answers by the identity of its argument; at ``most`` of them it forgets
    them all. The argument is kept beside its answer, so that no other can take its place.
    """

    def decorate(work_out: Callable[[T], R]) -> Callable[[T], R]:
        known: dict[int, tuple[Any, R]] = {}

        @wraps(work_out)
        def remembered(thing: T) -> R:
            found = known.get(id(thing))
            if found is None or found[0] is not thing:
                if len(known) >= most:
                    known.clear()
                found = known[id(thing)] = (thing, work_out(thing))
            return found[1]

        return remembered

    return decorate
