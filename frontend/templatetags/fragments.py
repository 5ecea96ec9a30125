"""Parts of a page that are rendered once for all who see the same.

Such a part is rendered by itself: of the page around it, it is given only what stands in its key.
So what one reader may see cannot stand in another's page.
"""

import gzip
from collections.abc import Callable
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from campaigns.kept import Kept, Later
from campaigns.selectors.records import Head
from frontend.loglines import grouped
from frontend.templatetags.chancellery import board_template

register = template.Library()

#: Letters of all parts kept by a process.
MOST_LETTERS = 8_000_000

_rendered = Kept(MOST_LETTERS, weigh=len)
_compressed = Kept(MOST_LETTERS // 4, weigh=len)


class Acting:
    """What a shared part may know of its reader: the power he acts for, which is in its key."""

    def __init__(self, acting: Any) -> None:
        """No more than that."""
        self.acting = acting


@register.simple_tag(takes_context=True)
def board_fragment(context: template.Context) -> SafeString:
    """The board of whichever rulebook it is. Context: board, head, reader; past when it is history."""
    return board_html(
        context["board"], context["head"], context["reader"].acting, past=bool(context.get("past"))
    )


@register.simple_tag(takes_context=True)
def log_fragment(context: template.Context) -> SafeString:
    """The log in groups. Context: log, head."""
    log = context["log"]

    def render() -> str:
        groups = {"log": grouped(log())}
        return render_to_string("frontend/campaign/_log_groups.html", groups)

    return _kept("log", log.key, context["head"], render=render)


@register.simple_tag(takes_context=True)
def part_fragment(context: template.Context, name: str) -> SafeString:
    """A part by its template, which is given the answer as ``data``. Context: part, head, reader."""
    part, head, acting = context["part"], context["head"], context["reader"].acting

    def render() -> str:
        return render_to_string(name, {"data": part(), "head": head, "reader": Acting(acting)})

    return _kept(name, part.key, head, acting, render=render)


def board_html(board: Later, head: Head, acting: Any, *, past: bool = False) -> SafeString:
    """A board, rendered unless somebody who sees the same had it rendered today."""

    def render() -> str:
        data = board()
        if not data:
            return render_to_string("frontend/campaign/_no_board.html")
        given = {"board": data, "head": head, "reader": Acting(acting), "past": past}
        return render_to_string(board_template(head), given)

    return _kept("board", board.key, head, acting, past, render=render)


def compressed(html: str) -> bytes:
    """A part in gzip, for those who see the same. Only for what everybody may read."""
    packed: bytes = _compressed.get(html, lambda: gzip.compress(html.encode(), mtime=0))
    return packed


def _kept(kind: str, key: Any, *more: Any, render: Callable[[], str]) -> SafeString:
    """A part under its key, for readers of one time zone, as it reads today."""
    if key is None:
        return mark_safe(render())  # noqa: S308 - a template's own output
    today = timezone.localtime().date()
    shown = (kind, key, *more, timezone.get_current_timezone_name(), today)
    html: SafeString = _rendered.get(shown, lambda: mark_safe(render()))  # noqa: S308
    return html
