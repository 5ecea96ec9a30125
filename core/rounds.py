"""Rounds in which everything that is due of one kind is seen to: one at a time, and asked for once."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.cache import cache

KINDS = frozenset({"send_letters", "push_letters", "post_webhooks"})
"""Tasks that see to everything that is due, whoever asked for them."""
WAITS = 30
"""For so many seconds at most a round that was asked for is taken to be on its way; the beat asks again."""


@contextmanager
def alone(name: str, *, seconds: float) -> Iterator[bool]:
    """Whether nobody else makes this round, who is then kept from it for so long at most.

    Should two make it after all, each takes what is its own.
    """
    key = f"round-{name}"
    mine = cache.add(key, True, timeout=seconds)
    try:
        yield mine
    finally:
        if mine:
            cache.delete(key)


def is_new(task: str) -> bool:
    """Whether a task is to be asked for: always, but for a round that was asked for and has not begun."""
    return task not in KINDS or cache.add(f"asked-{task}", True, timeout=WAITS)


def begins(task: str) -> None:
    """A round begins: what is written from now on asks for another one."""
    cache.delete(f"asked-{task}")
