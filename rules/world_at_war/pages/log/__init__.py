"""Events in words, one file a chapter."""

from collections.abc import Sequence

from rules.kernel.events import Line
from rules.kernel.headlines import by_weight
from rules.kernel.wording import Words
from rules.world_at_war.model.names import ARTICLES, PLURALS
from rules.world_at_war.pages.log import diplomacy, ledger, policies, regions, sides, tensions

WORDS = Words(
    *(part.WORDS for part in (diplomacy, policies, ledger, sides, regions, tensions)),
    articles=ARTICLES,
    plurals=PLURALS,
)
line = WORDS.line
_headed = by_weight(30, 14, plurals=(*PLURALS, "Allies", "Axis", "Western Allies"))


def headline(lines: Sequence[Line]) -> tuple[str, str]:
    """The headline and lede of a phase, from all its lines."""
    return _headed(list(ledger.passed(lines)))
