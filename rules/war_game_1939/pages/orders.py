"""An order in words, for those who may read it."""

from collections.abc import Callable, Iterator

import msgspec

from rules.kernel.grammar import joined
from rules.kernel.orders import Chosen, Order
from rules.kernel.wording import order_in_words
from rules.war_game_1939.commerce.plans import HIGHEST

ROLLS = {
    "ten": "10 per cent roll",
    "marching": "marching toward war",
    "dominance": "France and China",
}
"""War declaration rolls; the record of a nation has a field of the same name."""


def in_words(order: Order, name: Callable[[str], str]) -> str:
    """What an order asks for, with the ``name`` of every key. The lines of a commerce plan come first, as they
    are asked first.
    """
    said = []
    if lines := getattr(order, "lines", ()):
        order = msgspec.structs.replace(order, lines=())
        said = [_line(line) for line in lines]
    rest = order_in_words(order, lambda key: ROLLS.get(key) or name(key))
    return "; ".join(filter(None, (*said, rest)))


def _line(line: Chosen) -> str:
    """A line of a commerce plan."""
    move = "bid for the next die" if line.option == "bid" else "roll the next die"
    when = joined(_limits(line))
    return f"{move} when {when}" if when else move


def _limits(line: Chosen) -> Iterator[str]:
    """When a line fits."""
    left, least, most = (line.details.get(key, 0) for key in ("left", "least", "most"))
    if left:
        yield "one die is left" if left == 1 else f"at most {left} dice are left"
    if least:
        yield f"the sum is at least {least}"
    if most and most != HIGHEST:
        yield f"the sum is at most {most}"
