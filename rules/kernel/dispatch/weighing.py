"""What closes and opens on menus, and what moves in the pending rolls, between two views of one reader."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec


class RollMoved(msgspec.Struct, frozen=True, kw_only=True):
    """A pending roll that stands otherwise: old and new net (``None`` where there is no such roll), and
    the chance of each row that has another one: row, meaning, old and new chance as fractions.
    """

    key: str
    title: str
    before: int | None
    after: int | None
    chances: tuple["ChanceMoved", ...] = ()


class ChanceMoved(msgspec.Struct, frozen=True, kw_only=True):
    """The chance of one row: ``1/6`` before, ``1/3`` after."""

    row: str
    meaning: str
    before: str
    after: str
    side: str = ""


class ChoiceMoved(msgspec.Struct, frozen=True, kw_only=True):
    """A choice of the menu that opens or closes; ``why`` and ``rule`` are why it was, or is, closed."""

    menu: str
    label: str
    opens: bool
    why: str = ""
    rule: str = ""


def rolls(before: Sequence[Any], after: Sequence[Any]) -> tuple[RollMoved, ...]:
    """The panels that differ, in their order."""
    old, new = ({panel.key: panel for panel in each} for each in (before, after))
    found = []
    for key in dict.fromkeys((*old, *new)):
        was, now = old.get(key), new.get(key)
        panel: Any = now or was
        moved = tuple(_chances(was, now))
        if was is None or now is None or was.tally.net != now.tally.net or moved:
            found.append(
                RollMoved(
                    key=key,
                    title=panel.title,
                    before=was.tally.net if was else None,
                    after=now.tally.net if now else None,
                    chances=moved,
                )
            )
    return tuple(found)


def _chances(was: Any, now: Any) -> Iterator[ChanceMoved]:
    old, new = (
        {(c.row, c.meaning): c for c in panel.chances} if panel else {} for panel in (was, now)
    )
    for key in dict.fromkeys((*old, *new)):
        parts = [
            Fraction(c.parts, c.whole) if c else Fraction(0) for c in (old.get(key), new.get(key))
        ]
        if parts[0] != parts[1]:
            row, meaning = key
            side = getattr(new.get(key) or old.get(key), "side", "")
            yield ChanceMoved(
                row=row, meaning=meaning, before=str(parts[0]), after=str(parts[1]), side=side
            )


def choices(before: Sequence[Any], after: Sequence[Any]) -> tuple[ChoiceMoved, ...]:
    """What can be chosen now and could not before, and the other way round."""
    old, new = _open(before), _open(after)
    found = []
    for key in dict.fromkeys((*old, *new)):
        was, now = old.get(key), new.get(key)
        could, can = _is_open(was), _is_open(now)
        if could != can:
            label, menu = next(
                (title, of) for each in (now, was) if each for title, of in [each[:2]]
            )
            barred = (was if can else now) or (label, menu, None)
            why, rule = (barred[2].why, barred[2].rule) if barred[2] is not None else ("", "")
            found.append(ChoiceMoved(menu=menu, label=label, opens=can, why=why, rule=rule))
    return tuple(found)


_Open = tuple[str, str, Any]
"""What a choice is called, what its menu is called, and what bars it."""


def _is_open(found: _Open | None) -> bool:
    return found is not None and found[2] is None


def _open(menus: Sequence[Any]) -> Mapping[tuple[str, ...], _Open]:
    """Every choice of these menus by where it stands."""
    found: dict[tuple[str, ...], _Open] = {}
    for menu in menus:
        if menu.order in ("declare", "confirm", "dispute"):
            continue
        found[(menu.order,)] = (menu.title, menu.title, None)
        for field in menu.fields:
            _within(field, (menu.order, field.key), menu.title, found)
    return found


def _within(field: Any, spot: tuple[str, ...], menu: str, found: dict[Any, _Open]) -> None:
    if hasattr(field, "barred"):
        found[spot] = (field.label, menu, field.barred)
    for choice in getattr(field, "choices", ()):
        at = (*spot, choice.value)
        found[at] = (choice.label, menu, choice.barred)
    for row in getattr(field, "rows", ()):
        for choice in row.choices:
            if choice.value:
                label = f"{row.label}: {choice.label}"
                found[(*spot, row.key, choice.value)] = (label, menu, choice.barred)
