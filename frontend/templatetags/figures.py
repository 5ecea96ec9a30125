"""Numbers as they are read: with a true minus, as a word, as per cent, as the die that fell."""

from fractions import Fraction
from typing import Any

from django import template
from django.utils.formats import get_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from frontend.templatetags.language import in_words
from rules.kernel.odds import percent as in_percent

register = template.Library()

MINUS = "\N{MINUS SIGN}"
DASH = "\N{EN DASH}"


@register.filter
def signed(number: int | None) -> str:
    """A number with its sign, a true minus, and plain 0."""
    if number is None:
        return ""
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number < 0 else "0"


@register.filter
def minus(value: Any) -> str:
    """A row or number with true minus signs and en dashes: ``-3``, ``1-2``."""
    text = str(value)
    head, rest = (MINUS, text[1:]) if text.startswith("-") else ("", text)
    return head + rest.replace("-", DASH)


@register.filter
def figure(text: Any) -> Any:
    """A cell of a table: figures and rows get true minus signs, words stay as they are."""
    return minus(text) if str(text)[:1] in "+-0123456789" else text


@register.filter
def decimal(number: Any) -> str:
    """A number as it is, with the decimal sign of the reader's language."""
    return str(number).replace(".", get_format("DECIMAL_SEPARATOR"))


@register.filter
def percent(chance: Any) -> str:
    """A :class:`Chance` as per cent; never 0 for what can happen."""
    return decimal(in_words(in_percent(Fraction(chance.parts, chance.whole))))


@register.filter
def subtract(left: int, right: int) -> int:
    """Left less right."""
    return int(left or 0) - int(right or 0)


PIPS = {
    1: ((8, 8),),
    2: ((4, 4), (12, 12)),
    3: ((4, 4), (8, 8), (12, 12)),
    4: ((4, 4), (12, 4), (4, 12), (12, 12)),
    5: ((4, 4), (12, 4), (8, 8), (4, 12), (12, 12)),
    6: ((4, 3.5), (12, 3.5), (4, 8), (12, 8), (4, 12.5), (12, 12.5)),
}


@register.simple_tag
def die(value: int, sides: int) -> SafeString:
    """A die as it fell; its number is read out. Of ``sides`` that are not known (0) nothing is said."""
    if not sides:
        return format_html('<span class="print">{}</span>', value)
    if sides != 6 or value not in PIPS:
        return format_html('<span class="print">d{}: {}</span>', sides, value)
    dots = format_html_join("", '<circle cx="{}" cy="{}" r="1.5"/>', PIPS[value])
    return format_html(
        '<svg class="die" viewBox="0 0 16 16" role="img" aria-label="{}">'
        '<rect x=".7" y=".7" width="14.6" height="14.6" rx="2.5"/>{}</svg>',
        _("die %(value)s") % {"value": value},
        dots,
    )


@register.simple_tag
def die_again(was: int, value: int) -> SafeString:
    """A die that was thrown again: what it showed first, struck out, and what counts."""
    return format_html(
        '<span class="die-again"><s><span class="hidden-text">{} </span>{}</s> '
        '<b><span class="hidden-text">{} </span>{}</b></span>',
        pgettext("a die", "first"),
        was,
        pgettext("a die", "thrown again"),
        value,
    )


NUMBERS = (
    pgettext_lazy("a number before what is counted", "no"),
    gettext_lazy("one"),
    gettext_lazy("two"),
    gettext_lazy("three"),
    gettext_lazy("four"),
    gettext_lazy("five"),
    gettext_lazy("six"),
    gettext_lazy("seven"),
    gettext_lazy("eight"),
    gettext_lazy("nine"),
    gettext_lazy("ten"),
    gettext_lazy("eleven"),
    gettext_lazy("twelve"),
)


@register.filter
def number_word(number: int) -> str:
    """A small number as a word within a sentence; a larger one in figures."""
    return str(NUMBERS[number] if number < len(NUMBERS) else number)
