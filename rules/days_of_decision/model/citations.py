"""The rule index: every section of the errata, the house sections that stand in, and our rulings.

``R("8.7.1 IPO 9")`` gives the reference back and fails at import when it does not exist.
"""

import msgspec

from rules.kernel import rulings as answered
from rules.kernel import tables
from rules.kernel.cite import RuleEntry, RuleIndex
from rules.world_in_flames import house_rules

PACKAGE = "rules.days_of_decision"


def _entries() -> tuple[RuleEntry, ...]:
    said = answered.answers(PACKAGE)
    listed = tables.raw(PACKAGE, "index.yaml")["entries"]
    rulings = tables.raw(PACKAGE, "rulings.yaml")
    ours = [
        {
            "ref": f"Ruling {number}",
            "heading": heading,
            "source": "house",
            "part": part,
            "about": said[str(number)],
        }
        for part, headings in rulings.items()
        for number, heading in headings.items()
    ]
    known = tables.typed([*listed, *ours], tuple[RuleEntry, ...], f"{PACKAGE}/data/index.yaml")
    theirs = (entry for entry in house_rules.RULES if entry.ref in HOUSE_RULES)
    return (*known, *(msgspec.structs.replace(entry, part="house") for entry in theirs))


HOUSE_RULES = frozenset(tables.raw(PACKAGE, "index.yaml")["house"])
"""The rules of the war game's house rules that numbers of this book can cite."""


R = RuleIndex("Days of Decision II", _entries())
