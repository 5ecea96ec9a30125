"""Cards that turn over one by one."""

from collections.abc import Iterable
from typing import Any

from django import template

from campaigns.selectors.log.played_cards import PlayedCard
from campaigns.selectors.phase.records import Head
from frontend import books
from frontend.charts import draw
from frontend.reveal_layout import Laid, chart_of, laid

register = template.Library()


@register.filter
def in_columns(cards: Iterable[PlayedCard]) -> tuple[Laid, ...]:
    """The cards of a phase, each with its column and its row."""
    return laid(cards)


@register.simple_tag
def card_by_card(cards: tuple[PlayedCard, ...], head: Head) -> dict[str, Any] | None:
    """The track that these cards moved, drawn with a cursor after the last of them; nothing where none did."""
    turned = books.face_of(head.book_key).turned
    chart = chart_of(cards, turned) if turned else None
    if chart is None:
        return None
    return {
        "title": chart.title,
        "svg": draw(chart, size="small", cursor=chart.last, moves=True),
    }


@register.filter
def turns_cards(head: Head) -> bool:
    """Whether cards are turned over in campaigns of this book."""
    return books.face_of(head.book_key).turns_cards
