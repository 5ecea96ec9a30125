"""Articles, verbs and headlines of told lines."""

import pytest

from rules.kernel.events import Line, News
from rules.kernel.grammar import agreeing, joined, spoken, with_articles


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


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["Italy"], "Italy"),
        (["Italy", "France"], "Italy and France"),
        (["Italy", "France", "China"], "Italy, France and China"),
        (["Greece", "Belgium and Luxembourg"], "Greece, Belgium and Luxembourg"),
        (["Belgium and Luxembourg"], "Belgium and Luxembourg"),
        (["a", "b", "c", "d", "e"], "a, b and three others"),
    ],
)
def test_names_as_a_list(names, said):
    assert joined(names, 4) == said


def test_names_in_news_are_written_as_the_middle_of_a_sentence():
    news = News(one="{who} mobilizes", slots={"who": ("United States", "The Ukraine"), "n": "The"})
    line = spoken(Line(head="x", news=news), ("United States",))
    assert line.news.slots == {"who": ("the United States", "the Ukraine"), "n": "The"}
