"""Everything that can happen, one file a chapter."""

from rules.kernel.events import FactConfirmed, FactDeclared, FactDisputed, OrdersReleased
from rules.world_at_war.model.events.diplomacy import DiplomaticHappening
from rules.world_at_war.model.events.ledger import LedgerHappening
from rules.world_at_war.model.events.regions import RegionalHappening
from rules.world_at_war.model.events.sides import SideHappening
from rules.world_at_war.model.events.tensions import TensionHappening

Happening = (
    DiplomaticHappening
    | LedgerHappening
    | RegionalHappening
    | SideHappening
    | TensionHappening
    | FactDeclared
    | FactConfirmed
    | FactDisputed
    | OrdersReleased
)
"""Every kind of event, for reading them back."""
