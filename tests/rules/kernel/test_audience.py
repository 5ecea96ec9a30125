"""The one view: what nests, what hides, and that forgetting hides."""

from typing import Any, ClassVar

import msgspec
import pytest

from rules.kernel.audience import (
    NOBODY,
    PUBLIC,
    SPECTATOR,
    Audience,
    Viewer,
    only,
    view,
    viewer,
)
from rules.kernel.events import Event
from rules.kernel.serial import canonical
from rules.kernel.state import State


class Note(msgspec.Struct, frozen=True, kw_only=True):
    text: str = ""
    audience: Audience = NOBODY


class Folder(msgspec.Struct, frozen=True, kw_only=True):
    title: str = ""
    note: Note | None = None
    notes: tuple[Note, ...] = ()


class Plain(msgspec.Struct, frozen=True):
    number: int = 0


class Desk(State, frozen=True, kw_only=True):
    shown: ClassVar[frozenset[str]] = State.shown | {
        "note",
        "listed",
        "tabled",
        "nested",
        "folder",
        "anything",
        "plain",
    }

    note: Note | None = None
    listed: tuple[Note, ...] = ()
    tabled: dict[str, Note] = msgspec.field(default_factory=dict)
    nested: dict[str, dict[str, tuple[Note, ...]]] = msgspec.field(default_factory=dict)
    folder: dict[str, Folder] = msgspec.field(default_factory=dict)
    anything: Any = None
    plain: tuple[Plain, ...] = ()
    drawer: str = ""


OPEN = Note(text="open", audience=PUBLIC)
MINE = Note(text="mine", audience=only("germany"))
LOST = Note(text="lost")

DESK = Desk(
    scenario="s",
    note=MINE,
    listed=(OPEN, MINE, LOST),
    tabled={"open": OPEN, "mine": MINE, "lost": LOST},
    nested={"a": {"b": (OPEN, MINE)}, "c": {"d": (MINE,)}},
    folder={"f": Folder(title="t", note=MINE, notes=(OPEN, MINE))},
    anything={"x": [MINE, OPEN]},
    plain=(Plain(1), Plain(2)),
    drawer="secret",
)


@pytest.mark.parametrize(
    ("audience", "who", "admitted"),
    [
        (PUBLIC, SPECTATOR, True),
        (PUBLIC, viewer("germany"), True),
        (NOBODY, SPECTATOR, False),
        (NOBODY, viewer("germany"), False),
        (only("germany"), viewer("germany"), True),
        (only("germany"), viewer("italy"), False),
        (only("germany"), SPECTATOR, False),
        (only("germany", "italy"), viewer("italy", "japan"), True),
        (only(), viewer("germany"), False),
    ],
)
def test_an_audience_admits_only_whom_it_names(audience, who, admitted):
    assert audience.admits(who) is admitted


def test_the_powers_of_an_audience_are_sorted_so_that_bytes_agree():
    assert only("italy", "germany", "italy").powers == ("germany", "italy")
    assert only("italy").joined("germany") == only("germany", "italy")


def test_an_event_that_says_nothing_of_its_audience_is_seen_by_nobody():
    assert not Event().seen_by(viewer("germany"))
    assert not Event().seen_by(SPECTATOR)


def test_a_field_that_nobody_decided_on_is_hidden_from_everybody():
    assert view(DESK, viewer("germany")).drawer == ""


def test_a_spectator_sees_what_is_public_at_every_depth():
    seen = view(DESK, SPECTATOR)
    assert seen.note is None
    assert seen.listed == (OPEN,)
    assert seen.tabled == {"open": OPEN}
    assert seen.nested == {"a": {"b": (OPEN,)}, "c": {"d": ()}}
    assert seen.folder == {"f": Folder(title="t", notes=(OPEN,))}
    assert seen.anything == {"x": [OPEN]}
    assert seen.plain == DESK.plain


def test_a_power_sees_its_own_as_well():
    seen = view(DESK, viewer("germany"))
    assert seen.note == MINE
    assert seen.listed == (OPEN, MINE)
    assert seen.folder == {"f": Folder(title="t", note=MINE, notes=(OPEN, MINE))}
    assert seen.nested["c"]["d"] == (MINE,)


def test_what_nobody_may_see_is_seen_by_no_power_either():
    assert b"lost" not in canonical(view(DESK, viewer("germany", "italy")))


def test_the_words_of_a_secret_stand_nowhere_in_the_bytes_of_a_view():
    assert b"mine" not in canonical(view(DESK, viewer("italy")))
    assert b"secret" not in canonical(view(DESK, viewer("germany")))


def test_a_view_is_of_the_same_type_and_leaves_the_state_alone():
    before = canonical(DESK)
    assert type(view(DESK, SPECTATOR)) is Desk
    assert canonical(DESK) == before


def test_a_view_of_a_view_is_the_same_view():
    once = view(DESK, viewer("germany"))
    assert canonical(view(once, viewer("germany"))) == canonical(once)


def test_two_powers_in_one_hand_see_what_both_see():
    hand = Viewer(frozenset({"germany", "japan"}))
    assert view(DESK, hand).note == MINE


def test_a_record_that_holds_anything_at_all_is_searched_for_secrets():
    class Box(msgspec.Struct, frozen=True):
        content: Any = None

    class Room(State, frozen=True, kw_only=True):
        shown: ClassVar[frozenset[str]] = State.shown | {"box"}
        box: Box = Box()

    seen = view(Room(box=Box({"deep": [MINE]})), SPECTATOR)
    assert b"mine" not in canonical(seen)


def test_a_record_derived_from_a_plain_one_hides_its_secrets():
    class Noted(Plain, frozen=True):
        note: Note | None = None

    class Shelf(State, frozen=True, kw_only=True):
        shown: ClassVar[frozenset[str]] = State.shown | {"plain", "named"}
        plain: tuple[Plain, ...] = ()
        named: dict[str, Plain] = msgspec.field(default_factory=dict)

    seen = view(Shelf(plain=(Plain(1), Noted(2, MINE)), named={"a": Noted(3, MINE)}), SPECTATOR)
    assert b"mine" not in canonical(seen)
    assert [each.number for each in seen.plain] == [1, 2]


def test_a_long_history_of_plain_records_is_the_very_same_to_everybody():
    history = tuple(Plain(number) for number in range(50))
    desk = msgspec.structs.replace(DESK, plain=history)
    assert view(desk, viewer("germany")).plain is history
    assert view(desk, SPECTATOR).plain is history


def test_a_secret_record_without_defaults_around_it_is_dropped_with_its_holder():
    class Envelope(msgspec.Struct, frozen=True, kw_only=True):
        note: Note
        address: str = ""

    class Post(State, frozen=True, kw_only=True):
        shown: ClassVar[frozenset[str]] = State.shown | {"envelopes"}
        envelopes: tuple[Envelope, ...] = ()

    post = Post(envelopes=(Envelope(note=MINE, address="a"), Envelope(note=OPEN, address="b")))
    assert view(post, SPECTATOR).envelopes == (Envelope(note=OPEN, address="b"),)


def test_a_derived_record_in_a_union_hides_as_well():
    class Left(msgspec.Struct, frozen=True, tag="left"):
        note: Note | None = None

    class Right(msgspec.Struct, frozen=True, tag="right"):
        number: int = 0

    class Fork(State, frozen=True, kw_only=True):
        shown: ClassVar[frozenset[str]] = State.shown | {"ways"}
        ways: tuple[Left | Right, ...] = ()

    seen = view(Fork(ways=(Left(MINE), Right(2))), SPECTATOR)
    assert seen.ways == (Left(), Right(2))


def test_sets_of_plain_values_pass_unchanged():
    class Marks(State, frozen=True, kw_only=True):
        shown: ClassVar[frozenset[str]] = State.shown | {"marks"}
        marks: frozenset[str] = frozenset()

    assert view(Marks(marks=frozenset({"a"})), SPECTATOR).marks == frozenset({"a"})


def test_a_named_tuple_keeps_its_type_or_at_least_its_values():
    class Pair(msgspec.Struct, frozen=True, array_like=True):
        note: Note | None = None
        number: int = 0

    class Pairs(State, frozen=True, kw_only=True):
        shown: ClassVar[frozenset[str]] = State.shown | {"pairs"}
        pairs: tuple[Pair, ...] = ()

    assert view(Pairs(pairs=(Pair(MINE, 3),)), SPECTATOR).pairs == (Pair(None, 3),)


def test_who_looked_first_changes_nothing_for_who_looks_next():
    """What was found out about a value for one viewer is never another's."""
    for order in ((SPECTATOR, viewer("germany"), viewer("italy")), (viewer("germany"), SPECTATOR)):
        desk = Desk(listed=(OPEN, MINE, LOST), tabled={"mine": MINE}, plain=(Plain(),))
        for who in (*order, *order):
            notes = {note.text for note in view(desk, who).listed}
            mine = {"mine"} if "germany" in who.powers else set()
            assert notes == {"open"} | mine
            assert set(view(desk, who).tabled) == mine
            assert view(desk, who).plain == (Plain(),)
