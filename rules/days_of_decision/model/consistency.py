"""What declared facts cannot say together (``data/fact_consistency.yaml``, Ruling 124)."""

from functools import cache

from rules.days_of_decision.model.citations import PACKAGE, R
from rules.days_of_decision.model.facts import FACTS, NAMES
from rules.days_of_decision.model.house_facts import asked_with
from rules.kernel import fact_consistency, tables
from rules.kernel.consistency import Consistency

WATERWAYS = {key: row["name"] for key, row in tables.raw(PACKAGE, "war.yaml")["waterways"].items()}
FACT_CONSISTENCY = fact_consistency.read(
    PACKAGE, FACTS, R, "Ruling 124", {"powers": NAMES, "waterways": WATERWAYS}
)


@cache
def agreement(switches: frozenset[str]) -> Consistency:
    """The table as far as facts are asked for under these switches of the house rules."""
    return FACT_CONSISTENCY.among(lambda key: asked_with(switches, key))
