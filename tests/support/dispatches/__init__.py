"""Dispatches as people write them, for tests and for the bench of use.

``summer_1940.txt`` is twenty facts of A World at War, ``barbarossa.txt`` fifteen of Days of Decision.
"""

from importlib import resources
from typing import Any

from rules.kernel.audience import viewer
from rules.kernel.rulebook import Rulebook


def text(name: str) -> str:
    """One of the dispatches, as it is typed."""
    return resources.files(__name__).joinpath(f"{name}.txt").read_text("utf-8")


def opening(book: Rulebook[Any], power: str = "germany") -> Any:
    """What a power knows as the first scenario of a book begins."""
    state = book.start(next(iter(book.scenarios)), {}, {}).state
    return book.view(state, viewer(power))
