"""The choices with commerce dice: their exact chances are those that the board's means come from."""

import re
from fractions import Fraction
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from frontend.books.war_game_1939.choices import choices_of, limit_of, scale_of
from frontend.books.war_game_1939.templatetags.commerce import (
    TALLEST,
    _ticks,
    commerce_again,
    commerce_choices,
    commerce_faces,
)
from rules.war_game_1939 import BOOK
from rules.war_game_1939.model.state import Deal
from rules.war_game_1939.model.tables import tables_of
from rules.war_game_1939.pages.board.money import commerce_cards, ledger

DEALS = {
    "one left, one second throw": Deal(dice=11, thrown=(9, 12, 11, 9, 6, 12, 11, 10, 8, 4), rerolls=1),
    "two left, both second throws": Deal(dice=4, thrown=(3, 1)),
    "a bid lies": Deal(dice=5, thrown=(2, 7), bids=1),
    "all thrown": Deal(dice=2, thrown=(2, 5)),
    "none thrown": Deal(dice=3),
    "eleven, none thrown": Deal(dice=11),
}  # fmt: skip


def card_of(deal: Deal):
    state = replace(BOOK.start("1939", {}, {}).state, deals={"uk": deal})
    tables = tables_of(state)
    [card] = commerce_cards(state, tables, "uk")
    return card, ledger(state, tables, "uk", "uk")


@pytest.mark.parametrize("deal", DEALS.values(), ids=DEALS)
def test_each_choice_has_the_mean_and_the_best_the_chances_that_the_board_gives(deal: Deal) -> None:
    card, _ = card_of(deal)
    found = choices_of(card, None)
    assert [choice.move for choice in found] == [move.move for move in card.moves]
    for choice, move in zip(found, card.moves, strict=True):
        assert sum(choice.chances.values()) == 1
        assert choice.mean == Fraction(move.mean)
    spread = {bar.total: Fraction(bar.parts, bar.whole) for bar in card.spread}
    assert any(choice.best and choice.chances == spread for choice in found)


def test_what_lies_above_the_maximum_is_not_kept() -> None:
    """The position of the model: eleven dice, ten thrown, $100 may be kept."""
    card, _ = card_of(DEALS["one left, one second throw"])
    roll, bid = choices_of(card, 100)[:2]
    assert (roll.move, bid.move) == ("roll", "bid")
    assert (roll.mean, bid.mean) == (Fraction(203, 2), Fraction(203, 2))
    assert (roll.full, bid.full) == (Fraction(95, 144), Fraction(8, 12))
    assert (round(float(roll.kept), 2), round(float(bid.kept), 2)) == (98.83, 99.17)
    assert (roll.worst, roll.most, bid.worst, bid.most) == (93, 112, 96, 107)


def test_land_income_takes_its_share_of_the_maximum() -> None:
    _, line = card_of(DEALS["all thrown"])
    assert limit_of(line) == line.ceiling - line.income.net
    assert limit_of(None) is None


def test_choices_share_one_scale() -> None:
    card, _ = card_of(DEALS["one left, one second throw"])
    low, high, most = scale_of(choices_of(card, 100)[:2])
    assert (low, high) == (93, 112)
    assert most == Fraction(1, 12)


def test_a_choice_that_is_certain_does_not_press_the_other_flat() -> None:
    card, line = card_of(DEALS["all thrown"])
    found = choices_of(card, None)
    assert [len(choice.chances) for choice in found if choice.move == "stop"] == [1]
    again = next(choice for choice in found if choice.move == "reroll")
    assert scale_of(found)[2] == max(again.chances.values())
    shown = commerce_choices(card, SimpleNamespace(ledgers=[line]))["all"]
    for choice in shown:
        heights = re.findall(r'class="sum[^"]*"[^>]* height="([0-9.]+)%"', choice.svg)
        assert max(map(float, heights)) > TALLEST / 2


def test_the_sums_below_the_bars_are_both_ends_the_limit_and_round_ones_with_room() -> None:
    assert _ticks(52, 81, None) == [52, 60, 65, 70, 75, 81]
    assert _ticks(93, 112, 100) == [93, 100, 105, 112]
    assert _ticks(1, 12, None) == [1, 4, 6, 8, 10, 12]
    assert _ticks(7, 7, None) == [7]


def test_a_maximum_that_no_choice_reaches_is_not_weighed() -> None:
    """One die beside land worth $100: nothing can be lost, so no number and no band speaks of keeping."""
    card, line = card_of(Deal(dice=1))
    assert commerce_choices(card, SimpleNamespace(ledgers=[line]))["limit"] is None
    card, line = card_of(DEALS["one left, one second throw"])
    assert commerce_choices(card, SimpleNamespace(ledgers=[line]))["limit"] == 100


def test_a_die_that_was_thrown_again_says_what_it_was() -> None:
    card, _ = card_of(Deal(dice=3, thrown=(3, 11), rerolls=2, was=((2, 1), (2, 4))))
    first, second, _ = commerce_faces(card)
    assert (first.note, first.was) == ("", "")
    assert (second.note, second.was) == ("was 1, 4", "1, 4")
    assert commerce_again(card) == [
        "die 2 was thrown again: 1, then 4",
        "die 2 was thrown again: 4, then 11",
    ]
