"""The numbers of the house rules as data, checked when they load; moderators override by path."""

from typing import Any

import msgspec

from rules.kernel import tables
from rules.kernel.conditions import Condition, Grammar, reading
from rules.kernel.errors import TableError
from rules.kernel.tally import Modifier
from rules.world_in_flames.model.citations import PACKAGE, R
from rules.world_in_flames.model.facts import FACTS
from rules.world_in_flames.model.state import HouseState

LOST_LINES = ("bombed", "occupied", "moved_destroyed", "retaken")
FILES = ("italy", "japan")


class Printed(msgspec.Struct, frozen=True, kw_only=True):
    """An Italian factory hex as the map prints it: how many blue and red factories."""

    name: str
    blue: int
    red: int
    source: str = "house"


class CriterionRow(msgspec.Struct, frozen=True, kw_only=True):
    """One criterion as data; ``when`` is a tree of the condition grammar."""

    text: str
    rule: str
    when: Any


class ItalyTable(msgspec.Struct, frozen=True, kw_only=True):
    """``data/italy.yaml``: ``needed`` of the criteria, sides of the die, parts in quarters."""

    die: int
    needed: int
    criteria: dict[str, CriterionRow]
    parts: dict[str, int]
    printed: dict[str, Printed]
    barren: tuple[str, ...]


class ModifierRow(msgspec.Struct, frozen=True, kw_only=True):
    """One row of a modifier table as data."""

    key: str
    amount: int
    reason: str
    rule: str
    when: Any = None
    times: Any = 1


class JapanTable(msgspec.Struct, frozen=True, kw_only=True):
    """``data/japan.yaml``: ``factories`` that must be lost, ``surrender`` what the die needs."""

    die: int
    factories: int
    surrender: int
    lost: tuple[ModifierRow, ...]
    modifiers: tuple[ModifierRow, ...]
    cities: dict[str, tuple[str, ...]]


class Tables(msgspec.Struct, frozen=True, kw_only=True):
    """Everything, with conditions read: criteria by key, the lines of a loss, the modifiers."""

    italy: ItalyTable
    japan: JapanTable
    criteria: dict[str, Condition]
    lost: tuple[Modifier, ...]
    modifiers: tuple[Modifier, ...]


@reading()
def captured_counts(at: Any) -> bool:
    """Whether a factory that was captured counts as lost for good (F-13)."""
    return bool(at.switch("retaken") == "lost")


@reading(*(f"japanese_surrender.{line}" for line in LOST_LINES))
def lost(at: Any) -> int:
    """Original factories of the Japanese home nation that are lost."""
    return int(at.lost().net)


GRAMMAR = Grammar(FACTS, {"captured_counts": captured_counts, "lost": lost})


def _modifier(row: ModifierRow, where: str) -> Modifier:
    place = f"{where}, {row.key}"
    return Modifier(
        key=row.key,
        amount=row.amount,
        reason=row.reason,
        rule=R(row.rule),
        when=GRAMMAR.condition(row.when, place),
        times=GRAMMAR.quantity(row.times, place),
    )


@tables.by_overrides
def build(changes: dict[str, Any]) -> Tables:
    """The tables with a moderator's changes, by paths such as ``italy.printed.milan.blue``.

    Raises :class:`TableError` naming the path that does not fit.
    """
    whole = {name: tables.raw(PACKAGE, f"{name}.yaml") for name in FILES}
    tables.overridden(whole, changes, "tables")
    italy = tables.typed(whole["italy"], ItalyTable, "italy")
    japan = tables.typed(whole["japan"], JapanTable, "japan")
    _bounded(italy, japan)
    return Tables(
        italy=italy,
        japan=japan,
        criteria={
            key: GRAMMAR.condition(row.when, f"italy.criteria.{key}")
            for key, row in italy.criteria.items()
            if R(row.rule)
        },
        lost=tuple(_modifier(row, "japan.lost") for row in japan.lost),
        modifiers=tuple(_modifier(row, "japan.modifiers") for row in japan.modifiers),
    )


def _bounded(italy: ItalyTable, japan: JapanTable) -> None:
    """What no override may do: dice without faces, factories below nought."""
    for where, number in (("italy.die", italy.die), ("japan.die", japan.die)):
        if not 2 <= number <= 100:
            raise TableError(f"{where} is {number}.", remedy="A die has from 2 to 100 sides.")
    for key, row in italy.printed.items():
        if not (0 <= row.blue <= 20 and 0 <= row.red <= 20):
            raise TableError(
                f"italy.printed.{key} has {row.blue} blue and {row.red} red factories.",
                remedy="Each from 0 to 20.",
            )


def tables_of(state: HouseState) -> Tables:
    """The tables of a campaign."""
    return build(state.tables)
