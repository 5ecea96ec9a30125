"""Marks, numbers, times and small pictures for templates.

Everything here turns a value into markup; nothing looks anything up or decides anything.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from functools import cache
from secrets import token_urlsafe
from typing import Any

from django import template
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe

from config.version import version
from frontend.markup import format_html, format_html_join
from rules.kernel.odds import percent as in_percent
from rules.kernel.odds import said as in_words

register = template.Library()

MINUS = "\N{MINUS SIGN}"
DASH = "\N{EN DASH}"
NO_HUE = "neutral"

SHAPES = {
    "square": '<rect x="1" y="1" width="10" height="10"/>',
    "disc": '<circle cx="6" cy="6" r="5.2"/>',
    "triangle": '<path d="M6 .6 11.6 11H.4Z"/>',
    "diamond": '<path d="M6 0 12 6 6 12 0 6Z"/>',
    "ring": '<circle cx="6" cy="6" r="4.6"/>',
}
HALVES = {
    "square": '<path d="M1 1h5v10H1Z"/>',
    "disc": '<path d="M6 .8a5.2 5.2 0 0 0 0 10.4Z"/>',
    "triangle": '<path d="M6 .6V11H.4Z"/>',
    "diamond": '<path d="M6 0v12L0 6Z"/>',
    "ring": "",
}
SHAPE_OF = {
    "axis": "square",
    "western": "disc",
    "russia": "triangle",
    "japan": "diamond",
    "neutral": "ring",
}
"""The five hues, each with the shape that goes with it where no other is named."""


@register.simple_tag
def site_version() -> str:
    """Which version of Chancellery this is."""
    return version()


@register.simple_tag
def form_key() -> SafeString:
    """The key of a form, so that it counts once however often it is sent. Not to be restored by a
    browser that opens the page again.
    """
    key = token_urlsafe(16)
    return format_html('<input type="hidden" name="key" value="{}" autocomplete="off">', key)


@register.simple_tag
def count_mark(number: int, key: str, what: str) -> SafeString:
    """How many things wait behind a link; nothing is shown for none. Live updates find it by its key."""
    return format_html(
        '<span class="count" data-counts="{}" title="{}"{}>{}</span>',
        key,
        what,
        "" if number else mark_safe(" hidden"),
        number or "",
    )


def hue_of(context: Mapping[str, Any], side: str) -> str:
    """The hue of a side: what its book says (``hues`` of the context, or of its ``head``); a word that
    is a hue is one.
    """
    head = context.get("head")
    hues = context.get("hues") or (head.hues if head else ())
    return next((hue for key, hue in hues if key == side), side if side in SHAPE_OF else NO_HUE)


@register.simple_tag(takes_context=True)
def mark(context: Mapping[str, Any], side: str, fill: str = "full", shape: str = "") -> SafeString:
    """The mark of a side: a shape with its hue; ``fill`` is full, half or open. Decoration only,
    so the name of the side must stand beside it.
    """
    return drawn(hue_of(context, side), fill, shape)


@cache
def drawn(hue: str, fill: str = "full", shape: str = "") -> SafeString:
    """A shape in a hue."""
    shape = shape or SHAPE_OF[hue]
    outline = SHAPES[shape]
    inside = HALVES[shape] if fill == "half" else ""
    hollow = fill in ("open", "half") or shape == "ring"
    if inside:
        body = mark_safe(  # noqa: S308 (constants above)
            f'<g fill="none" stroke-width="1.8">{outline}</g><g stroke="none">{inside}</g>'
        )
    else:
        body = mark_safe(outline)  # noqa: S308 (constant above)
    return format_html(
        '<svg class="mark side-{}{}" viewBox="0 0 12 12" aria-hidden="true">{}</svg>',
        hue,
        " open" if hollow and not inside else "",
        body,
    )


@register.simple_tag
def badge_mark(badge: Any, fill: str = "full") -> SafeString:
    """The mark of a power or a side, from its badge."""
    return drawn(badge.hue, fill, badge.mark)


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
def figure(text: str) -> str:
    """A cell of a table: figures and rows get true minus signs, words stay as they are."""
    return minus(text) if text[:1] in "+-0123456789" else text


@register.filter
def cited(rule: str) -> str:
    """A rule reference beside figures: one that is a bare number is said to be a rule."""
    return f"rule {rule}" if rule[:1].isdigit() and rule.replace(".", "").isdigit() else rule


@register.filter
def sentence(text: str) -> str:
    """Words with a full stop, unless they have one."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


@register.filter
def heading_of(phase: Any) -> str:
    """A phase's title with its turn, where the title does not name turn or year already."""
    title, turn = phase.title, phase.turn_title
    year = turn.split()[-1] if turn else ""
    return (
        title if turn in title or (year.isdigit() and year in title.split()) else f"{title}, {turn}"
    )


@register.filter
def percent(chance: Any) -> str:
    """A :class:`Chance` as per cent; never 0 for what can happen."""
    return in_percent(Fraction(chance.parts, chance.whole))


@register.filter
def get(mapping: Any, key: Any) -> Any:
    """An item of a mapping, or ``None``."""
    return mapping.get(key) if mapping else None


@register.filter
def contains(items: Iterable[Any] | None, value: Any) -> bool:
    """Whether a value is among the items."""
    return items is not None and value in items


@register.filter
def times(count: int) -> range:
    """As many turns of a loop as the number says."""
    return range(max(0, int(count or 0)))


@register.filter
def subtract(left: int, right: int) -> int:
    """Left less right."""
    return int(left or 0) - int(right or 0)


@register.filter
def fingerprint(commitment: str | None) -> str:
    """The first two groups of a commitment, as they are shown beside a seal."""
    return f"{commitment[:4]} {commitment[4:8]}" if commitment else ""


ENVELOPE = (
    '<svg class="env {}" viewBox="0 0 16 12" aria-hidden="true">'
    '<rect x=".6" y=".6" width="14.8" height="10.8" rx="1"/>{}</svg>'
)
ENVELOPE_INSIDE = {
    "sealed": '<path class="flap" d="M1 1.5 8 7l7-5.5"/>',
    "draft": '<path d="M3 4h7M3 6.2h9M3 8.4h5"/>',
    "overdue": '<path class="flap" d="M8 2.5v4.4M8 8.6v1.2" stroke="var(--on)" stroke-width="1.6"/>',
}
READY_WORDS = {
    "sealed": "sealed",
    "draft": "draft, not sealed",
    "waiting": "waiting",
    "not_awaited": "not asked",
    "overdue": "overdue",
}


@register.simple_tag
def envelope(state: str, mine: bool = False) -> SafeString:
    """The readiness mark of a power. Shows that orders are in, never what or how many."""
    if state == "not_awaited":
        return mark_safe('<span aria-hidden="true">\N{EN DASH}</span>')
    inside = ENVELOPE_INSIDE.get(state, "").replace('stroke="var(--on)" ', "")
    return format_html(
        ENVELOPE,
        f"{state}{' mine' if mine else ''}",
        mark_safe(inside),  # noqa: S308 (constants above)
    )


@register.filter
def ready_word(state: str) -> str:
    """The readiness of a power in words."""
    return READY_WORDS.get(state, state)


@register.filter
def moment(when: datetime | None) -> SafeString | str:
    """A time for the reader's zone: the day if it is not today, and the hour; the date if it is more
    than six days away. It reads the same from midnight to midnight.
    """
    if when is None:
        return ""
    local = timezone.localtime(when)
    now = timezone.localtime()
    words = local.strftime("%H:%M") if local.date() == now.date() else local.strftime("%a %H:%M")
    if abs((now.date() - local.date()).days) > 6:
        words = f"{local.day} {local:%b %Y}"
    return format_html(
        '<time datetime="{}" title="{}">{}</time>', when.isoformat(), full_moment(when), words
    )


@register.filter
def full_moment(when: datetime | None) -> str:
    """Day, date, hour and zone in full."""
    if when is None:
        return ""
    local = timezone.localtime(when)
    return f"{local:%A} {local.day} {local:%B %Y, %H:%M} {local.tzname()}"


@register.inclusion_tag("frontend/parts/countdown.html")
def countdown(due: datetime | None) -> dict[str, Any]:
    """The time left, in days, hours and minutes; the browser renews it every minute."""
    if due is None:
        return {"due": None}
    left = int((due - timezone.now()).total_seconds())
    over = left <= 0
    minutes = abs(left) // 60
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = [(days, "d"), (hours, "h"), (minutes, "min")]
    if not days:
        parts = parts[1:]
    return {
        "due": due,
        "over": over,
        "soon": left < 86400,
        "parts": [(f"{n:02d}" if i else str(n), unit) for i, (n, unit) in enumerate(parts)],
    }


@register.simple_tag(takes_context=True)
def chance_bar(context: Mapping[str, Any], chance: Any) -> SafeString:
    """One bar for the chance of one row; full width is certainty."""
    width = 60 * chance.parts / chance.whole
    return format_html(
        '<svg class="bar side-{}" viewBox="0 0 60 12" aria-hidden="true">'
        '<rect width="{}" height="12"/></svg>',
        hue_of(context, chance.side) if chance.side else "",
        f"{width:.1f}",
    )


@register.simple_tag(takes_context=True)
def odds_bar(context: Mapping[str, Any], chances: Sequence[Any], label: str = "") -> SafeString:
    """One strip as wide as all faces of the die, its segments named by row where there is room."""
    width, letter, at, segments = 240, 6.5, 0.0, []
    for chance in chances:
        span, name = width * chance.parts / chance.whole, minus(chance.row)
        shown = name if letter * len(name) <= span or len(name) < 3 else ""
        hue = hue_of(context, chance.side) if chance.side else ""
        segments.append((hue, f"{at:.1f}", f"{span:.1f}", f"{at + span / 2:.1f}", shown))
        at += span
    words = ", ".join(
        f"{minus(c.row)}: {in_words(Fraction(c.parts, c.whole), c.whole)}" for c in chances
    )
    inside = format_html_join(
        "",
        '<g class="side-{}"><rect x="{}" width="{}" height="22"/><text x="{}" y="15.5">{}</text></g>',
        segments,
    )
    return format_html(
        '<svg class="odds-bar" viewBox="0 0 240 22" role="img" aria-label="{}">{}</svg>',
        f"{label}: {words}" if label else words,
        inside,
    )


PIPS = {
    1: ((8, 8),),
    2: ((4, 4), (12, 12)),
    3: ((4, 4), (8, 8), (12, 12)),
    4: ((4, 4), (12, 4), (4, 12), (12, 12)),
    5: ((4, 4), (12, 4), (8, 8), (4, 12), (12, 12)),
    6: ((4, 3.5), (12, 3.5), (4, 8), (12, 8), (4, 12.5), (12, 12.5)),
}


@register.simple_tag
def die(value: int, sides: int = 6) -> SafeString:
    """A die as it fell; its number is read out."""
    if sides != 6 or value not in PIPS:
        return format_html('<span class="print">d{}: {}</span>', sides, value)
    dots = format_html_join("", '<circle cx="{}" cy="{}" r="1.5"/>', PIPS[value])
    return format_html(
        '<svg class="die" viewBox="0 0 16 16" role="img" aria-label="die {}">'
        '<rect x=".7" y=".7" width="14.6" height="14.6" rx="2.5"/>{}</svg>',
        value,
        dots,
    )


CARD_WORDS = {
    "failed": "Failed",
    "wasted": "No effect",
    "proposed": "Awaits an answer",
    "refused": "Refused",
    "accepted": "",
    "lapsed": "No answer",
    "forced": "Forced",
    "returned": "Not turned",
    "idle": "",
    "done": "",
}


@register.filter
def card_word(state: str) -> str:
    """What became of a card, where it is not simply done."""
    return CARD_WORDS[state]


NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


@register.filter
def number_word(number: int) -> str:
    """A small number as a word within a sentence; a larger one in figures."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


@register.filter
def as_power(acting: Any) -> str:
    """The end of an address at which a reader goes on acting for the same power; empty for a spectator."""
    return f"?{urlencode({'power': acting.key})}" if acting else ""


@register.filter
def dotless(name: str) -> str:
    """A form name as an element's id."""
    return name.replace(".", "-")


@register.filter
def split_words(text: str) -> list[str]:
    """The words of a text."""
    return text.split()
