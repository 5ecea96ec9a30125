"""Requests to other people's servers side by side, so that one that does not answer holds up its owner alone."""

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TypeVar

One = TypeVar("One")
Said = TypeVar("Said")

MOST = 8
"""So many requests are under way at most, and one for each owner."""


def in_parallel(
    take: Callable[[set[int]], tuple[int, One] | None],
    send: Callable[[One], Said],
    note: Callable[[One, Callable[[], Said]], int],
    *,
    more: Callable[[], bool],
) -> int:
    """Send one thing after another as long as there is ``more`` time; the sum of what was noted.

    ``take`` gives the next one with its owner, of nobody who has one under way; ``None`` for none. ``send``
    runs in a thread of its own and asks the database nothing. ``note`` is given a function that gives what
    ``send`` gave, or raises what it raised.
    """
    under_way: dict[Future[Said], tuple[int, One]] = {}
    done = 0
    with ThreadPoolExecutor(MOST) as threads:
        while True:
            while len(under_way) < MOST and more():
                taken = take({owner for owner, _one in under_way.values()})
                if taken is None:
                    break
                under_way[threads.submit(send, taken[1])] = taken
            if not under_way:
                return done
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                _owner, one = under_way.pop(future)
                done += note(one, future.result)
