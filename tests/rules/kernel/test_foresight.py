"""What stands beside a form, and what an act would bring, told before it is done."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from rules.kernel.act_preview import preview_act
from rules.kernel.dice import LoadedDice
from rules.kernel.events import Line
from rules.kernel.field_odds import beside, gains, in_words
from rules.kernel.menus import Allot, Choice, Count, Menu, Option, Pick, PickMany, Plays
from rules.kernel.odds import percent, said
from rules.kernel.orders import Chosen, Order
from rules.kernel.pages import Chance, Panel
from rules.kernel.tally import Row, tally
from rules.kernel.totals import totals


class Court(Order, frozen=True, kw_only=True, tag="court"):
    """Points on lands."""

    points: dict[str, int] = {}
    land: str = ""
    cards: tuple[Chosen, ...] = ()
    most: int = 0


LANDS = tuple(Choice(value=key, label=key) for key in ("hill", "lake"))


def roll(land: str, points: int) -> Panel:
    """A land that is won on ``points`` or less."""
    parts = min(points, 6)
    rows = (("won", parts, "red"), ("kept", 6 - parts, "blue" if parts < 2 else ""))
    return Panel(
        key=land,
        title=land,
        tally=tally(land, [], base=points),
        chances=tuple(
            Chance(row=row, meaning=row, parts=n, whole=6, side=side) for row, n, side in rows if n
        ),
    )


def book(preview: Callable[[Any, str, Any], Any]) -> Any:
    faction = SimpleNamespace(name="Blue")
    return SimpleNamespace(
        orders={"court": Court},
        powers={"rubra": SimpleNamespace(name="Rubra", faction="red")},
        factions={"red": SimpleNamespace(name="Red"), "blue": faction},
        preview=preview,
    )


def placed(view: Any, power: str, order: Court) -> tuple[Panel, ...]:
    return tuple(roll(land, n) for land, n in order.points.items() if n)


def words(found: Any) -> dict[str, str]:
    return {each.path: each.text for each in found}


POINTS = Menu(
    power="rubra",
    order="court",
    title="Court",
    fields=(Allot(key="points", label="Points", choices=LANDS, total=3, cap=2),),
)


def test_before_a_point_is_placed_its_row_says_what_one_would_do():
    found = words(beside(book(placed), None, "rubra", POINTS, None))
    assert found["points.hill"] == "with 1: gain 1 in 6, Blue gain 5 in 6"
    assert set(found) == {"points.hill", "points.lake"}


def test_a_placed_point_says_what_it_does_and_what_one_more_would():
    order = Court(points={"hill": 1})
    (hill, lake) = beside(book(placed), None, "rubra", POINTS, order)
    assert hill.text == "gain 1 in 6, Blue gain 5 in 6; with 2: gain 2 in 6"
    assert hill.panels == ("hill",)
    assert lake.panels == ()


def test_a_roll_that_waits_for_no_point_stands_beside_the_row_that_would_change_it():
    def preview(view, power, order):
        return roll("hill", 4 - order.points.get("hill", 0)), roll("lake", 3)

    for points in ({}, {"hill": 1}):
        (hill,) = beside(book(preview), None, "rubra", POINTS, Court(points=points))
        assert (hill.path, hill.panels) == ("points.hill", ("hill",))


def test_where_a_gain_is_likeliest_comes_first_wherever_points_lie():
    def preview(view, power, order):
        return tuple(roll(land, n if land == "hill" else n + 2) for land, n in order.points.items())

    for points in ({}, {"hill": 2}, {"lake": 1}):
        found = [
            each.path for each in beside(book(preview), None, "rubra", POINTS, Court(points=points))
        ]
        assert found == ["points.lake", "points.hill"]


def test_at_the_cap_there_is_no_more_to_say():
    order = Court(points={"hill": 2})
    assert words(beside(book(placed), None, "rubra", POINTS, order))["points.hill"] == "gain 2 in 6"


def test_a_barred_land_says_nothing():
    lands = (msgspec.structs.replace(LANDS[0], barred="closed"), LANDS[1])
    fields = (Allot(key="points", label="Points", choices=lands, total=3),)
    menu = msgspec.structs.replace(POINTS, fields=fields)
    assert set(words(beside(book(placed), None, "rubra", menu, None))) == {"points.lake"}


def test_each_of_several_says_what_it_alone_would_bring():
    def preview(view, power, order):
        return (roll(order.land, 2),) if order.land else ()

    field = Pick(key="land", label="Land", choices=LANDS)
    menu = msgspec.structs.replace(POINTS, fields=(field,))
    found = beside(book(preview), None, "rubra", menu, Court(land="lake"))
    assert words(found) == {"land.hill": "gain 2 in 6", "land.lake": "gain 2 in 6"}
    assert [each.panels for each in found] == [(), ("lake",)]


def test_a_book_that_stumbles_over_half_an_order_leaves_the_row_blank():
    def preview(view, power, order):
        raise KeyError("nothing of the kind")

    assert beside(book(preview), None, "rubra", POINTS, None) == ()


def test_two_numbers_that_shape_one_roll_tell_it_once():
    def preview(view, power, order):
        return (roll("hill", order.most + len(order.points) + 1),)

    fields = (Count(key="most", label="Most", most=3), *POINTS.fields)
    menu = msgspec.structs.replace(POINTS, fields=fields)
    found = beside(book(preview), None, "rubra", menu, Court(most=1))
    assert found[0].text == "gain 2 in 6; with 2: gain 3 in 6"


def test_gains_name_every_side_but_ones_own():
    chances = roll("hill", 1).chances
    assert gains(chances, "red", {"blue": "Blue"}) == "gain 1 in 6, Blue gain 5 in 6"
    assert gains(chances, "blue", {"red": "Red"}) == "gain 5 in 6, Red gain 1 in 6"
    assert gains((), "red", {}) == "no gain"


def test_what_cannot_but_come_is_said_to_be_certain():
    assert in_words(roll("hill", 6), "red", {}) == "won for certain"


@pytest.mark.parametrize(
    ("chance", "whole", "words"),
    [
        (Fraction(1, 3), 6, "2 in 6"),
        (Fraction(1, 3), 0, "1 in 3"),
        (Fraction(11, 36), 36, "11 in 36"),
        (Fraction(1), 6, "for certain"),
        (Fraction(0), 6, "never"),
        (Fraction(1, 1000), 0, "0.1\N{NO-BREAK SPACE}%"),
        (Fraction(1, 7776), 0, "under 0.1\N{NO-BREAK SPACE}%"),
        (Fraction(7775, 7776), 0, "over 99.9\N{NO-BREAK SPACE}%"),
    ],
)
def test_a_chance_is_said_as_it_is(chance, whole, words):
    assert said(chance, whole) == words


def test_per_cent_never_claims_what_is_not_so():
    assert [percent(Fraction(n, 3)) for n in range(4)] == [
        "0\N{NO-BREAK SPACE}%",
        "33\N{NO-BREAK SPACE}%",
        "67\N{NO-BREAK SPACE}%",
        "100\N{NO-BREAK SPACE}%",
    ]


# -- running totals --------------------------------------------------------------------------


def hand(**more: Any) -> Menu:
    field = Plays(
        key="cards",
        label="Cards",
        choices=(Option(value="war", label="War", cost={"money": 3}),),
        most=2,
        purses={"money": 20, "bids": 4},
        **more,
    )
    return msgspec.structs.replace(POINTS, fields=(field,))


def test_a_running_total_says_what_is_chosen_and_what_is_left():
    order = Court(cards=(Chosen(option="war"),))
    assert [each.in_words() for each in totals(hand(), order)] == [
        "cards: 1 of 2 chosen, 1 left",
        "money: 3 of 20 spent, 17 left",
    ]


def test_the_debt_that_is_allowed_is_explained_where_it_is_counted():
    debt = Row(key="debt", amount=5, reason="of debt allowed")
    made = {"money": tally("Money", [debt], base=15, base_reason="held")}
    money = totals(hand(made=made), Court())[1]
    assert money.in_words() == "money: 0 of 20 spent, 20 left (15 held, 5 of debt allowed)"


def test_too_much_is_said_as_such():
    order = Court(points={"hill": 2, "lake": 2})
    assert totals(POINTS, order)[0].in_words() == "points: 4 of 3 placed, 1 too many"


def test_a_list_with_a_limit_has_its_total():
    field = PickMany(key="cards", label="Rolls", choices=LANDS, most=3)
    menu = msgspec.structs.replace(POINTS, fields=(field,))
    assert totals(menu, None)[0].in_words() == "Rolls: 0 of 3 chosen, 3 left"


# -- acts ------------------------------------------------------------------------------------


def table(throw: Callable[[Any], int]) -> Any:
    """A book whose one act throws dice."""

    def perform(view, power, act, dice):
        return SimpleNamespace(state=view, events=(Sixes(sixes=throw(dice)),))

    return SimpleNamespace(
        powers={"rubra": SimpleNamespace(name="Rubra", faction="red")},
        facts={},
        doors={},
        perform=perform,
        view=lambda state, who: state,
        preview=lambda view, power, order: (),
        ledger=lambda before, after: (),
        tell=lambda event: Line(head=f"{event.sixes} sixes", actor="rubra"),
    )


class Sixes(msgspec.Struct, tag="sixes"):
    """How many sixes were thrown."""

    sixes: int

    def seen_by(self, who: Any) -> bool:
        return True


class Nothing(msgspec.Struct):
    """A state that says nothing of the map."""

    facts: dict[str, Any] = {}


def foreseen(throw: Callable[[Any], int]) -> Any:
    """What is told beforehand of an act that throws such dice."""
    return preview_act(table(throw), Nothing(), "rubra", None)


def test_an_act_without_dice_has_one_outcome_for_certain():
    found = foreseen(lambda dice: 0)
    assert found.certain
    assert [each.text for each in found.outcomes[0].told] == ["0 sixes"]
    assert found.dice == ""


def test_dice_are_followed_every_way_that_they_may_fall():
    found = foreseen(lambda dice: sum(dice.roll("six") == 6 for _ in range(3)))
    brute: dict[str, Fraction] = {}
    for faces in product(range(1, 7), repeat=3):
        row = f"{faces.count(6)} sixes"
        brute[row] = brute.get(row, Fraction(0)) + Fraction(1, 216)
    told = {each.told[0].text: Fraction(each.parts, each.whole) for each in found.outcomes}
    assert told == brute
    assert found.dice == "3 dice of 6 sides"
    assert found.outcomes[0].told[0].text == "0 sixes"


def test_the_faces_that_lead_to_an_outcome_are_named():
    found = foreseen(lambda dice: int(dice.roll("six") > 4))
    assert [(one.faces, one.parts, one.whole) for one in found.outcomes] == [
        ("1–4", 2, 3),
        ("5–6", 1, 3),
    ]


def test_many_outcomes_that_differ_in_the_number_of_the_die_alone_are_one():
    found = foreseen(lambda dice: dice.roll("twelve", 12))
    assert [(one.faces, one.told[0].text) for one in found.outcomes] == [("1–12", "1–12 sixes")]
    assert found.certain


def test_what_follows_a_number_is_not_put_together_with_what_does_not():
    def throw(dice):
        face = dice.roll("twelve", 12)
        return 99 if face in (3, 7) else face

    found = foreseen(throw)
    assert [(one.faces, one.told[0].text) for one in found.outcomes] == [
        ("1–2, 4–6, 8–12", "1–2, 4–6, 8–12 sixes"),
        ("3, 7", "99 sixes"),
    ]


def test_a_die_that_asks_for_another_is_followed_as_well():
    found = foreseen(lambda dice: int(dice.roll("first") == 6 and dice.roll("second") == 6))
    told = {each.told[0].text: Fraction(each.parts, each.whole) for each in found.outcomes}
    assert told == {"1 sixes": Fraction(1, 36), "0 sixes": Fraction(35, 36)}


def test_more_dice_than_can_be_followed_are_named():
    found = foreseen(lambda dice: sum(dice.roll("six", 12) == 6 for _ in range(8)))
    assert found.outcomes == ()
    assert found.dice == "8 dice of 12 sides"


def test_what_a_view_cannot_work_out_is_named():
    def throw(dice):
        raise KeyError("hidden")

    found = foreseen(throw)
    assert found.unknown == "What follows cannot be worked out from what Rubra knows."


def test_loaded_dice_come_to_one_of_the_outcomes_foretold():
    found = foreseen(lambda dice: dice.roll("six"))
    thrown = table(lambda dice: dice.roll("six")).perform(Nothing(), "rubra", None, LoadedDice([4]))
    assert f"{thrown.events[0].sixes} sixes" in {each.told[0].text for each in found.outcomes}
