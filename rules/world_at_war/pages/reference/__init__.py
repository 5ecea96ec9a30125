"""The tables of the rules page, made from the data that judges; one file a chapter."""

from rules.kernel.pages import RuleTable
from rules.world_at_war.model.tables.campaign import build
from rules.world_at_war.pages.reference.diplomacy import diplomacy_tables
from rules.world_at_war.pages.reference.forces import force_tables
from rules.world_at_war.pages.reference.ledger import ledger_tables
from rules.world_at_war.pages.reference.regions import region_tables
from rules.world_at_war.pages.reference.sides import side_tables
from rules.world_at_war.pages.reference.tensions import tension_tables


def tables() -> tuple[RuleTable, ...]:
    """All tables, in the order of the page."""
    shipped = build({})
    return (
        *diplomacy_tables(shipped),
        *tension_tables(shipped),
        *ledger_tables(shipped),
        *side_tables(shipped),
        *force_tables(shipped),
        *region_tables(shipped),
    )
