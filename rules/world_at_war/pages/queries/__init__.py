"""Questions by name, one file a chapter; nothing is changed by asking.

``signatures`` declares what each takes and answers.
"""

from rules.world_at_war.pages.queries.signatures import QUESTIONS

__all__ = ["QUESTIONS"]
