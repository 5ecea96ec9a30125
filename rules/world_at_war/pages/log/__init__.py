"""Events in words, one file a chapter."""

from collections.abc import Sequence

from rules.kernel.events import Event, Line
from rules.kernel.grammar import headline as joined
from rules.kernel.grammar import news
from rules.kernel.wording import Words
from rules.world_at_war.model.names import ARTICLES, PLURALS
from rules.world_at_war.pages.log import diplomacy, ledger, policies, regions, sides, tensions

WORDS = Words(
    *(part.WORDS for part in (diplomacy, policies, ledger, sides, regions, tensions)),
    articles=ARTICLES,
    plurals=PLURALS,
)
GREAT, NOTABLE = 30, 14
"""Weights from which an event makes a headline, and from which it may stand in for one."""


def line(event: Event) -> Line:
    """An event in words."""
    return WORDS.line(event)


def headline(lines: Sequence[Line]) -> tuple[str, str]:
    """The weightiest events as a headline; what is of little weight makes no lede."""
    ranked = sorted(lines, key=lambda line: -line.weight)
    rests = [line.rest for line in ranked if line.rest and line.weight >= NOTABLE]
    return joined(news(lines, GREAT, NOTABLE)), " ".join(rests[:2])
