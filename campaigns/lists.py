"""Words in a row."""

from collections.abc import Sequence


def listed(words: Sequence[str], last: str = "and") -> str:
    """Several words as one: ``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
