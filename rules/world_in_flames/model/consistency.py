"""What declared facts cannot say together (``data/fact_consistency.yaml``, F-27)."""

from rules.kernel import fact_consistency
from rules.world_in_flames.model.citations import PACKAGE, R
from rules.world_in_flames.model.facts import FACTS

FACT_CONSISTENCY = fact_consistency.read(PACKAGE, FACTS, R, "F-27", {})
