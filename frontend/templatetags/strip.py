"""The phase strip at the head of a campaign's page."""

from collections.abc import Mapping
from typing import Any, cast

from django import template
from django.utils.safestring import SafeString

from campaigns.cache import fingerprint
from frontend.rendered_parts import Acting, by_its_book, cached
from frontend.templatetags.moments import countdown

register = template.Library()


@register.simple_tag(takes_context=True)
def strip_fragment(context: template.Context) -> SafeString:
    """The phase strip. Context: what the view's ``strip_context`` gives."""
    return strip_html(cast(Mapping[str, Any], context.flatten()))


@register.inclusion_tag("frontend/campaign/_strip.html")
def strip_sample(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The phase strip with what a sample gives it, without a name of its own."""
    return {**given, "sample": True}


def strip_html(given: Mapping[str, Any]) -> SafeString:
    """The phase strip as its time left stands now, rendered unless it was for who sees the same."""
    phase, head, acting = given["phase"], given["head"], given["reader"].acting
    runs = phase is not None and head.status == "running"
    left = countdown(phase.closes_at if runs else None)
    names = ("readiness", "sealed_count", "awaited_count", "sealed_mine", "turn_ordinal", "owed")
    shown = {name: given[name] for name in (*names, "waits_for_me")}
    says = fingerprint(head, phase, acting, left, shown)

    def render() -> str:
        parts = {"head": head, "phase": phase, "reader": Acting(acting), **left, **shown}
        return by_its_book(head, "frontend/campaign/_strip.html", parts)

    return cached("strip", says, render=render)
