"""What many templates need and what is about nothing in particular: keys of forms, holders of seats, cards, notices.

Marks, figures and moments have modules of their own, which every template knows. Everything here turns a value into
markup; nothing looks anything up or decides anything.
"""

import re
from collections.abc import Iterable
from secrets import token_urlsafe
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.domain.languages import tongue_in_words
from core.text.lists import listed
from core.version import version
from frontend.templatetags.language import in_words

register = template.Library()
register.filter(listed)
_COLON = re.compile(r": (?=.*:)")


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
    """How many things wait behind a link, and for ears what they are; nothing is shown for none. Live updates find it
    by its key.
    """
    return format_html(
        '<span class="count" data-counts="{}" title="{}"{}>{}</span><span class="hidden-text"> {}</span>',
        key,
        what,
        "" if number else mark_safe(" hidden"),
        number or "",
        what,
    )


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
def one_colon(line: str) -> str:
    """A line with one colon in it: of several the last, behind a name with commas."""
    return _COLON.sub(", ", line)


@register.filter
def with_colon(label: str) -> str:
    """A label and its colon, before what it says."""
    return one_colon(f"{label}:")


@register.filter
def heading_of(phase: Any) -> str:
    """A phase's title with its turn, where the title does not name turn or year already."""
    title, turn = phase.title, phase.turn_title
    year = turn.split()[-1] if turn else ""
    named = turn in title or (year.isdigit() and year in title.split())
    said = in_words(title)
    return said if named else f"{said}, {in_words(turn)}"


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
def fingerprint(commitment: str | None) -> str:
    """The first two groups of a commitment, as they are shown beside a seal."""
    return f"{commitment[:4]} {commitment[4:8]}" if commitment else ""


@register.filter
def whole_print(commitment: str | None) -> str:
    """A commitment in groups of four, as it is read aloud and compared."""
    text = commitment or ""
    return " ".join(text[at : at + 4] for at in range(0, len(text), 4))


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


@register.inclusion_tag("frontend/parts/card_back.html")
def card_back(words: str, hint: str, *, other: bool = False) -> Any:
    """A card that lies face down; those of ``other`` powers all look alike."""
    return {"words": words, "hint": hint, "other": other}


@register.filter
def tongue(code: str) -> str:
    """A language under its own name."""
    return tongue_in_words(code)


@register.inclusion_tag("frontend/parts/notice.html")
def notice(title: str, words: str, href: str = "", link: str = "", *, wrong: bool = False) -> Any:
    """Nothing here, something refused or nothing reached: what it is, and what to do."""
    return {"notice": {"title": title, "words": words, "href": href, "link": link, "wrong": wrong}}


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


@register.filter
def having(items: Iterable[Any], name: str) -> bool:
    """Whether any of the items has something of this name: a column that nothing stands in is left out."""
    return any(getattr(item, name, None) for item in items)


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
