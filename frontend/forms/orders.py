"""From a menu to the rows of a form, and from a posted form back to an order.

A menu's fields know everything a form needs, so there is one template for each type of field
and none for any order. The page works without scripts: each value is a plain form control.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict


@dataclass(frozen=True)
class Target:
    """One target of an allotment as the form shows it."""

    value: str
    label: str
    note: str
    points: int
    cap: int | None


@dataclass(frozen=True)
class TargetGroup:
    """Targets under one heading."""

    title: str
    choices: list[Target]


@dataclass(frozen=True)
class Card:
    """One option of a hand: ``position`` is where it is played (0: not), ``rows`` ask for its
    details, ``price`` is in words.
    """

    option: Any
    name: str
    price: str
    position: int
    positions: range
    rows: list["FieldRow"]


@dataclass(frozen=True)
class Hand:
    """Options under one heading."""

    title: str
    cards: list[Card]


@dataclass(frozen=True)
class FieldRow:
    """One field with its value, ready for its template; ``name`` is that of its controls."""

    field: Any
    name: str
    template: str
    value: Any
    barred: list[Any] = field(default_factory=list)
    groups: list[TargetGroup] = field(default_factory=list)
    picks: list["FieldRow"] = field(default_factory=list)
    hands: list[Hand] = field(default_factory=list)
    placed: int = 0
    open_count: int = 0
    choices: list[Any] = field(default_factory=list)


def kind_of(menu_field: Any) -> str:
    """The type of a field: pick, pick_many, count, flag, allot, each, plays, text or declare."""
    tag: str = type(menu_field).__struct_config__.tag
    return tag


def rows(menu: Any, order: Mapping[str, Any] | None) -> list[FieldRow]:
    """The rows of a menu's form, filled from an order (plain data) or blank."""
    given = order if order is not None else menu.blank()
    return [_row(item, given.get(item.key, item.empty())) for item in menu.fields]


def _row(item: Any, value: Any, prefix: str = "") -> FieldRow:
    kind, name = kind_of(item), prefix + item.key
    choices = getattr(item, "choices", ())
    barred = [choice for choice in choices if choice.barred]
    return FieldRow(
        field=item,
        name=name,
        template=f"frontend/fields/{kind}.html",
        value=value,
        barred=barred,
        groups=_groups(item, value) if kind == "allot" else [],
        picks=[_row(pick, value.get(pick.key, pick.empty())) for pick in item.rows]
        if kind == "each"
        else [],
        hands=_hands(item, value, name) if kind == "plays" else [],
        open_count=len(choices) - len(barred),
        placed=sum(value.values()) if kind == "allot" else 0,
        choices=_in_order(choices, value) if kind == "pick_many" else [],
    )


def _in_order(choices: Any, value: Any) -> list[Any]:
    """What may be chosen, what is chosen first and in its order."""
    place = {key: at for at, key in enumerate(value)}
    offered = [choice for choice in choices if not choice.barred]
    return sorted(offered, key=lambda choice: place.get(choice.value, len(place)))


def _groups(item: Any, value: Mapping[str, int]) -> list[TargetGroup]:
    titled: dict[str, list[Target]] = {}
    for choice in item.choices:
        if choice.barred:
            continue
        cap = None if choice.value in item.uncapped else item.cap
        target = Target(choice.value, choice.label, choice.note, value.get(choice.value, 0), cap)
        titled.setdefault(choice.group, []).append(target)
    return [TargetGroup(title, targets) for title, targets in titled.items()]


def _hands(item: Any, value: Any, name: str) -> list[Hand]:
    chosen = {_of(one, "option"): (at, one) for at, one in reversed(list(enumerate(value, 1)))}
    titled: dict[str, list[Card]] = {}
    for option in item.choices:
        if option.barred:
            continue
        position, one = chosen.get(option.value, (0, None))
        details = _of(one, "details") if one is not None else {}
        prefix = f"{name}.{option.value}."
        card = Card(
            option=option,
            name=f"{name}.{option.value}",
            price=_price(option),
            position=position,
            positions=range(1, item.most + 1),
            rows=[_row(f, details.get(f.key, f.empty()), prefix) for f in item.asked(option)],
        )
        titled.setdefault(option.group, []).append(card)
    return [Hand(title, cards) for title, cards in titled.items()]


def played(fields: list[FieldRow]) -> list[Card]:
    """The cards that an order plays, in their order."""
    cards = [card for row in fields for hand in row.hands for card in hand.cards if card.position]
    return sorted(cards, key=lambda card: card.position)


def _of(chosen: Any, part: str) -> Any:
    """A part of a chosen option, which may be a record or plain data."""
    return chosen[part] if isinstance(chosen, Mapping) else getattr(chosen, part)


def _price(option: Any) -> str:
    fixed = [f"{amount} {purse}" for purse, amount in option.cost.items() if amount]
    each = [f"{n} {purse} each" for costs in option.per.values() for purse, n in costs.items()]
    return ", ".join((*fixed, *each)) or "free"


def read(menu: Any, post: QueryDict) -> dict[str, Any]:
    """The order that a posted form spells, as plain data.

    What is malformed is left as it came, so that the rules' own reader says what is wrong.
    """
    return {"kind": menu.order, **{item.key: _value(item, post) for item in menu.fields}}


def _value(item: Any, post: QueryDict, prefix: str = "") -> Any:
    name = prefix + item.key
    match kind_of(item):
        case "pick" | "text":
            return post.get(name, "")
        case "pick_many":
            return post.getlist(name)
        case "count":
            return _number(post.get(name) or str(item.least))
        case "flag":
            return post.get(name) == "true"
        case "allot":
            return {key: n for key, n in _parts(name, post, _number).items() if n != 0}
        case "each":
            return {key: text for key, text in _parts(name, post, str).items() if text}
        case "plays":
            return _plays(item, post, name)
        case _:
            return item.empty()


def _plays(item: Any, post: QueryDict, name: str) -> list[dict[str, Any]]:
    """The chosen cards in the order of their numbers, each with what its own fields say."""
    chosen = []
    for option in item.choices:
        for position in post.getlist(f"{name}.{option.value}"):
            prefix = f"{name}.{option.value}."
            details = {f.key: _value(f, post, prefix) for f in item.asked(option)}
            chosen.append((position, {"option": option.value, "details": details}))
    return [one for _, one in sorted(chosen, key=lambda pair: pair[0])]


def _parts(name: str, post: QueryDict, read_one: Any) -> dict[str, Any]:
    prefix = f"{name}."
    return {
        key.removeprefix(prefix): read_one(post.get(key) or "")
        for key in post
        if key.startswith(prefix)
    }


def _number(text: str) -> int | str:
    try:
        return int(text or "0")
    except ValueError:
        return text
