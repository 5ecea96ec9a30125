"""``{% cite rule %}`` in every template, without loading it (see ``TEMPLATES`` in the settings)."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from campaigns.selectors.rules.rule_pages import example
from frontend import cites
from frontend.books.paragraphs import paragraphs_of

register = template.Library()


@register.simple_tag(takes_context=True)
def cite(context: template.Context, rule: str, said: str = "") -> SafeString:
    """A rule reference that leads to its rule. Context: head, or cited_book."""
    return cites.cite(rule, cites.address_in(context), said)


@register.simple_tag(takes_context=True)
def rule_like(context: template.Context) -> str:
    """A rule that the campaign's own book has, as an example of how to name one. Context: head."""
    head = context["head"]
    return escape(example(head.book_key, head.revision))


@register.filter
def as_revision(revision: str) -> str:
    """The end of an address that names a revision; nothing for the newest."""
    return f"?{urlencode({'revision': revision})}" if revision else ""


@register.simple_tag
def rules_chapter(page: Any, chapter: Any) -> str:
    """The address of a chapter of the rules, in the revision of a page that has ``book`` and ``revision``."""
    address = reverse("frontend:rules-chapter", args=[page.book.key, chapter.key])
    return escape(address + as_revision(page.revision))


@register.filter
def said_of(rule: str, page: Any) -> Any:
    """What a rule says in plain words, if it is told, in the book of a page of the rules."""
    return paragraphs_of(page.book.key).get(rule)


@register.filter
def marked(bits: Any) -> SafeString:
    """A text in pieces, with those marked that were looked for."""
    pieces = (format_html("<mark>{}</mark>" if bit.found else "{}", bit.text) for bit in bits)
    return SafeString("".join(pieces))


@register.simple_tag
def asked_rule(rule: str) -> str:
    """A rule in the query of an address of the log."""
    return escape(urlencode({"rule": rule}))
