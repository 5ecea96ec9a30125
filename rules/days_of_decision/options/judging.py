"""Judging what is played by just that: no words, no choices that nobody made.

An order is judged twice, when it is handed in and when its options are turned over, and nearly
always it is legal. That can be seen from what it names alone. :func:`judged` walks the same bars,
fields, costs and prices as :func:`~rules.days_of_decision.options.base.offer` and comes to the same
answer as the menu that is made of them; only when it finds something wrong is the menu wanted, whose
words say what.
"""

from collections.abc import Mapping
from itertools import islice
from typing import NamedTuple

from rules.days_of_decision.model.conditions import At
from rules.days_of_decision.model.orders import Plays
from rules.days_of_decision.options import behaviour, offered
from rules.days_of_decision.options.base import PLAN, Details, first_bar, named_in, purses
from rules.kernel.menus import Field, Option
from rules.kernel.orders import Detail

FEW = 8
"""So many minors are looked at before all of them are."""


class Judged(NamedTuple):
    """An option that is played legally: those of its details that it asks for, and its price."""

    details: dict[str, Detail]
    price: dict[str, int]


def judged(at: At, option: str, details: Details) -> Judged | None:
    """An option with its own details, or ``None`` where the rules find anything wrong with them."""
    card, doing = at.tables.cards[option], behaviour(option)
    if first_bar(at, card, doing) is not None:
        return None
    keys, near, fields = doing.suits(at, details), at, tuple[Field, ...]()
    if keys is None:
        near = at.about(named_in(details, leaving=PLAN))
        fields = doing.fields(near)
        for field in fields:
            if not _accepted(field, details):
                return None
        keys = tuple([field.key for field in fields])
    mine = {key: details[key] for key in details if key in keys}
    cost = doing.cost(near, card)
    if _beyond(cost, purses(at)):
        return None
    per, prices = doing.per(near), doing.prices(near)
    price = Option(option, "", fields=fields, cost=cost, per=per, prices=prices).price(mine)
    return None if _beyond(price, purses(at)) else Judged(mine, price)


def offered_there(at: At, option: str, details: Details) -> Option:
    """An option as it is offered to one who wants just these details of it.

    What is wrong with them is found among what they name; but whether there is anything to choose
    at all, or how often what bars it, hangs on everything. As a rule a few minors show that there is.
    """
    few = at.about({*named_in(details), *at.state.powers, *islice(at.state.minors, FEW)})
    found = offered(few, option)
    return found if found.barred is None else offered(at, option)


def all_legal(at: At, order: Plays, shared: tuple[Field, ...]) -> bool:
    """Whether a whole order is legal. ``shared`` are the fields asked with every option that
    activates, as far as the order speaks of them.
    """
    cards = at.tables.cards
    if len(order.plays) > at.state.nation(at.power).options:
        return False
    seen: set[str] = set()
    spent: dict[str, int] = {}
    for chosen in order.plays:
        option, details = chosen.option, chosen.details
        if option not in cards or (option in seen and cards[option].row.limit != "none"):
            return False
        seen.add(option)
        found = judged(at, option, details)
        if found is None:
            return False
        understood = len(found.details)
        for field in shared if cards[option].row.activates else ():
            if not _accepted(field, details):
                return False
            understood += field.key in details
        if understood != len(details):
            return False
        for purse, amount in found.price.items():
            spent[purse] = spent.get(purse, 0) + amount
    return not _beyond(spent, purses(at))


def _accepted(field: Field, details: Details) -> bool:
    return field.accepts(details[field.key] if field.key in details else field.empty())


def _beyond(price: Mapping[str, int], held: Mapping[str, int]) -> bool:
    """Whether a price is more than one may spend."""
    for purse, amount in price.items():  # noqa: SIM110 (asked of every option, and quicker so)
        if amount > held.get(purse, 0):
            return True
    return False
