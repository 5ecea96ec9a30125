"""What a harbor may hand in, and do at once."""

from rules.kernel.fact_acts import Confirm, Declare, Dispute
from rules.kernel.orders import Order


class Place(Order, frozen=True, kw_only=True, tag="place"):
    """Spread points over the valleys."""

    points: dict[str, int] = {}


class Name(Order, frozen=True, kw_only=True, tag="name"):
    """Name a valley, for which the die is thrown; none when empty."""

    valley: str = ""


ORDERS: dict[str, type[Order]] = {
    str(kind.__struct_config__.tag): kind for kind in (Place, Name, Declare, Confirm, Dispute)
}
