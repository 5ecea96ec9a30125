"""What a phase changed: how far Italy and Japan are on the way to surrender, and which of them gave up."""

from collections.abc import Iterator

from rules.kernel.pages import LedgerRow
from rules.world_in_flames.model.conditions import situation
from rules.world_in_flames.model.state import HouseState
from rules.world_in_flames.surrender import japan
from rules.world_in_flames.turn import conquest_step


def changes(before: HouseState, after: HouseState) -> tuple[LedgerRow, ...]:
    """The rows that moved between two views of one reader."""
    return (*_italy(before, after), *_japan(before, after))


def _italy(before: HouseState, after: HouseState) -> Iterator[LedgerRow]:
    if not (before.used("italian_surrender") and after.used("italian_surrender")):
        return
    old, new = (conquest_step.italian_criteria(state).count for state in (before, after))
    if old != new:
        yield _counted("Conditions met for the surrender of Italy", old, new)
    if "italy" in after.conquered and "italy" not in before.conquered:
        yield LedgerRow(label="Italy", before="at war", after="surrendered", actor="axis")


def _japan(before: HouseState, after: HouseState) -> Iterator[LedgerRow]:
    if not (before.used("japanese_surrender") and after.used("japanese_surrender")):
        return
    old, new = (japan.factories_lost(situation(state)).net for state in (before, after))
    if old != new:
        yield _counted("Original factories of Japan lost", old, new)
    if "japan" in after.conquered and "japan" not in before.conquered:
        yield LedgerRow(label="Japan", before="at war", after="surrendered", actor="axis")


def _counted(label: str, old: int, new: int) -> LedgerRow:
    change = f"+{new - old}" if new > old else f"\N{MINUS SIGN}{old - new}"
    return LedgerRow(label=label, before=str(old), after=str(new), change=change)
