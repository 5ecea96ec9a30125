"""Events that a reader may suppose: those of the tension tables that have not come about yet.

They are found in the tables themselves: what would make a row's condition true, or add one to
what it counts. A supposition that would move no track is not offered.
"""

import msgspec

from rules.kernel.conditions import (
    All,
    AnyOf,
    Asked,
    AtLeast,
    Condition,
    FactCount,
    FactIs,
    Not,
    Per,
    Quantity,
    Sum,
)
from rules.kernel.facts import FactValue
from rules.world_at_war.model.conditions import Situation
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import Tables, tables_of
from rules.world_at_war.model.tables.tensions import TensionRow
from rules.world_at_war.tensions.forecast import change
from rules.world_at_war.tensions.levels import TRACKS, in_play

Facts = dict[str, FactValue]
HOLDING = frozenset(
    {
        "axis_holds", "axis_holds_beyond", "russia_holds", "axis_took", "axis_at", "axis_in_egypt",
        "russia_in_central_poland",
    }
)  # fmt: skip
"""Questions that hold once the count that they read first is one."""


class Supposition(msgspec.Struct, frozen=True, kw_only=True):
    """An event that may be supposed: ``key`` names its facts, ``changes`` what each track would
    gain at once.
    """

    key: str
    label: str
    facts: Facts
    changes: dict[str, int]


def suppositions(state: WarState) -> tuple[Supposition, ...]:
    """Everything that can be supposed now, in the order of the tables, each set of facts once."""
    tables, found = tables_of(state), dict[str, Supposition]()
    for track in TRACKS:
        for row in _rows(state, tables, track):
            facts = _needed(row, Situation(state))
            if not facts:
                continue
            key = ",".join(f"{fact}:{_word(value)}" for fact, value in sorted(facts.items()))
            if key in found:
                continue
            changes = {t: change(state, t, facts) for t in TRACKS}
            if any(changes.values()):
                label = row.modifier.reason
                found[key] = Supposition(key=key, label=label, facts=facts, changes=changes)
    return tuple(found.values())


def _rows(state: WarState, tables: Tables, track: str) -> list[TensionRow]:
    """Event rows, and status rows that can come about in the course of a turn."""
    status = [row for row in in_play(state, tables.tensions.status[track]) if row.at == "turn"]
    return [*in_play(state, tables.tensions.event[track]), *status]


def _word(value: FactValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def read(state: WarState, keys: list[str]) -> Facts:
    """The facts of these suppositions, as far as they are offered now; others are left out."""
    offered = {one.key: one for one in suppositions(state)}
    facts: Facts = {}
    for key in keys:
        if key in offered:
            facts |= offered[key].facts
    return facts


# -- what a row needs ----------------------------------------------------------------------------


def _needed(row: TensionRow, at: Situation) -> Facts | None:
    """Facts that make the row count (more); ``None`` where that cannot be read off the table."""
    facts: Facts = {}
    if not row.modifier.when.holds(at):
        made = _true(row.modifier.when, at)
        if made is None:
            return None
        facts |= made
    counted = _more(row.modifier.times, at)
    return facts | counted if facts or counted else None


def _true(condition: Condition, at: Situation) -> Facts | None:
    """Facts under which a condition holds."""
    match condition:
        case FactIs():
            return {condition.key: condition.values[0]}
        case AtLeast(quantity=FactCount() as fact):
            return {fact.key: condition.least}
        case All():
            parts = [_true(part, at) for part in condition.parts if not part.holds(at)]
            return _joined(parts)
        case AnyOf():
            return next((made for part in condition.parts if (made := _true(part, at))), None)
        case Asked():
            keys = condition.reads(at)
            return {keys[0]: 1} if condition.name in HOLDING else None
        case Not():
            return None
    return None


def _joined(parts: list[Facts | None]) -> Facts | None:
    facts: Facts = {}
    for part in parts:
        if part is None:
            return None
        facts |= part
    return facts


def _more(quantity: Quantity, at: Situation) -> Facts:
    """Facts under which a quantity is greater by a step; nothing for a fixed number."""
    match quantity:
        case FactCount():
            return _raised(quantity.key, 1, at)
        case Per(quantity=FactCount() as fact):
            return _raised(fact.key, quantity.size, at)
        case Per(quantity=Sum(parts=(FactCount() as fact, *_))):
            return _raised(fact.key, quantity.size, at)
        case Asked(name="climbing"):
            return _raised(str(quantity.arguments[0]), 1, at)
    return {}


def _raised(key: str, by: int, at: Situation) -> Facts:
    spec, value = FACTS[key], at.fact(key)
    if spec.type == "yes":
        return {} if value else {key: True}
    raised = int(value) + by
    return {} if spec.most is not None and raised > spec.most else {key: raised}
