"""What happened in history beside a turn that follows it: a part of its own on the pages of history."""

from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from campaigns.selectors.campaign import as_it_happened as selector

register = template.Library()


@register.inclusion_tag("frontend/as_it_happened/_beside.html", takes_context=True)
def as_it_happened(context: template.Context, slug: str, turn_title: str) -> dict[str, Any]:
    """The commentary on a turn; nothing in a campaign of people's own. Context: head, and eyes where the turn is told
    as one power knew it then: the commentary tells more.
    """
    script, turn = selector.commentary_on(slug, turn_title) or (None, None)
    return {
        "script": script,
        "turn": turn,
        "head": context.get("head"),
        "eyes": context.get("eyes"),
    }


@register.simple_tag
def as_it_happened_sheet(slug: str) -> SafeString:
    """The style sheet of that part, where there is one."""
    if not selector.is_told(slug):
        return SafeString("")
    return format_html(
        '<link rel="stylesheet" href="{}">', static("frontend/css/as-it-happened.css")
    )
