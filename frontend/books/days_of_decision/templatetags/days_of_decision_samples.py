"""Examples of this book's own parts for the style page: the political status display, early in a game."""

from types import SimpleNamespace
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from msgspec import structs

from campaigns.selectors.lobby.first_boards import first_board
from frontend.books.days_of_decision.chronicle import small
from frontend.samples import renamed

register = template.Library()

MINE, MOVED = "france", "bulgaria"


@register.simple_tag
def sampled() -> dict[str, Any]:
    """The board before anybody has played, but that the reader plays a power and a minor has come two hexes; the hues of
    its sides, and what is drawn of it small.
    """
    board, hues = first_board("days_of_decision")
    markers = tuple(
        structs.replace(one, mine=True) if one.power == MINE else one for one in board.markers
    )
    q, r = next(minor.hex for minor in board.minors if minor.key == MOVED)
    arrow = SimpleNamespace(
        counter=MOVED, ideology="fascist", path=((q - 2, r), (q - 1, r), (q, r)), text="Bulgaria: 2"
    )
    board = structs.replace(board, markers=markers, arrows=(arrow,))
    given = {"data": small(board), "hues": hues}
    # It has the same patterns as the large one.
    drawn = renamed(render_to_string("days_of_decision/small.html", given), "-small")
    return {"board": board, "hues": hues, "small": mark_safe(drawn)}  # noqa: S308 - a template's own output
