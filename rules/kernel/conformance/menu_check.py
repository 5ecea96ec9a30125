"""Compares a menu with what a case says that it offers and bars."""

from collections.abc import Iterator
from typing import Any

from rules.kernel.conformance.cases import Expect, MenuExpected
from rules.kernel.conformance.matching import matches, plain, stated
from rules.kernel.conformance.paths import NOTHING, look
from rules.kernel.conformance.stage import Failure, Run
from rules.kernel.errors import NotUnderstood
from rules.kernel.menus import Allot, Barred, Declare, Each, Flag, Menu, Pick, PickMany, Plays
from rules.kernel.near_misses import suggestion


def check_menu(expect: Expect, run: Run[Any]) -> list[Failure]:
    """What the menu that was asked for offers, bars and leaves out."""
    wanted, found = expect.menu, run.answer
    if wanted is None:
        return []
    if not isinstance(wanted, MenuExpected):
        nothing = found is None or found == []
        return [] if nothing else [Failure("menu", "nothing asked", _outline(found))]
    if not isinstance(found, Menu):
        return [Failure("menu", stated(wanted), f"no menu: {plain(found)!r}")]
    failures = []
    if wanted.order not in (None, found.order):
        failures.append(Failure("menu.order", wanted.order, found.order))
    return [*failures, *_offers(wanted, found), *_bars(wanted, found), *_fields(wanted, found)]


def _offers(wanted: MenuExpected, found: Menu) -> Iterator[Failure]:
    for name, values in wanted.offered.items():
        if missing := [value for value in values if value not in _open(found, name)]:
            yield Failure(f"menu.offered.{name}", missing, _shown(found, name))
    for name, values in wanted.only_offered.items():
        if sorted(values) != sorted(_open(found, name)):
            yield Failure(f"menu.only_offered.{name}", values, _shown(found, name))
    for name, values in wanted.absent.items():
        if present := [value for value in values if value in _listed(found, name)]:
            yield Failure(f"menu.absent.{name}", f"no {present}", _shown(found, name))


def _bars(wanted: MenuExpected, found: Menu) -> Iterator[Failure]:
    for name, bars in wanted.barred.items():
        listed = _listed(found, name)
        for value, rule in bars.items():
            why = [bar for bar in (listed.get(value), *_ways(found, name, value)) if bar]
            if not any(rule is True or rule == bar.rule for bar in why):
                what = f"menu.barred.{name}.{value}"
                shown = _shown(found, name).get(value, NOTHING)
                yield Failure(what, f"barred by {rule}", plain(shown))


def _fields(wanted: MenuExpected, found: Menu) -> Iterator[Failure]:
    for name, pattern in wanted.fields.items():
        field = _field(found, name)
        if not matches(pattern, field):
            shown = {key: plain(look(field, key)) for key in pattern}
            yield Failure(f"menu.fields.{name}", pattern, shown)


def _outline(menu: Any) -> Any:
    return (
        {"order": menu.order, "fields": [field.key for field in menu.fields]}
        if isinstance(menu, Menu)
        else plain(menu)
    )


def _field(menu: Menu, name: str) -> Any:
    """A field by key; a row of an :class:`Each` as ``field.row``, and what an option of a
    :class:`Plays` asks for as ``field.option.detail``.
    """
    head, _, row = name.partition(".")
    found = next((field for field in menu.fields if field.key == head), None)
    if isinstance(found, Each) and row:
        found = next((pick for pick in found.rows if pick.key == row), None)
    if isinstance(found, Plays) and row:
        value, _, detail = row.partition(".")
        option = found.option(value)
        asked = found.asked(option) if option else ()
        found = next((part for part in asked if part.key == detail), None)
    if found is None:
        raise NotUnderstood(
            f"expect.menu: no field {name!r}.",
            remedy=suggestion(head, [f.key for f in menu.fields]),
        )
    return found


def _listed(menu: Menu, name: str) -> dict[str, Barred | None]:
    """Everything a field lists, each with what bars it (nothing, where it is offered)."""
    field = _field(menu, name)
    if isinstance(field, Pick | PickMany | Allot | Plays):
        return {choice.value: choice.barred for choice in field.choices}
    if isinstance(field, Each):
        return {row.key: None for row in field.rows}
    if isinstance(field, Declare):
        return {spec.key: None for spec in field.facts}
    if isinstance(field, Flag):
        return {"true": field.barred}
    return {}


def _ways(menu: Menu, name: str, value: str) -> Iterator[Barred]:
    """What bars single ways of an option that is open in others: no attack, but a march."""
    field = _field(menu, name)
    option = field.option(value) if isinstance(field, Plays) else None
    for part in option.fields if option else ():
        if isinstance(part, Pick):
            yield from (choice.barred for choice in part.choices if choice.barred)


def _shown(menu: Menu, name: str) -> dict[str, str]:
    """The same in words: ``offered``, or the rule and the sentence that bar it."""
    return {
        value: f"{bar.rule}: {bar.why}" if bar else "offered"
        for value, bar in _listed(menu, name).items()
    }


def _open(menu: Menu, name: str) -> list[str]:
    return [value for value, bar in _listed(menu, name).items() if bar is None]
