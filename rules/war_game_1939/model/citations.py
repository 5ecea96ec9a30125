"""The rule index: every titled rule of the seed by a short reference, and our rulings.

``R("Safe Bid")`` gives the reference back and fails at import when it does not exist.
"""

from rules.kernel import rulings as answered
from rules.kernel import tables
from rules.kernel.cite import RuleEntry, RuleIndex

PACKAGE = "rules.war_game_1939"


def _entries() -> tuple[RuleEntry, ...]:
    said = answered.answers(PACKAGE)
    listed = tables.raw(PACKAGE, "index.yaml")["entries"]
    ours = [
        {
            "ref": number,
            "heading": heading,
            "source": "house",
            "part": "rulings",
            "about": said[number],
        }
        for number, heading in tables.raw(PACKAGE, "rulings.yaml").items()
    ]
    return tables.typed([*listed, *ours], tuple[RuleEntry, ...], f"{PACKAGE}/data/index.yaml")


R = RuleIndex("The War Game 1939", _entries())
