"""Every order a side may give, and everything it may do at once."""

from rules.kernel.fact_acts import Confirm, Declare, Dispute
from rules.kernel.orders import Order


class Done(Order, frozen=True, kw_only=True, tag="done"):
    """Nothing more to declare this turn."""


class Agree(Order, frozen=True, kw_only=True, tag="agree"):
    """What stands there is right."""


class RollItaly(Order, frozen=True, kw_only=True, tag="roll_italy"):
    """Whether the Allies roll for the surrender of Italy."""

    roll: bool = False


class DeclareMap(Order, frozen=True, kw_only=True, tag="declare_map"):
    """Declare hexes for this turn's isolated control, as JSON or plain text, at once."""

    map: str = ""


class WithdrawMaps(Order, frozen=True, kw_only=True, tag="withdraw_maps"):
    """Take maps of this turn back, by title, at once."""

    maps: tuple[str, ...] = ()


class Standing(Order, frozen=True, kw_only=True, tag="standing"):
    """The answer to the Italian roll, left in advance: ``roll``, ``wait`` or nothing."""

    italy: str = ""


ORDERS: dict[str, type[Order]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (
        Done,
        Agree,
        RollItaly,
        Declare,
        Confirm,
        Dispute,
        DeclareMap,
        WithdrawMaps,
        Standing,
    )
}
