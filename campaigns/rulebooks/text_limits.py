"""What keeps a rulebook from reading a text."""

import re

from core.gettext import gettext as _

#: Blanks in a row, and figures of a number within a text, that a rulebook reads.
MOST_BLANKS = 60
MOST_DIGITS = 15

_LONG_NUMBER = re.compile(rf"\d{{{MOST_DIGITS + 1}}}")
#: A fingerprint, a key or the like.
_ONE_WORD = re.compile(r"[A-Za-z0-9+/=_-]{1,600}")


def rules_problem(text: str) -> str:
    """What keeps a rulebook from reading a text; nothing if it may. Books take texts apart by patterns, and a
    kept revision's stay as they are: before any of them reads one, it has no long row of blanks and no number
    longer than what whole numbers are read from.
    """
    if " " * (MOST_BLANKS + 1) in text:
        return _("A text has more than %(most)s blanks in a row.") % {"most": MOST_BLANKS}
    if _LONG_NUMBER.search(text) and not _ONE_WORD.fullmatch(text):
        return _("A text has a number of more than %(most)s figures.") % {"most": MOST_DIGITS}
    return ""
