"""Several powers named in the middle of a sentence: filters, as a translated sentence takes no tags."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from frontend.templatetags.chancellery import badge_mark, within
from frontend.templatetags.language import in_words

register = template.Library()


@register.filter
def named(badges: Iterable[Any]) -> str:
    """The names of powers, by commas."""
    return ", ".join(within(in_words(badge.name)) for badge in badges)


@register.filter
def marked(badges: Iterable[Any]) -> SafeString:
    """The names of powers with their marks, by commas."""
    return format_html_join(
        ", ", "{} {}", ((badge_mark(badge), within(in_words(badge.name))) for badge in badges)
    )


@register.filter
def marked_and(badges: Iterable[Any]) -> SafeString:
    """The names of powers with their marks, with an "and" between them."""
    marks = ((badge_mark(badge), in_words(badge.name)) for badge in badges)
    joint = _("and")
    return format_html_join(f" {joint} ", "{} {}", marks)
