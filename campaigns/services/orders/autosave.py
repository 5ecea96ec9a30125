"""Tabs: which window a draft that keeps itself was saved in, so that a window never takes its own
saving for another's.

A window draws a word when it begins to write and counts its savings: ``word.number``. Its savings can
come late, twice or out of order (the last is sent while the page is being left), and the answer to one
may never arrive. So a saving counts as made on what is there if the same window made that, earlier.
"""

import re

_FORM = re.compile(r"([A-Za-z0-9-]{8,40})\.([0-9]{1,9})")


def _parts(tab_id: str) -> tuple[str, int]:
    found = _FORM.fullmatch(tab_id)
    return (found[1], int(found[2])) if found else ("", 0)


def known(tab_id: str) -> str:
    """A tab as it is kept; empty for anything that is none."""
    return tab_id if _FORM.fullmatch(tab_id) else ""


def is_same(tab_id: str, other: str) -> bool:
    """Whether the same window wrote both."""
    word = _parts(tab_id)[0]
    return bool(word) and word == _parts(other)[0]


def is_late(tab_id: str, kept: str) -> bool:
    """Whether what is kept was saved by the same window, as late or later."""
    return is_same(tab_id, kept) and _parts(tab_id)[1] <= _parts(kept)[1]
