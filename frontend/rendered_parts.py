"""Parts of a page that are rendered once for all who see the same.

Such a part is rendered by itself: of the page around it, it is given only what stands in its key.
So what one reader may see cannot stand in another's page. What a player writes is kept for his
power in his campaign alone, so that not even the time an answer takes tells what others wrote.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from campaigns.cache import Cache
from campaigns.domain.wording import said_by
from campaigns.selectors.phase.records import Head

#: Letters of all parts kept by a process.
MOST_LETTERS = 8_000_000

_rendered = Cache(MOST_LETTERS, weigh=len)


class Acting(NamedTuple):
    """What a shared part may know of its reader: the power they act for, and all that they play where these are in
    its key too.
    """

    acting: Any
    powers: Any = ()


def kept(key: Any, render: Callable[[], SafeString]) -> SafeString:
    """A part under the whole of its key, rendered where it is not kept yet."""
    html: SafeString = _rendered.get(key, render)
    return html


def cached_template(name: str, context: Mapping[str, Any], *key: Any) -> SafeString:
    """A template with what it is given, under its key."""
    return cached(name, *key, render=lambda: render_to_string(name, context))


def cached(kind: str, key: Any, *more: Any, render: Callable[[], str]) -> SafeString:
    """A part under its key, for readers of one time zone, as it reads today."""

    def made() -> SafeString:
        return mark_safe(render())  # noqa: S308 - a template's own output

    return made() if key is None else kept(today(kind, key, *more), made)


def today(*key: Any) -> tuple[Any, ...]:
    """A key for readers of one time zone, on this day."""
    return (*key, timezone.get_current_timezone_name(), timezone.localtime().date())


def by_its_book(head: Head, name: str, given: Mapping[str, Any]) -> str:
    """A template of a campaign, in which its own book's messages go before those of others: some are asked
    for before the page around them is.
    """
    with said_by(head.book_key):
        return render_to_string(name, given)
