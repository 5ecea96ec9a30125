"""Menus that were worked out already.

A player looks at a menu, tries an order or two, seals it: each of these needs the menu of the same
power in the same state. It follows from the rules, the state and the power, and is kept under
these three. Who may have it is decided by the caller, each time.
"""

from dataclasses import dataclass

from campaigns import rulebooks, states
from campaigns.kept import Kept, state_name
from campaigns.models import Phase
from rules.kernel.menus import Menu
from rules.kernel.phases import Asked

MOST_BYTES = 3_000_000


@dataclass(frozen=True, slots=True)
class Desk:
    """What a phase asks of a power, and the menu for it; ``None`` for nothing."""

    asked: Asked | None
    menu: Menu | None


_desks = Kept(MOST_BYTES)
_awaited = Kept(MOST_BYTES // 10)


def desk(phase: Phase, power: str) -> Desk:
    """What a phase asks of a power now, worked out from what that power may know."""

    def work_out() -> Desk:
        book = states.book_of(phase.campaign)
        view = rulebooks.view_of(book, states.now(phase), power)
        return Desk(book.phase(view).of(power), book.menu(view, power))

    found: Desk = _desks.get((state_name(phase), power), work_out)
    return found


def awaited(phase: Phase) -> tuple[Asked, ...]:
    """All that a phase asks now, of everybody; nobody's to see as a whole."""

    def work_out() -> tuple[Asked, ...]:
        asked: tuple[Asked, ...] = states.book_of(phase.campaign).phase(states.now(phase)).asked
        return asked

    found: tuple[Asked, ...] = _awaited.get(state_name(phase), work_out)
    return found
