"""Menus that were worked out already, for as long as nothing has changed.

A player looks at a menu, tries an order or two, seals it: each of these needs the menu of the same
power in the same state. A menu follows from the rulebook's revision, the state and the power and
from nothing else, so it is kept under these three, the state named by the hash of its sealed bytes
(which are others each time it is sealed). It can therefore neither be out of date nor be another
power's; who may have it is decided by the caller, each time.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from campaigns import rulebooks, states
from campaigns.models import Phase
from rules.kernel.menus import Menu
from rules.kernel.phases import Asked
from rules.kernel.serial import canonical

#: JSON of all menus kept by a process, in bytes; in memory they take some ten times that.
MOST_BYTES = 3_000_000


@dataclass(frozen=True, slots=True)
class Desk:
    """What a phase asks of a power, and the menu for it; ``None`` for nothing."""

    asked: Asked | None
    menu: Menu | None


class Kept:
    """What was worked out last; the oldest goes when it weighs too much."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        """Empty."""
        self._most = most_bytes
        self._weight = 0
        self._found: OrderedDict[tuple[str, ...], tuple[Any, int]] = OrderedDict()
        self._lock = threading.Lock()

    def desk(self, phase: Phase, power: str) -> Desk:
        """What a phase asks of a power now, worked out from what that power may know."""

        def work_out() -> Desk:
            book = states.book_of(phase.campaign)
            view = rulebooks.view_of(book, states.now(phase), power)
            return Desk(book.phase(view).of(power), book.menu(view, power))

        found: Desk = self._kept(phase, "desk", power, work_out)
        return found

    def awaited(self, phase: Phase) -> tuple[Asked, ...]:
        """All that a phase asks now, of everybody; nobody's to see as a whole."""

        def work_out() -> tuple[Asked, ...]:
            asked: tuple[Asked, ...] = states.book_of(phase.campaign).phase(states.now(phase)).asked
            return asked

        found: tuple[Asked, ...] = self._kept(phase, "awaited", "", work_out)
        return found

    def _kept(self, phase: Phase, what: str, power: str, work_out: Callable[[], Any]) -> Any:
        campaign = phase.campaign
        name = blake2b(phase.state, digest_size=20).hexdigest()
        key = (campaign.rulebook, campaign.revision, name, what, power)
        with self._lock:
            if key in self._found:
                self._found.move_to_end(key)
                return self._found[key][0]
        found = work_out()
        weight = len(canonical(found))
        with self._lock:
            if key not in self._found:
                self._weight += weight
            self._found[key] = found, weight
            while self._weight > self._most:
                self._weight -= self._found.popitem(last=False)[1][1]
        return found

    def __len__(self) -> int:
        return len(self._found)


kept = Kept()
