"""The controls of a form of orders, and what the orders would lead to: a player's own."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.utils.safestring import SafeString

from campaigns.cache import fingerprint
from frontend.forms.orders import FieldRow, Spot, spot_of
from frontend.rendered_parts import cached_template

register = template.Library()


@register.simple_tag(takes_context=True)
def fields_fragment(
    context: template.Context,
    rows: Any,
    act: Any = None,
    beside: Any = None,
    standing: bool = False,
) -> SafeString:
    """The controls of a form of orders, with what stands ``beside`` them. Context: head, mine; ``details_at`` and
    phase where the details of cards are fetched from there. Forms that ask for the same stand on one page, so the
    ids of each begin otherwise: those of acts, and of ``standing`` orders.
    """
    ids = "standing" if standing else "f" if act is None else f"act-{act.menu.order}"
    book = context["head"].book_key
    given = {"fields": rows, "act": act, "book": book, "beside": beside, "ids": ids}
    details_at = "" if standing or act else context.get("details_at", "")
    if details_at:
        given |= {"details_at": details_at, "phase_number": context["phase"].number}
    return _own(
        context,
        "frontend/fields/_all.html",
        {**given, **_sides(context)},
        [(row.template, row.name, row.field, row.value) for row in rows],
        act is not None,
        ids,
        details_at and (details_at, given["phase_number"]),
        beside.says if beside else None,
    )


def _sides(context: template.Context) -> dict[str, Any]:
    """By which names and hues of sides a roll is told, and whose side the player is on."""
    mine = context["mine"]
    return {
        "hues": context["head"].hues,
        "side": mine.badge.faction,
        "side_names": dict(context["head"].sides),
    }


@register.filter
def spot_in(problem: Any, fields: Sequence[FieldRow]) -> Spot:
    """What of a form a problem is about; of what is not about a part of it, nothing."""
    return spot_of(fields, str(getattr(problem, "field", "")))


@register.simple_tag(takes_context=True)
def preview_fragment(
    context: template.Context, beside: Any, problems: Any, warnings: Any, movements: Any
) -> SafeString:
    """The rolls and movements that orders would lead to and that hang on no control alone, and what
    they would spoil. Context: head, mine.
    """
    given = {
        "panels": beside.rest,
        "problems": problems,
        "warnings": warnings,
        "movements": movements,
        **_sides(context),
    }
    says = (beside.rest, problems, warnings, movements)
    return _own(context, "frontend/campaign/_preview.html", given, *says)


def _own(context: template.Context, name: str, given: Mapping[str, Any], *says: Any) -> SafeString:
    """A part of a player's own, kept for his power in his campaign."""
    mine = context["mine"]
    head = context["head"]
    key = (head.slug, mine.badge.key, head.revision, fingerprint(*says))
    return cached_template(name, {**given, "head": head}, key)
