"""Pictures of the board of Three Harbors."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()
STEP = 14
"""Pixels from one point to the next."""


@register.simple_tag
def points(count: int) -> SafeString:
    """A row of points."""
    drawn = format_html_join(
        "", '<circle cx="{}" cy="7" r="5"/>', ((STEP * at + STEP // 2,) for at in range(count))
    )
    return format_html(
        '<svg class="points" width="{}" height="{}" role="img" aria-label="{}">{}</svg>',
        max(1, count) * STEP,
        STEP,
        f"{count} point{'' if count == 1 else 's'}",
        drawn,
    )
