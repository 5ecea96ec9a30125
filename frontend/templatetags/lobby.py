"""Campaigns as the lobby lists them."""

from typing import Any

from django import template
from django.utils.safestring import SafeString

from campaigns.cache import fingerprint
from frontend.rendered_parts import cached_template

register = template.Library()


@register.simple_tag
def card_fragment(card: Any) -> SafeString:
    """One campaign in a list."""
    return cached_template("frontend/parts/card.html", {"card": card}, fingerprint(card))


@register.simple_tag
def news_fragment(told: Any, *, lead: bool) -> SafeString:
    """What is worth reading of a campaign: what was told last, or the whole of one that is over."""
    context = {"told": told, "lead": lead}
    return cached_template("frontend/lobby/_story.html", context, fingerprint(told), lead)
