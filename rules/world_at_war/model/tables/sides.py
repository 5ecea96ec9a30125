"""Attacks and changes of side as data: who joins whom, what one price buys, what it means."""

from typing import Any

import msgspec

from rules.kernel import tables
from rules.kernel.grammar import capital
from rules.world_at_war.model.citations import PACKAGE, R
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.powers import POWERS


class Pair(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Two areas that one declaration of war can meet (50.22)."""

    areas: tuple[str, str]
    rule: str
    title: str


class Entering(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of the regional rules that decides an attack: in force it spares the declaration of war,
    else it ``forbids`` the attack or leaves it to the general rules. ``first`` are the powers on whom
    war must be declared before.
    """

    row: str
    areas: tuple[str, ...]
    forbids: bool
    first: tuple[str, ...] = ()


class Alone(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The turn of an independent country (82.83): its steps, what single ones do ``also``, and what
    an offensive costs it in BRPs.
    """

    steps: tuple[str, ...]
    also: dict[str, tuple[str, ...]]
    offensive: int
    text: str


class Waiting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A neutral country that joins ``power`` once a side attacks its neighbour (84.24)."""

    prey: str
    by: str
    power: str
    rule: str
    reason: str


class BorderWar(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A country that joins a power because of an earlier border war, once a war breaks out (84.23).
    ``text`` says it to readers, ``because`` and ``otherwise`` why it does or does not hold.
    """

    area: str
    fact: str
    war: str
    power: str
    rule: str
    reason: str
    text: str
    because: str
    otherwise: str


class Sides(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything in ``data/sides.yaml``; ``effects`` are sentences by occasion."""

    friends: dict[str, str]
    pairs: tuple[Pair, ...]
    entries: tuple[Entering, ...]
    alone: Alone
    waits: dict[str, Waiting]
    border_war: BorderWar
    effects: dict[str, tuple[str, ...]]

    def told(self, occasion: str, **words: str) -> tuple[str, ...]:
        """The sentences of an occasion with these words put in, each with a capital letter."""
        lines = (line.format_map(words) for line in self.effects[occasion])
        return tuple(capital(line) for line in lines)


def read_sides(raw: dict[str, Any]) -> Sides:
    """The data of the file (overrides already applied).

    Raises :class:`~rules.kernel.errors.TableError` when it does not fit, ``KeyError`` for a power or
    fact that does not exist, :class:`UnknownRule` for a rule.
    """
    found = tables.typed(raw, Sides, f"{PACKAGE}/data/sides.yaml")
    for power in (*found.friends, *found.friends.values(), found.border_war.power):
        POWERS[power]
    for pair in found.pairs:
        R(pair.rule)
    for key in (found.border_war.fact, found.border_war.war):
        FACTS[key]
    for wait in found.waits.values():
        FACTS[f"declared.{wait.by}.{wait.prey}"]
        R(wait.rule)
    R(found.border_war.rule)
    return found
