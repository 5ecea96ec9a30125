"""Events in words, one file a chapter."""

from collections.abc import Sequence
from functools import cache

from rules.days_of_decision.model.tables import build
from rules.days_of_decision.pages.log import political, treaties, war
from rules.kernel.events import Line
from rules.kernel.grammar import headline as heading
from rules.kernel.grammar import news
from rules.kernel.wording import Words


@cache
def _named(*endings: str) -> tuple[str, ...]:
    """The countries whose names end so."""
    return tuple(row.name for row in build({}).minors.values() if row.name.endswith(endings))


PEOPLE = ("Republicans", "Nationalists", "Communists", "Baltic States")
ARTICLES = _named(*PEOPLE, "Netherlands", "Philippines")
PLURALS = _named(*PEOPLE)
WORDS = Words(political.WORDS, treaties.WORDS, war.WORDS, articles=ARTICLES, plurals=PLURALS)
GREAT, NOTABLE = 30, 12
"""Weights from which an event makes a headline, and from which it may stand in for one."""


def headline(lines: Sequence[Line]) -> tuple[str, str]:
    """The two weightiest heads, and what stands behind them."""
    found = news(lines, GREAT, NOTABLE)
    if found and all(line.topic == political.PRODUCTION for line in found):
        return "Factories work and money comes in", ""
    return heading(found), " ".join(line.rest for line in found if line.rest)


line = WORDS.line
