"""The rule index: every numbered or titled rule of the diplomacy rules, and our own rulings.

``R("49.51")`` gives the reference back and fails at import when it does not exist.
"""

from rules.kernel import rulings as answered
from rules.kernel import tables
from rules.kernel.cite import RuleEntry, RuleIndex

PACKAGE = "rules.world_at_war"
FILES = (
    "index.yaml",
    "index_ledger.yaml",
    "index_sides.yaml",
    "index_forces.yaml",
    "index_regions.yaml",
)
"""The parts of the index, in the order of the rules page."""


def _entries() -> tuple[RuleEntry, ...]:
    said = answered.answers(PACKAGE)
    listed = [entry for name in FILES for entry in tables.raw(PACKAGE, name)["entries"]]
    rulings = tables.raw(PACKAGE, "rulings.yaml")
    ours = [
        {
            "ref": f"Ruling {number}",
            "heading": heading,
            "source": "house",
            "part": "rulings",
            "about": said[str(number)],
        }
        for number, heading in rulings.items()
    ]
    return tables.typed([*listed, *ours], tuple[RuleEntry, ...], f"{PACKAGE}/data/index.yaml")


R = RuleIndex("A World at War", _entries())
