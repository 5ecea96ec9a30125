"""What is read of a saved game: names, places and properties, and never what is masked or hidden."""

import pytest

from campaigns.vassal.container import opened
from campaigns.vassal.pieces import Spot, Table, on_the_table
from campaigns.vassal.sequences import nested, pieces
from tests.support.books import vassal
from tests.support.books.vassal import (
    Deck,
    Piece,
    Stack,
    Trait,
    concealed,
    concealing,
    dynamic,
    hidden,
    layer,
    mark,
    masked,
)


def read(*things: Piece | Stack | Deck) -> Table:
    return on_the_table(opened(vassal.saved(things)).text)


ODD = [
    "plain",
    "",
    "a;b",
    "tab\there",
    "ends\\",
    "'quoted'",
    "\\;",
    "a\\tb",
    "back\\;slash;",
    "ü 漢",
]


@pytest.mark.parametrize("delimiter", [";", ",", "/", "\t"])
def test_sequences_are_read_as_they_were_written(delimiter: str) -> None:
    assert pieces(vassal.sequence(ODD, delimiter), delimiter) == ODD


def test_nested_sequences_are_read_as_they_were_written() -> None:
    # A backslash at the end of the very last quotes every level around it; no piece of VASSAL ends so.
    said = ODD[:4] + ODD[5:] + ["last"]
    assert nested(vassal.nested(said, "\t"), "\t") == said


def test_a_piece_has_its_name_its_place_and_its_properties() -> None:
    traits = (mark(Side="Axis", Type="inf;3"), dynamic("Factors", "4"), layer("Flip", -2))
    lasting = {"OldZone": "Kiel; north", "Seen": "yes"}
    table = read(Piece("German 3-3/GE", x=-5, y=60, traits=traits, lasting=lasting))
    (piece,) = table.pieces
    assert piece.name == "German 3-3/GE"
    assert piece.spot == Spot("Europe", -5, 60)
    assert piece.properties == {
        "Side": "Axis",
        "Type": "inf;3",
        "Factors": "4",
        "Flip_Level": "2",
        "Flip_Active": "false",
        "OldZone": "Kiel; north",
        "Seen": "yes",
    }


def test_a_trait_further_out_says_what_a_property_is() -> None:
    (piece,) = read(Piece("A", traits=(dynamic("Side", "now"), mark(Side="first")))).pieces
    assert piece.properties["Side"] == "now"


def test_pieces_in_a_stack_lie_where_the_stack_does() -> None:
    inside = Piece("A", map="null"), Piece("B", x=1, y=1)
    table = read(Stack(inside, map="Asia", x=70, y=80), Piece("C", x=3, y=4))
    assert [(each.name, each.spot) for each in table.pieces] == [
        ("A", Spot("Asia", 70, 80)),
        ("B", Spot("Asia", 70, 80)),
        ("C", Spot("Europe", 3, 4)),
    ]


def test_what_lies_on_no_map_is_not_on_the_table() -> None:
    assert read(Piece("A", map="null")).pieces == ()


@pytest.mark.parametrize("cover", [masked, hidden])
@pytest.mark.parametrize("by", ["me", "Player 2", "", "null;", "null"])
@pytest.mark.parametrize("place", ["outside", "within"])
def test_a_masked_or_hidden_piece_is_skipped_whoever_owns_it(cover, by: str, place: str) -> None:
    own = cover(by)
    traits = (own, mark(a="1")) if place == "outside" else (mark(a="1"), dynamic("b", "2"), own)
    table = read(Piece("Panzer", traits=traits), Piece("Seen"))
    covered = by not in ("", "null")
    # "null;" as an owner is somebody of that name; only the word itself says that there is none.
    assert [each.name for each in table.pieces] == (["Seen"] if covered else ["Panzer", "Seen"])
    assert table.hidden == covered


@pytest.mark.parametrize("kind", ["conceal", "Concealable", "hideUnit", "mask2", "obscured"])
def test_a_piece_that_a_trait_of_the_module_conceals_is_skipped_too(kind: str) -> None:
    """As VASL has it: the tank is concealed, its marker and a tank that nobody conceals are not."""
    stack = Stack(
        (
            Piece("Pz VIE", traits=(mark(a="1"), concealed("password", kind), dynamic("b", "2"))),
            Piece("?", traits=(hidden(), concealing("ge"))),
            Piece("SU-152", traits=(concealed("", kind),)),
        )
    )
    table = read(stack)
    assert ([each.name for each in table.pieces], table.hidden) == (["?", "SU-152"], 1)


@pytest.mark.parametrize("state", ["", "null", "null;", "false", "0", "-1", "-1;"])
def test_a_trait_that_could_conceal_and_does_not_leaves_the_piece_in_sight(state: str) -> None:
    table = read(Piece("A", traits=(Trait("conceal;C;ru;;", state), mark(a="1"))))
    assert ([each.name for each in table.pieces], table.hidden) == (["A"], 0)


def test_a_layer_without_a_name_goes_by_its_command_or_by_nothing() -> None:
    traits = (layer("", -1, "KIA"), layer("", 9, ""), layer("Sunk", 1, "Sunk"))
    (piece,) = read(Piece("UK Naval", traits=traits)).pieces
    assert piece.properties == {
        "KIA_Level": "1",
        "KIA_Active": "false",
        "_Level": "9",
        "_Active": "true",
        "Sunk_Level": "1",
        "Sunk_Active": "true",
    }


def test_a_masked_piece_in_a_stack_is_skipped_and_the_others_are_not() -> None:
    stack = Stack((Piece("A", traits=(masked("me"),)), Piece("B", traits=(masked(),))), x=1, y=1)
    table = read(stack)
    assert ([each.name for each in table.pieces], table.hidden) == (["B"], 1)


def test_what_lies_in_a_deck_is_skipped() -> None:
    table = read(Deck((Piece("Card 1"), Piece("Card 2"))), Piece("Seen"))
    assert ([each.name for each in table.pieces], table.hidden) == (["Seen"], 2)


def test_a_piece_that_is_not_read_for_certain_is_skipped() -> None:
    """Whether it is masked stands in the state of a trait: with one state too few nobody knows."""
    whole = Piece("A", traits=(masked("me"), mark(a="1")))
    broken = [
        vassal.add("1", whole.kind, vassal.nested([mark(a="1").state, "Europe;1;2;3;0"], "\t")),
        vassal.add("2", whole.kind, "Europe;1;2;3;0"),
        vassal.add("3", Piece("B").kind, "Europe;here;2;3;0"),
        vassal.add("4", Piece("C").kind, "Europe"),
        vassal.add("5", "mark;a", "1"),
        vassal.add("6", "", ""),
        "+/7",
        "+/",
    ]
    game = vassal.text([Piece("Seen")], *broken)
    table = on_the_table(opened(vassal.around(vassal.hidden_text(game))).text)
    assert ([each.name for each in table.pieces], table.unread) == (["Seen"], len(broken))


def test_many_pieces_with_many_traits() -> None:
    things = [
        Stack(tuple(Piece(f"Unit {n}", traits=(masked(), mark(n=str(n)))) for n in range(7)), x=x)
        for x in range(700)
    ]
    deep = Piece("Deep", traits=tuple(mark(**{f"p{n}": "x;y\t,"}) for n in range(60)))
    table = read(*things, deep)
    assert len(table.pieces) == 4901
    assert table.pieces[-1].properties == {f"p{n}": "x;y\t," for n in range(60)}
    assert table.pieces[20].spot == Spot("Europe", 2, 0)


@pytest.mark.parametrize("key", [0, 1, 0x5A, 0xFF])
def test_every_key_and_every_form_gives_the_same_text(key: int) -> None:
    game = vassal.text([Piece("Ünit")])
    for form in (
        vassal.hidden_text(game, key),
        vassal.hidden_text(game, key).upper().replace(b"!VCSK", b"!VCSK"),
        vassal.packed_text(game, key),
        game.encode(),
    ):
        saved = opened(vassal.around(form, module="A &amp; B"))
        assert (saved.module, saved.text) == ("A & B", game)
