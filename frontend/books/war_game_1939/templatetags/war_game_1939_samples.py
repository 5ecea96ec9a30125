"""Examples of this book's own parts for the style page: the game as it begins, and a nation amid its dice."""

from types import SimpleNamespace
from typing import Any

from django import template

from campaigns.selectors.lobby.first_boards import first_board

register = template.Library()


@register.simple_tag
def sampled() -> dict[str, Any]:
    """The ladder of war status as a game begins, and dice with the chances of every sum."""
    board, hues = first_board("war_game_1939")
    thrown = (9, 12, 11, 9, 6, 12, 11, 10, 8, 4)
    moves = (("roll", "Roll the next die"), ("bid", "Safe bid for the next die"))
    card = SimpleNamespace(
        nation="uk",
        name="Britain",
        mark="",
        rerolls_left=1,
        thrown=thrown,
        was=((7, 3),),
        bids=0,
        bid_worth=7,
        left=1,
        dice=11,
        tally=SimpleNamespace(net=sum(thrown)),
        moves=[SimpleNamespace(move=key, label=label, best=True, die=0) for key, label in moves],
    )
    # Land worth 100 and no income of it yet: so much may be kept.
    line = SimpleNamespace(nation="uk", side="allies", ceiling=100, income=SimpleNamespace(net=0))
    table = SimpleNamespace(ledgers=[line])
    return {"ladder": board.ladder, "card": card, "board": table, "hues": hues}
