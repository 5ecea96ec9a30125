"""Examples of this book's own parts for the style page: the political status display as a game begins."""

from typing import Any

from django import template

from campaigns.selectors.lobby.first_boards import first_board

register = template.Library()


@register.simple_tag
def sampled() -> dict[str, Any]:
    """The board before anybody has played, and the hues of its sides."""
    board, hues = first_board("days_of_decision")
    return {"board": board, "hues": hues}
