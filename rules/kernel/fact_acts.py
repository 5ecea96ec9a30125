"""Facts of the map: what powers declare at once and others confirm or dispute, the same in every game."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

import msgspec

from rules.kernel.adjudication import Adjudication
from rules.kernel.events import FactConfirmed, FactDisputed
from rules.kernel.facts import Claim, Disputed, FactRegistry, FactSpec, FactValue
from rules.kernel.menus import Choice, Clash, Menu, PickMany, Text
from rules.kernel.menus import Declare as DeclareField
from rules.kernel.orders import Order
from rules.kernel.state import State


class Declare(Order, frozen=True, kw_only=True, tag="declare"):
    """Declare or correct facts of the map, at once."""

    facts: dict[str, FactValue] = {}


class Confirm(Order, frozen=True, kw_only=True, tag="confirm"):
    """Agree to facts that others declared, at once."""

    facts: tuple[str, ...] = ()


class Dispute(Order, frozen=True, kw_only=True, tag="dispute"):
    """Say of facts that others declared that they are not so: what they are ``instead``, or a
    ``reason`` in words. What stands in ``instead`` need not stand in ``facts``.
    """

    facts: tuple[str, ...] = ()
    instead: dict[str, FactValue] = {}
    reason: str = ""


LONGEST_REASON = 200
"""How long a reason in words may be, in characters."""


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
    """The acts of declaring, of confirming and of disputing; confirming ``always``, or where there is
    something to confirm.

    ``mine`` are the facts that the power may declare, ``theirs`` says of who declared a fact whether
    this power may confirm or dispute it, ``note`` words its value beside it. What is disputed only
    the one who disputes it may confirm.
    """
    old = tuple(alias.spec for alias in registry.aliases.values())
    declared = DeclareField(
        key="facts", label="Facts of the map", rule=rule, facts=tuple(mine), old=old
    )
    found = [Menu(power=power, order="declare", title="Declare facts", fields=(declared,))]
    open_claims = {
        key: claim
        for key, claim in sorted(state.claims.items())
        if claim.by and not claim.confirmed_by and theirs(claim.by)
    }
    claimed = tuple(
        Choice(value=key, label=registry[key].label, note=note(registry.value(state.facts, key)))
        for key, claim in open_claims.items()
        if not claim.disputed or claim.disputed.by == power
    )
    if claimed or always:
        field = PickMany(key="facts", label="Declared by others", rule=rule, choices=claimed)
        found.append(Menu(power=power, order="confirm", title="Confirm facts", fields=(field,)))
    disputable = tuple(each for each in claimed if not open_claims[each.value].disputed)
    if disputable:
        found.append(_disputing(power, disputable, [s for s in mine if s.key in open_claims], rule))
    return tuple(found)


def _disputing(
    power: str, claimed: tuple[Choice, ...], mine: Collection[FactSpec], rule: str
) -> Menu:
    """The act of disputing; only of facts that a power may declare can it say what they are."""
    keys = {each.value for each in claimed}
    said = tuple(spec for spec in mine if spec.key in keys)
    fields = (
        PickMany(key="facts", label="Declared by others", rule=rule, choices=claimed),
        DeclareField(key="instead", label="What it is instead", rule=rule, facts=said),
        Text(key="reason", label="Why", rule=rule, most=LONGEST_REASON, example="Not on my map."),
    )
    silent = Clash(
        field="reason",
        why="Say what it is instead, or why it is not so.",
        rule=rule,
        when={"instead": ("",), "reason": ("",)},
    )
    return Menu(
        power=power, order="dispute", title="Dispute facts", fields=fields, clashes=(silent,)
    )


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
        claim = msgspec.structs.replace(
            course.state.claims[key], confirmed_by=power, disputed=msgspec.UNSET
        )
        course.change(claims={**course.state.claims, key: claim})
        value = course.registry.value(course.state.facts, key)
        label = course.registry[key].label
        course.tell(FactConfirmed(key=key, label=label, value=value, by=power, rule=rule))


def dispute(course: Adjudication[Any], power: str, act: Dispute, rule: str = "") -> None:
    """Say that facts which others declared are not so. They stay what they are until they are declared
    anew, confirmed by who disputes them, or corrected by a moderator.
    """
    for key in sorted({*act.facts, *act.instead}):
        said = Disputed(by=power, instead=act.instead.get(key), reason=act.reason)
        claim = msgspec.structs.replace(course.state.claims[key], disputed=said)
        course.change(claims={**course.state.claims, key: claim})
        course.tell(
            FactDisputed(
                key=key,
                label=course.registry[key].label,
                value=course.registry.value(course.state.facts, key),
                by=power,
                instead=said.instead,
                reason=said.reason,
                rule=rule,
            )
        )
