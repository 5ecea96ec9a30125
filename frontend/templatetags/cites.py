"""``{% cite rule %}`` in every template, without loading it (see ``TEMPLATES`` in the settings)."""

from django import template
from django.utils.safestring import SafeString

from frontend import cites

register = template.Library()

register.filter("anchor", cites.anchor)


@register.simple_tag(takes_context=True)
def cite(context: template.Context, rule: str, said: str = "") -> SafeString:
    """A rule reference that leads to its rule. Context: head, or cited_book."""
    return cites.cite(rule, cites.address_in(context), said)
