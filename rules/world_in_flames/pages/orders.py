"""An order in words, for those who may read it."""

from collections.abc import Callable

from rules.kernel.orders import Order
from rules.kernel.wording import order_in_words
from rules.world_in_flames.model.orders import RollItaly


def in_words(order: Order, name: Callable[[str], str]) -> str:
    """What an order asks for, with the ``name`` of every key."""
    if isinstance(order, RollItaly):
        return "a roll for the surrender of Italy" if order.roll else ""
    return order_in_words(order, name)
