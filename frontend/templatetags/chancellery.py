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
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format, get_format
from django.utils.html import format_html, format_html_join
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from campaigns.domain.languages import tongue_in_words
from core.text.lists import listed
from core.version import version
from frontend.templatetags.language import in_words
from rules.kernel.odds import percent as in_percent
from rules.kernel.odds import said as odds_said

register = template.Library()
register.filter(listed)

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
    """The mark of a side: a shape with its hue; ``fill`` is full, half, open or dashed (a power whose
    name is kept back). Decoration only, so the name of the side must stand beside it.
    """
    return drawn(hue_of(context, side), fill, shape)


@cache
def drawn(hue: str, fill: str = "full", shape: str = "") -> SafeString:
    """A shape in a hue."""
    shape = shape or SHAPE_OF[hue]
    outline = SHAPES[shape]
    inside = HALVES[shape] if fill == "half" else ""
    hollow = fill in ("open", "half", "dashed") or shape == "ring"
    if inside:
        body = mark_safe(  # noqa: S308 (constants above)
            f'<g fill="none" stroke-width="1.8">{outline}</g><g stroke="none">{inside}</g>'
        )
    else:
        body = mark_safe(outline)  # noqa: S308 (constant above)
    return format_html(
        '<svg class="mark side-{}{}" viewBox="0 0 12 12" aria-hidden="true">{}</svg>',
        hue,
        f" open{' dashed' * (fill == 'dashed')}" if hollow and not inside else "",
        body,
    )


@register.simple_tag
def badge_mark(badge: Any, fill: str = "full") -> SafeString:
    """The mark of a power or a side, from its badge."""
    return drawn(badge.hue, fill, badge.mark)


@register.filter
def names_of(badges: Iterable[Any]) -> str:
    """The names of several powers, for a sentence."""
    return ", ".join(within(in_words(badge.name)) for badge in badges)


@register.filter
def marked_names(badges: Iterable[Any]) -> SafeString:
    """The names of several powers, each with its mark, for a sentence."""
    marks = ((badge_mark(badge), within(in_words(badge.name))) for badge in badges)
    return format_html_join(", ", "{} {}", marks)


@register.filter
def marked_and(badges: Iterable[Any]) -> SafeString:
    """The same with an "and" between them."""
    marks = ((badge_mark(badge), in_words(badge.name)) for badge in badges)
    joint = _("and")
    return format_html_join(f" {joint} ", "{} {}", marks)


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
def cited(rule: str) -> str:
    """A rule reference beside figures: one that is a bare number is said to be a rule."""
    return (
        _("rule %(rule)s") % {"rule": rule}
        if rule[:1].isdigit() and rule.replace(".", "").isdigit()
        else rule
    )


@register.filter
def sentence(text: str) -> str:
    """Words with a full stop, unless they have one."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


@register.filter
def heading_of(phase: Any) -> str:
    """A phase's title with its turn, where the title does not name turn or year already."""
    title, turn = phase.title, phase.turn_title
    year = turn.split()[-1] if turn else ""
    named = turn in title or (year.isdigit() and year in title.split())
    said = in_words(title)
    return said if named else f"{said}, {in_words(turn)}"


@register.filter
def decimal(number: Any) -> str:
    """A number as it is, with the decimal sign of the reader's language."""
    return str(number).replace(".", get_format("DECIMAL_SEPARATOR"))


@register.filter
def percent(chance: Any) -> str:
    """A :class:`Chance` as per cent; never 0 for what can happen."""
    return decimal(in_words(in_percent(Fraction(chance.parts, chance.whole))))


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


@register.filter
def whole_print(commitment: str | None) -> str:
    """A commitment in groups of four, as it is read aloud and compared."""
    text = commitment or ""
    return " ".join(text[at : at + 4] for at in range(0, len(text), 4))


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
    "sealed": gettext_lazy("sealed"),
    "draft": gettext_lazy("draft, not sealed"),
    "waiting": gettext_lazy("waiting"),
    "not_awaited": gettext_lazy("not asked"),
    "overdue": gettext_lazy("overdue"),
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
def holder(seat: Any, nobody: str) -> str:
    """Who has a seat: a person by name, the autopilot, or ``nobody``."""
    return _("autopilot") if seat.bot else seat.taken_by or nobody


@register.filter
def bdi(text: object) -> SafeString:
    """What somebody wrote, within a line of ours: it turns no word beside it round, and breaks where it must."""
    return format_html("<bdi>{}</bdi>", text) if text else SafeString()


@register.filter
def holder_link(seat: Any, nobody: str) -> SafeString:
    """The same, a person's name leading to what can be known of them where the reader may know who it is."""
    return player_link(holder(seat, nobody), None if seat.bot else seat.person_id)


@register.filter
def player_link(name: str, person: int | None) -> SafeString:
    """A name that leads to its player; the name alone where there is none, or none the reader may know."""
    if person is None:
        return bdi(name)
    address = reverse("frontend:player", args=[person])
    return format_html('<a href="{}">{}</a>', address, bdi(name))


@register.filter
def ready_word(state: str) -> str:
    """The readiness of a power in words."""
    return str(READY_WORDS.get(state, state))


@register.filter
def moment(when: datetime | None) -> SafeString | str:
    """A time for the reader's zone: the day if it is not today, and the hour; the date if it is more
    than six days away. It reads the same from midnight to midnight.
    """
    if when is None:
        return ""
    local = timezone.localtime(when)
    now = timezone.localtime()
    form = "TIME_FORMAT" if local.date() == now.date() else "SHORT_DATETIME_FORMAT"
    if abs((now.date() - local.date()).days) > 6:
        form = "SHORT_DATE_FORMAT"
    words = date_format(local, form)
    return format_html(
        '<time datetime="{}" title="{}">{}</time>', when.isoformat(), full_moment(when), words
    )


@register.filter
def full_moment(when: datetime | None) -> str:
    """Day, date, hour and zone in full."""
    if when is None:
        return ""
    local = timezone.localtime(when)
    return f"{date_format(local, 'DATETIME_FORMAT')} {local.tzname()}"


@register.inclusion_tag("frontend/parts/card_front.html")
def card_front(code: str, price: str, title: str, note: str) -> Any:
    """The front of an option card: kind and cost, title, effect."""
    return {"code": code, "price": price, "title": title, "note": note}


@register.inclusion_tag("frontend/parts/card_back.html")
def card_back(words: str, hint: str, *, other: bool = False) -> Any:
    """A card that lies face down; those of ``other`` powers all look alike."""
    return {"words": words, "hint": hint, "other": other}


@register.inclusion_tag("frontend/parts/asked_row.html")
def asked_row(
    due: datetime | None,
    verb: str,
    table: str,
    address: str,
    state: str = "",
    place: str = "",
    badges: Iterable[Any] = (),
    *,
    idle: bool | str = False,
    mine: str = "",
    turn: str = "",
    then: str = "",
) -> Any:
    """What is asked of a reader in one campaign, with the way there; ``idle`` where nothing is. ``mine``
    says how far their own orders are, ``then`` what comes next.
    """
    return {
        "then": then,
        "turn": turn,
        "mine": mine,
        "due": due,
        "verb": verb,
        "table": table,
        "address": address,
        "state": state,
        "place": place,
        "badges": badges,
        "idle": idle,
        "today": _is_today(due),
    }


ASKED_AT = {
    "orders": "frontend:campaign",
    "proposal": "frontend:agreements",
    "facts": "frontend:facts",
    "question": "frontend:seats",
    "deputy": "frontend:my-absences",
}
"""The page on which each kind of thing that is asked is answered."""


@register.inclusion_tag("frontend/parts/asked_row.html")
def asks_row(asks: Any) -> Any:
    """One thing that is asked of a reader, as :mod:`campaigns.selectors.lobby.asked_of_me` has it."""
    orders = asks.what == "orders"
    return {
        "turn": asks.turn_title,
        "mine": asks.mine,
        "due": asks.due_at,
        "verb": asks.verb,
        "table": asks.title,
        "address": reverse(ASKED_AT[asks.what], args=[] if asks.what == "deputy" else [asks.slug]),
        "state": how_far(asks) if orders else asks.about,
        "silence": asks.silence,
        "place": asks.book_title,
        "badges": asks.powers,
        "what": asks.what,
        "today": _is_today(asks.due_at),
    }


def _is_today(due: datetime | None) -> bool:
    """Whether a moment falls on the reader's today, or before."""
    return due is not None and timezone.localdate(due) <= timezone.localdate()


@register.filter
def tongue(code: str) -> str:
    """A language under its own name."""
    return tongue_in_words(code)


@register.filter
def first_word(words: str) -> str:
    """The verb with which it is said what is asked: what stands on a button."""
    return words.partition(" ")[0].strip(".,:")


MANY = 3
"""So many powers that a campaign waits for are named; more are counted."""


@register.filter
def whose_move(card: Any) -> str:
    """For whom a campaign in the lobby waits, while nothing is asked of its reader; else its phase."""
    names = [within(in_words(badge.name)) for badge in card.waits_for]
    if not names or card.status != "running":
        return str(in_words(card.phase_title))
    if len(names) > MANY:
        return _("Waiting for %(number)d powers") % {"number": len(names)}
    *first, last = names
    if not first:
        return _("Waiting for %(power)s") % {"power": last}
    return _("Waiting for %(powers)s and %(power)s") % {"powers": ", ".join(first), "power": last}


@register.filter
def how_far(card: Any) -> str:
    """How far a campaign in the lobby is: who has sealed, what holds it up, what is new."""
    said = []
    if card.status == "paused":
        said.append(_("Paused."))
    elif card.status == "waiting":
        said.append(_("Waiting for the moderator."))
    elif card.awaited:
        said.append(
            ngettext(
                "%(sealed)d of %(number)d has sealed.",
                "%(sealed)d of %(number)d have sealed.",
                card.awaited,
            )
            % {"sealed": card.sealed, "number": card.awaited}
        )
    if getattr(card, "new", 0):
        said.append(
            ngettext(
                "%(number)d new since you last looked.",
                "%(number)d new since you last looked.",
                card.new,
            )
            % {"number": card.new}
        )
    return " ".join(said)


@register.inclusion_tag("frontend/parts/notice.html")
def notice(title: str, words: str, href: str = "", link: str = "", *, wrong: bool = False) -> Any:
    """Nothing here, something refused or nothing reached: what it is, and what to do."""
    return {"notice": {"title": title, "words": words, "href": href, "link": link, "wrong": wrong}}


@register.inclusion_tag("frontend/parts/countdown.html")
def countdown(due: datetime | None) -> dict[str, Any]:
    """The time left, in days, hours and minutes; the browser renews it every minute (countdown.js)."""
    if due is None:
        return {"due": None}
    left = int((due - timezone.now()).total_seconds())
    over = left <= 0
    minutes = abs(left) // 60
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    # Translators: days, hours and minutes that are left, as short as they can be
    parts = [(days, _("d")), (hours, _("h")), (minutes, _("min"))]
    if not days:
        parts = parts[1:]
    if over:  # long ago is not counted in minutes
        parts = parts[:2]
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
        f"{minus(c.row)}: {in_words(odds_said(Fraction(c.parts, c.whole), c.whole))}"
        for c in chances
    )
    inside = format_html_join(
        "",
        '<g class="side-{}"><rect x="{}" width="{}" height="22"/><text x="{}" y="15.5">{}</text></g>',
        segments,
    )
    return format_html(
        '<svg class="odds-bar" viewBox="0 0 240 22" preserveAspectRatio="xMinYMid" role="img" aria-label="{}">{}</svg>',
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


@register.filter
def within(name: str) -> str:
    """A name as it stands within a sentence: *the Axis*, not *The Axis*."""
    return f"the {name[4:]}" if name.startswith("The ") else name


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


CARD_WORDS = {
    "failed": gettext_lazy("Failed"),
    "wasted": gettext_lazy("No effect"),
    "proposed": gettext_lazy("Awaits an answer"),
    "refused": gettext_lazy("Refused"),
    "accepted": "",
    "lapsed": gettext_lazy("No answer"),
    "forced": gettext_lazy("Forced"),
    "returned": gettext_lazy("Not turned"),
    "idle": "",
    "done": "",
}


@register.filter
def card_word(state: str) -> str:
    """What became of a card, where it is not simply done."""
    return str(CARD_WORDS[state])


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
def having(items: Iterable[Any], name: str) -> bool:
    """Whether any of the items has something of this name: a column that nothing stands in is left out."""
    return any(getattr(item, name, None) for item in items)


@register.filter
def number_word(number: int) -> str:
    """A small number as a word within a sentence; a larger one in figures."""
    return str(NUMBERS[number] if number < len(NUMBERS) else number)


@register.filter
def without_eyes(request: Any) -> str:
    """The address of a page as everybody reads it: what is asked for, but for the power as which it is read."""
    asked = request.GET.copy()
    for name in ("as", "until"):
        asked.pop(name, None)
    return f"{request.path}?{asked.urlencode()}" if asked else request.path


@register.filter
def as_power(acting: Any) -> str:
    """The end of an address at which a reader goes on acting for the same power; empty for a spectator."""
    return f"?{urlencode({'power': acting.key})}" if acting else ""


@register.filter
def dotless(name: str) -> str:
    """A form name as an element's id."""
    return name.replace(".", "-")
