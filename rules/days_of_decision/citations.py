"""The rule index: every section of the errata, the house sections that stand in, and our rulings.

``R("8.7.1 IPO 9")`` gives the reference back and fails at import when it does not exist.
"""

from rules.kernel import tables
from rules.kernel.cite import RuleEntry, RuleIndex

PACKAGE = "rules.days_of_decision"


def _entries() -> tuple[RuleEntry, ...]:
    listed = tables.raw(PACKAGE, "index.yaml")["entries"]
    rulings = tables.raw(PACKAGE, "rulings.yaml")
    ours = [
        {"ref": f"Ruling {number}", "heading": heading, "source": "house", "part": part}
        for part, headings in rulings.items()
        for number, heading in headings.items()
    ]
    return tables.typed([*listed, *ours], tuple[RuleEntry, ...], f"{PACKAGE}/data/index.yaml")


R = RuleIndex("Days of Decision II", _entries())
