"""Phases resolved in a second, by rulebook, in one process and without a database.

A campaign is played by autopilots first, and every phase of it is kept: the state, the orders as
plain data and the key of its dice. What is timed is everything that a phase then costs: for each
order the view of its power, reading it and judging it against the rules; carrying the phase out,
with its tallies and events; the JSON of every event and of the next state. Writing the orders is
not timed, and no more is reading the state from its JSON. Time is that of the processor; on a busy
machine the cores share their caches, so that it still tells less than on an idle one.
"""

import gc
import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from benchmarks.figures import Figure
from rules.kernel.audience import viewer
from rules.kernel.dice import SealedDice, chain_link, phase_key
from rules.kernel.orders import Order, understand
from rules.kernel.rulebook import Rulebook
from rules.kernel.serial import canonical, plain
from rules.registry import BOOKS

SECRET = hashlib.sha256(b"benchmarks.resolving").digest()
MOST_PHASES = 160
COUNTED = "views, orders judged, resolution, tallies, events, JSON of events and next state"
DIPLOMATIC = ("targets", "subversion", "covert", "check", "rolls")


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """One phase as it came about: its place in the sequence, and all that it is resolved from."""

    key: str
    state: Any
    orders: dict[str, Any]
    dice: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of phases that is measured by itself. ``holds`` picks it by the phase's key;
    ``least`` is the number in a second that is held, if any.
    """

    book: str
    what: str
    holds: Callable[[str], bool] = field(default=lambda key: True)
    least: float | None = None


KINDS = (
    Kind(
        book="world_at_war",
        what="World at War, diplomatic phase",
        holds=lambda key: key.rpartition(".")[2] in DIPLOMATIC,
        least=690,
    ),
    Kind(book="world_at_war", what="World at War, every phase"),
    Kind(
        book="days_of_decision",
        what="Days of Decision, political phase",
        holds=lambda key: key == "select",
        least=260,
    ),
    Kind(book="days_of_decision", what="Days of Decision, every phase"),
    Kind(book="war_game_1939", what="War Game 1939, every phase"),
    Kind(book="world_in_flames", what="World in Flames, every phase"),
)


def played(book: Rulebook[Any]) -> list[Played]:
    """A campaign by autopilots, phase by phase, to its end or to so many phases."""
    state = book.start(next(iter(book.scenarios)), _variants(book), {}).state
    kept: list[Played] = []
    while state.ending is None and len(kept) < MOST_PHASES:
        phase = book.phase(state)
        key = phase_key(chain_link(SECRET, 1, 0), [len(kept).to_bytes(4)])
        orders = {}
        for asked in phase.asked:
            order = book.autopilot(book.view(state, viewer(asked.power)), asked.power)
            if order is not None:
                orders[asked.power] = plain(order)
        kept.append(Played(key=phase.key, state=state, orders=orders, dice=key))
        state = book.resolve(state, _read(book, kept[-1]), {}, SealedDice(key)).state
    return kept


def once(book: Rulebook[Any], one: Played) -> tuple[bytes, ...]:
    """All that is timed: one phase from its sealed orders to the bytes that are kept."""
    result = book.resolve(one.state, _read(book, one), {}, SealedDice(one.dice))
    return (canonical(result.state), *map(canonical, result.events))


def _read(book: Rulebook[Any], one: Played) -> dict[str, Order]:
    """The orders of a phase, each read and found legal by the menu of its power's own view."""
    orders = {}
    for power, raw in one.orders.items():
        order = understand(raw, book.orders[raw["kind"]])
        problems = book.problems(book.view(one.state, viewer(power)), power, order)
        if problems is None or problems:
            raise RuntimeError(
                f"{book.key}, {one.key}: the order of {power} is illegal: {problems}"
            )
        orders[power] = order
    return orders


def _variants(book: Rulebook[Any]) -> dict[str, str]:
    return {key: switch.default for key, switch in book.switches.items()}


def timed(book: Rulebook[Any], phases: Sequence[Played]) -> float:
    """Phases a second, each phase resolved once, from a state that was just read from its JSON:
    nothing that was worked out for an earlier round can help.

    Garbage collection is counted for what the resolving makes. The campaigns that lie here to be
    resolved are nothing that it should look through, so they are put beyond its sight before.
    """
    fresh = [replace(one, state=book.read_state(canonical(one.state))) for one in phases]
    gc.collect()
    gc.freeze()
    begun = time.process_time()
    for one in fresh:
        once(book, one)
    taken = time.process_time() - begun
    gc.unfreeze()
    return len(phases) / taken


def measure(*, quick: bool = False) -> list[Figure]:
    """Phases a second of every kind; the first round of a campaign is not counted."""
    rounds = 3 if quick else 7
    figures = []
    campaigns: dict[str, list[Played]] = {}
    for kind in KINDS:
        book = BOOKS[kind.book]
        if kind.book not in campaigns:
            campaigns[kind.book] = played(book)
            timed(book, campaigns[kind.book])
        phases = [one for one in campaigns[kind.book] if kind.holds(one.key)]
        if not phases:
            raise RuntimeError(f"{kind.what}: the campaign that was played has no such phase.")
        figures.append(
            Figure(
                group="Resolving",
                what=kind.what,
                unit="/s",
                runs=tuple(timed(book, phases) for _ in range(rounds)),
                target=kind.least,
                at_most=False,
                note=f"{len(phases)} phases: {COUNTED}",
            )
        )
    return figures
