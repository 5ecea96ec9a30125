"""Rule references as links: each leads to the page of its rule.

A page of a campaign leads to the rule within the campaign, which says where it was used; other pages
to the rule in its book. The address names the revision, also while that is the newest: so a link
stays the same when a newer one comes.
"""

import warnings
from functools import lru_cache

from django.template import Context
from django.urls import reverse
from django.utils.html import conditional_escape
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from frontend.languages.recognising import told

SOURCE, RULING = "en", "Ruling "
TAB = "rules"
"""Rules open in a tab of their own, always the same one, so that a half-written order is not lost."""


@lru_cache(maxsize=256)
def book_address(book: str, revision: str = "") -> str:
    """Where the rules of a book stand, in a revision (the newest when empty), up to the reference."""
    return _asking(reverse("frontend:rule", args=[book]), revision)


@lru_cache(maxsize=256)
def campaign_address(slug: str, revision: str) -> str:
    """Where the rules of a campaign stand, up to the reference."""
    return _asking(reverse("frontend:rule-used", args=[slug]), revision)


def _asking(address: str, revision: str) -> str:
    return f"{address}?{urlencode({'revision': revision})}&" if revision else f"{address}?"


def address_in(context: Context) -> str:
    """Where a template's rules stand: those of its campaign's ``head``, or of the ``cited_book`` that a
    page without a campaign names, up to the reference. Empty where there is neither.
    """
    head = context.get("head")
    if head:
        return campaign_address(head.slug, head.revision)
    book = context.get("cited_book")
    return book_address(*book) if book else ""


def cite(rule: str, address: str, said: str = "") -> SafeString:
    """A rule reference, shown as ``said`` where that is not the reference itself.

    Nothing for no rule. Without the address of its rules it stays text, with a warning.
    """
    if not rule:
        return SafeString("")
    text = conditional_escape(said if said and said != rule else _in_words(str(rule)))
    if not address:
        warnings.warn(f"Rule {rule} is cited and no book is known.", RuntimeWarning, stacklevel=2)
        return mark_safe(f"<cite>{text}</cite>")  # noqa: S308 - escaped above
    href = conditional_escape(address + _asked(str(rule)))
    return mark_safe(f'<cite><a href="{href}" target="{TAB}">{text}</a></cite>')  # noqa: S308 - escaped above


def _in_words(rule: str) -> str:
    """A reference in its reader's language; one of which anything stays English is as the book has it."""
    language = get_language() or SOURCE
    if language == SOURCE:
        return rule
    if rule.startswith(RULING):
        return _("Ruling %(number)s") % {"number": rule.removeprefix(RULING)}
    pieces = told(rule, language)
    return (
        rule if any(piece.english for piece in pieces) else "".join(piece.text for piece in pieces)
    )


@lru_cache(maxsize=4096)
def _asked(rule: str) -> str:
    return urlencode({"ref": rule})
