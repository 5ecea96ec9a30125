"""The time line of a campaign, which may be hundreds of phases long."""

from collections.abc import Iterator, Sequence

from django import template
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from campaigns.selectors.history import PastPhase

register = template.Library()


@register.simple_tag
def time_line(
    turns: Sequence[tuple[str, list[PastPhase]]], slug: str, number: int, turn: str
) -> SafeString:
    """The blocks of the scrubber by turns, ``number`` the current one and ``turn`` its turn.

    Made in one go: as a template it would look each address up, and each word, for every phase.
    """
    open_at = reverse("frontend:campaign", args=[slug])
    past_at = reverse("frontend:history", args=[slug])
    return mark_safe("".join(_turns(turns, open_at, past_at, number, turn)))  # noqa: S308 - escaped below


def _turns(
    turns: Sequence[tuple[str, list[PastPhase]]], open_at: str, past_at: str, number: int, now: str
) -> Iterator[str]:
    for title, phases in turns:
        yield f'<li class="turn{" now" if title == now else ""}"><div class="blocks">'
        for phase in phases:
            where = (
                f'class="open" href="{open_at}"'
                if phase.open
                else f'href="{past_at}{phase.number}/"'
            )
            words = f"{phase.title}: {phase.headline}" if phase.headline else phase.title
            current = ' aria-current="page"' if phase.number == number else ""
            name = escape(phase.title)
            yield (
                f'<a {where} title="{escape(words)}"{current}>'
                f'<span class="hidden-text">{name}</span></a>'
            )
        yield f"</div><span>{escape(title)}</span></li>"
