"""A whole campaign played by autopilots through the real rules, without a database.

The dice follow from the seed as they do in a campaign from its chain, so the same seed gives
the same history, byte for byte, on any machine.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from campaigns import rulebooks
from rules.kernel.dice import SealedDice, chain_link, phase_key
from rules.kernel.events import Line
from rules.kernel.orders import Order
from rules.kernel.serial import canonical

MOST_PHASES = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedPhase:
    """One phase of a simulation: what it was, how many orders and dice it took, what happened."""

    number: int
    turn: int
    turn_title: str
    title: str
    orders: int
    dice: int
    lines: tuple[Line, ...]
    state: Any


def play(book: rulebooks.Book, scenario: str, *, turns: int, seed: int) -> Iterator[PlayedPhase]:
    """Play phase after phase until the scenario ends or so many turns are over."""
    secret = hashlib.sha256(f"simulate|{book.key}|{seed}".encode()).digest()
    variants = {key: switch.bots or switch.default for key, switch in book.switches.items()}
    begun = book.start(scenario, variants, {})
    state, last = begun.state, begun.state.turn + turns
    for number in range(1, MOST_PHASES):
        if state.ending is not None or state.turn >= last:
            return
        phase = book.phase(state)
        orders = _orders(book, state)
        dice = SealedDice(phase_key(chain_link(secret, 1, 0), [number.to_bytes(4)]))
        result = book.resolve(state, orders, {}, dice)
        state = result.state
        yield PlayedPhase(
            number=number,
            turn=phase.turn,
            turn_title=phase.turn_title,
            title=phase.title,
            orders=len(orders),
            dice=len(dice.rolls),
            lines=tuple(book.tell(event) for event in result.events if event.audience.everybody),
            state=state,
        )


def _orders(book: rulebooks.Book, state: Any) -> dict[str, Order]:
    """What every autopilot hands in, each from its own view; all of it legal by its menu."""
    orders: dict[str, Order] = {}
    for asked in sorted(book.phase(state).asked, key=lambda one: one.power):
        view = rulebooks.view_of(book, state, asked.power)
        menu, order = book.menu(view, asked.power), book.autopilot(view, asked.power)
        if menu is not None and order is not None:
            orders[asked.power] = rulebooks.legal_order(book, rulebooks.as_data(order), menu)
    return orders


def fingerprint(state: Any) -> str:
    """The hash of a state's canonical JSON."""
    return hashlib.sha256(canonical(state)).hexdigest()
