"""Examples of this book's own parts for the style page: the game as it begins, and a nation amid its dice."""

from types import SimpleNamespace
from typing import Any

from django import template

from campaigns.selectors.lobby.first_boards import first_board

register = template.Library()


@register.simple_tag
def sampled() -> dict[str, Any]:
    """The ladder of war status as a game begins, and dice with the chances of every sum."""
    parts = (2, 5, 9, 14, 18, 20, 18, 14, 9, 5, 2)
    board = first_board("war_game_1939")[0]
    card = SimpleNamespace(
        nation=board.ledgers[0].nation,
        name=board.ledgers[0].nation.title(),
        mark="",
        rerolls_left=1,
        thrown=(7, 11, 2),
        bids=1,
        bid_worth=8,
        left=2,
        dice=6,
        spread=[
            SimpleNamespace(total=40 + at, parts=part, whole=sum(parts))
            for at, part in enumerate(parts)
        ],
        mean=45,
        lowest=40,
        highest=50,
    )
    return {"ladder": board.ladder, "card": card, "board": board}
