"""What lines are called where there is little room."""

from collections.abc import Sequence


def without_common_word(names: Sequence[str]) -> list[str]:
    """Names without the one word that all of several have, wherever it stands in each."""
    words = [name.split(" ") for name in names]
    common = set.intersection(*map(set, words)) if len(names) > 1 else set()
    if len(common) != 1 or any(len(each) < 2 for each in words):
        return list(names)
    return [" ".join(word for word in each if word not in common) for each in words]
