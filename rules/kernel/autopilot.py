"""Helpers for orders given without a person.

Each rulebook has its own sensible autopilot. What is common stands here: a choice among options that are
about as good, and a legal order chosen by dice, from the menu alone, which property tests use to play
every rulebook at random.
"""

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from rules.kernel.dice import Dice
from rules.kernel.menus import (
    Allot,
    Choice,
    Count,
    Declare,
    Each,
    Field,
    Flag,
    Menu,
    Pick,
    PickMany,
    Plays,
    Text,
    clashing,
)
from rules.kernel.orders import Chosen

T = TypeVar("T")
SHARES: Final = (3, 2, 1)
"""How often an autopilot takes the first, the second and the third of what is about as good."""


def leaning(options: Sequence[T], dice: Dice | None, why: str) -> T:
    """One of the first three options, the best first; always the first where there are no dice."""
    shares = SHARES[: len(options)]
    if dice is None or len(shares) < 2:
        return options[0]
    thrown, found = dice.roll(why, sum(shares)), 0
    while thrown > shares[found]:
        thrown -= shares[found]
        found += 1
    return options[found]


def leaned(options: Sequence[T], dice: Dice | None, why: str) -> list[T]:
    """The options, the best first, in the order in which :func:`leaning` takes one after the other."""
    left, taken = list(options), []
    while left:
        one = leaning(left, dice, why)
        left.remove(one)
        taken.append(one)
    return taken


def at_random(menu: Menu, dice: Dice) -> dict[str, Any]:
    """A legal order as plain data, each decision thrown by ``dice``."""
    order = {"kind": menu.order, **{field.key: _value(field, dice) for field in menu.fields}}
    for clash in menu.clashes:
        if clash.holds(order):
            order |= {field.key: field.empty() for field in menu.fields if field.key in clash.when}
    return order


def _open(choices: tuple[Choice, ...]) -> list[str]:
    return [choice.value for choice in choices if choice.barred is None]


def _one(options: list[Any], dice: Dice, why: str) -> Any:
    return options[dice.roll(why, len(options)) - 1]


def _value(field: Field, dice: Dice) -> Any:
    match field:
        case Pick():
            options = [*_open(field.choices), *([""] if field.optional else [])]
            return _one(options, dice, field.key) if options else ""
        case PickMany():
            pool = _open(field.choices)
            limit = len(pool) if field.most is None else min(field.most, len(pool))
            wanted = dice.roll(field.key, limit + 1) - 1
            return [pool.pop(dice.roll(field.key, len(pool)) - 1) for _ in range(wanted)]
        case Count():
            return field.least + dice.roll(field.key, field.most - field.least + 1) - 1
        case Flag():
            return field.barred is None and dice.roll(field.key, 2) == 2
        case Allot():
            return _spread(field, dice)
        case Each():
            return {row.key: _value(row, dice) for row in field.rows}
        case Declare():
            return {}
        case Text():
            return field.example
        case Plays():
            return _plays(field, dice)


def _plays(field: Plays, dice: Dice) -> list[dict[str, Any]]:
    """Options one after another, as long as the purses last."""
    left = dict(field.purses)
    pool = [option for option in field.choices if option.barred is None]
    chosen = []
    for _ in range(dice.roll(field.key, field.most + 1) - 1):
        if not pool:
            break
        option = _one(pool, dice, field.key)
        details = {part.key: _value(part, dice) for part in field.asked(option)}
        for part in field.asked(option):
            if isinstance(part, PickMany):
                strange = {each.field for each in part.strangers(details[part.key], details)}
                details[part.key] = [
                    one for one in details[part.key] if f"{part.key}.{one}" not in strange
                ]
        price = option.price(details)
        if any(amount > left.get(purse, amount) for purse, amount in price.items()):
            continue
        left = {purse: amount - price.get(purse, 0) for purse, amount in left.items()}
        if not option.again:
            pool.remove(option)
        chosen.append(Chosen(option=option.value, details=details))
    idle = {number for number, _ in clashing(field.clashes, chosen)}
    return [
        {"option": play.option, "details": play.details}
        for number, play in enumerate(chosen)
        if number not in idle
    ]


def _spread(field: Allot, dice: Dice) -> dict[str, int]:
    points: dict[str, int] = dict(field.least)
    left = field.total - sum(points.values())
    pool = _open(field.choices)
    while left and pool:
        key = _one(pool, dice, field.key)
        points[key] = points.get(key, 0) + 1
        left -= 1
        if field.cap is not None and points[key] >= field.cap and key not in field.uncapped:
            pool.remove(key)
        if not field.whole and dice.roll(field.key, 6) == 6:
            break
    return points
