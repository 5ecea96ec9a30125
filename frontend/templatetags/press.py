"""The words of messages in templates."""

from django import template
from django.utils.safestring import SafeString

from frontend import markdown

register = template.Library()


@register.filter
def said(text: str, slug: str) -> SafeString:
    """A message of this campaign as markup."""
    return markdown.said(text, slug)


@register.filter
def in_one_line(text: str) -> str:
    """The beginning of a message for a list."""
    return markdown.in_one_line(text)
