"""Links and words for the files of countries and the ledgers."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from frontend.markup import format_html

register = template.Library()


def _with_query(address: str, **query: str) -> str:
    given = {key: value for key, value in query.items() if value}
    return f"{address}?{urlencode(given)}" if given else address


@register.simple_tag
def country_link(slug: str, area: str, acting: Any) -> str:
    """The address of a country's file, for the power that the reader acts for."""
    address = reverse("frontend:country", args=[slug, area])
    return _with_query(address, power=acting.key if acting else "")


@register.simple_tag
def book_link(page: str, slug: str, acting: Any, of: str = "") -> str:
    """The address of one of the book's own pages."""
    address = reverse(f"frontend:{page}", args=[slug])
    return _with_query(address, of=of, power=acting.key if acting else "")


@register.simple_tag
def answer_words(answer: Any) -> SafeString:
    """Whether something may be done, in words: yes or no, the price, the reason and its rule."""
    price = format_html(", {} BRPs", answer.price) if answer.price is not None else ""
    return format_html(
        '<b>{}</b>{} <span class="quiet">{}</span> <cite>{}</cite>',
        "Yes" if answer.may else "No",
        price,
        answer.why,
        answer.rule,
    )


@register.filter
def nth(items: Sequence[Any], place: int) -> Any:
    """The item at a place."""
    return items[place]
