"""What a power had sealed for a phase that is played again, where that is public by now."""

from typing import Any

from campaigns import rulebooks
from campaigns.domain.entries.phases import OrdersPublished
from campaigns.errors import NotOnTheMenu
from campaigns.models import LogEntry
from campaigns.selectors.reader.access import Reading
from rules.kernel.menus import Menu

_ITS_PLAYERS = "sealed"


def earlier_order(at: Reading, power: str, menu: Menu | None) -> tuple[int, Any]:
    """The number of the phase that the open one plays again, and the order that the power's player had
    sealed for it, as the log published it; ``(0, None)`` where there is none that can still be given.
    """
    if at.phase is None or not at.phase.again or menu is None:
        return 0, None
    bodies = LogEntry.objects.filter(
        campaign=at.campaign, phase__number=at.phase.again, kind=OrdersPublished.tag
    ).order_by("-seq")
    body = bodies.values_list("body", flat=True).first()
    given = OrdersPublished.of(body).orders if body is not None else ()
    order = next(
        (one["order"] for one in given if (one["power"], one["how"]) == (power, _ITS_PLAYERS)), None
    )
    if order is None:
        return 0, None
    try:
        rulebooks.read_order(at.book, order, menu)
    except (NotOnTheMenu, ValueError, LookupError, TypeError):
        return 0, None
    return at.phase.again, order
