"""Rule references as links: each leads to its rule on the rules page of its book.

The rules page names its entries by `anchor`; `cite` writes the link. A page of a campaign leads to the rules
of its revision, also while that is the newest: so its links stay the same when a newer one comes.
"""

import re
import warnings
from functools import lru_cache

from django.template import Context
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe

from frontend.markup import escaped

TAB = "rules"
"""Rules open in a tab of their own, always the same one, so that a half-written order is not lost."""

_APART = re.compile(r"[^\w.]+")


@lru_cache(maxsize=4096)
def anchor(rule: str) -> str:
    """The name of a rule on the rules page: letters, digits and dots of its reference."""
    return f"rule-{_APART.sub('-', rule).strip('-').lower()}"


@lru_cache(maxsize=256)
def rules_address(book: str, revision: str = "") -> str:
    """The rules page of a book, in a revision (the newest when empty)."""
    address = reverse("frontend:rules", args=[book])
    return f"{address}?{urlencode({'revision': revision})}" if revision else address


def address_in(context: Context) -> str:
    """The rules page of the book that a template speaks of: of its campaign's ``head``, or of the
    ``cited_book`` that a page without a campaign names. Empty where there is neither.
    """
    head = context.get("head")
    if head:
        return rules_address(head.book_key, head.revision)
    book = context.get("cited_book")
    return rules_address(*book) if book else ""


def cite(rule: str, address: str, said: str = "") -> SafeString:
    """A rule reference, shown as ``said`` where that is not the reference itself.

    Nothing for no rule. Without the address of a rules page it stays text, with a warning.
    """
    if not rule:
        return SafeString("")
    text = escaped(said or rule)
    if not address:
        warnings.warn(f"Rule {rule} is cited and no book is known.", RuntimeWarning, stacklevel=2)
        return mark_safe(f"<cite>{text}</cite>")  # noqa: S308 - escaped above
    href = f"{address}#{anchor(str(rule))}"
    return mark_safe(f'<cite><a href="{href}" target="{TAB}">{text}</a></cite>')  # noqa: S308 - escaped above
