"""Words in a row, in the language of the one who reads them."""

from collections.abc import Sequence
from typing import Literal

from core.gettext import gettext as _


def listed(words: Sequence[str], last: Literal["and", "or"] = "and") -> str:
    """Several words as one: ``a, b and c``; nothing of none."""
    if len(words) < 2:
        return "".join(words)
    both = {"first": ", ".join(words[:-1]), "last": words[-1]}
    if last == "or":
        # Translators: the last of several words in a row; all before it stand in "first" with commas.
        return _("%(first)s or %(last)s") % both
    # Translators: the last of several words in a row; all before it stand in "first" with commas.
    return _("%(first)s and %(last)s") % both
