"""Facts that speak of this or the last turn or year grow old by themselves (Ruling 98)."""

import re

from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.status.aging import AGING

SPAN = re.compile(r"\b(this|last)[ _](player )?(turn|year)\b|[_.](this|last)_(turn|year)\b")


def test_every_fact_of_a_turn_or_year_grows_old():
    dated = {spec.key for spec in FACTS if SPAN.search(spec.key) or SPAN.search(spec.label)}
    aged = {row.fact for row in AGING} | {row.becomes for row in AGING}
    assert dated
    assert dated - aged == set()


def test_what_a_fact_becomes_is_of_its_kind():
    for row in AGING:
        assert not row.becomes or FACTS[row.becomes].type == FACTS[row.fact].type
