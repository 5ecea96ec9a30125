"""What a phase changed: the tension tracks, and what the ledgers come to."""

from rules.kernel.pages import LedgerRow
from rules.world_at_war.model.names import row_words, signed
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import build
from rules.world_at_war.pages import ledgers


def changes(before: WarState, after: WarState) -> tuple[LedgerRow, ...]:
    """The tracks and BRP ledgers that moved between two views of one reader."""
    return (*_moved(before, after), *ledgers.changes(before, after))


def _moved(before: WarState, after: WarState) -> tuple[LedgerRow, ...]:
    """The tracks that stand elsewhere than before."""
    return tuple(
        LedgerRow(
            label=scale.title,
            before=row_words(str(before.level(key))),
            after=row_words(str(after.level(key))),
            change=signed(after.level(key) - before.level(key)),
        )
        for key, scale in build({}).scales.items()
        if before.level(key) != after.level(key)
    )
