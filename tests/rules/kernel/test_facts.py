"""The registry of declared facts, and one way to bytes."""

import msgspec
import pytest

from rules.kernel.facts import FactGroup, FactRegistry, FactSpec
from rules.kernel.serial import canonical, load, plain


def spec(key, kind, default, **more):
    return FactSpec(key=key, label=key, type=kind, default=default, group="g", **more)


REGISTRY = FactRegistry(
    (FactGroup(key="g", title="G"),),
    (
        spec("control.paris", "control", "none", options=("axis", "none")),
        spec("pact", "choice", "none", options=("german", "none")),
        spec("hexes", "count", 0, most=5),
        spec("level", "number", 0),
        spec("mined", "yes", default=False),
    ),
)


@pytest.mark.parametrize(
    ("key", "value"),
    [("control.paris", "axis"), ("pact", "german"), ("hexes", 5), ("level", -7), ("mined", True)],
)
def test_a_value_that_fits_has_no_problem(key, value):
    assert REGISTRY.problems({key: value}) == []


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("control.paris", "allies", "choose one of axis, none, not 'allies'"),
        ("pact", 1, "choose one of"),
        ("hexes", -1, "cannot be below zero"),
        ("hexes", 6, "at most 5"),
        ("hexes", True, "give a whole number"),
        ("hexes", "3", "give a whole number"),
        ("hexes", 1.5, "give a whole number"),
        ("level", None, "give a whole number"),
        ("mined", 1, "answer yes or no"),
        ("mimed", True, "There is no fact 'mimed'"),
    ],
)
def test_a_value_that_does_not_fit_says_what_would(key, value, words):
    (problem,) = REGISTRY.problems({key: value})
    assert problem.field == f"facts.{key}"
    assert words in problem.message


def test_a_scenario_changes_only_what_it_names():
    assert REGISTRY.defaults({"hexes": 2}) == {
        "control.paris": "none",
        "pact": "none",
        "hexes": 2,
        "level": 0,
        "mined": False,
    }


def test_every_default_is_a_legal_value():
    assert REGISTRY.problems(REGISTRY.defaults({})) == []


class Record(msgspec.Struct, frozen=True):
    b: int = 1
    a: dict[str, int] = {}


def test_the_same_value_is_the_same_bytes_whatever_the_order_it_was_built_in():
    assert canonical(Record(a={"x": 1, "y": 2})) == canonical(Record(a={"y": 2, "x": 1}))
    assert canonical(Record()) == b'{"a":{},"b":1}'


def test_what_was_written_can_be_read():
    record = Record(2, {"z": 0})
    assert load(canonical(record), Record) == record
    assert plain(record) == {"a": {"z": 0}, "b": 2}
