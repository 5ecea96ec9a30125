"""What declared facts cannot say together (``data/agreeing.yaml``, Ruling 90)."""

from collections.abc import Mapping

from rules.kernel import tables
from rules.kernel.consistency import Bound, Consistency
from rules.kernel.facts import FactValue
from rules.world_at_war.citations import PACKAGE, R
from rules.world_at_war.facts import FACTS
from rules.world_at_war.tensions.rows import filled


def _read() -> Consistency:
    bounds = []
    for row in tables.raw(PACKAGE, "agreeing.yaml"):
        repeat = row.pop("for", None) or {"": ""}
        for key, name in repeat.items():
            bounds.append(
                tables.typed(filled(row, {"key": key, "name": name}), Bound, "agreeing.yaml")
            )
    for bound in bounds:
        R(bound.rule or "Ruling 90")
    return Consistency(FACTS, bounds, "agreeing.yaml")


AGREEMENT = _read()


def declared(
    facts: Mapping[str, FactValue], values: Mapping[str, FactValue]
) -> dict[str, FactValue]:
    """Facts as they are once these values were declared, with what is put right beside them."""
    given = FACTS.named_now(facts, values)
    now = {**facts, **given}
    return now | {key: value for key, value, _ in AGREEMENT.agreed(now, sorted(given))}
