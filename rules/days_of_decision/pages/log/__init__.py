"""Events in words, one file a chapter."""

from collections.abc import Sequence

from rules.days_of_decision.pages.log import political, treaties, war
from rules.days_of_decision.pages.log.news import ARTICLES, PLURALS
from rules.days_of_decision.pages.log.together import together
from rules.kernel.events import Line
from rules.kernel.headlines import by_weight
from rules.kernel.wording import Words

WORDS = Words(political.WORDS, treaties.WORDS, war.WORDS, articles=ARTICLES, plurals=PLURALS)
GREAT, NOTABLE = 30, 12
"""Weights from which an event makes a headline, and from which it may stand in for one."""
ALIKE = 2
"""The war on a great power weighs so much more than that on a small country, and it may be the answer to that."""
_headed = by_weight(GREAT, NOTABLE, plurals=ARTICLES, alike=ALIKE)
line = WORDS.line


def headline(lines: Sequence[Line]) -> tuple[str, str]:
    """The headline and lede of a phase, from all its lines."""
    return _headed(together(lines))
