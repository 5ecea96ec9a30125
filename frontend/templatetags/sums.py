"""A number with its reasons, as boards, stories and logs have by the hundred (`parts/tally.html`).

Made in one go. As templates they would be the larger part of what a page costs that nobody has kept.
"""

from collections.abc import Iterable

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from frontend.cites import address_in, cite
from frontend.templatetags.figures import minus, signed
from frontend.templatetags.language import in_language
from rules.kernel.tally import Row, Tally

register = template.Library()


def _unconfirmed() -> str:
    """The ring beside a reason that rests on a fact that was not confirmed."""
    said = conditional_escape(_("not confirmed"))
    return f' <span class="open-ring" title="{said}"></span><span class="hidden-text">{said}</span>'


@register.simple_tag(takes_context=True)
def sum_table(
    context: template.Context,
    tally: Tally,
    net_label: str = "",
    *,
    draft: bool = False,
    void: Iterable[Row] = (),
    bare: bool = False,
) -> SafeString:
    """A number with its reasons, and below it, unless it is ``bare``, the reasons that did not apply.

    ``draft`` says that the number is one that orders would give, ``void`` are rows that count no more. A row
    that hangs on a fact of the context's ``open_facts`` carries an open ring.
    """
    rules = address_in(context)
    open_facts = frozenset(context.get("open_facts") or ())
    base = ""
    if tally.base or tally.base_reason:
        base = (
            f'<tr><th scope="row">{conditional_escape(in_language(tally.base_reason) or _("Base"))}</th>'
            f'<td>{cite(tally.base_rule, rules)}</td><td class="num">{tally.base}</td></tr>'
        )
    caption = conditional_escape(in_language(tally.title))
    net = minus(tally.net) if tally.base else signed(tally.net)
    return mark_safe(  # noqa: S308 - escaped where it is text
        f'\n<table class="tally{" draft" * draft}"><caption class="hidden-text">{caption}</caption>'
        f"\n  <tbody>\n  {base}\n  {''.join(_applied(row, rules, open_facts) for row in tally.rows)}"
        f"{''.join(_void(row, rules) for row in void)}"
        f'\n  <tr class="net"><th scope="row" colspan="2">{conditional_escape(in_language(net_label) or _("Net"))}</th>'
        f'<td class="num">{net}</td></tr>\n  </tbody>\n</table>\n{"" if bare else _passed(tally.passed, rules, caption)}\n'
    )


def _applied(row: Row, rules: str, open_facts: frozenset[str]) -> str:
    ring = _unconfirmed() if open_facts.intersection(row.reads) else ""
    return (
        f'<tr><th scope="row">{conditional_escape(in_language(row.reason))}{ring}</th>'
        f'<td>{cite(row.rule, rules)}</td><td class="num">{signed(row.amount)}</td></tr>'
    )


def _void(row: Row, rules: str) -> str:
    void = _("void")
    return (
        f'<tr><th scope="row"><s>{conditional_escape(in_language(row.reason))}</s></th>'
        f'<td>{cite(row.rule, rules)}</td><td class="num faint">{void}</td></tr>'
    )


def _passed(rows: tuple[Row, ...], rules: str, number: str) -> str:
    """What was tried for a number, whose name is told again: a page may have many such tables."""
    if not rows:
        return ""
    opened = ngettext(
        "%(count)s reason tried that did not apply",
        "%(count)s reasons tried that did not apply",
        len(rows),
    ) % {"count": len(rows)}
    what = _("Reasons that did not apply")
    tried = "".join(
        f"<li>{conditional_escape(in_language(row.reason))} {cite(row.rule, rules)}</li>"
        for row in rows
    )
    return (
        f'<details class="small"><summary>{opened}</summary>'
        f'\n<ul class="run-in quiet" aria-label="{what}: {number}">{tried}</ul></details>'
    )
