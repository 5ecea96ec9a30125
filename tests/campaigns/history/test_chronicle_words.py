"""How a game is told: a style guide for headlines, ledes and years, and the reckoning behind them."""

import math
from fractions import Fraction
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import translation
from msgspec.structs import replace

from campaigns.chronicles import conquests, luck, reasons, sampling, weighing, wording
from campaigns.chronicles.spec import Charted, ChronicleSpec, Goals, Level, Measure, News, Stake
from campaigns.chronicles.turns import Turns
from campaigns.chronicles.weighing import Event
from campaigns.chronicles.wording import Stood
from campaigns.selectors.history.chronicle_parts.lists import wars_and_treaties
from campaigns.selectors.history.chronicle_parts.phases import doer_of
from frontend.chronicle_pages import years_of
from rules.kernel.events import Line
from rules.kernel.events import News as Worded
from rules.kernel.headlines import by_weight

TELL = by_weight(35)

SHARES = Measure(
    title="", by="the measure of the rules", unit="their high point", decides=True, leads=True
)
COUNTS = Measure(title="", by="a measure of ours", unit="minor countries", singular="minor country")


def event(head: str, weight: int = 50, turn: str = "Spring 1940", **more: object) -> Event:
    given = {"phase": 1, "kind": "war", "actor": ""} | more
    return Event(turn=turn, year=turn[-4:], head=head, weight=weight, **given)


def news(who: str, verbs: str, whom: str, weight: int = 50, turn: str = "Spring 1940") -> Event:
    """An event whose line says how a headline tells it."""
    one, many = (f"{{who}} {verb}" + " {whom}" * bool(whom) for verb in verbs.split("/"))
    worded = Worded(one=one, many=many, slots={"who": (who,), "whom": (whom,)})
    told = Line(head=f"{who}: {whom}", weight=weight, news=worded)
    head = TELL([told])[0]
    return event(head, weight, turn, actor=who.lower(), lines=(told,), tell=TELL)


def rows(*shares: int) -> list[Stood]:
    names = ["France", "Italy", "Japan", "China", "Germany"]
    return [Stood(name, name, 0, 9, share) for name, share in zip(names, shares, strict=False)]


@pytest.mark.parametrize(
    ("shares", "line"),
    [
        ((100, 55, 42), "France stands best; Japan comes last"),
        ((100, 100, 42), "France and Italy stand best together; Japan comes last"),
        ((100, 100, 100, 63, 42), "Three powers stand best together; Germany comes last"),
        ((100, 100, 100, 42, 42), "Three powers stand best together"),
        ((50, 50, 50), "All powers end level"),
    ],
)
def test_the_headline_says_how_it_ended_by_the_measure_of_the_rules(
    shares: tuple[int, ...], line: str
) -> None:
    assert wording.headline(rows(*shares), SHARES, "Germany declares war on France") == line


def test_where_a_side_wins_the_sides_are_told_before_single_powers() -> None:
    names = {"axis": "the fascist powers", "reds": "the communist powers"}
    goals = Goals(parts="goals", who="side", value="held", needed="n", unit="cities", names=names)
    board = {
        "goals": [
            {"side": "reds", "held": 9, "n": 18},
            {"side": "axis", "held": 35, "n": 46},
            {"side": "moon", "held": 1, "n": 2},
        ],
        "powers": [{"who": "it", "cities": 7, "high": 9, "cut": 77}, {"who": "g", "cities": 19, "cut": 100}],
    }  # fmt: skip
    found = sampling.goals(board, goals)
    assert [row.key for row in found] == ["axis", "reds"], "the nearest first"
    assert wording.won(found, goals.unit) == (
        "No side holds the cities that it needs to win: the fascist powers hold 35 of 46, the communist powers 9 of 18."
    )
    assert wording.won(
        [row._replace(whole=row.value + (row.key == "reds")) for row in found], "cities"
    ) == (
        "The fascist powers hold the cities that they need to win: "
        "the fascist powers hold 35 of 35, the communist powers 9 of 10."
    )
    assert wording.won((), "cities") == ""
    shares = replace(
        SHARES, parts="powers", who="who", value="cities", share="cut", whole="high", goals=goals
    )
    stood = sampling.stood(board, shares, {"it": "Italy", "g": "Germany"})
    assert [row.share for row in stood] == [100, 78], "rounded where the whole is known"
    assert wording.measured(stood, shares).startswith("Of single powers Germany stands best, with ")
    line = "No side wins; Germany stands best of single powers"
    assert wording.headline(stood, shares, "", found) == line
    met = [row._replace(whole=1) for row in found]
    assert wording.headline(stood, shares, "", met) == "Germany stands best; Italy comes last"


def test_where_the_rules_name_no_winner_the_headline_tells_what_happened() -> None:
    level = [Stood("a", "the Axis", 4), Stood("b", "the Allies", 4)]
    assert wording.headline(level, COUNTS, "France falls") == "France falls"
    line = "The Axis and the Allies stand best together, with four minor countries each"
    assert wording.headline(level, COUNTS, "") == line
    apart = [Stood("a", "the Axis", 1), Stood("b", "the Allies", 6)]
    line = "Six minor countries end with the Allies, one with the Axis"
    assert wording.headline(apart, COUNTS, "") == line
    assert wording.headline([], None, "") == "", "nothing is claimed that did not happen"


def test_a_lede_says_who_stood_best_by_which_measure() -> None:
    told = wording.measured(rows(55, 100, 100, 42), SHARES)
    assert told == (
        "By the measure of the rules, Italy and Japan stand best, with 100 per cent of their high point."
    )
    sides = [Stood("a", "the Axis", 1), Stood("b", "the Allies", 6)]
    assert wording.measured(sides, COUNTS, {"b"}) == (
        "By a measure of ours, the Allies stand best, with 6 minor countries."
    )
    level = [Stood("a", "the Axis", 4), Stood("b", "the Allies", 4)]
    assert wording.measured(level, COUNTS) == (
        "By a measure of ours, all stand level, with 4 minor countries each."
    )


def test_why_they_stand_so_is_who_gained_and_who_lost_most() -> None:
    money = replace(COUNTS, before="$", unit="of land")
    moved = {"Germany": (31, 100), "Britain": (50, 46), "France": (40, 13)}
    assert wording.gained(moved, money) == (
        "Since the end of the first turn Germany gained most, from $31 to $100, "
        "and France lost most, from $40 to $13."
    )
    assert wording.gained({"Germany": (1, 3), "France": (2, 2)}, COUNTS) == (
        "Since the end of the first turn Germany gained most, from 1 to 3."
    )
    assert wording.gained({"France": (4, 2)}, COUNTS) == ""
    assert wording.gained({}, COUNTS) == ""


def test_luck_is_told_only_where_it_is_beyond_honest_dice() -> None:
    names, means = {"g": "Germany", "f": "France"}, {"g": "3.99", "f": "3.50"}
    assert wording.lucky(names, {"g": "within", "f": "within"}, means) == ""
    assert wording.lucky(names, {"g": "above", "f": "within"}, means) == (
        "Germany's dice ended above where 19 of 20 honest throwers end, at 3.99."
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
    kinds = (News(kind="war"), News(kind="card", weight=60))
    assert weighing.is_news(event("x", 1), kinds)
    assert not weighing.is_news(event("x", 59, kind="card"), kinds)
    assert not weighing.is_news(event("x", 99, kind="money"), kinds)
    assert weighing.is_news(event("x", 35, kind="any"), ())
    assert not weighing.is_news(event("x", 34, kind="any"), ())


def test_a_declared_fact_is_news_in_every_book_where_it_weighs_enough() -> None:
    kinds = (News(kind="war"),)
    assert weighing.is_news(event("France falls", 95, kind=weighing.FACT), kinds)
    assert not weighing.is_news(event("Who holds Oslo: the Axis", 11, kind=weighing.FACT), kinds)


def test_events_of_one_message_are_one_each_where_the_first_stood() -> None:
    events = [
        news("Germany", "attacks/attack", "Belgium"),
        event("Denmark yields"),
        news("Germany", "attacks/attack", "Norway"),
        news("Italy", "attacks/attack", "Greece", turn="Fall 1940"),
    ]
    found = weighing.by_turn(events)
    assert [(e.head, e.weight, e.actor) for e in found] == [
        ("Germany attacks Belgium and Norway", 50, "germany"),
        ("Denmark yields", 50, ""),
        ("Italy attacks Greece", 50, "italy"),
    ]
    both = weighing.gathered(
        [news("Germany", "surrenders/surrender", ""), news("Japan", "surrenders/surrender", "")]
    )
    assert [(e.head, e.actor) for e in both] == [("Germany and Japan surrender", "")]
    again = weighing.gathered([*both, news("Italy", "surrenders/surrender", "")])
    assert [e.head for e in again] == ["Germany, Japan and Italy surrender"]


def test_a_headline_is_of_the_weightiest_events_and_those_that_are_told_with_them() -> None:
    events = [
        news("France", "falls/fall", "", 95, "Summer 1940"),
        news("Italy", "surrenders/surrender", "", 95, "Fall 1943"),
        event("Oslo is taken", 40, "Fall 1944"),
        news("Germany", "surrenders/surrender", "", 95, "Spring 1945"),
        news("Japan", "surrenders/surrender", "", 95, "Summer 1945"),
    ]
    told = weighing.clauses(events, 2, latest=True)
    assert weighing.headline(told)[0] == "France falls; Italy, Germany and Japan surrender"
    assert weighing.headline([]) == ("", [])
    assert weighing.headline(weighing.clauses(events[2:3], 2))[0] == "Oslo is taken"


def test_what_finds_no_room_in_a_headline_is_told_below_it() -> None:
    long = news("The United States", "becomes an associate of/become associates of", "X" * 60, 60)
    short = news("Germany", "declares war on/declare war on", "Yugoslavia", 60)
    line, told = weighing.headline([long, short])
    assert line == long.head
    assert told == [long]


def test_a_turning_point_weighs_by_what_moved_and_by_what_followed() -> None:
    events = [
        event("nothing came of it", 60, turn="Spring 1940", phase=1),
        event("much followed", 50, turn="Summer 1940", phase=2, actor="italy"),
        event("its doer moved farther", 50, turn="Summer 1940", phase=2, actor="germany"),
        event("beside it", 40, turn="Summer 1940", phase=2),
        event("the end", 30, turn="Fall 1940", phase=3),
    ]
    moved = {("Summer 1940", 0): 20, ("Summer 1940", 1): 60}
    found = weighing.turning_points(
        events,
        lambda each, years: moved.get((each.turn, years), 0),
        lambda each: 5 if each.actor == "germany" else 0,
        2,
    )
    assert [(each.event.head, each.size) for each in found] == [
        ("nothing came of it", 60**2 * 400),
        ("its doer moved farther", 50**2 * 480),
    ], "by size, one a turn, in the order of time"


def test_there_are_three_turning_points_and_more_only_where_others_come_near() -> None:
    weights = (100, 95, 88, 60, 50)
    events = [event(str(w), w, turn=f"Spring {1940 + n}") for n, w in enumerate(weights)]
    found = weighing.turning_points(events, lambda each, years: 0)
    assert [each.event.weight for each in found] == [100, 95, 88]
    level = [event(str(n), 50, turn=f"Spring {1930 + n}") for n in range(9)]
    assert len(weighing.turning_points(level, lambda each, years: 0)) == 7


def test_a_war_of_great_powers_comes_before_a_larger_step_of_a_small_country() -> None:
    found = weighing.turning_points(
        [
            event("on a small country", 94, turn="Spring 1940"),
            event("on a great power", 96, turn="Fall 1940"),
            event("the capital falls", 98, turn="Spring 1941"),
        ],
        lambda each, years: 60 if each.weight == 94 else 0,
    )
    assert len(found) == 3
    assert max(found, key=lambda each: each.size).event.weight == 94
    assert weighing.greatest(found).event.head == "the capital falls"


def test_of_a_long_turn_several_great_events_are_turning_points() -> None:
    events = [
        event("Germany takes France", 78, phase=1),
        event("France falls", 95, phase=2),
        event("Japan attacks", 90, phase=3),
    ]
    for long, heads in ((False, ["France falls"]), (True, ["France falls", "Japan attacks"])):
        found = weighing.turning_points(events, lambda each, years: 0, long=long)
        assert [each.event.head for each in found] == heads


def test_of_events_of_a_turn_that_weigh_nearly_alike_the_one_that_moved_most_is_told() -> None:
    events = [
        event("Italy declares war on France", 96),
        event("Paris falls to Germany", 92, phase=2),
        event("Norway is conquered", 65, phase=2),
    ]
    moves = {"Paris falls to Germany": 4, "Norway is conquered": 9}

    def own(one: Event) -> int:
        return moves.get(one.head, 0)

    (told,) = weighing.turning_points(events, lambda one, years: 0, own)
    assert told.event.head == "Paris falls to Germany"
    assert told.size == 96**2 * 400, "as large as the weightiest of them makes it"
    (told,) = weighing.turning_points(events, lambda one, years: 0)
    assert told.event.head == "Italy declares war on France", "where nothing moved, the weightiest"


def test_a_headline_runs_in_the_order_of_time() -> None:
    first = news("France", "falls/fall", "", 60, "Summer 1940")
    later = [
        news(who, "surrenders/surrender", "", weight)
        for who, weight in (("Italy", 80), ("Germany", 90))
    ]
    (both,) = weighing.gathered(later)
    assert both.head == "Italy and Germany surrender"
    assert weighing.headline([first, both])[0] == "France falls; Italy and Germany surrender"


def test_an_event_can_weigh_more_in_its_game_than_among_its_like() -> None:
    counted = [News(kind="attack", weight=30, words="^Japan .*Hawaii", counts=90)]
    assert weighing.counted("attack", "Japan attacks in Hawaii", 47, counted) == 90
    assert weighing.counted("attack", "Germany attacks in Hawaii", 47, counted) == 47
    assert weighing.counted("attack", "Japan attacks in Hawaii", 95, counted) == 95


def test_a_line_between_powers_is_about_events_that_name_both() -> None:
    between = sampling.Track("", "Tension", ((1, 0),), (("russia",), ("germany", "italy")))
    assert between.is_about({"italy", "russia", "japan"})
    assert not between.is_about({"italy", "germany"})
    assert sampling.Track("italy", "Italy", ((1, 0),)).is_about({"italy"})
    assert sampling.Track("", "Neutrals", ((1, 0),)).is_about(set())


def test_who_stood_best_is_explained_by_what_they_took_and_kept() -> None:
    names = {"Germany": "germany", "USSR": "ussr"}
    events = [
        event("Austria yields to the claim of Germany"),
        event("Germany declares war on Poland"),
        event("Poland is conquered", 65),
        event("The Baltic States yield to the claim of Germany"),
        event("The Baltic States yield to the claim of the USSR"),
        event("Paris falls to Germany", 90),
        event("Germany takes Paris", 60),
        event("Japan takes two Chinese cities"),
        event("Ethiopia is conquered"),
    ]
    found = conquests.taken(events, lambda name: names.get(name, ""))
    assert [(each.what, each.who, each.weight) for each in found] == [
        ("Austria", "germany", 50),
        ("Poland", "germany", 65),
        ("the Baltic States", "ussr", 50),
        ("Paris", "germany", 90),
    ]
    best = Stood("germany", "Germany", 19)
    places = [each.what for each in found if each.who == "germany"]
    assert wording.took(best, places, 0, (), all_kept=True) == (
        "Germany took Austria, Poland and Paris, and lost none."
    )
    allies = Stood("allied", "the Allies", 2)
    assert wording.took(allies, ["Rome"], 3, {"allied"}, all_kept=False) == (
        "The Allies took Rome and three others."
    )
    assert wording.took(best, [], 0, (), all_kept=True) == ""


@pytest.mark.parametrize(
    ("turns", "years"),
    [
        (["Fall 1939", "Winter 1939", "Spring 1940", "Summer 1940", "Fall 1940", "Winter 1940"], 2),
        (["July 1939", "January 1940", "July 1940", "January 1941"], 2),
        (["January 1936"] * 3, 1),
    ],
)
def test_years_are_counted_as_they_pass(turns: list[str], years: int) -> None:
    assert years_of(turns) == years


def test_who_stood_best_is_explained_by_who_came_to_them_as_well() -> None:
    names = {"Germany": "germany", "USSR": "ussr"}
    events = [
        event("Germany and Japan sign a neutrality pact"),
        event("Italy, Spain and Germany sign an alliance"),
        event("Germany ends its trade with the USSR"),
        event("The Baltic States join the USSR"),
        event("Finland holds out and joins Germany"),
        event("Romania trades with Germany"),
        event("France surrenders to Germany and Italy"),
        event("The USSR surrenders"),
        event("Germany surrenders"),
    ]
    found = conquests.deeds(events, lambda name: names.get(name, ""), "germany")
    assert found == {
        "signed": ("Japan", "Italy", "Spain"),
        "joined": ("Finland",),
        "traded": ("Romania",),
        "surrendered": ("France",),
        "gave_up": ("the USSR",),
    }
    assert wording.done("Germany", found) == (
        "Treaties tied Germany to Japan, Italy and Spain. Finland joined Germany. "
        "Romania came to trade with Germany. France surrendered to Germany. The USSR surrendered."
    )
    assert wording.done(
        "Germany", {"gave_up": ("Italy",), "lost": ("Norway",), "joined": ("Norway",)}
    ) == (
        "Norway joined Germany. Of those that joined, Norway fell to others later. Italy surrendered."
    ), "in the order of the sentences"
    assert conquests.deeds(events, lambda name: "", "germany") == {
        "gave_up": ("the USSR", "Germany")
    }


def test_of_those_who_joined_it_is_said_who_fell_later_and_nothing_of_what_was_before() -> None:
    events = [
        event("Germany conquers Greece"),
        event("Norway holds out and joins Britain"),
        event("Greece holds out and joins Britain"),
        event("The Dutch East Indies join Britain"),
        event("Germany conquers Norway and Belgium"),
        event("Britain takes the Dutch East Indies"),
    ]
    names = {"Germany": "germany", "Britain": "allied"}
    freed = [*events, event("Britain frees Belgium and Norway")]
    joined = ("Norway", "Greece", "the Dutch East Indies")
    assert conquests.fell_later(events, lambda name: names.get(name, ""), "allied", joined) == (
        ("Norway",),
        (),
    )
    assert conquests.fell_later(freed, lambda name: names.get(name, ""), "allied", joined) == (
        (),
        ("Norway",),
    ), "it came back"


def test_wars_of_others_on_powers_are_told_of_who_stood_best() -> None:
    names = {"Germany": "germany", "Britain": "allied", "Allies": "allied", "Japan": "japan"}
    events = [
        event("Italy declares war on the Allies", 96),
        event("Germany declares war on Russia", 94),
        event("Britain declares war on Germany", 96),
        event("Russia declares war on Finland", 94),
        event("Japan declares war on Britain and the United States", 94),
        event("Russia declares war on Japan", 90),
    ]
    powers = {"Germany", "Britain", "Russia", "United States", "Japan"}
    wars = conquests.wars_between(events, lambda name: names.get(name, ""), "allied", powers)
    assert wording.fought(wars) == (
        "Germany declared war on Russia. Japan declared war on Britain and the United States."
    )


def reason(
    *steps: tuple[int, int], head: str = "Germany attacks", twice: int = 1, **given: Any
) -> str:
    """Why a turning point of the second of five turns is one, with these steps of Germany's line."""
    says = ("the tension of {name} rises from {before} to {after}.", "it falls to {after}.")
    chart = Charted(key="entry", title="Entry", says=given.pop("says", says), measures="It is so.")
    told = ChronicleSpec(charts=(chart,), news=given.pop("news", ()))
    drawn = sampling.Series(
        "entry", "Entry", "", 5, (sampling.Track("germany", "Germany", steps),),
        (sampling.Limit("from here war may come", ((1, 60), (4, 45))),),
    )  # fmt: skip
    turns = [f"{season} {year}" for year in (1940, 1941) for season in ("Spring", "Fall")]
    called = Turns(
        enumerate(turns, 1), (drawn,), lambda turn: turn[-4:], names={"germany": "Germany"}
    )
    told_of = [event(head, turn="Fall 1940", phase=2, **given)]
    return " | ".join(reasons.whys(told_of * twice, called, told, {"germany": "the Reich"}))


def test_why_an_event_is_a_turning_point_is_told_in_whole_sentences_with_the_numbers() -> None:
    assert reason((1, 37), (2, 61), (3, 70), (4, 90)) == (
        "With this phase, the tension of the Reich rises from 37 to 61. It is so. "
        "With that it passes the mark of 60: from here war may come. "
        "It is the largest such step of the game. A year later it stands at 90."
    )
    assert "With that it reaches the mark of 60" in reason((1, 37), (2, 60))
    assert "mark" not in reason((1, 61), (2, 70)), "it was passed before"
    assert reason((1, 9), (2, 5), (3, 20), (4, -20)) == (
        "With this phase, it falls to 5. It is so. A year later it stands at \N{MINUS SIGN}20."
    )
    assert reason((1, 37), (2, 61), says=()).startswith(
        "With this phase, Entry: the Reich from 37 to 61."
    )
    assert reason((1, 37), (2, 37), (3, 60)) == (
        "In the year after, the tension of the Reich rises from 37 to 60. It is so."
    )
    first, second = reason((1, 37), (2, 61), twice=2).split(" | ")
    assert "It is so." in first
    assert "It is so." not in second, "what a chart measures is explained once"


def test_a_reason_says_what_its_book_makes_of_such_an_event_and_claims_nothing_else() -> None:
    falls = News(kind="war", words="falls$", means="A great power is out of the war.")
    assert reason((1, 5), head="France falls", news=(falls,)) == falls.means
    assert reason((1, 5), head="France fights on", news=(falls,)) == (
        "No number of this game moved with it."
    )
    assert reason((1, 5), head="France falls", kind="other", news=(falls,)) != falls.means
    assert reason((1, 5), (2, 60), head="France fights on") == (
        "No number of this game moved with it."
    ), "a line of whom nobody names"


def test_what_came_of_a_turning_point_is_what_its_phase_tells_beside_it() -> None:
    head, lede = "France falls; Italy enters the war", "Norway is taken. Vichy is set up."
    falls = event("France falls")
    assert reasons.came_of(falls, head, lede) == f"Italy enters the war. {lede}"
    assert reasons.came_of(event("Norway is taken"), head, lede) == (
        "France falls. Italy enters the war. Vichy is set up."
    )
    assert reasons.came_of(event("Japan attacks"), head, lede) == "", "of another phase"
    assert reasons.came_of(falls, "France falls", "") == ""
    long = f"{'A' * 200}. {'B' * 200}."
    assert reasons.came_of(falls, "France falls", long) == f"{'A' * 200}."


def test_a_season_is_small_within_a_sentence() -> None:
    assert reasons.in_turn("Spring 1941") == "spring 1941"
    with translation.override("de"):
        assert reasons.in_turn("Winter 1941") == "Winter 1941"
    assert reasons.in_turn("March/April 1941") == "March/April 1941"
    assert reasons.in_turn("Fall of France") == "Fall of France"
    assert reasons.clauses([event("The Allies land"), event("Rome falls")]) == (
        "the Allies land; Rome falls"
    )
    assert reasons.clauses([event("Rome falls")], dated=True) == "Rome falls, in spring 1940"


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
    first, second = reasons.whys(events, turns, told, {})
    assert first.startswith("With this phase, Italy meets 2.")
    assert second.startswith("With this phase, Japan has lost 6.")


def test_a_blow_that_is_part_of_more_is_told_by_the_headline_of_its_phase() -> None:
    blow = News(kind="blow", words="^A sinks", heads="^(A attacks B)\\b", counts=90, means="War.")
    above = "A attacks B and takes C"
    assert weighing.headed("blow", "A sinks ships", above, [blow]) == "A attacks B"
    assert not weighing.headed("blow", "A sinks ships", "A sinks ships", [blow])
    assert not weighing.headed("blow", "D sinks ships", above, [blow])
    told = ChronicleSpec(news=(blow,))
    assert reasons.means(event("A attacks B", kind="blow"), told) == "War."


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
    assert sampling.without(rows, [drawn], by, names) == (Stood("axis", "the Axis", 0),)


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


def test_what_moved_with_an_event_is_its_doers_line_else_the_one_that_moved_most() -> None:
    entry = sampling.Series(
        "entry", "American entry", "", 5,
        (
            sampling.Track("germany", "Germany", ((1, 10), (3, 30), (5, 60))),
            sampling.Track("italy", "Italy", ((1, 10), (2, 15))),
        ),
        (),
    )  # fmt: skip
    land = sampling.Series(
        "land", "Land", "", 5, (sampling.Track("japan", "Japan", ((1, 0), (4, 8))),), ()
    )
    turns = ["Spring 1940", "Spring 1940", "Fall 1940", "Fall 1940", "Spring 1941"]
    sides = {"tokyo": "japan"}
    told = Turns(enumerate(turns, 1), (entry, land), lambda turn: turn[-4:], "land", sides)
    first, second = (event("x", turn=turn, actor="italy") for turn in ("Spring 1940", "Fall 1940"))
    step = told.step(first, 0)
    assert step is not None
    assert (step.track.name, step.before, step.after, told.largest(step)) == (
        "Italy", 10, 15, False,
    )  # fmt: skip
    assert told.step(second._replace(actor="japan"), 0) is None, "only of whom an event names"
    called = Turns(
        enumerate(turns, 1), (entry, land), lambda turn: turn[-4:], "land", sides,
        names={"germany": "Germany", "italy": "Italy"},
    )  # fmt: skip
    whom = called.step(second._replace(actor="japan", head="Japan joins Germany"), 0)
    assert whom is not None
    assert (whom.track.name, whom.far, called.largest(whom)) == ("Germany", 20, False)
    late = called.step(second._replace(actor="germany", phase=4), 0)
    assert late is None, "what moved before it was not moved by it"
    assert told.step(second, 0) is None
    taken = second._replace(phase=4)
    assert told.own(taken._replace(actor="japan")) == 8
    assert told.own(taken._replace(actor="tokyo")) == 8, "or that of their side"
    assert told.own(taken) == 0
    assert told.own(second._replace(phase=3, actor="japan")) == 0, "not in its very phase"
    rise = told.rise("japan")
    assert rise is not None
    assert (rise[0], rise[1].before, rise[1].after) == ("Fall 1940", 0, 8)
    assert told.rise("italy") is None
    best = [told.best(each) for each in (first, second._replace(actor="tokyo"))]
    assert [(step.track.name, told.largest(step)) for step in best if step] == [
        ("Italy", False), ("Japan", True),
    ], "by the measure of its side, where that moved farther; none of whom nobody names"  # fmt: skip
    assert told.moved(second._replace(actor="germany"), 1) == 60, "in hundredths of all it spans"
    assert told.moved(second, 0) == 0
    beside = Turns(enumerate(turns, 1), (entry, land), lambda turn: turn[-4:], beside=("land",))
    japans = second._replace(actor="japan")
    assert beside.moved(japans, 0) == 100, "a chart beside the large one moved all that it spans"
    step = beside.best(japans)
    assert step is not None
    assert step.track.name == "Japan"


def test_who_rose_and_fell_who_moved_alike_and_whether_a_year_followed() -> None:
    land = sampling.Series(
        "land", "Land", "", 5,
        (
            sampling.Track("axis", "Axis", ((1, 10), (2, 30), (5, 0))),
            sampling.Track("west", "West", ((1, 30), (4, 20), (5, 40))),
            sampling.Track("east", "East", ((1, 30), (4, 20))),
        ),
        (),
    )  # fmt: skip
    turns = ["1940", "1941", "1942", "1943", "1944"]
    told = Turns(enumerate(turns, 1), (land,), lambda turn: turn, "land")
    fell = told.fall()
    assert fell is not None
    assert (fell[0], fell[1].key, fell[2]) == ("1941", "axis", 30)
    within = Turns(enumerate(("1940", "1941", "1941", "1942", "1942"), 1), (
        land._replace(tracks=(sampling.Track("axis", "Axis", ((1, 10), (2, 30), (3, 20), (5, 0))),)),
    ), lambda turn: turn, "land").fall()  # fmt: skip
    assert within is not None
    assert (within[0], within[2]) == ("1941", 30), (
        "also where it did not last to the end of its turn"
    )
    lost = event("x", turn="1943", actor="west")._replace(phase=4)
    (step,) = told.told_by(lost)
    assert [track.key for track in told.alike(step, lost)] == ["east"]
    assert not told.largest(step)
    assert told.has_year_after(lost)
    assert not told.has_year_after(lost._replace(turn="1944"))


def test_what_its_book_takes_from_wars_is_none() -> None:
    attacked = event("Germany attacks Russia", kind="came")
    events = [event("France goes to Full War", kind="came"), attacked]
    told = ChronicleSpec(pins=(("wars", ("came",)),), no_war="Full War$")
    (wars,) = wars_and_treaties(events, told)
    assert [words for _, words in wars.rows] == ["Germany attacks Russia, Spring 1940"]


def test_a_card_can_tell_of_a_war_and_the_first_is_always_listed() -> None:
    china = event("Japan goes to war with China", 62, kind="card_played", turn="July 1937")
    wars = [
        event(f"Germany declares war on {n}", 94, kind="war", turn=f"July {n}")
        for n in range(1940, 1952)
    ]
    told = ChronicleSpec(
        pins=(("wars", ("war",)),),
        war_facts="war with China",
        news=(News(kind="card_played"), News(kind="war")),
    )
    (found,) = wars_and_treaties([china, *wars], told)
    assert found.count == 13
    assert len(found.rows) == 10
    assert found.rows[0][1] == "Japan goes to war with China, July 1937"


def test_a_declared_fact_is_a_war_where_its_book_says_by_what_words() -> None:
    fought = event("Germany attacks Poland", kind="area_attacked")
    declared = event("Germany declares war on Russia", 94, kind=weighing.FACT)
    light = event("Italy declares war on nobody", 20, kind=weighing.FACT)
    fell = event("France falls", 95, kind=weighing.FACT)
    pins = (("wars", ("area_attacked",)),)
    for pattern, count in (("", 1), (r"\bwar on\b", 2)):
        (wars,) = wars_and_treaties(
            [fought, declared, light, fell], ChronicleSpec(pins=pins, war_facts=pattern)
        )
        assert wars.count == count
        assert wars.rows[-1][1].startswith(("Germany attacks", "Germany declares"))


@pytest.mark.parametrize(
    ("one", "who", "doer"),
    [
        ("{who} declares war on {whom}", ("the Soviet Union",), "ussr"),
        ("{who} declares war on {whom}", ("Germany", "the Soviet Union"), ""),
        ("{who} declares war on {whom}", ("Freedonia",), ""),
        ("the capital of {who} falls", ("Germany",), ""),
    ],
)
def test_a_declared_fact_is_the_doing_of_whom_its_news_begin_with(
    one: str, who: tuple[str, ...], doer: str
) -> None:
    named = {"ussr": "Soviet Union", "germany": "Germany", "italy": "Italy"}
    at: Any = SimpleNamespace(
        book=SimpleNamespace(powers=named, factions={}),
        badge=lambda key: SimpleNamespace(name=named[key]),
    )
    assert doer_of(at, Worded(one=one, slots={"who": who, "whom": ("Italy",)})) == doer
    assert doer_of(at, None) == ""


def test_news_of_several_are_of_the_first_that_they_name() -> None:
    names = {"japan": "Japan", "germany": "Germany", "usa": "United States"}
    head = "Germany and Japan declare war on the United States"
    assert wording.named_first(head, names) == "germany"
    assert wording.named_first("The placements are laid open", names) == ""
