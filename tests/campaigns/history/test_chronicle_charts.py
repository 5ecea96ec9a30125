"""What is read from boards over a game, and the charts it makes."""

from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from campaigns.chronicles import sampling
from campaigns.chronicles.reasons import Reasons
from campaigns.chronicles.spec import Charted, ChronicleSpec, Level, Measure, Stake
from campaigns.chronicles.turns import Turns
from campaigns.chronicles.wording import Stood
from tests.support.chronicles import event


def test_a_line_between_powers_is_about_events_that_name_both() -> None:
    between = sampling.Track("", "Tension", ((1, 0),), (("russia",), ("germany", "italy")))
    assert between.is_about({"italy", "russia", "japan"})
    assert not between.is_about({"italy", "germany"})
    assert sampling.Track("italy", "Italy", ((1, 0),)).is_about({"italy"})
    assert sampling.Track("", "Neutrals", ((1, 0),)).is_about(set())


BOARD = {
    "standing": [
        {"power": "germany", "money": 7, "wars": ["a", "b"]},
        {"power": "france", "money": 3, "wars": []},
    ],
    "zones": [{"side": "x"}, {"side": "x"}, {"side": ""}],
    "limit": 5,
}


BOARD_WITH_NAMES = SimpleNamespace(**BOARD)


CHARTS = (
    Charted(key="m", title="Money", parts="standing", who="power", value="money"),
    Charted(key="w", title="Wars", parts="standing", who="power", value="wars"),
    Charted(key="z", title="Zones", parts="zones", by="side"),
    Charted(
        key="n", title="One", parts="standing.0", name="=Berlin", value="money",
        levels=(Level(words="the limit", path="limit"), Level(words="nowhere", path="no.such")),
    ),
    Charted(key="none", title="None", parts="no.such", who="power", value="money"),
)  # fmt: skip


def test_values_are_taken_from_a_board_by_their_paths() -> None:
    found = sampling.sample(BOARD, CHARTS)
    assert found["m", "germany", ""] == 7
    assert found["w", "germany", ""] == 2
    assert found["z", "x", ""] == 2
    assert found["n", "", "Berlin"] == 7
    assert found["n", "=0", "=Berlin"] == 5
    assert not [key for key in found if key[0] == "none"]


def test_a_way_to_something_ends_where_it_has_come() -> None:
    way = (
        Charted(key="way", title="", parts="italy", name="=Italy", value="met", until="italy.fell"),
    )
    boards = [
        {"italy": {"met": met, "fell": fell}} for met, fell in ((1, ""), (2, "1943"), (3, "1943"))
    ]
    assert [sampling.sample(board, way) for board in boards] == [{("way", "", "Italy"): 1}, {}, {}]


def test_charts_of_one_key_are_one_whose_lines_end_each_for_itself() -> None:
    italy = Charted(
        key="way", title="The way", parts="italy", name="=Italy", value="met", until="italy.fell",
        says=("Italy meets {after}.",), levels=(Level(words="Italy may fall", value=2),),
    )  # fmt: skip
    japan = Charted(
        key="way", title="The way", parts="japan", name="=Japan", value="lost",
        says=("Japan has lost {after}.",), levels=(Level(words="Japan may fall", value=5),),
    )  # fmt: skip
    boards = [
        {"italy": {"met": met, "fell": fell}, "japan": {"lost": lost}}
        for met, fell, lost in ((0, "", 0), (2, "", 0), (2, "1943", 0), (2, "1943", 6))
    ]
    samples = [(n, sampling.sample(board, (italy, japan))) for n, board in enumerate(boards)]
    [way] = sampling.series((italy, japan), samples, {})
    assert way.tracks == (
        sampling.Track("", "Italy", ((0, 0), (1, 2)), ends=2),
        sampling.Track("", "Japan", ((0, 0), (3, 6))),
    )
    assert [each.words for each in way.limits] == ["Italy may fall", "Japan may fall"]
    assert [sampling.is_of(italy, name) for name in ("Italy", "=Italy", "Japan")] == [1, 1, 0]
    turns = Turns([(n, f"Turn {n}") for n in range(4)], [way], lambda turn: turn)
    told = ChronicleSpec(charts=(italy, japan))
    events = [event("Sicily falls", turn="Turn 1", phase=1), event("Bombs", turn="Turn 3", phase=3)]
    first, second = Reasons(turns, told, {}).of(events)
    assert first.startswith("With this phase, Italy meets 2.")
    assert second.startswith("With this phase, Japan has lost 6.")


def test_the_places_of_the_map_are_counted_by_who_holds_them() -> None:
    facts = {"control.paris": "axis", "control.oslo": "neutral"}
    specs = [
        SimpleNamespace(key=key, type=kind, default="western")
        for key, kind in (
            *((f"control.{city}", "control") for city in ("paris", "oslo", "london")),
            ("war.italy", "yes"),
        )
    ]
    seen = sampling.scene(BOARD_WITH_NAMES, specs, facts)
    held = Measure(title="", by="", parts="places.control", who="holder")
    names = {"axis": "the Axis", "western": "the Allies"}
    assert sampling.stood(seen, held, names) == (
        Stood("western", "the Allies", 1),
        Stood("axis", "the Axis", 1),
    )
    chart = (Charted(key="p", title="Places", parts="places.control", by="holder"),)
    assert sampling.sample(seen, chart)["p", "axis", ""] == 1
    money = (Charted(key="m", title="", parts="standing", who="power", value="money"),)
    assert sampling.sample(seen, money)["m", "germany", ""] == 7, "the board is there as well"


def test_a_stake_counts_for_one_side_or_for_the_other() -> None:
    board = SimpleNamespace(italy=SimpleNamespace(fell="1943"), japan=SimpleNamespace(fell=""))
    stakes = tuple(Stake(path=f"{who}.fell", so="b", otherwise="a") for who in ("italy", "japan"))
    by = Measure(title="", by="", stakes=stakes)
    names = {"a": "the Axis", "b": "the Allies"}
    rows = sampling.stood(board, by, names)
    assert {row.key: (row.value, row.whole) for row in rows} == {"a": (1, 2), "b": (1, 2)}
    board.japan.fell = "1945"
    assert [row.value for row in sampling.stood(board, by, names)] == [2, 0]


def test_a_series_keeps_the_steps_and_leaves_out_what_never_moved() -> None:
    later = {**BOARD, "standing": [{"power": "germany", "money": 9, "wars": ["a", "b"]}]}
    samples = [(n, sampling.sample(board, CHARTS)) for n, board in enumerate((BOARD, BOARD, later))]
    found = {each.key: each for each in sampling.series(CHARTS, samples, {"germany": "Germany"})}
    assert sorted(found) == ["m", "n"]
    assert found["m"].tracks[0] == sampling.Track("germany", "Germany", ((0, 7), (2, 9)))
    assert found["m"].span == 6
    assert found["n"].limits == (sampling.Limit("the limit", ((0, 5),)),)


def test_who_has_nothing_left_of_what_is_counted_ends_at_nought() -> None:
    chart = Charted(key="places", title="Places", by="holder")
    names = {"axis": "the Axis", "western": "the Allies"}
    axis, western = ("places", "axis", ""), ("places", "western", "")
    samples = [(1, {axis: 3, western: 1}), (2, {axis: 3}), (3, {western: 4}), (4, {})]
    (drawn,) = sampling.series([chart], samples, names)
    assert {track.key: track.steps for track in drawn.tracks} == {
        "axis": ((1, 3), (3, 0)),
        "western": ((1, 1), (2, 0), (3, 4)),
    }, "where nothing is counted any more nothing moves"
    by = Measure(title="", by="", chart="places")
    rows = (Stood("western", "the Allies", 4),)
    assert sampling.ended_without(rows, [drawn], by, names) == (Stood("axis", "the Axis", 0),)


@pytest.mark.parametrize(("words", "number"), [("−3", -3), ("+12", 12), ("7", 7), ("1 hex", None)])
def test_figures_of_a_ledger_are_read_as_books_write_them(words: str, number: int | None) -> None:
    assert sampling.whole(words) == number


def test_what_is_declared_as_the_game_begins_is_no_loss() -> None:
    chart = Charted(key="cities", title="Cities", declared=True)
    key = ("cities", "cw", "")
    samples = [(1, {key: 22}), (2, {key: 16}), (5, {key: 15})]
    (drawn,) = sampling.series([chart], samples, {"cw": "Commonwealth"}, 3)
    assert drawn.tracks[0].steps == ((3, 16), (5, 15))
    assert sampling.series([chart], samples[:2], {"cw": "Commonwealth"}, 3) == ()
    (whole,) = sampling.series([replace(chart, declared=False)], samples, {"cw": "Commonwealth"}, 3)
    assert whole.tracks[0].steps == ((1, 22), (2, 16), (5, 15))
    assert [whole.tracks[0].value_at(place) for place in (0, 1, 3, 9)] == [22, 22, 16, 15]
