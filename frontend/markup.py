"""Markup put together from a pattern and values, each value escaped unless it is markup already.

The same as the functions of these names in ``django.utils.html``, which for every value look whether
it is a translation that is not made yet. A board has thousands of values and no such translation.
"""

from collections.abc import Iterable
from html import escape
from typing import Any

from django.utils.safestring import SafeString


def escaped(value: Any) -> str:
    """A value as it stands in a page."""
    return value if isinstance(value, SafeString) else escape(str(value))


def format_html(pattern: str, *values: Any) -> SafeString:
    """The pattern with its values put in."""
    return SafeString(pattern.format(*map(escaped, values)))


def format_html_join(between: str, pattern: str, rows: Iterable[Iterable[Any]]) -> SafeString:
    """The pattern filled in for each row."""
    return SafeString(escaped(between).join(pattern.format(*map(escaped, row)) for row in rows))
