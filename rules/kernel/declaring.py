"""Facts of the map: what powers declare at once and others confirm, the same in every game."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

import msgspec

from rules.kernel.adjudication import Adjudication
from rules.kernel.events import FactConfirmed
from rules.kernel.facts import Claim, FactRegistry, FactSpec, FactValue
from rules.kernel.menus import Choice, Menu, PickMany
from rules.kernel.menus import Declare as DeclareField
from rules.kernel.orders import Order
from rules.kernel.state import State


class Declare(Order, frozen=True, kw_only=True, tag="declare"):
    """Declare or correct facts of the map, at once."""

    facts: dict[str, FactValue] = {}


class Confirm(Order, frozen=True, kw_only=True, tag="confirm"):
    """Agree to facts that others declared, at once."""

    facts: tuple[str, ...] = ()


def menus(
    state: State,
    power: str,
    registry: FactRegistry,
    *,
    mine: Collection[FactSpec],
    theirs: Callable[[str], bool],
    rule: str = "",
    note: Callable[[FactValue], str] = lambda value: "",
    always: bool = False,
) -> tuple[Menu, ...]:
    """The acts of declaring and of confirming; the latter ``always``, or where there is something to
    confirm.

    ``mine`` are the facts that the power may declare, ``theirs`` says of who declared a fact whether
    this power may confirm it, ``note`` words its value beside it.
    """
    old = tuple(alias.spec for alias in registry.aliases.values())
    declared = DeclareField(
        key="facts", label="Facts of the map", rule=rule, facts=tuple(mine), old=old
    )
    found = [Menu(power=power, order="declare", title="Declare facts", fields=(declared,))]
    claimed = tuple(
        Choice(value=key, label=registry[key].label, note=note(registry.value(state.facts, key)))
        for key, claim in sorted(state.claims.items())
        if claim.by and not claim.confirmed_by and theirs(claim.by)
    )
    if claimed or always:
        field = PickMany(key="facts", label="Declared by others", rule=rule, choices=claimed)
        found.append(Menu(power=power, order="confirm", title="Confirm facts", fields=(field,)))
    return tuple(found)


def declare(
    course: Adjudication[Any],
    power: str,
    values: Mapping[str, FactValue],
    rule: str = "",
    follow: Callable[[str, FactValue, FactValue], None] = lambda key, before, after: None,
) -> None:
    """Enter declared values, by keys of today, with who declared them and when.

    ``follow`` is called for each fact that is not as it was, with its key, what it was and what it
    is, before the next one is entered. What was declared again unchanged has a new claim only.
    """
    for key in sorted(values):
        claims = {**course.state.claims, key: Claim(by=power, turn=course.state.turn)}
        course.change(claims={name: claims[name] for name in sorted(claims)})
        before = course.registry.value(course.state.facts, key)
        if course.enter(key, values[key], rule, power):
            follow(key, before, values[key])


def confirm(course: Adjudication[Any], power: str, keys: Iterable[str], rule: str = "") -> None:
    """Agree to facts that others declared."""
    for key in keys:
        claim = msgspec.structs.replace(course.state.claims[key], confirmed_by=power)
        course.change(claims={**course.state.claims, key: claim})
        value = course.registry.value(course.state.facts, key)
        label = course.registry[key].label
        course.tell(FactConfirmed(key=key, label=label, value=value, by=power, rule=rule))
