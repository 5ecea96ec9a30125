"""The time line of a campaign, which may be hundreds of phases long."""

from collections.abc import Iterable
from typing import NamedTuple

from django import template
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from campaigns.cache import Cache
from campaigns.selectors.history import PastPage, PastPhase

register = template.Library()

#: Letters of all time lines kept by a process.
MOST_LETTERS = 2_000_000


#: Marks a phase that counts no more.
UNDONE = 'class="undone" '


class Turn(NamedTuple):
    """The blocks of one turn: its name, and each phase's number with its link before and after the
    mark of the current one.
    """

    title: str
    blocks: tuple[tuple[int, str, str], ...]
    html: str


_lines = Cache(MOST_LETTERS, weigh=lambda turns: sum(2 * len(turn.html) for turn in turns))


@register.simple_tag
def time_line(page: PastPage) -> SafeString:
    """The blocks of the scrubber by turns, with the page's own phase and its turn marked.

    Made in one go, and kept but for the turn that is marked: as a template it would look each address
    up, and each word, for every phase.
    """
    turns: tuple[Turn, ...] = _lines.get(
        page.phases.key, lambda: _turns(page.phases(), page.head.slug)
    )
    html = "".join(
        _turn(turn.title, turn.blocks, page.number) if turn.title == page.turn_title else turn.html
        for turn in turns
    )
    return mark_safe(html)  # noqa: S308 - escaped below


def _turns(phases: Iterable[PastPhase], slug: str) -> tuple[Turn, ...]:
    grouped: dict[str, list[tuple[int, str, str]]] = {}
    open_at = reverse("frontend:campaign", args=[slug])
    past_at = reverse("frontend:history", args=[slug])
    for phase in phases:
        where = (
            f'class="open" href="{open_at}"'
            if phase.open
            else f'{UNDONE if phase.undone_at else ""}href="{past_at}{phase.number}/"'
        )
        words = f"{phase.title}: {phase.headline}" if phase.headline else phase.title
        if phase.undone_at:
            words = f"Undone. {words}"
        link = f'<a {where} title="{escape(words)}"'
        name = f'><span class="hidden-text">{escape(phase.title)}</span></a>'
        grouped.setdefault(phase.turn_title, []).append((phase.number, link, name))
    return tuple(
        Turn(title, tuple(blocks), _turn(title, blocks)) for title, blocks in grouped.items()
    )


def _turn(title: str, blocks: Iterable[tuple[int, str, str]], now: int | None = None) -> str:
    """The blocks of a turn; ``now`` is the number of the phase to mark, if it is in this turn."""
    links = "".join(
        f'{link} aria-current="page"{name}' if number == now else link + name
        for number, link, name in blocks
    )
    marked = " now" if now is not None else ""
    return f'<li class="turn{marked}"><div class="blocks">{links}</div><span>{escape(title)}</span></li>'
