"""Articles, verbs and headlines of told lines."""

import pytest

from rules.kernel.events import Line
from rules.kernel.grammar import agreeing, headline, news, spoken, with_articles


@pytest.mark.parametrize(
    ("said", "better"),
    [
        ("United States mobilizes", "The United States mobilizes"),
        ("The turn of Soviet Union", "The turn of the Soviet Union"),
        ("The Soviet Union and the United States", "The Soviet Union and the United States"),
        ("Units of United States: done", "Units of the United States: done"),
        ("It ends. United States pays", "It ends. The United States pays"),
        ("Italy pays", "Italy pays"),
    ],
)
def test_names_get_their_article(said, better):
    assert with_articles(said, ("United States", "Soviet Union")) == better


def test_a_plural_name_takes_a_plural_verb():
    names = ("Spanish Republicans", "Baltic States")
    assert (
        agreeing("Spanish Republicans joins the USSR", names) == "Spanish Republicans join the USSR"
    )
    assert agreeing("The Baltic States is conquered", names) == "The Baltic States are conquered"
    assert agreeing("Spain joins Italy", names) == "Spain joins Italy"


def test_a_line_without_such_names_is_the_very_same():
    line = Line(head="Spain joins Italy")
    assert spoken(line, ("United States",), ("Baltic States",)) is line


def test_one_piece_of_news_makes_one_headline():
    lines = [
        Line(head="Italy announces war on Yugoslavia", weight=70, topic="war"),
        Line(head="Italy declares war on Yugoslavia", weight=95, topic="war"),
        Line(head="Turkey joins Britain", weight=60),
    ]
    found = news(lines, 30)
    assert headline(found) == "Italy declares war on Yugoslavia; Turkey joins Britain"


def test_what_is_no_great_news_stands_in_for_it_and_the_clock_does_not():
    bids = [Line(head="Germany acts first", weight=14), Line(head="Italy scores 3", weight=10)]
    assert headline(news(bids, 30)) == "Germany acts first"
    assert headline(news([Line(head="May begins", weight=5, sort="clock")], 30)) == "A quiet phase"
