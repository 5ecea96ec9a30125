"""Minor countries (82 to 89): what they are to whom, what they are worth, and what becomes of them.

Read ``areas`` first (the countries as data), then ``records`` (what a campaign remembers of them).
"""
