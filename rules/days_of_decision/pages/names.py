"""What a key that stands in an order is called."""

from rules.days_of_decision.model.tables import build
from rules.days_of_decision.options import kinds_of
from rules.days_of_decision.pages.log.political import card


def name(key: str) -> str:
    """Minors and options by their names; empty for the rest."""
    tables = build({})
    if key in tables.cards:
        return card(key)
    if key in tables.minors:
        return tables.minors[key].name
    return kinds_of(tables).get(key, "")
