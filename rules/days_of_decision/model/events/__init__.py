"""Everything that can happen, one file a chapter."""

from rules.days_of_decision.model.events.political import PoliticalHappening
from rules.days_of_decision.model.events.surrender import SurrenderHappening
from rules.days_of_decision.model.events.treaties import TreatyHappening
from rules.days_of_decision.model.events.war import WarHappening
from rules.kernel.events import FactConfirmed, FactDeclared, FactDisputed, OrdersReleased

Happening = (
    PoliticalHappening
    | TreatyHappening
    | WarHappening
    | SurrenderHappening
    | FactDeclared
    | FactConfirmed
    | FactDisputed
    | OrdersReleased
)
"""Every kind of event, for reading them back."""
