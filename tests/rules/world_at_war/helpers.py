"""A campaign at a given moment, for rulings that need a few steps."""

from typing import Any

import msgspec

from rules.kernel.audience import viewer
from rules.kernel.contract import Resolution
from rules.kernel.dice import Dice, LoadedDice
from rules.kernel.events import Event
from rules.kernel.orders import Order
from rules.world_at_war import BOOK
from rules.world_at_war.model.state import WarState


def started(scenario: str = "fall-1939", **variants: str) -> WarState:
    """The opening of a scenario."""
    return BOOK.start(scenario, variants, {}).state


def with_facts(state: WarState, **facts: Any) -> WarState:
    """The state with other facts; dots are written as two underscores."""
    changed = {key.replace("__", "."): value for key, value in facts.items()}
    return msgspec.structs.replace(state, facts={**state.facts, **changed})


def resolved(
    state: WarState,
    orders: dict[str, Order] | None = None,
    dice: tuple[int, ...] = (),
    standing: dict[str, Order] | None = None,
) -> tuple[WarState, list[Event]]:
    """One phase resolved with these orders and exactly these dice."""
    loaded = LoadedDice(dice)
    done = BOOK.resolve(state, orders or {}, standing or {}, loaded)
    assert not loaded.left
    return done.state, list(done.events)


def at_step(state: WarState, step: str) -> WarState:
    """The position after silent phases, when this step comes."""
    while state.step != step:
        state, _ = resolved(state)
    return state


def by_autopilots(state: WarState, dice: Dice) -> Resolution[WarState]:
    """One phase for which autopilots give the orders."""
    orders = {one.power: BOOK.autopilot(state, one.power) for one in BOOK.phase(state).asked}
    return BOOK.resolve(state, {p: o for p, o in orders.items() if o is not None}, {}, dice)


def seen(state: WarState, power: str) -> WarState:
    """The state as a power knows it."""
    return BOOK.view(state, viewer(power))


def of_kind(events: list[Event], kind: type[Event]) -> list[Any]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]
