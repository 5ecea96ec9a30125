"""What declared facts cannot say together (``data/fact_consistency.yaml``)."""

from examples.three_harbors.model.citations import PACKAGE, R
from examples.three_harbors.model.facts import FACTS
from rules.kernel import fact_consistency

FACT_CONSISTENCY = fact_consistency.read(PACKAGE, FACTS, R, "3", {})
