"""Maps as text and as JSON say the same, and what cannot be read is named."""

import json

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.kernel.errors import NotUnderstood
from rules.kernel.tables import raw
from rules.world_in_flames.isolation.documents import (
    CAMPAIGN,
    Document,
    Hex,
    Limits,
    codes_of,
    empty,
    judged,
    read,
    to_json,
    to_text,
)
from rules.world_in_flames.isolation.explanations import explained
from rules.world_in_flames.isolation.text import read_lines
from tests.rules.world_in_flames.maps import TWO_SIDES, maps

NAMES = st.text("abc xyz-'éü:,.+*~", max_size=12).map(str.strip)


@st.composite
def documents(draw):
    """A document with everything in it that a document can hold."""
    hexes = [
        msgspec.structs.replace(one, name=draw(NAMES) if draw(st.integers(0, 9)) == 0 else "")
        for one in draw(maps())
    ]
    return Document(
        title=draw(NAMES),
        sides={side: list(powers) for side, powers in TWO_SIDES.sides.items()},
        codes={"germany": "GE", "italy": "IT", "ussr": "SU", "usa": "US", "hungary": "HU"},
        minors=dict(TWO_SIDES.minors),
        peace=draw(st.sampled_from([[], [("axis", "allied")]])),
        switches=draw(st.sampled_from([{}, {"nested": "inside_first", "tie": "hex"}])),
        dice=draw(st.lists(st.integers(1, 9), max_size=3)),
        hexes=hexes,
    )


@settings(max_examples=120, deadline=None, derandomize=True)
@given(document=documents())
def test_text_and_json_give_the_same_map_back(document):
    assert read(to_json(document)) == document
    assert read(to_text(document)) == document
    assert to_text(read(to_text(document))) == to_text(document)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(document=documents())
def test_an_export_with_its_answer_is_read_like_one_without(document):
    document = msgspec.structs.replace(document, dice=[], switches={})
    answer = explained(judged(document))
    exported = to_json(document, answer)
    assert json.loads(exported)["answer"]["passes"] == answer.passes
    assert read(exported) == document


@pytest.mark.parametrize(
    "example", raw("rules.world_in_flames", "maps.yaml"), ids=lambda e: e["key"]
)
def test_every_example_can_be_read_and_is_answered(example):
    document = read(example["text"])
    assert explained(judged(document)).sets
    assert read(to_text(document)) == document


def test_the_example_of_a_tie_is_one():
    tie = next(each for each in raw("rules.world_in_flames", "maps.yaml") if each["key"] == "tie")
    assert explained(judged(read(tie["text"]))).open == 1


def test_a_text_without_sides_knows_the_eight_powers():
    document = read("GE SU FR\n JA US CH\n")
    assert [one.holder for one in document.hexes] == [
        "germany",
        "ussr",
        "france",
        "japan",
        "usa",
        "china",
    ]


def test_marks_are_a_city_and_units_of_anybody():
    (one,) = read("GE*++SU\n").hexes
    assert (one.city, one.units) == (True, ("germany", "ussr"))


def test_remarks_and_empty_lines_are_passed_over():
    assert len(read("# a front\n\nGE SU # here\n").hexes) == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "There is no map"),
        ("   \n", "There is no map"),
        ("title: x\n", "There is no hex"),
        ("GE ??\n", "Line 1, hex 2: '\\?\\?' is no hex"),
        ("GE\nGE XX\n", "Line 2, hex 2: nobody has the code 'XX'"),
        ("~*\n", "nothing stands in"),
        (".+\n", "nobody owns the unit"),
        ("dice: two\nGE\n", "Line 1, 'two' is no number"),
        ("dice: 0\nGE\n", "less than 1"),
        ("at: here\nGE\n", "names no hex"),
        ("name: 4,4 Kiev\nGE\n", "where no hex is"),
        ("minor: HU hungary\nGE\n", "aligned with nobody"),
        ("minor: HU hungary with narnia\nGE\n", "no major power"),
        ("peace: axis\nGE\n", "is no pair"),
        ("peace: axis and mars\nGE\n", "no peace"),
        ("nested: sideways\nGE\n", "no switch 'nested'"),
        ("axis: GE germany, GE italy\nGE\n", "same code"),
        ("axis: GERM germany\nGERM\n", "GERM"),
        ("at: 20000,0\nGE\n", "outside every map"),
        (f"title: {'x' * 81}\nGE\n", "cannot be used"),
        ("{", "JSON cannot be read"),
        ('{"hexes": [{"column": 0}]}', "row"),
        ('{"hexes": [], "colour": 1}', "colour"),
        ('{"format": 2, "hexes": []}', "Format 2"),
        ('{"sides": {"Axis Powers": ["x"]}, "hexes": [{"column": 0, "row": 0}]}', "side"),
        ('{"sides": {"title": ["x"]}, "hexes": [{"column": 0, "row": 0}]}', "side"),
        ('{"title": "a#b", "hexes": [{"column": 0, "row": 0}]}', "title"),
        ('{"codes": {"germany": "ge"}, "hexes": [{"column": 0, "row": 0}]}', "code"),
        ('{"hexes": [{"column": 0, "row": 0, "name": "a\\nb"}]}', "name of a hex"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named(text, words):
    with pytest.raises(NotUnderstood, match=words):
        read(text)


def test_a_map_beyond_the_limits_says_how_much_is_read():
    with pytest.raises(NotUnderstood, match=r"4 hexes; at most 3"):
        read("GE GE GE GE\n", Limits(hexes=3))
    with pytest.raises(NotUnderstood, match=r"12 characters; at most 10"):
        read("GE GE GE GE\n", Limits(text=10))
    with pytest.raises(NotUnderstood, match="at most 900"):
        read(to_text(empty(40, 40, "germany")), CAMPAIGN)
    with pytest.raises(NotUnderstood, match="cannot be made"):
        empty(60, 60, "germany")


def test_a_die_that_shows_more_than_there_are_powers_is_refused():
    with pytest.raises(NotUnderstood, match="2 powers draw, and the die shows 3"):
        judged(read("dice: 3\nGE GE GE IT IT\n GE GE SU IT IT\nGE GE GE IT IT\n"))


def test_holders_without_a_code_get_one_of_their_own():
    codes = codes_of(
        Document(sides={"a": ["alpha", "alps", "x", "al"]}, hexes=[Hex(column=0, row=0)])
    )
    assert len(set(codes.values())) == 4
    assert codes["alpha"] == "AL"


def test_a_long_row_of_blanks_is_read_in_one_go():
    """A pattern that tries every way to divide the blanks would take minutes over this line."""
    with pytest.raises(NotUnderstood, match="nobody has the code"):
        read_lines("a" + " " * 500_000 + "!", {}, {}, ())
