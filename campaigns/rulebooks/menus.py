"""Menus that were worked out already, and orders that are judged without them.

A player looks at a menu, tries an order or two, seals it: each of these needs the menu of the same
power in the same state. It follows from the rules, the state and the power, and is kept under
these three. Who may have it is decided by the caller, each time.

Where nobody looks, no menu is worked out: a legal order is found legal by the parts that it
touches, and only one that is not needs the menu, to say what it could have been.
"""

from dataclasses import dataclass
from typing import Any

from campaigns import rulebooks
from campaigns.cache import Cache, state_name
from campaigns.models import Phase
from campaigns.rulebooks import states
from rules.kernel.menus import Menu
from rules.kernel.orders import Order
from rules.kernel.phases import AskedPower

MOST_BYTES = 3_000_000


@dataclass(frozen=True, slots=True)
class PowerMenu:
    """What a phase asks of a power, and the menu for it; ``None`` for nothing."""

    asked: AskedPower | None
    menu: Menu | None


_desks = Cache(MOST_BYTES)


def _looking(phase: Phase, power: str) -> tuple[rulebooks.Book, Any]:
    """The rulebook, and the present state as a power may know it."""
    book = states.book_of(phase.campaign)
    return book, rulebooks.view_of(book, states.now(phase), power)


def power_menu(phase: Phase, power: str) -> PowerMenu:
    """What a phase asks of a power now, worked out from what that power may know."""

    def work_out() -> PowerMenu:
        book, view = _looking(phase, power)
        return PowerMenu(book.phase(view).of(power), book.menu(view, power))

    found: PowerMenu = _desks.get((state_name(phase), power), work_out)
    return found


def asked(phase: Phase, power: str) -> AskedPower | None:
    """What a phase asks of a power now; as of its :func:`power_menu`, without the menu."""
    book, view = _looking(phase, power)
    found: AskedPower | None = book.phase(view).of(power)
    return found


def legal_order(phase: Phase, power: str, raw: Any) -> Order | None:
    """The order that plain data means, legal now for a power that is asked; ``None`` where a phase
    asks only that one says when one is done. Raises ``NotOnTheMenu`` and ``OrderRefused``.
    """
    book = states.book_of(phase.campaign)
    order = rulebooks.understood(book, raw)
    if order is not None and _desks.known((state_name(phase), power)) is None:
        book, view = _looking(phase, power)
        if book.problems(view, power, order) == []:
            return order
    menu = power_menu(phase, power).menu
    return None if menu is None else rulebooks.legal_order(book, raw, menu)


def awaited(phase: Phase) -> tuple[AskedPower, ...]:
    """All that a phase asks now, of everybody; nobody's to see as a whole."""
    asked: tuple[AskedPower, ...] = states.book_of(phase.campaign).phase(states.now(phase)).asked
    return asked
