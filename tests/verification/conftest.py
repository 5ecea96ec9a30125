"""Campaigns to verify: the fixtures of the campaigns' own tests, and files that are played once."""

from collections.abc import Callable
from typing import Any

import pytest

from campaigns.as_it_happened import files as as_it_happened
from tests.support.campaigns import found, passing, sent, table, tiny_book
from tests.support.dice import kept, own_beacon
from tests.verification import played
from tests.verification.played import HISTORY

__all__ = ["file", "found", "kept", "own_beacon", "passing", "sent", "table", "tiny_book"]

_PLAYED: dict[str, bytes] = {}


@pytest.fixture
def file(request: pytest.FixtureRequest) -> Callable[[str], bytes]:
    """A file by its name: that of a function of ``played``, or of a book with a campaign that follows history.

    It is played once for all tests of a worker. After a point stands what a player has kept of it.
    """

    def make(name: str) -> bytes:
        if name in HISTORY:
            return as_it_happened.data(name)
        play = name.split(".", 1)[0]
        if play not in _PLAYED:
            needs: Any = {
                what: request.getfixturevalue(what) for what in played.NEEDS.get(play, ["found"])
            }
            made = getattr(played, play)(**needs)
            _PLAYED.update(made if isinstance(made, dict) else {play: made})
        return _PLAYED[name]

    return make
