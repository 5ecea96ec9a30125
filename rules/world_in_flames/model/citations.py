"""The rule index: the four house rules part by part, and the readings of what they leave open.

``R("Italian Surrender: roll")`` gives the reference back and fails at import when it does not
exist. References begin with the name of their rule, so that another rulebook can take them into
its own index.
"""

from rules.kernel import rulings as answered
from rules.kernel import tables
from rules.kernel.cite import RuleEntry, RuleIndex

PACKAGE = "rules.world_in_flames"


def _entries() -> tuple[RuleEntry, ...]:
    said = answered.answers(PACKAGE)
    listed = tables.raw(PACKAGE, "index.yaml")["entries"]
    rulings = tables.raw(PACKAGE, "rulings.yaml")
    readings = [
        {
            "ref": f"F-{number:02}",
            "heading": heading,
            "source": source,
            "part": "readings",
            "about": said[f"F-{number:02}"],
        }
        for source, found in rulings.items()
        for number, heading in found.items()
    ]
    return tables.typed([*listed, *readings], tuple[RuleEntry, ...], f"{PACKAGE}/data/index.yaml")


ENTRIES = _entries()
R = RuleIndex("World in Flames house rules", ENTRIES)
