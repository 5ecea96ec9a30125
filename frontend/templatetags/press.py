"""The words of messages in templates (:mod:`frontend.markdown`)."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.http import urlencode

from campaigns.selectors.press.press_records import Quote
from frontend import markdown

register = template.Library()

register.filter("said", markdown.said)
register.filter("in_one_line", markdown.in_one_line)
register.simple_tag(markdown.in_two, name="in_two")


@register.filter
def numbers(quoted: Iterable[Quote]) -> str:
    """The numbers of quoted entries as an address gives them on: ``12,14``."""
    return ",".join(str(one.number) for one in quoted)


@register.simple_tag
def query(**parts: Any) -> str:
    """The end of an address that names these, without those that are empty."""
    named = {name: said for name, said in parts.items() if said}
    return f"?{urlencode(named)}" if named else ""
