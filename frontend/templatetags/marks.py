"""Who is meant, at a glance: the marks of sides and powers, their names in a sentence, and how far each is."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy

from campaigns.domain.wording import within
from core.text.lists import listed
from frontend.templatetags.language import in_words

register = template.Library()

NO_HUE = "neutral"
SHAPES = {
    "square": '<rect x="1" y="1" width="10" height="10"/>',
    "disc": '<circle cx="6" cy="6" r="5.2"/>',
    "triangle": '<path d="M6 .6 11.6 11H.4Z"/>',
    "diamond": '<path d="M6 0 12 6 6 12 0 6Z"/>',
    "ring": '<circle cx="6" cy="6" r="4.6"/>',
}
HALVES = {
    "square": '<path d="M1 1h5v10H1Z"/>',
    "disc": '<path d="M6 .8a5.2 5.2 0 0 0 0 10.4Z"/>',
    "triangle": '<path d="M6 .6V11H.4Z"/>',
    "diamond": '<path d="M6 0v12L0 6Z"/>',
    "ring": "",
}
SHAPE_OF = {
    "axis": "square",
    "western": "disc",
    "russia": "triangle",
    "japan": "diamond",
    "neutral": "ring",
}
"""The five hues, each with the shape that goes with it where no other is named."""


def hue_of(context: Mapping[str, Any], side: str) -> str:
    """The hue of a side: what its book says (``hues`` of the context, or of its ``head``); a word that
    is a hue is one.
    """
    head = context.get("head")
    hues = context.get("hues") or (head.hues if head else ())
    return next((hue for key, hue in hues if key == side), side if side in SHAPE_OF else NO_HUE)


@register.simple_tag(takes_context=True)
def mark(context: Mapping[str, Any], side: str, fill: str = "full", shape: str = "") -> SafeString:
    """The mark of a side: a shape with its hue; ``fill`` is full, half, open or dashed (a power whose
    name is kept back). Decoration only, so the name of the side must stand beside it.
    """
    return drawn(hue_of(context, side), fill, shape)


@cache
def drawn(hue: str, fill: str = "full", shape: str = "") -> SafeString:
    """A shape in a hue."""
    shape = shape or SHAPE_OF[hue]
    outline = SHAPES[shape]
    inside = HALVES[shape] if fill == "half" else ""
    hollow = fill in ("open", "half", "dashed") or shape == "ring"
    if inside:
        body = mark_safe(  # noqa: S308 (constants above)
            f'<g fill="none" stroke-width="1.8">{outline}</g><g stroke="none">{inside}</g>'
        )
    else:
        body = mark_safe(outline)  # noqa: S308 (constant above)
    return format_html(
        '<svg class="mark side-{}{}" viewBox="0 0 12 12" aria-hidden="true">{}</svg>',
        hue,
        f" open{' dashed' * (fill == 'dashed')}" if hollow and not inside else "",
        body,
    )


@register.simple_tag
def badge_mark(badge: Any, fill: str = "full") -> SafeString:
    """The mark of a power or a side, from its badge."""
    return drawn(badge.hue, fill, badge.mark)


@register.filter
def names_of(badges: Iterable[Any]) -> str:
    """The names of several powers, for a sentence."""
    return listed([within(in_words(badge.name)) for badge in badges])


@register.filter
def marked_names(badges: Iterable[Any]) -> SafeString:
    """The names of several powers, each with its mark, for a sentence."""
    marks = ((badge_mark(badge), within(in_words(badge.name))) for badge in badges)
    return format_html_join(", ", "{} {}", marks)


@register.filter
def marked_and(badges: Iterable[Any]) -> SafeString:
    """The same as one speaks them, "and" before the last; no mark stands at the end of a line without its name."""
    return _spoken((badge, within(in_words(badge.name))) for badge in badges)


@register.filter
def heading_names(badges: Iterable[Any]) -> SafeString:
    """The same as a heading, which begins with a name and not with its article."""
    first, *more = ((badge, in_words(badge.name)) for badge in badges)
    return _spoken((first, *((badge, within(name)) for badge, name in more)))


def _spoken(named: Iterable[tuple[Any, str]]) -> SafeString:
    pattern = '<span class="marked-name">{} {}</span>'
    marked = [format_html(pattern, badge_mark(badge), name) for badge, name in named]
    return mark_safe(listed(marked))  # noqa: S308 (each part is escaped)


ENVELOPE = (
    '<svg class="env {}" viewBox="0 0 16 12" aria-hidden="true">'
    '<rect x=".6" y=".6" width="14.8" height="10.8" rx="1"/>{}</svg>'
)
ENVELOPE_INSIDE = {
    "sealed": '<path class="flap" d="M1 1.5 8 7l7-5.5"/>',
    "draft": '<path d="M3 4h7M3 6.2h9M3 8.4h5"/>',
    "overdue": '<path class="flap" d="M8 2.5v4.4M8 8.6v1.2" stroke="var(--on)" stroke-width="1.6"/>',
}
READY_WORDS = {
    "sealed": gettext_lazy("sealed"),
    "draft": gettext_lazy("draft, not sealed"),
    "waiting": gettext_lazy("waiting"),
    "not_awaited": gettext_lazy("not asked"),
    "overdue": gettext_lazy("overdue"),
}


@register.simple_tag
def envelope(state: str, mine: bool = False) -> SafeString:
    """The readiness mark of a power. Shows that orders are in, never what or how many."""
    if state == "not_awaited":
        return mark_safe('<span aria-hidden="true">\N{EN DASH}</span>')
    inside = ENVELOPE_INSIDE.get(state, "").replace('stroke="var(--on)" ', "")
    return format_html(
        ENVELOPE,
        f"{state}{' mine' if mine else ''}",
        mark_safe(inside),  # noqa: S308 (constants above)
    )


@register.filter
def ready_word(state: str) -> str:
    """The readiness of a power in words."""
    return str(READY_WORDS.get(state, state))


register.filter("within", within)
