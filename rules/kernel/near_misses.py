"""What an unknown word was probably meant to be."""

import difflib
from collections.abc import Iterable


def suggestion(word: str, known: Iterable[str]) -> str:
    """The remedy for an unknown word: near misses, or everything that would be right."""
    names = sorted(known)
    near = difflib.get_close_matches(word, names, n=3, cutoff=0.55)
    if near:
        return f"Did you mean {' or '.join(repr(name) for name in near)}?"
    shown = ", ".join(names[:30]) + (", ..." if len(names) > 30 else "")
    return f"Possible here: {shown or 'nothing'}."
