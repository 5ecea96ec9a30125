"""Which events of a game are news, how they are told once, and what makes a headline of them."""

from types import SimpleNamespace
from typing import Any

import pytest

from campaigns.chronicles import reasons, weighing, wording
from campaigns.chronicles.spec import ChronicleSpec, News
from campaigns.selectors.history.chronicle_parts.lists import wars_and_treaties
from campaigns.selectors.history.chronicle_parts.phases import doer_of
from rules.kernel.events import News as Worded
from tests.support.chronicles import event, news


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


def test_a_blow_that_is_part_of_more_is_told_by_the_headline_of_its_phase() -> None:
    blow = News(kind="blow", words="^A sinks", heads="^(A attacks B)\\b", counts=90, means="War.")
    above = "A attacks B and takes C"
    assert weighing.headed("blow", "A sinks ships", above, [blow]) == "A attacks B"
    assert not weighing.headed("blow", "A sinks ships", "A sinks ships", [blow])
    assert not weighing.headed("blow", "D sinks ships", above, [blow])
    told = ChronicleSpec(news=(blow,))
    assert reasons.means(event("A attacks B", kind="blow"), told) == "War."


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
