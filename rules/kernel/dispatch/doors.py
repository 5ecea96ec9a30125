"""What dispatches ask of a book beyond what every revision has, and what stands for it elsewhere."""

from collections.abc import Mapping
from typing import Any, TypeVar

T = TypeVar("T")

VERSIONS: Mapping[str, int] = {"spellings": 1, "map_events": 1, "watched": 1, "disputes": 1}
"""The doors by which a book brings something to dispatches, in the version that is asked for here."""


def _nothing(view: Any, power: str) -> tuple[Any, ...]:
    return ()


NOTHING = _nothing
"""What is watched by rules of a time before that: nothing that they could say."""


def behind(book: Any, name: str, without: T) -> T:
    """What is behind a door of a book of any revision; ``without`` where it lacks it."""
    if getattr(book, "doors", {}).get(name) != VERSIONS[name]:
        return without
    found: T = getattr(book, name)
    return found
