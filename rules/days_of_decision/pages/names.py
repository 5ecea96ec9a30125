"""What a key that stands in an order is called."""

from rules.days_of_decision.model.citations import PACKAGE
from rules.days_of_decision.model.tables import build
from rules.days_of_decision.options import kinds_of
from rules.days_of_decision.pages.log.political import card
from rules.kernel import tables

WORDS = tables.words(PACKAGE)


def name(key: str) -> str:
    """Minors and options by their names, fields by their words; empty for the rest."""
    known = build({})
    if key in known.cards:
        return card(key)
    if key in known.minors:
        return known.minors[key].name
    return kinds_of(known).get(key, "") or WORDS.get(key, "")
