"""What a port may hand in, and do at once."""

from rules.kernel.fact_acts import Confirm, Declare, Dispute
from rules.kernel.orders import Order


class Send(Order, frozen=True, kw_only=True, tag="send"):
    """Send an envoy to an island; none when empty."""

    island: str = ""


class Give(Order, frozen=True, kw_only=True, tag="give"):
    """Give the envoy coins."""

    coins: int = 0


ORDERS: dict[str, type[Order]] = {
    str(kind.__struct_config__.tag): kind for kind in (Send, Give, Declare, Confirm, Dispute)
}
