"""Playing options: each with details of its own, within the purses."""

import msgspec
import pytest

from rules.kernel.autopilot import at_random
from rules.kernel.dice import SealedDice
from rules.kernel.menus import Barred, Choice, Count, Flag, Menu, Option, Pick, PickMany, Plays
from rules.kernel.orders import Chosen, Order, understand

LANDS = (
    Choice(value="spain", label="Spain"),
    Choice(value="siam", label="Siam", barred=Barred("Far.", "8.5")),
)
COURT = Option(
    value="court",
    label="Court",
    cost={"money": 2},
    fields=(Pick(key="land", label="Land", choices=LANDS, optional=False),),
)
BUY = Option(
    value="buy",
    label="Buy",
    again=True,
    shared=False,
    per={"dice": {"money": 3}},
    fields=(Count(key="dice", label="Dice", least=1, most=4),),
)
SHUT = Option(value="war", label="War", barred=Barred("Not yet.", "12.1"))
PLAYS = Plays(
    key="plays",
    label="Options",
    rule="8.7",
    choices=(COURT, BUY, SHUT),
    most=3,
    shared=(Flag(key="loud", label="Loud"), PickMany(key="also", label="Also", choices=LANDS)),
    purses={"money": 8},
)


class Hand(Order, frozen=True, kw_only=True, tag="hand"):
    plays: tuple[Chosen, ...] = ()


MENU = Menu(power="p", order="hand", title="", fields=(PLAYS,))


def problems(*plays):
    order = understand({"kind": "hand", "plays": list(plays)}, Hand)
    return [(p.field, p.rule, p.message) for p in MENU.problems(order)]


def play(option, **details):
    return {"option": option, "details": details}


def test_options_with_their_details_within_the_purse_are_legal():
    assert (
        problems(play("court", land="spain", loud=True, also=["spain"]), play("buy", dice=2)) == []
    )
    assert problems(play("buy", dice=1), play("buy", dice=1)) == []


@pytest.mark.parametrize(
    ("plays", "field", "words"),
    [
        ([play("court")], "plays.0.land", "choose one"),
        ([play("court", land="siam")], "plays.0.land", "Far."),
        ([play("war")], "plays.0", "Not yet."),
        ([play("peace")], "plays.0", "not on the menu"),
        ([play("court", land="spain"), play("court", land="spain")], "plays.1", "twice"),
        ([play("buy", dice=3)], "plays", "9 money needed"),
        ([play("buy", dice="two")], "plays.0.dice", "'two'"),
        ([play("buy", loud=True)], "plays.0.loud", "dice"),
        ([play("court", land=["spain"])], "plays.0.land", "pick"),
        ([play("buy", dice=1)] * 4, "plays", "at most 3"),
        ([play("court", land="spain", also=["siam"])], "plays.0.also.siam", "Far."),
    ],
)
def test_what_is_wrong_is_named_with_its_place(plays, field, words):
    found = problems(*plays)
    assert any(field == spot and words in message for spot, _, message in found), found


def test_the_price_counts_units_and_a_left_out_number_counts_as_its_least():
    assert BUY.price({"dice": 2}) == {"money": 6}
    assert BUY.price({}) == {"money": 3}


def test_the_empty_value_and_the_blank_order_are_legal():
    assert MENU.problems(understand(MENU.blank(), Hand)) == []


def test_a_menu_with_options_survives_json():
    data = msgspec.json.encode(MENU)
    assert msgspec.json.decode(data, type=Menu) == MENU


@pytest.mark.parametrize("number", range(60))
def test_plays_thrown_by_dice_are_legal(number):
    order = understand(at_random(MENU, SealedDice(number.to_bytes(4, "big"))), Hand)
    assert MENU.problems(order) == []
