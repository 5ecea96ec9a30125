"""What changed in a declared fact is told to a reader, not as the fact sheet asks for it."""

from types import SimpleNamespace

import pytest

from campaigns.selectors.log.fact_changes import PLAIN, fact_change, weight_of
from rules.kernel.events import FactDeclared, Line, News
from rules.registry import BOOKS

BOOK = BOOKS["world_at_war"]
NAMES = {"germany": "Germany", "russia": "Russia", "axis": "European Axis"}
AT = SimpleNamespace(
    campaign=SimpleNamespace(rulebook=BOOK.key),
    said={},
    badge=lambda key: SimpleNamespace(name=NAMES[key]) if key in NAMES else None,
)


def change(key, before, after):
    spec = BOOK.facts[key]
    event = FactDeclared(key=key, label=spec.label, before=before, after=after, by="germany")
    return tuple(fact_change(spec, event, AT))[:3]


@pytest.mark.parametrize(
    ("key", "before", "after", "told"),
    [
        ("pact.in_effect", True, False, ("", "no more")),
        ("germany.surrendered", False, True, ("", "now")),
        ("conquest.norway.by", "none", "germany", ("nobody", "Germany")),
        ("control.bucharest", "neutral", "russia", ("its own country", "Russia")),
        ("france.fallen_year", 0, 1940, ("it stands", "1940")),
    ],
)
def test_a_fact_is_told_in_words(key, before, after, told):
    assert change(key, before, after)[1:] == told


def test_a_label_does_not_say_what_nought_means():
    assert change("france.fallen_year", 0, 1940)[0] == "Year in which France fell"


def test_a_count_says_by_how_much_it_moved_and_a_year_does_not():
    spec = BOOK.facts["ukraine.occupation_results"]
    event = FactDeclared(key=spec.key, label=spec.label, before=3, after=1, by="russia")
    assert fact_change(spec, event, AT).moved == "\N{MINUS SIGN}2"
    year = BOOK.facts["france.fallen_year"]
    event = FactDeclared(key=year.key, label=year.label, before=0, after=1940, by="germany")
    assert fact_change(year, event, AT).moved == ""


def test_what_is_news_weighs_more_than_what_is_not():
    news = Line(head="Paris falls", weight=80, news=News(one="Paris falls"))
    assert weight_of(news) == 80
    assert weight_of(Line(head="Oslo", weight=90)) == PLAIN
