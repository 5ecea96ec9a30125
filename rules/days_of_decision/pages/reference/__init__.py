"""The tables of the rules page, made from the data that judges."""

from rules.days_of_decision.model.tables import build
from rules.days_of_decision.pages.reference.political import political_tables
from rules.days_of_decision.pages.reference.treaties import treaty_tables
from rules.days_of_decision.pages.reference.war import war_tables
from rules.kernel.pages import RuleTable


def tables() -> tuple[RuleTable, ...]:
    """All tables, in the order of the page."""
    shipped = build({})
    return (*political_tables(shipped), *treaty_tables(shipped), *war_tables(shipped))
