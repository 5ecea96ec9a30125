"""What declared facts cannot say together (``data/fact_consistency.yaml``, Ruling 90)."""

from collections.abc import Mapping

from rules.kernel import fact_consistency
from rules.kernel.facts import FactValue
from rules.world_at_war.model.citations import PACKAGE, R
from rules.world_at_war.model.facts import FACTS

FACT_CONSISTENCY = fact_consistency.read(PACKAGE, FACTS, R, "Ruling 90", {})


def declared(
    facts: Mapping[str, FactValue], values: Mapping[str, FactValue]
) -> dict[str, FactValue]:
    """Facts as they are once these values were declared, with what is put right beside them."""
    given = FACTS.named_now(facts, values)
    now = {**facts, **given}
    return now | {key: value for key, value, _ in FACT_CONSISTENCY.agreed(now, sorted(given))}
