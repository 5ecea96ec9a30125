"""Everything that can happen, one file a chapter."""

from rules.days_of_decision.model.events import political, surrender, treaties, war
from rules.kernel.events import (
    FactConfirmed,
    FactDeclared,
    FactDisputed,
    OrdersReleased,
    kinds_in,
)

Happening = (
    kinds_in(political, surrender, treaties, war)
    | FactDeclared
    | FactConfirmed
    | FactDisputed
    | OrdersReleased
)
"""Every kind of event, for reading them back."""
