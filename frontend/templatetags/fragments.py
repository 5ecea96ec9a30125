"""Parts of a page that are rendered once for all who see the same.

Such a part is rendered by itself: of the page around it, it is given only what stands in its key.
So what one reader may see cannot stand in another's page.
"""

from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from campaigns.kept import Kept
from frontend.loglines import grouped
from frontend.templatetags.chancellery import board_template

register = template.Library()

#: Letters of all parts kept by a process.
MOST_LETTERS = 8_000_000

_rendered = Kept(MOST_LETTERS, weigh=len)


class Acting:
    """What a shared part may know of its reader: the power he acts for, which is in its key."""

    def __init__(self, acting: Any) -> None:
        """No more than that."""
        self.acting = acting


@register.simple_tag(takes_context=True)
def board_fragment(context: template.Context) -> SafeString:
    """The board of whichever rulebook it is. Context: board, head, reader; past when it is history."""
    board, head = context["board"], context["head"]
    acting, past = context["reader"].acting, bool(context.get("past"))

    def render() -> str:
        data = board()
        if not data:
            return render_to_string("frontend/campaign/_no_board.html")
        given = {"board": data, "head": head, "reader": Acting(acting), "past": past}
        return render_to_string(board_template(head), given)

    return _kept("board", board.key, head, acting, past, render=render)


@register.simple_tag(takes_context=True)
def log_fragment(context: template.Context) -> SafeString:
    """The log in groups. Context: log (its lines, or ``Later``), head."""
    log, head = context["log"], context["head"]

    def render() -> str:
        return render_to_string(
            "frontend/campaign/_log_groups.html", {"log": grouped(log()), "head": head}
        )

    return _kept("log", log.key, head, render=render)


def _kept(kind: str, key: Any, *more: Any, render: Any) -> SafeString:
    """A part under its key, for readers of one time zone, as it reads today."""
    if key is None:
        return mark_safe(str(render()))  # noqa: S308 - a template's own output
    now = timezone.localtime()
    shown = (kind, key, *more, timezone.get_current_timezone_name(), now.date())
    return mark_safe(str(_rendered.get(shown, render)))  # noqa: S308 - a template's own output
