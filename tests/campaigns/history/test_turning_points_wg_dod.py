"""Why turning points of The War Game and Days of Decision are told so, and how their sentences fit together."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import translation

from campaigns.chronicles import conquests, reasons, sampling, weighing, wording
from campaigns.chronicles.clauses import clauses, inside
from campaigns.chronicles.reasons import Reasons
from campaigns.chronicles.spec import Charted, ChronicleSpec, Level, Measure, told_of
from campaigns.chronicles.turns import Turns
from campaigns.chronicles.weighing import FACT, Event
from campaigns.domain.wording import said_by
from campaigns.selectors.lobby.glimpses import Drawn, TrackSeen
from frontend import glimpses
from rules.days_of_decision.model.orders import Plays
from rules.kernel.events import Line
from rules.kernel.events import News as Worded
from rules.kernel.headlines import by_weight
from rules.kernel.orders import Chosen
from rules.registry import rulebook

TURNS = ("Spring 1940", "Spring 1940", "Fall 1940", "Fall 1940", "Spring 1941")
MONEY = Measure(title="", by="a measure of ours", unit="of land", before="$")


def event(head: str, phase: int = 3, **given: Any) -> Event:
    turn = TURNS[phase - 1]
    given = {"weight": 90, "actor": "germany", "kind": "war"} | given
    return Event(phase=phase, turn=turn, year=turn[-4:], head=head, **given)


def why(*steps: tuple[int, int], phase: int = 3, news: tuple[Event, ...] = (), **level: str) -> str:
    chart = Charted(
        key="land", title="Land", before="$", says=("The land of {name} rises from ${before} to ${after}.",),
        levels=(Level(words="war may come", value=60, **level),),
    )  # fmt: skip
    drawn = sampling.Series(
        "land", "Land", "", 5, (sampling.Track("germany", "Germany", steps),),
        (sampling.Limit("war may come", ((1, 60),)),),
    )  # fmt: skip
    turns = Turns(
        enumerate(TURNS, 1), (drawn,), lambda turn: turn[-4:], names={"germany": "Germany"}
    )
    told = ChronicleSpec(charts=(chart,))
    names = {"germany": "Germany"}
    return " ".join(Reasons(turns, told, names, news).of([event("Germany attacks", phase)]))


def test_a_number_is_of_the_phase_to_which_the_link_leads_or_says_that_it_is_of_the_turn() -> None:
    both = why((1, 10), (3, 30), (4, 45))
    assert both.startswith("With this phase, the land of Germany rises from $10 to $30.")
    assert "In the whole turn it goes from $10 to $45." in both
    assert why((1, 10), (4, 45)).startswith(
        "In this turn, the land of Germany rises from $10 to $45."
    )
    assert why((1, 10), (3, 20), (4, 45), phase=4).startswith(
        "With this phase, the land of Germany rises from $20 to $45. In the whole turn it goes from $10 to $45."
    )
    assert "In the next turn, spring 1941, the land of Germany rises from $10 to $50." in why(
        (1, 10), (5, 50)
    )
    assert "whole turn" not in why((1, 10), (3, 30))


def test_a_mark_that_is_passed_says_what_else_the_rules_ask_and_that_nobody_did_it() -> None:
    asks = {"needs": "It takes a card.", "done": "declares war on .*{name}", "never": "None came."}
    steps = ((1, 10), (3, 70))
    assert "war may come. It takes a card. None came." in why(*steps, **asks)
    did = event("America declares war on Germany", 5)
    assert "None came." not in why(*steps, news=(did,), **asks)
    assert "It takes a card." not in why(*steps)


@pytest.mark.parametrize(
    ("language", "sentence", "within"),
    [
        ("en", "The land rises.", "the land rises."),
        ("en", "Of its land Japan has less.", "of its land Japan has less."),
        ("en", "American entry rises.", "American entry rises."),
        ("de", "Das Land steigt.", "Das Land steigt."),
    ],
)
def test_a_sentence_behind_other_words_begins_as_its_language_writes_it(
    language: str, sentence: str, within: str
) -> None:
    with translation.override(language):
        assert inside(sentence) == within


def headed(head: str, one: str, **slots: tuple[str, ...]) -> Event:
    line = Line(head=head, rule=None, weight=90, news=Worded(one=one, slots=slots))
    return event(head, lines=(line,))


def test_within_a_sentence_only_names_keep_their_capital() -> None:
    bombs = headed("Atomic bombs fall on Japan", "atomic bombs fall on Japan")
    assert clauses([bombs]) == "atomic bombs fall on Japan"
    war = headed("War ends the pact", "{what} ends the pact", what=("war",))
    assert clauses([event("The Allies land"), war]) == "the Allies land; War ends the pact"
    reworded = headed("Germany marches into the USSR", "enemy troops march into {name}")
    assert clauses([reworded]) == "Germany marches into the USSR"
    with translation.override("de"), said_by("world_in_flames"):
        bombing = "Bombing brings Japan's ruined factories to six"
        assert clauses([event(bombing), bombs]) == (
            "nach Bomben liegen nun sechs der Fabriken Japans in Trümmern; Atombomben fallen auf Japan"
        )


def test_who_lost_a_small_part_of_what_they_had_did_not_fall() -> None:
    def fall(last: int) -> bool:
        tracks = (sampling.Track("uk", "Britain", ((1, 50), (3, 105), (5, last))),)
        drawn = sampling.Series("land", "Land", "", 5, tracks, ())
        turns = Turns(enumerate(TURNS, 1), (drawn,), lambda turn: turn[-4:], "land")
        return turns.fall() is not None

    assert not fall(96)
    assert fall(78)


def test_a_list_that_is_cut_names_what_weighs_most_and_counts_all_of_its_turn() -> None:
    def takes(where: str, weight: int, phase: int = 3) -> Event:
        news = Worded(one="{who} takes {where}", slots={"who": ("Japan",), "where": (where,)})
        line = Line(head=f"Japan takes {where}", rule=None, weight=weight, news=news)
        return event(line.head, phase, weight=weight, lines=(line,), tell=by_weight(35))

    places = [takes(name, 44) for name in ("Guam", "Wake", "Luzon", "Java")]
    heavy = takes("Ukraine", 50)
    assert (
        weighing.gathered([*places, heavy])[0].head == "Japan takes Ukraine, Guam and three others"
    )
    assert weighing.gathered([places[0], heavy])[0].head == "Japan takes Guam and Ukraine"
    (one,) = weighing.clauses([heavy, takes("Celebes", 40)], 1)
    assert one.head == "Japan takes Ukraine and Celebes"
    (one,) = weighing.clauses([heavy, takes("Celebes", 40, 5)], 1)
    assert one.head == "Japan takes Ukraine", "in another turn"


def test_how_far_the_best_came_and_what_sides_hold_is_told_in_the_measure() -> None:
    assert wording.rose("Germany", (45, 110, 45, 88), MONEY, ("spring 1940", "France falls")) == (
        "Germany rose from $45 at the end of the first turn to $110, and most in spring 1940, "
        "from $45 to $88: France falls."
    )
    assert wording.together({"the Axis": 205, "the Allies": 277}, MONEY) == (
        "By sides: the Allies $277 and the Axis $205."
    )
    assert wording.together({"the Axis": 205}, MONEY) == ""
    assert wording.stayed_out([("the USSR", "spring 1941")]) == (
        "These stayed out of the war between great powers: the USSR until spring 1941."
    )
    assert wording.stayed_out([]) == ""


def test_a_power_is_at_war_with_another_from_the_first_declaration_on() -> None:
    keys = {"Germany": "g", "USSR": "u", "Japan": "j", "China": "c"}
    events = [
        event("Japan goes to war with China and takes two Chinese cities"),
        event("The USSR declares war on Finland"),
        event("Germany declares war on the USSR"),
        event("Germany and Japan declare war on the USSR", 5),
    ]
    found = conquests.at_war_since(events, lambda name: keys.get(name, ""))
    assert {key: each.head for key, each in found.items()} == {
        "j": events[0].head, "c": events[0].head, "g": events[2].head, "u": events[2].head,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("book", "kind", "head", "says"),
    [
        ("days_of_decision", "war_declared", "Germany and Italy declare war on the USSR", "USSR"),
        ("days_of_decision", "war_declared", "Italy declares war on Albania", ""),
        ("days_of_decision", "surrendered", "France surrenders to Germany", "Vichy"),
        ("days_of_decision", "war_declared", "France declares war on Germany", "democracies"),
        ("days_of_decision", "war_declared", "The United States declares war on Japan", ""),
        ("days_of_decision", "war_declared", "Germany declares war on Poland", "fascist"),
        ("days_of_decision", "war_declared", "France declares war on Belgium", ""),
        ("war_game_1939", "france_fell", "France falls", "colony"),
        ("war_game_1939", "full_war_came", "Germany attacks the Soviet Union", "Full War"),
        ("war_game_1939", "full_war_came", "France goes to Full War", ""),
        ("world_at_war", FACT, "Italy and Germany declare war on Russia", "Pact"),
        ("world_at_war", FACT, "Germany declares war on Turkey; Japan declares war on Russia", ""),
        ("world_at_war", FACT, "Germany and Japan surrender", "Whoever surrenders"),
        ("world_at_war", FACT, "Japan surrenders", "Japan fights nobody"),
        ("world_at_war", FACT, "Germany and Japan declare war on the United States", "Japan fight"),
        ("world_at_war", FACT, "Germany declares war on France", "U.S.-Axis tension"),
        ("world_at_war", FACT, "Germany declares war on the United States", "it does"),
        (
            "world_at_war",
            "war_declared",
            "The United States declares war on Japan",
            "fights as well",
        ),
    ],
)
def test_each_kind_of_event_has_a_reason_of_its_own(
    book: str, kind: str, head: str, says: str
) -> None:
    told = reasons.means(event(head, kind=kind, lines=(SimpleNamespace(),)), told_of(book))
    assert says in told
    assert bool(told) is bool(says)
    assert "great power is out of the war" not in told


@pytest.mark.parametrize(
    ("head", "whom", "done"),
    [
        ("The United States declares war on Germany", "Germany", True),
        ("France and the United States declare war on Italy and Germany", "Germany", True),
        ("The United States and France declare war on Germany", "Germany", True),
        ("The United States declares war on Japan", "Germany", False),
        ("Germany declares war on the United States", "Germany", False),
    ],
)
def test_a_war_that_america_declares_is_known_in_all_its_words(
    head: str, whom: str, *, done: bool
) -> None:
    entry = next(each for each in told_of("days_of_decision").charts if each.key == "entry")
    (level,) = entry.levels
    assert bool(re.search(level.done.format(name=whom), head)) is done


def test_an_order_names_countries_with_their_article() -> None:
    def said(option: str, **details: Any) -> str:
        book = rulebook("days_of_decision")
        return book.say(Plays(plays=(Chosen(option=option, details=details),)))

    assert said("4", named=["netherlands", "belgium"]) == "war on the Netherlands and Belgium"
    assert said("ipo-7", minor="baltic_states").endswith("(for the Baltic States)")


def test_a_number_of_money_on_the_lobby_has_its_sign() -> None:
    tracks = tuple(
        TrackSeen(name=name, steps=((1, value),), badge=None)
        for name, value in (("Germany", 110), ("Britain", 96))
    )
    drawn = Drawn(
        title="Land", first=1, last=2, tracks=tracks, before="$",
        called=("of land is held by {name}", "{value} by {name}"),
    )  # fmt: skip
    assert glimpses.number_of(drawn) == "$110"
    assert glimpses.words_of(drawn) == "of land is held by Germany, $96 by Britain."
