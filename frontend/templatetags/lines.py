"""What boards, stories and logs have by the hundred: sums with their reasons, and lines of a log.

Made in one go. As templates they would be the larger part of what a page costs that nobody has kept.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby

from django import template
from django.utils.safestring import SafeString, mark_safe

from campaigns.selectors.records import LogLine
from frontend.cites import address_in, cite
from frontend.markup import escaped
from frontend.templatetags.chancellery import badge_mark, minus, signed
from rules.kernel.tally import Row, Tally

register = template.Library()


@register.simple_tag(takes_context=True)
def sum_table(context: template.Context, tally: Tally, net_label: str = "") -> SafeString:
    """A number with its reasons, and below it the reasons that did not apply."""
    rules = address_in(context)
    base = ""
    if tally.base or tally.base_reason:
        base = (
            f'<tr><th scope="row">{escaped(tally.base_reason or "Base")}</th>'
            f'<td>{cite(tally.base_rule, rules)}</td><td class="num">{tally.base}</td></tr>'
        )
    net = minus(tally.net) if tally.base else signed(tally.net)
    return mark_safe(  # noqa: S308 - escaped where it is text
        f'\n<table class="tally"><caption class="hidden-text">{escaped(tally.title)}</caption>'
        f"\n  <tbody>\n  {base}\n  {''.join(_applied(row, rules) for row in tally.rows)}"
        f'\n  <tr class="net"><th scope="row" colspan="2">{escaped(net_label or "Net")}</th>'
        f'<td class="num">{net}</td></tr>\n  </tbody>\n</table>\n{_passed(tally.passed, rules)}\n'
    )


def _applied(row: Row, rules: str) -> str:
    return (
        f'<tr><th scope="row">{escaped(row.reason)}</th>'
        f'<td>{cite(row.rule, rules)}</td><td class="num">{signed(row.amount)}</td></tr>'
    )


def _passed(rows: tuple[Row, ...], rules: str) -> str:
    if not rows:
        return ""
    count, plural = len(rows), "" if len(rows) == 1 else "s"
    tried = "".join(
        f'<tr><th scope="row" class="quiet">{escaped(row.reason)}</th>'
        f'<td>{cite(row.rule, rules)}</td><td class="num faint">not met</td></tr>'
        for row in rows
    )
    return (
        f'<details class="small"><summary>{count} reason{plural} tried that did not apply</summary>'
        '\n<table class="tally"><caption class="hidden-text">Reasons that did not apply</caption>'
        f"<tbody>{tried}</tbody></table></details>"
    )


@register.simple_tag(takes_context=True)
def log_lines(context: template.Context, lines: Iterable[LogLine]) -> SafeString:
    """Lines of the log, one below the other."""
    rules = address_in(context)
    return mark_safe("".join(_line(line, rules) for line in lines))  # noqa: S308 - escaped where it is text


def public_runs(lines: Iterable[LogLine], rules: str) -> Iterator[str]:
    """Lines that stand one below the other and tell everybody the same, as :func:`log_lines` writes them."""
    for public, run in groupby(lines, key=lambda line: line.public):
        if public:
            yield "".join(_line(line, rules) for line in run)


def _line(shown: LogLine, rules: str) -> str:
    line, new = shown.line, " new" if shown.new else ""
    who = f"{badge_mark(shown.actor)} " if shown.actor else ""
    rest = f" {escaped(line.rest)}" if line.rest else ""
    rule = f" {cite(line.rule, rules)}" if line.rule else ""
    return f'\n<p class="entry {escaped(shown.kind)}{new}">{who}<b>{escaped(line.head)}</b>{rest}{rule}</p>\n'
