"""Questions by name, one file a chapter; nothing is changed by asking."""

from rules.days_of_decision.pages.queries import political, treaties, war
from rules.kernel.questions import Questions

QUESTIONS = Questions(political.ASKED, treaties.ASKED, war.ASKED)
"""Every question by its name."""
