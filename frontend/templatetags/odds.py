"""Odds beside the hand: what a choice would do, in words, where it is made.

Every tag reads ``beside`` (:class:`frontend.forms.odds.Beside`) from the context; a form without it,
such as that of an act, says nothing. A script renews the words with each preview (``odds.js``); without
scripts they stand as they were when the page was made.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from frontend.templatetags.figures import minus
from frontend.templatetags.language import in_language, in_words
from frontend.templatetags.marks import hue_of
from rules.kernel import odds
from rules.kernel.field_odds import gains
from rules.kernel.grammar import capital

register = template.Library()


@register.simple_tag(takes_context=True)
def beside(context: Mapping[str, Any], path: str, own: str = "") -> SafeString:
    """The words beside one control; ``own`` is the path that a script makes of the name and the value of the one in
    the same label, and that is not said again.
    """
    found = context.get("beside")
    if not found:
        return mark_safe("")
    return format_html(
        '<span class="beside" data-beside{}>{}</span>',
        format_html('="{}"', path) if path != own else "",
        in_language(found.notes.get(path, "")),
    )


@register.simple_tag(takes_context=True)
def beside_chosen(
    context: Mapping[str, Any], name: str, root: str, value: str, more: str = ""
) -> SafeString:
    """The words beside what is chosen in a list: ``name`` is that of its control."""
    found = context.get("beside")
    if not found:
        return mark_safe("")
    path = f"{root}.{value}{more}"
    return format_html(
        '<span class="beside" data-beside-of="{}"{}{}>{}</span>',
        name,
        format_html(' data-root="{}"', root) if root != name else "",
        format_html(' data-more="{}"', more) if more else "",
        in_language(found.notes.get(path, "")) if value else "",
    )


@register.simple_tag(takes_context=True)
def hint(context: Mapping[str, Any], path: str) -> str:
    """The words for one line of a list."""
    found = context.get("beside")
    words = in_words(found.notes.get(path, "")) if found else ""
    return f" · {words}" if words else ""


@register.simple_tag(takes_context=True)
def notes_under(context: Mapping[str, Any], path: str) -> list[tuple[str, str]]:
    """What is said under a path: the key that follows it, and the words."""
    found = context.get("beside")
    start = f"{path}."
    notes = found.notes.items() if found else ()
    return [(key.removeprefix(start), words) for key, words in notes if key.startswith(start)]


@register.simple_tag(takes_context=True)
def likeliest(context: Mapping[str, Any], choices: Iterable[Any], path: str) -> list[Any]:
    """The targets of points in the order in which the rules name what a point would do; the others follow as they
    were.
    """
    found = context.get("beside")
    places = {each: at for at, each in enumerate(found.notes)} if found else {}
    return sorted(choices, key=lambda one: places.get(f"{path}.{one.value}", len(places)))


@register.simple_tag(takes_context=True)
def how_told(context: Mapping[str, Any], row: Any) -> str:
    """How the chances of points are told: not at all, in the order of the ``menu``, or the ``likeliest`` first."""
    found = context.get("beside")
    if not found or not any(each.startswith(f"{row.path}.") for each in found.notes):
        return ""
    in_menu = [list(group.choices) for group in row.groups]
    moved = any(likeliest(context, choices, row.path) != choices for choices in in_menu)
    return "likeliest" if moved else "menu"


@register.simple_tag(takes_context=True)
def rolls(context: Mapping[str, Any], path: str, name: str = "", own: str = "") -> SafeString:
    """Where the rolls stand that come of a control, or of a choice in it. With the ``name`` of a list,
    the control is what is chosen in that; ``own`` is the name of the control in the same block, which is not
    said again.
    """
    found = context.get("beside")
    if not found:
        return mark_safe("")
    here = [
        (key, panel)
        for key, panels in found.rolls.items()
        if key == path or key.rpartition(".")[0] == path
        for panel in panels
    ]
    inside = format_html_join("", "{}", ((roll_at(context, key, panel),) for key, panel in here))
    if name:
        return format_html('<div data-rolls-of="{}" data-root="{}">{}</div>', name, path.rpartition(".")[0], inside)  # fmt: skip
    said = format_html('="{}"', path) if path != own else ""
    return format_html("<div data-rolls{}>{}</div>", said, inside)


def roll_at(context: Mapping[str, Any], path: str, panel: Any) -> SafeString:
    """One pending roll, to stand beside a control."""
    given = {"panel": panel, "path": path}
    names = ("hues", "head", "side", "side_names", "beside")
    given |= {name: context.get(name) for name in names}
    return mark_safe(render_to_string("frontend/campaign/_roll_here.html", given))  # noqa: S308 - a template's own output


@register.simple_tag(takes_context=True)
def totals(context: Mapping[str, Any], path: str = "") -> SafeString:
    """The running totals of one field, or of the whole draft."""
    found = context.get("beside")
    if not found:
        return mark_safe("")
    wanted = [
        each for each in found.totals if not path or each.path == path or each.path.startswith(f"{path}.")
    ]  # fmt: skip
    return format_html_join(
        "",
        '<span class="total{}" data-total="{}">{}</span> ',
        (
            (
                " due-soon" if each.left < 0 else "",
                each.path,
                in_language(f"{capital(each.in_words())}."),
            )
            for each in wanted
        ),
    )


@register.simple_tag(takes_context=True)
def gain_words(context: Mapping[str, Any], chances: Iterable[Any]) -> str:
    """Who gains by a roll and how likely; nothing where no side does."""
    found = list(chances)
    if not any(chance.side for chance in found):
        return ""
    return in_words(gains(found, context.get("side") or "", context.get("side_names") or {}))


@register.simple_tag
def said_beside(beside: Any, path: str, panel: Any) -> bool:
    """Whether the words beside a control say already what a roll of it would bring."""
    return bool(panel.brief) and panel.brief in beside.notes.get(path, "")


@register.simple_tag
def supposed_beside(beside: Any, panel: Any) -> bool:
    """Whether the words beside a field say already what a roll supposes."""
    return any(
        path.endswith(".?") and panel.assumption in note for path, note in beside.notes.items()
    )


@register.filter
def dotted(path: str, key: str) -> str:
    """A path with one more part."""
    return f"{path}.{key}"


@register.filter
def countable(chance: Any) -> bool:
    """Whether a chance is read more easily as a count of cases than in per cent."""
    return int(chance.whole) <= odds.MOST_FACES


@register.filter
def exact(chance: Any) -> str:
    """A chance as a fraction, in full."""
    return str(Fraction(chance.parts, chance.whole))


@register.filter
def said(chance: Any) -> str:
    """A chance in words."""
    return in_words(odds.said(Fraction(chance.parts, chance.whole), chance.whole))


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
        f"{minus(c.row)}: {in_words(odds.said(Fraction(c.parts, c.whole), c.whole))}"
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
