"""What is asked of many alike: `make test` asks some of them, `make test-all` every one."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def one_in(
    every: int, values: Iterable[Any], *, ids: Callable[[Any], str] | None = None
) -> list[Any]:
    """Parameters of a test, of which all are long but the first, the ``every``-th after it and so on.
    What is a ``pytest.param`` already keeps its marks.
    """
    return [
        _also(value, [] if place % every == 0 else [pytest.mark.long], ids)
        for place, value in enumerate(values)
    ]


def of_the_newest(revisions: Iterable[tuple[str, str]]) -> list[Any]:
    """Parameters of a test: books and their revisions, of each book from the oldest to the newest. All are
    long but the newest.
    """
    found = list(revisions)
    last = dict(found)
    return [
        pytest.param(
            book,
            revision,
            marks=[] if revision == last[book] else [pytest.mark.long],
            id=f"{book}-{revision}",
        )
        for book, revision in found
    ]


def _also(value: Any, marks: list[Any], ids: Callable[[Any], str] | None) -> Any:
    if hasattr(value, "marks"):
        return pytest.param(*value.values, marks=[*value.marks, *marks], id=value.id)
    return pytest.param(value, marks=marks, id=ids(value) if ids else None)
