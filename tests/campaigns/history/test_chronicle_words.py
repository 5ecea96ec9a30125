"""How a game is told: a style guide for headlines, ledes and years, and the reckoning behind them."""

import math
from fractions import Fraction
from itertools import product

import pytest

from campaigns.chronicles import luck, sampling, weighing, wording
from campaigns.chronicles.spec import Charted, Level, Measure, News
from campaigns.chronicles.weighing import Event
from campaigns.chronicles.wording import Stood

SHARES = Measure(title="", parts="", who="", unit="their high point", decides=True)
COUNTS = Measure(title="", parts="", who="", unit="minor countries", singular="minor country")


def event(head: str, weight: int = 50, turn: str = "Spring 1940", **more: object) -> Event:
    given = {"phase": 1, "kind": "war", "actor": "", "rest": ""} | more
    return Event(turn=turn, year=turn[-4:], head=head, weight=weight, **given)


def rows(*shares: int) -> list[Stood]:
    names = ["France", "Italy", "Japan", "China", "Germany"]
    return [Stood(name, name, 0, 9, share) for name, share in zip(names, shares, strict=False)]


@pytest.mark.parametrize(
    ("shares", "line"),
    [
        ((100, 55, 42), "France stands best; Japan comes last"),
        ((100, 100, 42), "France and Italy end level; Japan comes last"),
        ((100, 100, 100, 63, 42), "Three powers end level; Germany comes last"),
        ((100, 100, 100, 42, 42), "Three powers end level"),
        ((50, 50, 50), "All powers end level"),
    ],
)
def test_the_headline_says_how_it_ended_by_the_measure_of_the_rules(
    shares: tuple[int, ...], line: str
) -> None:
    assert wording.headline(rows(*shares), SHARES, ["Germany declares war on France"]) == line


def test_where_the_rules_name_no_winner_the_headline_names_none() -> None:
    level = [Stood("a", "the Axis", 4), Stood("b", "the Allies", 4)]
    line = "The Axis and the Allies end level, with four minor countries each"
    assert wording.headline(level, COUNTS, []) == line
    apart = [Stood("a", "the Axis", 1), Stood("b", "the Allies", 6)]
    line = "Six minor countries end with the Allies, one with the Axis"
    assert wording.headline(apart, COUNTS, []) == line


def test_without_a_measure_the_two_weightiest_events_make_the_headline() -> None:
    great = ["France falls", "Full War comes to Britain"]
    assert wording.headline([], None, great) == "France falls; Full War comes to Britain"
    assert wording.headline([], None, []) == "", "nothing is claimed that did not happen"


def test_a_lede_gives_each_result_once_the_best_first() -> None:
    told = wording.measured(rows(55, 100, 100, 42), SHARES)
    assert told == (
        "Italy and Japan end with 100 percent of their high point, France with 55, China with 42."
    )


def test_luck_is_told_only_where_it_is_beyond_honest_dice() -> None:
    names, means = {"g": "Germany", "f": "France"}, {"g": "3.99", "f": "3.50"}
    assert wording.lucky(names, {"g": "within", "f": "within"}, means) == ""
    assert wording.lucky(names, {"g": "above", "f": "within"}, means) == (
        "Germany's dice ended above where 19 of 20 honest throwers would, at 3.99."
    )


def test_one_event_is_told_once_by_its_weightiest_line() -> None:
    events = [
        event("Germany announces war on France", 70, topic="war.germany.france"),
        event("Germany declares war on France", 95, topic="war.germany.france"),
        event("Spain joins the USSR", 60),
        event("Spain joins the USSR", 60, turn="Fall 1940"),
    ]
    heads = [each.head for each in weighing.told_once(events)]
    assert heads == ["Germany declares war on France", "Spain joins the USSR"]


def test_only_news_is_told_the_weightiest_in_the_order_of_time() -> None:
    events = [event("a", 10), event("b", 90), event("c", 50), event("d", 90)]
    assert [e.head for e in weighing.weightiest(events, 2)] == ["b", "d"]
    assert [e.head for e in weighing.weightiest(events, 1)] == ["b"]
    assert [e.head for e in weighing.weightiest(events, 1, latest=True)] == ["d"]
    news = (News(kind="war"), News(kind="card", weight=60))
    assert weighing.is_news(event("x", 1), news)
    assert not weighing.is_news(event("x", 59, kind="card"), news)
    assert not weighing.is_news(event("x", 99, kind="money"), news)
    assert weighing.is_news(event("x", 35, kind="any"), ())
    assert not weighing.is_news(event("x", 34, kind="any"), ())


def test_a_turning_point_weighs_by_what_moved_and_by_what_followed() -> None:
    events = [
        event("nothing came of it", 60, turn="Spring 1940", phase=1),
        event("much followed", 50, turn="Summer 1940", phase=2),
        event("beside it", 40, turn="Summer 1940", phase=2),
        event("the end", 30, turn="Fall 1940", phase=3),
    ]
    moved = {("Summer 1940", 0): 20, ("Summer 1940", 1): 60}
    found = weighing.turning_points(events, lambda turn, years: moved.get((turn, years), 0), 2)
    assert [(each.event.head, each.size) for each in found] == [
        ("nothing came of it", 60 * 100),
        ("much followed", 50 * 180),
    ], "by size, one a turn, in the order of time"


def test_sentences_that_differ_in_one_name_are_one() -> None:
    verbs = (("joins", "join"), ("declares war on", "declare war on"))
    assert wording.merged(
        [
            "Tannu Tuva joins the USSR",
            "France falls",
            "The Spanish Nationalists join Italy",
            "Mongolia joins the USSR",
            "Italy declares war on Greece",
            "Italy declares war on Albania",
            "The USSR declares war on Albania",
        ],
        verbs,
    ) == [
        "Tannu Tuva and Mongolia join the USSR",
        "France falls",
        "The Spanish Nationalists join Italy",
        "Italy declares war on Greece and Albania",
        "The USSR declares war on Albania",
    ]


def test_a_line_is_said_as_a_sentence() -> None:
    says = ((r"^(.+): (.+), to (.+)'s benefit$", r"\3 gains \1 (\2)"),)
    line = "Hungary: Axis minor ally, to Germany's benefit"
    assert wording.said(line, says) == "Germany gains Hungary (Axis minor ally)"
    assert wording.said("France falls", says) == "France falls"


@pytest.mark.parametrize(("count", "sides"), [(1, 6), (2, 6), (3, 6), (4, 4), (3, 12)])
def test_the_band_of_honest_dice_is_exact(count: int, sides: int) -> None:
    sums = [sum(dice) for dice in product(range(1, sides + 1), repeat=count)]
    low, high, chance = luck.band(count, sides)
    inside = Fraction(sum(low <= each <= high for each in sums), len(sums))
    narrower = Fraction(sum(low < each < high for each in sums), len(sums))
    assert inside == chance
    assert inside >= luck.HONEST > narrower
    assert sum(luck.ways([sides] * count)) == len(sums)


def test_luck_stands_above_within_or_below_its_band() -> None:
    assert luck.luck_of([6] * 20, 6).stands == "above"
    assert luck.luck_of([1] * 20, 6).stands == "below"
    even = luck.luck_of([1, 2, 3, 4, 5, 6] * 10, 6)
    assert (even.stands, even.mean, even.expected) == ("within", Fraction(7, 2), Fraction(7, 2))
    # As many dice as ten years throw: near what the normal curve gives.
    half = 1.96 * math.sqrt(35 / 12 / 600)
    wide = luck.luck_of([3, 4] * 300, 6)
    assert float(wide.high) == pytest.approx(3.5 + half, abs=0.01)


BOARD = {
    "standing": [
        {"power": "germany", "money": 7, "wars": ["a", "b"]},
        {"power": "france", "money": 3, "wars": []},
    ],
    "zones": [{"side": "x"}, {"side": "x"}, {"side": ""}],
    "limit": 5,
}
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
    assert found["n", "=0", ""] == 5
    assert not [key for key in found if key[0] == "none"]


def test_a_series_keeps_the_steps_and_leaves_out_what_never_moved() -> None:
    later = {**BOARD, "standing": [{"power": "germany", "money": 9, "wars": ["a", "b"]}]}
    samples = [(n, sampling.sample(board, CHARTS)) for n, board in enumerate((BOARD, BOARD, later))]
    found = {each.key: each for each in sampling.series(CHARTS, samples, {"germany": "Germany"})}
    assert sorted(found) == ["m", "n"]
    assert found["m"].tracks[0] == sampling.Track("germany", "Germany", ((0, 7), (2, 9)))
    assert found["m"].span == 6
    assert found["n"].limits == (sampling.Limit("the limit", ((0, 5),)),)


@pytest.mark.parametrize(("words", "number"), [("−3", -3), ("+12", 12), ("7", 7), ("1 hex", None)])
def test_figures_of_a_ledger_are_read_as_books_write_them(words: str, number: int | None) -> None:
    assert sampling.whole(words) == number
