"""Cards that turn over one by one."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.selectors.log.played_cards import PlayedCard
from campaigns.selectors.phase.records import Head
from frontend import books
from frontend.charts import draw
from frontend.reveal_layout import Laid, chart_of, laid, tracks_on
from frontend.templatetags.figures import die, die_again
from rules.kernel.headlines import sentences

register = template.Library()

FEWEST = 2
"""So many cards that did the same are told in one sentence."""


@register.filter
def in_columns(cards: Iterable[PlayedCard]) -> tuple[Laid, ...]:
    """The cards of a phase, each with its column and its row."""
    return laid(cards)


@register.simple_tag
def routine(steps: Sequence[Laid]) -> dict[str, list[Any]]:
    """The cards of a phase that did no more than what comes every turn, told in one sentence for each kind: their
    ``said`` and the ``anchors`` of their events; nothing of a single one. ``steps`` are those that are told so.
    """
    told = [laid for laid in steps if laid.card.routine]
    told = told if len(told) >= FEWEST else []
    return {
        "steps": [laid.step for laid in told],
        "said": sentences(laid.card.routine for laid in told if laid.card.routine),
        "anchors": [anchor for laid in told for anchor in _anchors(laid.card)],
    }


def _anchors(card: PlayedCard) -> Iterator[str]:
    """The anchors of all that a card tells."""
    yield from card.also
    yield from (line.anchor for line in (*card.told, *card.follows) if line.anchor)


@register.simple_tag
def card_by_card(steps: tuple[Laid, ...], head: Head, board: Any) -> dict[str, Any] | None:
    """The track that these steps moved, drawn with a cursor after the last of them; nothing where none did. ``board``
    is the board after them, worked out if the names of tracks stand there.
    """
    turned = books.face_of(head.book_key).turned
    if turned is None:
        return None
    names = tracks_on(board(), turned) if turned.parts and steps else {}
    chart = chart_of([step.card for step in steps], turned, names)
    if chart is None:
        return None
    return {
        "title": chart.title,
        "svg": draw(chart, size="small", cursor=chart.last, moves=True),
    }


BOXES = {
    10: "M24 3 44 20V28L24 45 4 28V20Z",
    12: "M24 2 36.9 6.2 44.9 17.2V30.8L36.9 41.8 24 46 11.1 41.8 3.1 30.8V17.2L11.1 6.2Z",
}
"""The outlines of dice with so many sides."""


@register.simple_tag
def fallen_die(value: int, sides: int, was: int = 0) -> SafeString:
    """A die as it fell, large, in the outline of its sides; one of six sides shows its pips. ``was`` is what it showed
    before it was thrown again.
    """
    said = _("die %(value)s") % {"value": value}
    if sides:
        said = _("%(die)s of %(sides)s sides") % {"die": said, "sides": sides}
    again = die_again(was, value) if was else ""
    if sides == 6:
        return format_html('<span class="fallen">{}{}</span>', die(value, sides), again)
    box = BOXES.get(sides, "M4 4H44V44H4Z")
    return format_html(
        '<span class="fallen"><svg viewBox="0 0 48 48" role="img" aria-label="{}"><path d="{}"/>'
        '<text x="24" y="30">{}</text></svg>{}</span>',
        said,
        box,
        value,
        again,
    )
