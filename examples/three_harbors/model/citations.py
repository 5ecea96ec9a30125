"""The rules by reference."""

from rules.kernel import tables
from rules.kernel.cite import RuleEntry, RuleIndex

PACKAGE = "examples.three_harbors"
R = RuleIndex("Three Harbors", tables.load(PACKAGE, "index.yaml", tuple[RuleEntry, ...]))
