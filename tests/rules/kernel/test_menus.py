"""Menus: what each kind of field accepts, and what it says of the rest."""

from typing import Any

import pytest

from rules.kernel.autopilot import at_random
from rules.kernel.dice import SealedDice
from rules.kernel.errors import NotUnderstood
from rules.kernel.facts import FactSpec
from rules.kernel.menus import (
    Allot,
    Barred,
    Choice,
    Count,
    Declare,
    Each,
    Flag,
    Menu,
    Option,
    Pick,
    PickMany,
    Plays,
    Text,
)
from rules.kernel.orders import Chosen, Order, understand

OPEN = Choice(value="turkey", label="Turkey")
SECOND = Choice(value="spain", label="Spain")
SHUT = Choice(value="finland", label="Finland", barred=Barred("not before RGT 50", "49.434"))
CHOICES = (OPEN, SECOND, SHUT)


def field(kind, **more):
    return kind(key="f", label="Field", rule="49.3", **more)


def problems(field, value):
    return [(problem.field, problem.rule, problem.message) for problem in field.problems(value)]


PICK = field(Pick, choices=CHOICES)
PICK_ONE = field(Pick, choices=CHOICES, optional=False)
MANY = field(PickMany, choices=CHOICES, most=1)
ANY = field(PickMany, choices=CHOICES)
COUNT = field(Count, least=1, most=3)
FLAG = field(Flag)
FLAG_SHUT = field(Flag, barred=Barred("hush", "49.9"))
ALLOT = field(Allot, choices=CHOICES, total=4, cap=2, cap_rule="49.31", uncapped=("spain",))
WHOLE = field(Allot, choices=CHOICES, total=3, whole=True)
EACH = field(Each, rows=(Pick(key="roll1", label="Roll", choices=CHOICES),))
DECLARE = field(
    Declare,
    facts=(FactSpec(key="mined", label="Mined", type="yes", default=False, group="g"),),
)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (PICK, "turkey"),
        (PICK, ""),
        (PICK_ONE, "spain"),
        (MANY, ["turkey"]),
        (MANY, []),
        (ANY, ["spain", "turkey"]),
        (COUNT, 1),
        (COUNT, 3),
        (FLAG, True),
        (FLAG_SHUT, False),
        (ALLOT, {}),
        (ALLOT, {"turkey": 2, "spain": 2}),
        (ALLOT, {"spain": 4}),
        (ALLOT, {"turkey": 0, "finland": 0}),
        (WHOLE, {"turkey": 3}),
        (EACH, {}),
        (EACH, {"roll1": "turkey"}),
        (DECLARE, {"mined": True}),
        (DECLARE, {}),
    ],
)
def test_a_legal_value_has_no_problems(field, value):
    assert problems(field, value) == []


@pytest.mark.parametrize(
    ("field", "value", "place", "rule", "words"),
    [
        (PICK, "finland", "f", "49.434", "Finland: not before RGT 50"),
        (PICK, "norway", "f", "", "Offered now: turkey, spain"),
        (PICK_ONE, "", "f", "49.3", "choose one"),
        (MANY, ["turkey", "spain"], "f", "49.3", "at most 1, not 2"),
        (ANY, ["turkey", "turkey"], "f.turkey", "49.3", "chosen twice"),
        (ANY, ["finland"], "f.finland", "49.434", "not before RGT 50"),
        (ANY, ["norway"], "f.norway", "", "not on the menu"),
        (COUNT, 0, "f", "49.3", "from 1 to 3, not 0"),
        (COUNT, 4, "f", "49.3", "from 1 to 3, not 4"),
        (FLAG_SHUT, True, "f", "49.9", "hush"),
        (ALLOT, {"turkey": 3}, "f.turkey", "49.31", "at most 2 on one target, not 3"),
        (ALLOT, {"turkey": -1}, "f.turkey", "49.3", "below zero"),
        (ALLOT, {"finland": 1}, "f.finland", "49.434", "not before RGT 50"),
        (ALLOT, {"norway": 1}, "f.norway", "", "not on the menu"),
        (ALLOT, {"spain": 5}, "f", "49.3", "5 placed, but only 4"),
        (WHOLE, {"turkey": 1}, "f", "49.3", "place all 3; 2 left"),
        (EACH, {"roll1": "finland"}, "f.roll1", "49.434", "not before RGT 50"),
        (EACH, {"roll2": "turkey"}, "f.roll2", "49.3", "Offered now: roll1"),
        (DECLARE, {"mimed": True}, "f.mimed", "49.3", "not yours to declare"),
        (DECLARE, {"mined": 1}, "f.mined", "49.3", "answer yes or no"),
    ],
)
def test_an_illegal_value_names_place_rule_and_reason(field, value, place, rule, words):
    found = problems(field, value)
    assert len(found) == 1
    assert found[0][:2] == (place, rule)
    assert words in found[0][2]


def test_points_below_zero_buy_no_points_elsewhere():
    found = problems(ALLOT, {"spain": 5, "turkey": -1})
    assert [place for place, *_ in found] == ["f.turkey", "f"]


@pytest.mark.parametrize(
    ("field", "empty"),
    [
        (PICK, ""),
        (PICK_ONE, ""),
        (ANY, ()),
        (COUNT, 1),
        (FLAG, False),
        (ALLOT, {}),
        (EACH, {}),
        (DECLARE, {}),
    ],
)
def test_the_value_that_asks_for_nothing(field, empty):
    assert field.empty() == empty


def test_what_stands_is_where_a_list_begins_though_it_could_not_be_chosen_anew():
    kept = field(PickMany, choices=CHOICES, stands=("finland",))
    assert kept.empty() == ("finland",)
    assert problems(kept, ("finland", "turkey")) == []
    assert problems(kept, ()) == []


class Try(Order, frozen=True, kw_only=True, tag="try"):
    target: str = ""
    points: dict[str, int] = {}


class Other(Order, frozen=True, kw_only=True, tag="other"):
    pass


MENU = Menu(
    power="germany",
    order="try",
    title="Try",
    fields=(
        Pick(key="target", label="Target", choices=CHOICES),
        Allot(key="points", label="Points", choices=CHOICES, total=2),
    ),
)


def test_a_menu_lists_the_problems_of_every_field():
    found = MENU.problems(Try(target="finland", points={"norway": 1}))
    assert [problem.field for problem in found] == ["target", "points.norway"]


def test_an_order_of_another_kind_is_told_which_is_asked_for():
    (problem,) = MENU.problems(Other())
    assert problem.field == "kind"
    assert "'try'" in problem.message


def test_the_blank_order_is_understood_and_legal():
    order = understand(MENU.blank(), Try)
    assert MENU.problems(order) == []


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"kind": "try", "target": 3}, "target"),
        ({"kind": "try", "tagret": "x"}, "tagret"),
        ({"kind": "no"}, "kind"),
        ("try", "object"),
    ],
)
def test_an_order_that_cannot_be_read_names_the_field(raw, words):
    with pytest.raises(NotUnderstood, match=words):
        understand(raw, Try)


FIELDS = (
    Pick(key="a", label="a", choices=CHOICES),
    Pick(key="b", label="b", choices=(OPEN,), optional=False),
    PickMany(key="c", label="c", choices=CHOICES, most=2),
    PickMany(key="d", label="d", choices=CHOICES),
    Count(key="e", label="e", least=2, most=5),
    Flag(key="f", label="f", barred=Barred("no")),
    Flag(key="g", label="g"),
    Allot(key="h", label="h", choices=CHOICES, total=5, cap=2),
    Allot(key="i", label="i", choices=CHOICES, total=5, whole=True),
    Allot(key="j", label="j", choices=CHOICES, total=5, cap=1, uncapped=("spain",), whole=True),
    Each(key="k", label="k", rows=(Pick(key="x", label="x", choices=CHOICES),)),
    Declare(key="l", label="l", facts=()),
    Allot(key="m", label="m", choices=(SHUT,), total=5),
    PickMany(key="n", label="n", choices=(SHUT,)),
)


@pytest.mark.parametrize("number", range(200))
def test_an_order_thrown_by_dice_is_legal_in_every_field(number):
    menu = Menu(power="p", order="o", title="", fields=FIELDS)
    raw = at_random(menu, SealedDice(number.to_bytes(4, "big")))
    assert raw["kind"] == "o"
    for each in menu.fields:
        assert list(each.problems(raw[each.key])) == []


def test_a_pick_that_must_be_made_among_barred_choices_alone_is_left_empty():
    """Nothing legal can be sent: the problem says so instead of an error."""
    menu = Menu(
        power="p",
        order="o",
        title="",
        fields=(Pick(key="a", label="A", choices=(SHUT,), optional=False),),
    )
    assert at_random(menu, SealedDice(b"x"))["a"] == ""


LOOSE: tuple[Any, ...] = (
    "", "turkey", "finland", "atlantis", "a long text", 0, 1, 3, 4, True, False, (), ("turkey",), ("turkey", "spain"),
    ("spain", "spain"), ("finland",), (1,), {}, {"turkey": 2}, {"turkey": 3}, {"spain": 3}, {"finland": 1}, {"roll1": "spain"},
    {"roll1": "finland"}, {"roll2": "spain"}, {"turkey": True},
)  # fmt: skip
"""Details as they may be handed in, of any kind for any field."""


@pytest.mark.parametrize(
    "field",
    [PICK, PICK_ONE, MANY, ANY, COUNT, FLAG, FLAG_SHUT, ALLOT, WHOLE, EACH, field(Text, most=8)],
)
def test_a_field_accepts_just_the_details_with_which_nothing_is_wrong(field):
    played = Plays(
        key="plays", label="Plays", most=1, choices=(Option(value="o", label="O", fields=(field,)),)
    )
    for value in LOOSE:
        chosen = Chosen(option="o", details={"f": value})
        assert field.accepts(value) is not any(played.problems((chosen,))), value
