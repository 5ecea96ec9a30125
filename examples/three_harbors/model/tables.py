"""The numbers of the game; a moderator overrides them by path (``needed``, ``modifiers.points.amount``)."""

from collections.abc import Mapping
from typing import Any

import msgspec

from examples.three_harbors.model.citations import PACKAGE, R
from examples.three_harbors.model.facts import FACTS
from examples.three_harbors.model.state import HarborState
from rules.kernel import tables
from rules.kernel.conditions import Grammar, reading
from rules.kernel.errors import TableError
from rules.kernel.tally import Modifier


class ModifierRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the modifiers as data; ``when`` and ``times`` are trees of the grammar."""

    key: str
    amount: int
    reason: str
    rule: str
    when: Any = None
    times: Any = 1


class Tables(msgspec.Struct, frozen=True, kw_only=True):
    """Everything; ``fewer`` points are placed while the bridge is down."""

    points: int
    fewer: int
    die: int
    needed: int
    valleys: dict[str, str]
    modifiers: tuple[ModifierRow, ...]


@reading()
def points(at: Any) -> int:
    """Points of the harbor that has most in the valley."""
    return int(at.points)


@reading()
def rivals(at: Any) -> int:
    """Other harbors with points in the valley."""
    return int(at.rivals)


@reading()
def fog(at: Any) -> bool:
    """The campaign is played in fog."""
    return bool(at.fog)


GRAMMAR = Grammar(FACTS, {"points": points, "rivals": rivals, "fog": fog})


@tables.by_overrides
def _built(changes: dict[str, Any]) -> tuple[Tables, tuple[Modifier, ...]]:
    whole = tables.raw(PACKAGE, "tables.yaml")
    changed = tables.overridden(whole, changes, "tables")
    found = tables.typed(changed, Tables, "tables")
    if not 2 <= found.die <= 100:
        raise TableError(f"tables.die is {found.die}.", remedy="A die has from 2 to 100 sides.")
    return found, tuple(
        Modifier(
            key=row.key,
            amount=row.amount,
            reason=row.reason,
            rule=R(row.rule),
            when=GRAMMAR.condition(row.when, row.key),
            times=GRAMMAR.quantity(row.times, row.key),
        )
        for row in found.modifiers
    )


def build(changes: Mapping[str, Any]) -> Tables:
    """The tables with a moderator's changes. Raises :class:`TableError` for one that does not fit."""
    return _built(changes)[0]


def tables_of(state: HarborState) -> Tables:
    """The tables of a campaign."""
    return build(state.tables)


def modifiers_of(state: HarborState) -> tuple[Modifier, ...]:
    """The modifiers of a campaign, with their conditions read."""
    return _built(state.tables)[1]


VALLEYS = build({}).valleys
