"""Declared facts as news: what a row of data beside a fact says of its value, in a headline and its weight."""

import pytest

from rules.kernel import fact_news
from rules.kernel.events import FactDeclared, Line
from rules.kernel.fact_news import FactNews, news_of
from rules.kernel.facts import FactGroup, FactRegistry, FactSpec
from rules.kernel.headlines import QUIET, by_weight

NAMES = {"axis": "the Axis", "allied": "the Allies", "north": "Northland"}
TAKES = (
    FactNews(one="{value} reaches {name}", weight=80, to="axis", only=("rome",)),
    FactNews(one="{value} returns to {name}", weight=50, to="allied", was="axis"),
    FactNews(one="{value} takes {name}", many="{value} take {name}", weight=60, topic="city {key}"),
    FactNews(weight=5, to="none", topic="city {value}"),
)
ROWS = {
    "control.paris": ("control", news_of(TAKES, {"key": "paris", "name": "Paris"})),
    "control.rome": ("control", news_of(TAKES, {"key": "rome", "name": "Rome"})),
    "war": ("yes", news_of((FactNews(one="war begins", why="{by} says so", weight=90),), {})),
    "peace": ("yes", news_of((FactNews(one="peace is broken", weight=9, to=False),), {})),
    "hexes": ("count", news_of((FactNews(one="{value} hexes are lost", weight=40, was=0),), {})),
    "factors": ("count", ()),
}
FACTS = FactRegistry(
    (FactGroup(key="g", title="G"),),
    tuple(
        FactSpec(key=key, label=key, type=kind, default=0, group="g")
        for key, (kind, _) in ROWS.items()
    ),
    news={key: rows for key, (_, rows) in ROWS.items()},
)
HEADED = by_weight(30, 14, plurals=("Axis", "Allies"))


def words(value):
    return NAMES.get(value, str(value))


def told(key, before, after, by="north"):
    event = FactDeclared(key=key, label=key, before=before, after=after, by=by)
    line = Line(head=f"{key}: {after}", weight=8, sort="fact")
    return fact_news.told(line, event, FACTS, words)


def headline(*lines):
    return HEADED(lines)[0]


@pytest.mark.parametrize(
    ("key", "before", "after", "said", "weight"),
    [
        ("control.paris", "none", "axis", "The Axis take Paris", 60),
        ("control.paris", "axis", "allied", "The Allies returns to Paris", 50),
        ("control.rome", "allied", "axis", "The Axis reaches Rome", 80),
        ("control.rome", "none", "allied", "The Allies take Rome", 60),
        ("control.rome", "allied", "none", "Control.rome: none", 5),
        ("war", False, True, "War begins", 90),
        ("war", True, False, QUIET, 8),
        ("peace", True, False, "Peace is broken", 9),
        ("hexes", 0, 7, "7 hexes are lost", 40),
        ("hexes", 7, 9, QUIET, 8),
        ("factors", 0, 7, QUIET, 8),
    ],
)
def test_the_first_row_that_fits_tells_a_fact(key, before, after, said, weight):
    line = told(key, before, after)
    assert (headline(line), line.weight) == (said, weight)


def test_news_of_facts_gather_and_name_who_declared_them():
    lines = [told("control.paris", "none", "axis"), told("control.rome", "none", "allied")]
    assert headline(*lines) == "The Axis take Paris; the Allies take Rome"
    assert headline(told("control.paris", "none", "axis"), told("factors", 0, 3)) == (
        "The Axis take Paris"
    )
    assert HEADED([told("war", False, True)])[1] == "Northland says so."


def test_a_topic_is_that_of_the_fact_or_of_the_events_that_tell_the_same():
    assert told("war", False, True).topic == "fact.war"
    assert told("control.paris", "none", "axis").topic == "city paris"
    assert told("control.paris", "axis", "none").topic == "city none"
    conquest = Line(head="The Axis conquer France", weight=70, topic="city paris")
    assert headline(conquest, told("control.paris", "none", "axis")) == "The Axis conquer France"


def test_what_a_value_weighs_is_known_before_it_is_declared():
    assert fact_news.found(FACTS, "control.rome", "axis").weight == 80
    assert fact_news.found(FACTS, "hexes", 7).weight == 40
    assert fact_news.found(FACTS, "factors", 7) is None
