"""Questions by name, one file a chapter; nothing is changed by asking."""

from rules.kernel.questions import Questions
from rules.world_at_war.pages.queries import diplomacy, forces, ledger, regions, sides, tensions

QUESTIONS = Questions(
    *(part.QUESTIONS for part in (diplomacy, tensions, ledger, sides, forces, regions))
)
