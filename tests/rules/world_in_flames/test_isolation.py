"""What the isolation of hexes keeps to on every map, whatever is drawn on it."""

import pytest
from hypothesis import assume, given, settings
from msgspec.structs import replace

from benchmarks.isolated_control import front
from rules.kernel.errors import NotUnderstood
from rules.world_in_flames.isolation.engine import CHOICES, Judge
from rules.world_in_flames.isolation.explanations import explained
from rules.world_in_flames.isolation.hexmap import CITY, FIRST, Hex, HexMap
from rules.world_in_flames.isolation.holders import Nations
from tests.rules.world_in_flames.maps import (
    THREE_SIDES,
    TWO_SIDES,
    after,
    beside,
    judge,
    maps,
    plainly,
)
from tests.support.suite.sample import one_in

often = settings(max_examples=150, deadline=None, derandomize=True)
sometimes = settings(max_examples=60, deadline=None, derandomize=True)
both_orders = pytest.mark.parametrize("order", one_in(2, ["outside_first", "inside_first"]))


@both_orders
@often
@given(hexes=maps())
def test_the_fast_judge_says_what_the_rule_says_word_for_word(order, hexes):
    assert after(judge(hexes, nested=order)) == plainly(hexes, TWO_SIDES, order)


@pytest.mark.long
@often
@given(hexes=maps(THREE_SIDES))
def test_three_sides_are_judged_word_for_word_too(hexes):
    assert after(judge(hexes, THREE_SIDES)) == plainly(hexes, THREE_SIDES, "outside_first")


def sides(held):
    return {at: TWO_SIDES.side_of(holder) for at, holder in held.items()}


@pytest.mark.long
@often
@given(hexes=maps(water=False, neutral=False, protected=False))
def test_where_nothing_is_protected_both_orders_give_each_hex_to_the_same_side(hexes):
    outside, inside = judge(hexes), judge(hexes, nested="inside_first")
    assert sides(after(outside)) == sides(after(inside))


RINGS_AROUND_A_CITY = [
    Hex(column, row, holder="ussr" if ring in (1, 3) else "germany", city=ring == 3)
    for row in range(7)
    for column in range(7)
    for ring in [min(column, row, 6 - column, 6 - row)]
]


def test_a_protected_pocket_inside_can_make_the_orders_differ():
    """Why the order is a switch, and why the reading says so."""
    outside = sides(after(judge(RINGS_AROUND_A_CITY)))
    inside = sides(after(judge(RINGS_AROUND_A_CITY, nested="inside_first")))
    assert outside[1, 1] == "axis"
    assert inside[1, 1] == "allied"


@pytest.mark.long
@both_orders
@often
@given(hexes=maps())
def test_protected_sets_never_change_hands(order, hexes):
    judged = judge(hexes, nested=order)
    given_hexes = {(one.column, one.row): one for one in hexes}
    for each in explained(judged).sets:
        if each.outcome not in ("reverts", "open"):
            continue
        inside = [given_hexes[at] for at in each.hexes]
        assert not any(one.city for one in inside)
        if order == "outside_first":
            assert not any(TWO_SIDES.side_of(u) == each.side for one in inside for u in one.units)
            assert all(TWO_SIDES.side_of(one.holder) == each.side for one in inside)
        for near in {near for at in each.hexes for near in beside(*at)} - set(each.hexes):
            assert given_hexes[near].holder


@both_orders
@often
@given(hexes=maps())
def test_two_sides_take_one_pass_and_one_that_finds_nothing(order, hexes):
    judged = judge(hexes, nested=order)
    assert judged.passes == (2 if judged.flips else 1)
    assert len(judged.flips) < len(judged.sets) or not judged.flips


@often
@given(hexes=maps(THREE_SIDES))
def test_every_judgement_comes_to_its_end(hexes):
    judged = judge(hexes, THREE_SIDES)
    assert len(judged.flips) <= len(judged.sets)
    assert judged.passes <= len(judged.flips) + 1


@sometimes
@given(hexes=maps())
def test_what_was_judged_once_is_settled(hexes):
    judged = judge(hexes)
    held = after(judged)
    again = [replace(one, holder=held[one.column, one.row]) if one.holder else one for one in hexes]
    assume(not any(one.units for one in hexes))
    assert judge(again).flips == []


SWAPPED = Nations({"east": ["x", "y"], "west": ["p", "q"]}, {"m": "x"})
NAMES = {"germany": "x", "italy": "y", "hungary": "m", "ussr": "p", "usa": "q"}


@sometimes
@given(hexes=maps())
def test_other_names_change_nothing(hexes):
    renamed = [
        replace(one, holder=NAMES.get(one.holder, ""), units=tuple(NAMES[u] for u in one.units))
        for one in hexes
    ]
    there = {at: NAMES[holder] for at, holder in after(judge(hexes)).items()}
    assert after(judge(renamed, SWAPPED)) == there


@pytest.mark.long
@sometimes
@given(hexes=maps())
def test_the_order_in_which_hexes_are_given_changes_nothing(hexes):
    assert after(judge(hexes)) == after(judge(list(reversed(hexes))))


@pytest.mark.long
@sometimes
@given(hexes=maps())
def test_where_the_map_lies_changes_nothing(hexes):
    moved = [replace(one, column=one.column + 31, row=one.row - 8) for one in hexes]
    there = {(c + 31, r - 8): holder for (c, r), holder in after(judge(hexes)).items()}
    assert after(judge(moved)) == there


@sometimes
@given(hexes=maps())
def test_every_set_is_answered_with_reasons(hexes):
    for nested in CHOICES["nested"]:
        judged = judge(hexes, nested=nested)
        answer = explained(judged)
        assert [each.number for each in answer.sets] == list(range(1, len(answer.sets) + 1))
        assert all(each.reasons for each in answer.sets)
        held = after(judged)
        for change in answer.changes:
            assert held[change.column, change.row] == change.after != change.before
        for each in answer.sets:
            if each.around is not None:
                assert each.around.net == sum(row.amount for row in each.around.rows)


@sometimes
@given(hexes=maps())
def test_the_dice_are_asked_once_for_each_tie_and_not_otherwise(hexes):
    asked = []

    def draw(tied, where):
        asked.append(tied)
        return tied[-1]

    judged = Judge(HexMap.of(TWO_SIDES, hexes), {}, draw)
    ties = [flip for flip in judged.flips if flip.tied]
    assert len(asked) == len(ties)
    assert all(len(set(names)) == len(names) > 1 for names in asked)
    assert all(flip.power == flip.tied[-1] for flip in ties)


def test_rings_within_rings_are_judged_without_walking_them_again():
    """Each ring is looked at once, from within as from without; the rims seen stay linear."""
    wide = 81
    world = HexMap(TWO_SIDES, 0, 0, wide, wide)
    for row in range(wide):
        for column in range(wide):
            ring = min(column, row, wide - 1 - column, wide - 1 - row)
            world.cells[world.place(column, row)] = FIRST if ring % 2 else FIRST + 2
    for order, turned in (("outside_first", 20), ("inside_first", 40)):
        judged = Judge(world, {"nested": order})
        assert len(judged.flips) == turned
        assert sum(sum(flip.counts.values()) for flip in judged.flips) < 6 * wide * wide
        assert len({judged.world.holder(code) for code in judged.result() if code}) == 1


def test_the_benchmark_draws_the_same_map_each_time():
    one, other = front(3000), front(3000)
    assert bytes(one.cells) == bytes(other.cells)
    assert bytes(one.marks) == bytes(other.marks)
    assert any(mark & CITY for mark in one.marks)


@pytest.mark.parametrize(
    ("hexes", "words"),
    [
        ([], "no hex"),
        ([Hex(0, 0), Hex(0, 0)], "given twice"),
        ([Hex(0, 0, holder="narnia")], "nobody is called 'narnia'"),
        ([Hex(0, 0, units=("narnia",))], "nobody is called 'narnia'"),
        ([Hex(0, 0, "swamp")], "no terrain 'swamp'"),
        ([Hex(0, 0, "sea", city=True)], "cannot be held"),
        ([Hex(0, 0), Hex(5000, 5000)], "spread over"),
    ],
)
def test_a_map_that_cannot_be_says_why(hexes, words):
    with pytest.raises(NotUnderstood, match=words):
        HexMap.of(TWO_SIDES, hexes)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Nations({"a": ["x"], "b": ["x"]}), "stands twice"),
        (lambda: Nations({"a": ["x"]}, {"m": "z"}), "no major power"),
        (lambda: Nations({"a": ["x"]}, {}, frozenset({frozenset({"a", "c"})})), "no peace"),
        (lambda: Nations({str(n): [f"p{n}"] for n in range(8)}), "too many"),
        (lambda: judge([Hex(0, 0)], tie="coin"), "no switch 'tie'"),
    ],
)
def test_nations_that_cannot_be_say_why(make, words):
    with pytest.raises(NotUnderstood, match=words):
        make()
