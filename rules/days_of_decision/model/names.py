"""Names of what facts say, for sentences."""

from rules.days_of_decision.model.powers import FACTIONS, POWERS, name
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.model.tables import build
from rules.kernel.grammar import figure


def country_name(tables: Tables, key: str) -> str:
    """A country's name within a sentence, minor or major."""
    if key in POWERS:
        return name(key)
    return tables.minors[key].name if key in tables.minors else key.replace("_", " ").title()


def minor(key: str) -> str:
    """The same as the tables ship."""
    return country_name(build({}), key)


def value(fact: object) -> str:
    """A fact's value: yes and no, powers and countries by their names."""
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    if isinstance(fact, int):
        return figure(fact)
    text = str(fact)
    if text in FACTIONS:
        return FACTIONS[text].name
    return minor(text) if text in POWERS or text in build({}).minors else text.replace("_", " ")
