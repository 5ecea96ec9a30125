"""Events in words, one file a chapter."""

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
headline = by_weight(30, 14, plurals=(*PLURALS, "Allies", "Axis", "Western Allies"))
