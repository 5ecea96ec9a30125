"""An order in words, for those who may read it."""

from collections.abc import Callable, Iterator

import msgspec

from rules.kernel.grammar import joined
from rules.kernel.orders import Chosen, Order
from rules.kernel.wording import order_in_words
from rules.war_game_1939.commerce.plans import HIGHEST
from rules.war_game_1939.model.orders import Status
from rules.war_game_1939.model.powers import name as in_a_sentence

ROLLS = {
    "ten": "10",
    "marching": "20",
    "dominance": "40",
}
"""War declaration rolls, by the share of income in per cent to which they lead."""


def in_words(order: Order, name: Callable[[str], str]) -> str:
    """What an order asks for, with the ``name`` of every key. The lines of a commerce plan come first, as they
    are asked first.
    """
    said = []
    if lines := getattr(order, "lines", ()):
        order = msgspec.structs.replace(order, lines=())
        said = [_line(line) for line in lines]
    if policy := getattr(order, "policy", ""):
        order = msgspec.structs.replace(order, policy="")
        said.append(_policy(name(policy), rest=bool(lines)))
    if attempts := getattr(order, "attempts", ()):
        order = msgspec.structs.replace(order, attempts=())
        said += [_attempt(each, name) for each in attempts]
    if against := getattr(order, "against", None):
        order = msgspec.structs.replace(order, against={})
        said += [_against(each, money, name) for each, money in against.items() if money]
    if isinstance(order, Status) and order.rolls:
        rolls, order = order.rolls, msgspec.structs.replace(order, rolls=())
        said.append(
            f"dice for a rise to {joined(ROLLS.get(each, each) for each in rolls)} per cent of its income"
        )
    rest = order_in_words(order, name)
    return "; ".join(filter(None, (*said, rest)))


def _attempt(attempt: Chosen, name: Callable[[str], str]) -> str:
    """Influence on a neutral."""
    money = attempt.details.get("money", 0)
    place = name(attempt.option)
    return f"influence on {place} with ${money}" if money else f"influence on {place}"


def _against(attempt: str, money: int, name: Callable[[str], str]) -> str:
    """Money against an attempt of another, ``germany:turkey``."""
    nation, _, place = attempt.partition(":")
    return f"${money} against {in_a_sentence(nation)} in {name(place)}"


def _policy(words: str, *, rest: bool) -> str:
    """What decides about dice of commerce, or about the ``rest`` of them."""
    return f"for commerce, where no line fits, {words}" if rest else f"for commerce, {words}"


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
