"""Everything that can happen."""

from rules.kernel.audience import PUBLIC, Audience
from rules.kernel.events import Event, FactConfirmed, FactDeclared, FactDisputed, OrdersReleased
from rules.kernel.tally import Tally


class Placed(Event, frozen=True, kw_only=True, tag="placed"):
    """A harbor placed points; said to that harbor alone."""

    power: str
    points: dict[str, int]


class Held(Event, frozen=True, kw_only=True, tag="held"):
    """The die of a valley, what was added to it, and who holds the valley now."""

    valley: str
    holder: str
    die: int
    tally: Tally
    audience: Audience = PUBLIC


Happening = Placed | Held | OrdersReleased | FactDeclared | FactConfirmed | FactDisputed
