"""What an answer depends on is found through conditions, and unknown as soon as a part of it is."""

import pytest

from rules.kernel.conditions import Grammar
from rules.kernel.dependencies import depending_on, depends_on
from rules.kernel.facts import FactGroup, FactRegistry, FactSpec

FACTS = FactRegistry(
    (FactGroup(key="all", title="All"),),
    tuple(
        FactSpec(key=key, label=key, type=kind, default=default, group="all")
        for key, kind, default in (
            ("rain", "number", 0),
            ("snow", "yes", False),
            ("wind.north", "yes", False),
        )
    ),
)


@depending_on("records.{0}", "wind.{0}")
def blows(at, where):
    """A question that says what it hangs on."""
    return bool(at.fact(f"wind.{where}"))


def asks(at):
    """A question that does not say what it hangs on."""
    return 1


GRAMMAR = Grammar(FACTS, {"blows": blows, "asks": asks})


@pytest.mark.parametrize(
    ("tree", "parts"),
    [
        (None, set()),
        ({"fact": "snow"}, {"snow"}),
        ({"not": {"is": ["rain", 3]}}, {"rain"}),
        ({"all": [{"is": ["rain", 1]}, {"fact": "snow"}]}, {"rain", "snow"}),
        ({"any": [{"is": ["rain", 1]}, {"blows": "north"}]}, {"rain", "wind.north", "records.north"}),
        ({"more": ["rain", "snow"]}, {"rain", "snow"}),
        ({"at_least": [{"per": [{"sum": ["rain", 2]}, 3]}, 1]}, {"rain"}),
        ({"at_least": [{"how_many": [{"fact": "snow"}, {"blows": "north"}]}, 1]},
         {"snow", "wind.north", "records.north"}),
    ],
)  # fmt: skip
def test_a_condition_depends_on_all_that_its_parts_depend_on(tree, parts):
    assert depends_on(GRAMMAR.condition(tree, "here")) == parts


@pytest.mark.parametrize(
    "tree",
    [
        {"at_least": ["asks", 1]},
        {"any": [{"fact": "snow"}, {"not": {"at_least": ["asks", 1]}}]},
        {"fact": "wind.{where}"},
        {"blows": "{where}"},
    ],
)
def test_what_does_not_say_so_may_hang_on_anything(tree):
    assert depends_on(GRAMMAR.condition(tree, "here")) is None
