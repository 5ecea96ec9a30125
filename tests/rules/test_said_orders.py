"""Orders in words, as receipts and the history show them: no key of a form stands in them."""

import msgspec
import pytest

from rules.kernel.orders import Chosen
from rules.registry import KEYS, rulebook

PLAIN = {
    *("activate", "advance", "after lowest", "again", "against", "aid", "answer", "area", "attack"),
    *("attempt", "attempts", "behind", "bind war", "britain", "build", "carrier", "conqueror"),
    *("country", "demands", "dice", "entry", "facts", "france", "free", "germany", "gifts"),
    *("heading", "historical", "honor", "how", "increases", "instead", "italy", "keep", "land"),
    *("leave", "lend", "lesser", "map", "maps", "money", "move", "of", "on", "operations"),
    *("options", "order", "passages", "place", "plays", "points", "pool", "power", "powers"),
    *("purchases", "reactions", "reason", "retreat", "roll", "row", "rumania", "sanction", "sea"),
    *("spend", "target", "text", "texts", "through", "ties", "united states", "units", "use"),
    *("weather", "what", "withhold", "yield to", "zone"),
}
"""Fields whose own names are words that people write."""


@pytest.mark.parametrize("key", KEYS)
def test_every_part_of_an_order_is_called_by_words(key):
    book = rulebook(key)
    said_by_itself = {"lines"} if key == "war_game_1939" else set()
    bare = {
        book.name(field.name)
        for kind in book.orders.values()
        for field in msgspec.structs.fields(kind)
        if book.name(field.name) == field.name.replace("_", " ")
    }
    assert bare - PLAIN - said_by_itself == set()


def test_the_lines_of_a_commerce_plan_are_said_as_people_write_them():
    book = rulebook("war_game_1939")
    last = Chosen(option="bid", details={"left": 1})
    high = Chosen(option="roll", details={"left": 3, "least": 20, "most": 999})
    between = Chosen(option="bid", details={"left": 2, "least": 20, "most": 30})
    plan = book.orders["plan"](policy="roll", lines=(last, high, between))
    assert book.say(plan) == (
        "bid for the next die when one die is left; "
        "roll the next die when at most 3 dice are left and the sum is at least 20; "
        "bid for the next die when at most 2 dice are left, the sum is at least 20 and the sum is at most 30; "
        "for commerce, where no line fits, roll"
    )


def test_values_of_orders_of_the_war_game_are_said_as_people_write_them():
    book = rulebook("war_game_1939")
    report = Chosen(option="land:burma", details={"how": "ground", "outcome": "failed"})
    turn = book.orders["turn"](reports=(report,), vichy={"syria": "repelled"})
    assert book.say(turn) == (
        "attacks and occupations: Burma (how on the ground; outcome held off); "
        "beside Vichy: Syria: attacked, and was repelled"
    )
    status = book.orders["status"](rolls=("ten", "marching"), land_first=3)
    assert book.say(status) == (
        "dice for a rise to 10 and 20 per cent of its income; land income to give up first: 3"
    )
    assert (
        book.say(book.orders["stand"](withdraw=("3",))) == "reports withdrawn, by their numbers: 3"
    )
