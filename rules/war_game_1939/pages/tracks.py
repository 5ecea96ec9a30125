"""What a phase changed: how far each Ally is on its way to war, and what the land of each nation is worth."""

from collections.abc import Iterator

from rules.kernel.pages import LedgerRow
from rules.war_game_1939.model.powers import ALLIES, POWERS
from rules.war_game_1939.model.state import WarGameState
from rules.war_game_1939.model.tables import tables_of
from rules.war_game_1939.money.land import land_tally
from rules.war_game_1939.war.status import level_title


def changes(before: WarGameState, after: WarGameState) -> tuple[LedgerRow, ...]:
    """The war status and the land that moved between two views of one reader."""
    return (*_status(before, after), *_land(before, after))


def _status(before: WarGameState, after: WarGameState) -> Iterator[LedgerRow]:
    tables = tables_of(after)
    for nation in ALLIES:
        if nation not in before.nations or nation not in after.nations:
            continue
        old, new = before.nation(nation).status, after.nation(nation).status
        if old != new:
            yield LedgerRow(
                label=f"War status: {POWERS[nation].name}",
                before=level_title(tables, old),
                after=level_title(tables, new),
                actor=nation,
            )


def _land(before: WarGameState, after: WarGameState) -> Iterator[LedgerRow]:
    for nation in after.nations:
        if nation not in before.nations:
            continue
        old, new = (land_tally(state, tables_of(state), nation).net for state in (before, after))
        if old != new:
            yield LedgerRow(
                label=f"Value of the land: {POWERS[nation].name}",
                before=f"${old}",
                after=f"${new}",
                change=f"+{new - old}" if new > old else f"\N{MINUS SIGN}{old - new}",
                actor=nation,
            )
