"""The grammar of conditions: every word, what it reads, and what a mistake is told."""

import pytest

from rules.kernel.conditions import Always, Grammar, reading
from rules.kernel.errors import TableError
from rules.kernel.facts import FactGroup, FactRegistry, FactSpec


def spec(key, kind="count", default=0):
    options = ("axis", "western", "none") if kind == "control" else ()
    return FactSpec(key=key, label=key, type=kind, default=default, group="map", options=options)


FACTS = FactRegistry(
    (FactGroup(key="map", title="Map"),),
    (
        spec("control.paris", "control", "none"),
        spec("control.rome", "control", "none"),
        spec("factors.turkey.axis"),
        spec("factors.turkey.western"),
        spec("mined", "yes", default=False),
    ),
)


class At:
    """A situation made of facts alone."""

    def __init__(self, country="turkey", **facts):
        self.subject = {"country": country}
        given = {key.replace("__", "."): value for key, value in facts.items()}
        self.values = FACTS.defaults(given)

    def fact(self, key):
        return self.values[key]


@reading("mined", "factors.{country}.{0}")
def larger_than(at, side, number):
    return at.fact(f"factors.{at.subject['country']}.{side}") > number


def many(at):
    return 4


GRAMMAR = Grammar(FACTS, {"larger_than": larger_than, "many": many})


@pytest.mark.parametrize(
    ("tree", "facts", "holds"),
    [
        (None, {}, True),
        (True, {}, True),
        ({"control": ["axis", "paris"]}, {"control__paris": "axis"}, True),
        ({"control": ["axis", "paris"]}, {"control__paris": "western"}, False),
        ({"control": [["axis", "western"], "paris"]}, {"control__paris": "western"}, True),
        ({"fact": "mined"}, {"mined": True}, True),
        ({"fact": "mined"}, {}, False),
        ({"is": ["control.paris", "axis", "none"]}, {}, True),
        ({"is": ["factors.turkey.axis", 3]}, {"factors__turkey__axis": 3}, True),
        ({"at_least": ["factors.turkey.axis", 3]}, {"factors__turkey__axis": 3}, True),
        ({"at_least": ["factors.turkey.axis", 3]}, {"factors__turkey__axis": 2}, False),
        (
            {"more": ["factors.turkey.axis", "factors.turkey.western"]},
            {"factors__turkey__axis": 1},
            True,
        ),
        ({"more": ["factors.turkey.axis", "factors.turkey.western"]}, {}, False),
        ({"not": {"fact": "mined"}}, {}, True),
        ({"all": [{"fact": "mined"}, {"control": ["axis", "rome"]}]}, {"mined": True}, False),
        ({"all": []}, {}, True),
        ({"any": [{"fact": "mined"}, {"control": ["axis", "rome"]}]}, {"mined": True}, True),
        ({"any": []}, {}, False),
        ({"larger_than": ["axis", 2]}, {"factors__turkey__axis": 3}, True),
        ("many", {}, True),
        ({"is": ["factors.{country}.axis", 3]}, {"factors__turkey__axis": 3}, True),
    ],
)
def test_every_word_of_a_condition(tree, facts, holds):
    assert GRAMMAR.condition(tree, "here").holds(At(**facts)) is holds


@pytest.mark.parametrize(
    ("tree", "facts", "value"),
    [
        (3, {}, 3),
        ("factors.turkey.axis", {"factors__turkey__axis": 4}, 4),
        ("mined", {"mined": True}, 1),
        ({"fact": "factors.{country}.axis"}, {"factors__turkey__axis": 4}, 4),
        ({"how_many": [{"fact": "mined"}, {"control": ["none", "paris"]}]}, {}, 1),
        ({"sum": ["factors.turkey.axis", 2, "mined"]}, {"factors__turkey__axis": 4}, 6),
        ({"per": ["factors.turkey.axis", 5]}, {"factors__turkey__axis": 9}, 1),
        ({"per": ["factors.turkey.axis", 5]}, {"factors__turkey__axis": 10}, 2),
        ({"per": [-7, 5]}, {}, 0),
        ({"per_begun": ["factors.turkey.axis", 5]}, {"factors__turkey__axis": 6}, 2),
        ({"per_begun": ["factors.turkey.axis", 5]}, {}, 0),
        ({"many": None}, {}, 4),
    ],
)
def test_every_word_of_a_quantity(tree, facts, value):
    assert GRAMMAR.quantity(tree, "here").value(At(**facts)) == value


@pytest.mark.parametrize(
    ("tree", "reads"),
    [
        (None, ()),
        ({"control": ["axis", "paris"]}, ("control.paris",)),
        ({"not": {"fact": "mined"}}, ("mined",)),
        ({"all": [{"fact": "mined"}, {"fact": "mined"}]}, ("mined",)),
        ({"any": [{"fact": "mined"}, {"control": ["axis", "rome"]}]}, ("mined", "control.rome")),
        ({"more": ["factors.turkey.axis", 2]}, ("factors.turkey.axis",)),
        (
            {"at_least": [{"sum": ["mined", "factors.turkey.axis"]}, 1]},
            ("mined", "factors.turkey.axis"),
        ),
        ({"at_least": [{"per": ["factors.{country}.axis", 5]}, 1]}, ("factors.turkey.axis",)),
        ({"at_least": [{"how_many": [{"fact": "mined"}]}, 1]}, ("mined",)),
        ({"larger_than": ["western", 2]}, ("mined", "factors.turkey.western")),
    ],
)
def test_a_condition_knows_which_facts_it_reads(tree, reads):
    assert GRAMMAR.condition(tree, "here").reads(At()) == reads


def test_nothing_at_all_always_holds():
    assert Always().reads(At()) == ()


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        ({"fact": "mimed"}, "there is no fact 'mimed'"),
        ({"control": ["axis", "pairs"]}, "control.pairs"),
        ({"control": "paris"}, "needs exactly two parts"),
        ({"control": ["axis", "paris", "rome"]}, "needs exactly two parts"),
        ({"control": ["wastern", "paris"]}, "wastern"),
        ({"is": ["control.paris", "sparta"]}, "sparta"),
        ({"is": ["factors.turkey.axis", "three"]}, "three"),
        ({"at_least": ["factors.turkey.axis"]}, "needs exactly two parts"),
        ({"at_least": ["factors.turkey.axis", "many"]}, "whole number"),
        ({"fact": "factors.turkey.axis"}, "can never be True"),
        ({"at_least": [{"per": ["factors.turkey.axis", 0]}, 1]}, "above zero"),
        ({"allof": []}, "is no condition"),
        ({"fact": "mined", "not": "mined"}, "is not a condition"),
        (17, "is not a condition"),
        ({"all": {"fact": "mined"}}, "list"),
        ({"larger": ["axis", 2]}, "larger_than, many"),
    ],
)
def test_a_mistake_names_the_place_and_the_remedy(tree, words):
    with pytest.raises(TableError) as caught:
        GRAMMAR.condition(tree, "countries.yaml: turkey")
    assert "countries.yaml: turkey" in str(caught.value)
    assert words in str(caught.value)


@pytest.mark.parametrize("tree", [{"sum": 3}, "nothing.like.it", {"per": [1]}, 2.5, True])
def test_a_wrong_quantity_names_the_place(tree):
    with pytest.raises(TableError, match=r"countries\.yaml"):
        GRAMMAR.quantity(tree, "countries.yaml")
