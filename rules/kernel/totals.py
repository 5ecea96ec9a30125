"""Running totals of a draft: what there is to spend or to place, what it takes, and what is left.

The numbers are the menu's own, which judges the order by them, so that every page says the same.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from rules.kernel.serial import plain, tag_of


class Total(msgspec.Struct, frozen=True, kw_only=True):
    """One number that a draft draws on, in the field ``path``.

    ``have`` is all there is, ``taken`` what the draft takes of it. ``made`` says in words of what
    ``have`` is made, where that is more than what one holds. ``verb`` is what is done with it.
    """

    path: str
    label: str
    have: int
    taken: int
    made: str = ""
    verb: str = "chosen"

    @property
    def left(self) -> int:
        """What remains; below zero if too much is taken."""
        return self.have - self.taken

    def in_words(self) -> str:
        """The whole of it: "money: 3 of 20 chosen, 17 left (15 held, 5 of debt allowed)"."""
        rest = f"{self.left} left" if self.left >= 0 else f"{-self.left} too many"
        made = f" ({self.made})" if self.made else ""
        return f"{self.label}: {self.taken} of {self.have} {self.verb}, {rest}{made}"


def totals(menu: Any, order: Any) -> tuple[Total, ...]:
    """The running totals of an order by its menu."""
    return tuple(_totals(menu, order))


def _totals(menu: Any, order: Any) -> Iterator[Total]:
    given: Mapping[str, Any] = plain(order) if order is not None else {}
    for field in menu.fields:
        match tag_of(field):
            case "plays":
                yield from _of_plays(field, given.get(field.key) or ())
            case "allot":
                placed = sum((given.get(field.key) or {}).values())
                unit = field.unit
                yield Total(
                    path=field.key, label=unit, have=field.total, taken=placed, verb="placed"
                )
            case "pick_many" if field.most is not None and field.choices:
                taken = len(given.get(field.key) or ())
                yield Total(path=field.key, label=field.label, have=field.most, taken=taken)


def _of_plays(field: Any, plays: Any) -> Iterator[Total]:
    spent: dict[str, int] = {}
    for one in plays:
        option = field.option(one["option"])
        for purse, amount in (option.price(one["details"]) if option else {}).items():
            spent[purse] = spent.get(purse, 0) + amount
    if not field.lines:
        yield Total(path=field.key, label="cards", have=field.most, taken=len(plays))
    used = {purse for option in field.choices if option.barred is None for purse in _drawn(option)}
    for purse, have in field.purses.items():
        tally = field.made.get(purse)
        if (have and purse in used) or spent.get(purse):
            yield Total(
                path=f"{field.key}.{purse}",
                label=field.purse(purse),
                have=have,
                taken=spent.get(purse, 0),
                made=made_of(tally) if tally is not None else "",
                verb="spent",
            )


def _drawn(option: Any) -> set[str]:
    """The purses that an option may draw on."""
    found = set(option.cost)
    for costs in option.per.values():
        found |= set(costs)
    for listed in option.prices.values():
        for costs in listed.values():
            found |= set(costs)
    return found


def made_of(tally: Any) -> str:
    """Of what a sum is made, in words: "15 held, 5 of debt allowed, less 2 kept for wars"."""
    if not tally.rows:
        return ""
    parts = [f"{tally.base} {tally.base_reason}"]
    parts += [
        f"{row.amount} {row.reason}" if row.amount > 0 else f"less {-row.amount} {row.reason}"
        for row in tally.rows
    ]
    return ", ".join(parts).replace("-", "−")
