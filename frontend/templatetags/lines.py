"""Lines of a log, which pages have by the hundred.

Made in one go. As templates they would be the larger part of what a page costs that nobody has kept.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby, takewhile

from django import template
from django.template.loader import render_to_string
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.selectors.phase.records import LogLine
from frontend.cites import address_in, cite
from frontend.log_groups import grouped
from frontend.rendered_parts import cached
from frontend.templatetags.language import in_words
from frontend.templatetags.marks import badge_mark

register = template.Library()


@register.simple_tag(takes_context=True)
def log_fragment(context: template.Context) -> SafeString:
    """The log in groups. Context: log, head, reader."""
    log, head = context["log"], context["head"]

    def render() -> str:
        # Whose log it is stands in its key.
        given = {
            "log": grouped(log()),
            "count": len(log()),
            "head": head,
            "quotes": bool(context["reader"].powers),
        }
        return render_to_string("frontend/campaign/_log_groups.html", given)

    return cached("log", log.key, head.revision, render=render)


@register.simple_tag(takes_context=True)
def log_lines(context: template.Context, lines: Iterable[LogLine]) -> SafeString:
    """Lines of the log, one below the other."""
    rules = address_in(context)
    return mark_safe("".join(_written(lines, rules)))  # noqa: S308 - escaped where it is text


@register.simple_tag
def log_heads(lines: Iterable[LogLine]) -> SafeString:
    """What happened, one below the other, without the figures and the rule of each line."""
    return mark_safe("".join(_line(line, None) for line in lines))  # noqa: S308 - as above


FEW = 4
"""So many facts that were declared or confirmed together stand one below the other; more stand in one line."""
NAMED = 3
"""So many of them that line names."""
SMALL = 4
"""A die of no more weight is one of several that make a sum."""


def _written(lines: Iterable[LogLine], rules: str) -> Iterator[str]:
    """Each line, and what is told of many facts or small dice at once as one that can be opened."""
    together = groupby(lines, key=lambda one: (one.seq, _sort(one), one.actor, one.public))
    for (_seq, kind, _actor, _public), run in together:
        found = list(run)
        if kind == "fact" and len(found) > FEW:
            yield _many(found, rules)
        elif kind == "dice" and len(found) > 1:
            yield _dice(found, rules)
        else:
            yield from (_line(line, rules) for line in found)


def _sort(shown: LogLine) -> str:
    """What lines have to be alike in to be told together."""
    small = shown.line.die and shown.line.weight <= SMALL and not shown.undone
    return "dice" if small else shown.kind


def _dice(lines: list[LogLine], rules: str) -> str:
    """The dice that one power threw in a row: what they have in common stands once."""
    heads = [in_words(shown.line.head).split() for shown in lines]
    alike = list(takewhile(lambda words: len(set(words)) == 1, zip(*heads, strict=False)))
    same = min(len(alike), *(len(head) - 1 for head in heads))
    rest = ", ".join(" ".join(head[same:]) for head in heads)
    return _folded(lines, " ".join([*heads[0][:same], rest]), rules)


def _many(lines: list[LogLine], rules: str) -> str:
    """A dispatch: the weightiest of its facts, and all of them below."""
    ranked = sorted(lines, key=lambda shown: shown.weight)
    heads = [in_words(shown.line.head) for shown in ranked[:NAMED]]
    # "Britain confirms: " stands once.
    begins = "".join(heads[0].partition(": ")[:2])
    same = begins if all(head.startswith(begins) for head in heads) else ""
    named = "; ".join([heads[0], *(head.removeprefix(same) for head in heads[1:])])
    words = ngettext(
        "%(facts)s, and %(count)d more", "%(facts)s, and %(count)d more", len(lines) - NAMED
    )
    return _folded(lines, words % {"facts": named, "count": len(lines) - NAMED}, rules)


def _folded(lines: list[LogLine], words: str, rules: str) -> str:
    """Lines as one, which opens into each of them."""
    said, first = conditional_escape(words), lines[0]
    who = f"{badge_mark(first.actor)} " if first.actor else ""
    new = " new" if any(shown.new for shown in lines) else ""
    return (
        f'\n<details class="entry {conditional_escape(first.kind)}{new}"><summary>{who}<b>{said}</b></summary>'
        f"{''.join(_line(shown, rules) for shown in lines)}</details>\n"
    )


def _line(shown: LogLine, rules: str | None) -> str:
    """A line; its head alone where there is no address of the ``rules``."""
    line, new = shown.line, " new" if shown.new else ""
    who = f"{badge_mark(shown.actor)} " if shown.actor else ""
    short = rules is None
    rest = f" {_apart(line.rest, shown.written)}" if line.rest and not short else ""
    rule = f" {cite(line.rule, rules)}" if line.rule and rules is not None else ""
    said = f"<b>{_apart(line.head, shown.written)}</b>{rest}"
    if shown.undone:
        said = f"{conditional_escape(_('Undone:'))} <s>{said}</s>"
    return f'\n<p class="entry {conditional_escape(shown.kind)}{new}">{who}{said}{rule}</p>\n'


def _apart(text: str, written: tuple[str, ...]) -> str:
    """A text of a line; what people wrote of it turns no word beside it round."""
    said = conditional_escape(in_words(text))
    if not written:
        return said
    own = "|".join(
        re.escape(conditional_escape(each)) for each in sorted(written, key=len, reverse=True)
    )
    return re.sub(rf"(?<!\w)(?:{own})(?!\w)", lambda found: f"<bdi>{found[0]}</bdi>", said)
