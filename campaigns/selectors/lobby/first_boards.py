"""The board of a book before anybody has played, and what the book is called: for pages that show its parts and belong to
no campaign.
"""

from functools import cache
from typing import Any

from campaigns import rulebooks
from campaigns.selectors.lobby.worth_reading import hues_of
from rules.kernel.audience import SPECTATOR


@cache
def first_board(key: str) -> tuple[Any, tuple[tuple[str, str], ...]]:
    """The board with which the first scenario of a book begins, as a spectator sees it, and the hues of its
    sides.
    """
    book = rulebooks.load(key)
    state = book.start(next(iter(book.scenarios)), {}, {}).state
    return book.board(book.view(state, SPECTATOR), None), hues_of(book)


def title_of(key: str) -> str:
    """What a book is called."""
    return str(rulebooks.load(key).title)
