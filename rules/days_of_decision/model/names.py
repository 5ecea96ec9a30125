"""Names of what facts say, for sentences."""

from rules.days_of_decision.model.powers import FACTIONS, POWERS, name
from rules.days_of_decision.model.tables import build


def minor(key: str) -> str:
    """A country's name, minor or major."""
    row = build({}).minors.get(key)
    return row.name if row else name(key) if key in POWERS else key.replace("_", " ").title()


def value(fact: object) -> str:
    """A fact's value: yes and no, powers and countries by their names."""
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    if isinstance(fact, int):
        return str(fact).replace("-", "−")
    text = str(fact)
    if text in FACTIONS:
        return FACTIONS[text].name
    return minor(text) if text in POWERS or text in build({}).minors else text.replace("_", " ")
