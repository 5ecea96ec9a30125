"""How a game is told when it is over: a style guide for the headline, the lede and what is said of who stood best."""

from typing import Any

import pytest
from msgspec.structs import replace

from campaigns.chronicles import conquests, sampling, wording
from campaigns.chronicles.spec import Goals, Measure
from campaigns.chronicles.weighing import Event
from campaigns.chronicles.wording import Stood
from frontend.chronicle_pages import years_of
from tests.support.chronicles import event, rows

SHARES = Measure(
    title="", by="the measure of the rules", unit="their high point", decides=True, leads=True
)


COUNTS = Measure(title="", by="a measure of ours", unit="minor countries", singular="minor country")


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
    held = [row._replace(whole=row.value + (row.key == "reds")) for row in found]
    assert wording.won(held, "cities") == (
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
        "By a measure of ours, the Allies stand best, with six minor countries."
    )
    level = [Stood("a", "the Axis", 4), Stood("b", "the Allies", 4)]
    assert wording.measured(level, COUNTS) == (
        "By a measure of ours, all stand level, with four minor countries each."
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
    others = {"gave_up": ("Italy",), "lost": ("Norway",), "joined": ("Norway",)}
    assert wording.done("Germany", others) == (
        "Norway joined Germany. Of those that joined, Norway fell to others later. Italy surrendered."
    ), "in the order of the sentences"
    nobodys = conquests.deeds(events, lambda name: "", "germany")
    assert nobodys == {"gave_up": ("the USSR", "Germany")}


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

    def fell_later(told: list[Event]) -> Any:
        return conquests.fell_later(told, lambda name: names.get(name, ""), "allied", joined)

    assert fell_later(events) == (("Norway",), ())
    assert fell_later(freed) == ((), ("Norway",)), "it came back"


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
