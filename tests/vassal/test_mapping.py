"""Mappings: what they say, what each problem of a line is, and what is found with them."""

from typing import Any

import pytest

from campaigns.vassal import mapping
from campaigns.vassal.compiling import compiled
from campaigns.vassal.container import opened
from campaigns.vassal.counting import counted
from campaigns.vassal.globs import matches
from campaigns.vassal.pieces import on_the_table
from campaigns.vassal.plan import Count
from rules import registry
from tests.support.books import vassal
from tests.support.books.vassal import (
    DECISION,
    WORLD,
    Piece,
    Stack,
    a_unit,
    hidden,
    mark,
    masked,
)


def facts(book: str, text: str, *things: Any) -> dict[str, Any]:
    """What a mapping finds in a save, by fact; sides that stand against each other as a tuple."""
    count, plan = found(book, text, *things)
    return {plan.rules[each.rule].fact: each.sides or each.value for each in count.found}


def found(book: str, text: str, *things: Any) -> tuple[Count, Any]:
    read, wrong = mapping.read(text)
    assert (read is None, wrong) == (False, ())
    plan, wrong = compiled(registry.rulebook(book), read)
    assert wrong == ()
    saved = opened(vassal.saved(things))
    return counted(on_the_table(saved.text), plan, 0, saved.module), plan


def problems(text: str, book: str = "world_at_war") -> list[tuple[int, str]]:
    read, wrong = mapping.read(text)
    if read is not None and not wrong:
        wrong = compiled(registry.rulebook(book), read)[1]
    return [tuple(each) for each in wrong]


def test_the_example_of_the_docs_says_who_holds_what_and_how_much_lies_where() -> None:
    said = facts(
        "world_at_war",
        WORLD,
        Stack((a_unit("German 3-3", 0, 0), a_unit("Italian 2-3", 0, 0)), x=2140, y=1500),
        a_unit("British 4-5", 2230, 1400),
        a_unit("German 2-5", 2500, 500, 2),
        a_unit("German 5-6", 2630, 730, 5),
        a_unit("German Baltic Fleet", 2450, 400),
        a_unit("French 2-3", 2500, 500, 2, masked("me")),
        a_unit("British 3-4", 2600, 600, 4, hidden("foe")),
        a_unit("Control Axis", 2230, 1400),
        Piece("Marker France", "Charts", 5, 5, (mark(Box="Surrendered powers"),)),
    )
    assert said == {
        "control.paris": "axis",
        "control.brussels": "western",
        "control.oslo": "axis",
        "factors.norway.axis": 7,
        "naval.norway.axis": 9,
        "factors.norway.western": 0,
        "france.fallen": True,
    }


def test_sides_against_each_other_leave_it_open_and_an_empty_place_says_nothing() -> None:
    said = facts(
        "world_at_war", WORLD, a_unit("German 3-3", 2140, 1500), a_unit("French 2-3", 2120, 1490)
    )
    assert said["control.paris"] == ("Axis", "Western Allies")
    assert "control.oslo" not in said


def test_a_map_that_is_not_in_the_save_says_nothing_of_its_counts() -> None:
    count, _ = found("world_at_war", WORLD, Piece("Anything", "Pacific"))
    assert count.found == ()
    assert set(count.empty) == {"Europe", "Charts"}
    assert count.maps == ("Pacific",)


def test_pieces_that_no_row_fits_are_named_and_not_counted() -> None:
    count, _ = found(
        "world_at_war",
        WORLD,
        a_unit("Polish 1-3", 2140, 1500),
        a_unit("Polish 1-3", 2140, 1500),
        a_unit("Polish 1-3", 1, 1),
    )
    assert count.unknown == (("Polish 1-3", 2),)


def test_each_line_names_the_pieces_that_led_to_it() -> None:
    things = [a_unit("German 3-3", 2140, 1500) for _ in range(3)]
    things += [a_unit(f"German {n}-9", 2140, 1500) for n in range(12)]
    count, _ = found("world_at_war", WORLD, *things)
    (one,) = (each for each in count.found if each.value == "axis")
    assert one.pieces[0] == ("German 3-3", 3)
    assert (len(one.pieces), one.more) == (8, 5)


def test_another_book_needs_nothing_else() -> None:
    said = facts(
        "days_of_decision",
        DECISION,
        Piece("I", "Map 1", 20, 20, (mark(Nation="USSR"),)),
        *(Piece("Saratoga", "Pacific", 410, 90, (mark(Nation="USA", Type="CV 2"),)) for _ in "ab"),
        Piece("Iowa", "Pacific", 410, 90, (mark(Nation="USA", Type="BB"),)),
    )
    assert said == {"control.capital.germany": "ussr", "honolulu.carriers": 2}


OVERLAP = """
module: M
places:
  - {name: Norway, map: "*", box: 0 0 10 10}
  - {name: Norway, map: "*", box: 5 0 20 10}
  - {name: North, map: "*", box: 0 0 5 5, shift: [100, 100]}
  - {name: Ring, map: "*", area: "0,0 40,0 40,40 20,20 0,40"}
pieces: [{name: "*", side: Germany}]
facts:
  - {fact: "Norway: Axis factors", count: pieces, places: N*, side: Axis}
  - {fact: "Albania: Axis factors", count: pieces, places: Ring, side: Germany}
"""


def test_a_piece_in_two_places_counts_once_and_outlines_have_an_inside() -> None:
    spots = [(7, 5), (19, 5), (21, 5), (102, 104), (10, 35), (20, 35), (35, 30)]
    said = facts("world_at_war", OVERLAP, *(Piece("A", x=x, y=y) for x, y in spots))
    assert said == {"factors.norway.axis": 3, "factors.albania.axis": 4}


def test_a_side_of_a_power_is_one_of_its_faction_and_not_the_other_way() -> None:
    text = OVERLAP.replace("side: Germany}]", "side: Axis}]")
    assert problems(text) == [(11, "There are no pieces of the side “Germany” in this mapping.")]


HEAD = "module: M\nplaces:\n- {name: Paris, map: '*'}\npieces:\n- {name: '*', side: Axis}\nfacts:\n"
PROBLEMS = {
    "": [(1, "A mapping is empty without “module”.")],
    "a: &b c": [(1, "Anchors and aliases (& and *) are not read; put a name in quotes.")],
    "a: b\nb: *c": [(2, "Anchors and aliases (& and *) are not read; put a name in quotes.")],
    "module: !!python/object:os.system x": [(1, "Tags (!) are not read; put a name in quotes.")],
    "module: M\n---\nmodule: N": [(2, "This is no YAML: but found another document.")],
    "module: [": [(1, "This is no YAML: expected the node content, but found '<stream end>'.")],
    "[" * 900: [(1, "A mapping is not so deep, and not so long.")],
    "x" * 60_001: [(1, "A mapping has at most 60,000 characters.")],
    "just words": [
        (1, "Here stand “module”, “places”, “pieces” and “facts”, each with a colon."),
        (1, "“module” is missing: the name of the module."),
    ],
    "module: M\nmodule: N": [(2, "“module” stands here twice.")],
    "module: M\nplace: []": [
        (2, "There is no “place” here, only “module”, “places”, “pieces” and “facts”.")
    ],
    "module: M\nplaces: Paris": [(2, "“places” is a list: each row begins with a dash.")],
    "module: M\nplaces:\n- {name: Paris}": [(3, "“map” is missing here.")],
    "module: M\nplaces:\n- {name: P, map: E, box: 1 2 3}": [
        (3, "A “box” is four numbers: left, top, right, bottom."),
        (3, "Behind “box” stand whole numbers in pairs."),
    ],
    "module: M\nplaces:\n- {name: P, map: E, area: '1,2;3,4'}": [
        (3, "An “area” is 3 to 200 points: x,y; x,y; x,y.")
    ],
    "module: M\nplaces:\n- name: P\n  map: E\n  property:\n    OldZone: P": [
        (6, "“OldZone” is where a piece was before its last move. Give a “box” or an “area”.")
    ],
    "module: M\npieces:\n- {side: Axis, value: many}": [
        (3, "A row of pieces has a “name” or a “property”."),
        (3, "Behind “value” stands a number from 0 to 1,000."),
    ],
    "module: M\npieces:\n- {name: '*a*a*a*a*a*a*a*'}": [(3, "A name has at most 6 stars.")],
    HEAD + "- {holder: Pariss}": [(7, "There is no place “Pariss” in this mapping.")],
    HEAD.replace("Paris", "Pariss") + "- {holder: Pariss}": [
        (7, "No fact says who holds “Pariss”. Is it “Paris”?")
    ],
    HEAD.replace("Paris", "Nowhere") + "- {holder: '*'}": [
        (7, "No place that “*” stands for has a fact of who holds it.")
    ],
    HEAD.replace("Axis", "Blue") + "- {holder: Paris}": [
        (7, "“Who holds Paris”: none of the sides of the pieces can hold it.")
    ],
    HEAD + "- {holder: Paris, sum: values}": [(7, "“sum” does not go with “holder”.")],
    HEAD + "- {holder: Paris}\n- {holder: P*}": [
        (8, "“Who holds Paris” is filled by line 7 already.")
    ],
    HEAD + "- {holder: Paris, kind: tanks}": [
        (7, "There are no pieces of the kind “tanks” in this mapping.")
    ],
    HEAD + "- {fact: Norway, places: Paris}": [
        (7, "A fact has one of “sum: values”, “count: pieces” and “is: …”.")
    ],
    HEAD + "- {fact: 'France: fallen', sum: all, places: Paris}": [
        (7, "“sum” is followed by “values”.")
    ],
    HEAD + "- {fact: 'Norway: Axis factors', is: many, places: Paris}": [
        (7, "“many” cannot be said of “Norway: Axis factors”. It is a whole number.")
    ],
    HEAD + "- {fact: 'Norwey: Axis factors', sum: values, places: Paris}": None,
    HEAD + "- {fact: 'France: fallen', sum: values, places: Paris}": None,
}  # fmt: skip


@pytest.mark.parametrize("text", PROBLEMS, ids=[each[-50:] or "nothing" for each in PROBLEMS])
def test_what_is_wrong_is_said_of_its_line(text: str) -> None:
    wanted = PROBLEMS[text]
    got = problems(text)
    if wanted is None:
        assert [line for line, _ in got] == [7]
        assert "Norway: Axis factors" in got[0][1] or "“France: fallen: yes”" in got[0][1]
    else:
        assert got == wanted


def test_a_long_mapping_has_its_end() -> None:
    rows = "".join(f"- {{name: P{n}, map: E}}\n" for n in range(401))
    assert problems("module: M\nplaces:\n" + rows) == [(3, "“places” has at most 400 rows.")]


@pytest.mark.parametrize(
    ("glob", "text", "fits"),
    [
        ("German *", "german 3-3", True),
        ("*fleet*", "Home Fleet (UK)", True),
        ("a*b*c", "abc", True),
        ("a*b*c", "acb", False),
        ("ab*b", "ab", False),
        ("a?c", "abc", True),
        ("a?c", "ac", False),
        ("[ab]", "a", False),
        ("[ab]", "[AB]", True),
        ("*", "", True),
        ("", "", True),
        ("", "a", False),
        ("STRASSE*", "Straße 1", True),
        ("a*", "a\nb", True),
    ],
)
def test_globs(glob: str, text: str, fits: bool) -> None:
    assert matches(glob, text) is fits
