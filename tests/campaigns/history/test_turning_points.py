"""What makes an event a turning point, and how it is said why."""

from typing import Any

from django.utils import translation

from campaigns.chronicles import sampling, weighing
from campaigns.chronicles.clauses import came_of, clauses, in_turn
from campaigns.chronicles.reasons import Reasons
from campaigns.chronicles.spec import Charted, ChronicleSpec, News
from campaigns.chronicles.turns import Turns
from campaigns.chronicles.weighing import Event
from tests.support.chronicles import event


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
    return " | ".join(Reasons(called, told, {"germany": "the Reich"}).of(told_of * twice))


def test_why_an_event_is_a_turning_point_is_told_in_whole_sentences_with_the_numbers() -> None:
    assert reason((1, 37), (2, 61), (3, 70), (4, 90)) == (
        "With this phase, the tension of the Reich rises from 37 to 61. It is so. "
        "With that it passes the mark of 60: from here war may come. "
        "No other turn of the game brought so large a step. A year later it stands at 90."
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
    meant = News(kind="war", means="It is war. " * 60)
    assert "year after" not in reason((1, 37), (2, 37), (3, 60), news=(meant,)), "long enough"
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
    assert came_of(falls, head, lede) == f"Italy enters the war. {lede}"
    assert came_of(event("Norway is taken"), head, lede) == (
        "France falls. Italy enters the war. Vichy is set up."
    )
    assert came_of(event("Japan attacks"), head, lede) == "", "of another phase"
    assert came_of(falls, "France falls", "") == ""
    long = f"{'A' * 200}. {'B' * 200}."
    assert came_of(falls, "France falls", long) == f"{'A' * 200}."


def test_a_season_is_small_within_a_sentence() -> None:
    assert in_turn("Spring 1941") == "spring 1941"
    with translation.override("de"):
        assert in_turn("Winter 1941") == "Winter 1941"
    assert in_turn("March/April 1941") == "March/April 1941"
    assert in_turn("Fall of France") == "Fall of France"
    assert clauses([event("The Allies land"), event("Rome falls")]) == (
        "the Allies land; Rome falls"
    )
    assert clauses([event("Rome falls")], dated=True) == "Rome falls, in spring 1940"


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
    assert (step.track.name, step.before, step.after, told.largest(step)) == (
        "Italy", 10, 15, False,
    )  # fmt: skip
    assert told.step(second._replace(actor="japan"), 0) is None, "only of whom an event names"
    called = Turns(
        enumerate(turns, 1), (entry, land), lambda turn: turn[-4:], "land", sides,
        names={"germany": "Germany", "italy": "Italy"},
    )  # fmt: skip
    whom = called.step(second._replace(actor="japan", head="Japan joins Germany"), 0)
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
    assert (fell[0], fell[1].key, fell[2]) == ("1941", "axis", 30)
    within = Turns(enumerate(("1940", "1941", "1941", "1942", "1942"), 1), (
        land._replace(tracks=(sampling.Track("axis", "Axis", ((1, 10), (2, 30), (3, 20), (5, 0))),)),
    ), lambda turn: turn, "land").fall()  # fmt: skip
    assert (within[0], within[2]) == ("1941", 30), (
        "also where it did not last to the end of its turn"
    )
    lost = event("x", turn="1943", actor="west")._replace(phase=4)
    (step,) = told.told_by(lost)
    assert [track.key for track in told.alike(step, lost)] == ["east"]
    assert not told.largest(step)
    assert told.has_year_after(lost)
    assert not told.has_year_after(lost._replace(turn="1944"))
