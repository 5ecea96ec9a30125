"""One thing that a power owes or may still do, and where such things come from."""

from collections.abc import Callable, Iterator

import msgspec

from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import Tables


class Obligation(msgspec.Struct, frozen=True):
    """Something that a power has to do (``must``), or may do for now (``may``).

    ``since`` and ``due`` are turns; ``due`` is 0 where no date is set. ``otherwise`` says what the
    rules do if it is not done, where ``text`` does not say it.
    """

    key: str
    power: str
    text: str
    rule: str
    since: int
    due: int = 0
    force: str = "must"
    otherwise: str = ""


Source = Callable[[WarState, Tables], Iterator[Obligation]]
